/** A process of its own for tests of stores: `node store-child.ts '<order as JSON>'`. Prints one line of JSON when it is done. */
import { once } from 'node:events'
import { balanced } from '../../src/plan/presets/balanced.ts'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { CompactionError, isFailure } from '../../src/schema/failures.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Policy } from '../../src/schema/policy.ts'
import type { ArtifactStore, Store, Summarizer } from '../../src/schema/ports.ts'
import { memoryArtifacts } from '../../src/stores/memory-artifacts.ts'
import { type Going, goOn, patiently } from './go-on.ts'
import { lightEngine, openStoreAt, type StoreAt } from './light-engine.ts'

/** Where a process can be made to die. */
export const DEATHS = [
  'before append',
  'after append',
  'lease taken',
  'artifact written',
  'summary received',
  'before commit',
  'after commit',
] as const
export type Death = (typeof DEATHS)[number]

export type Order =
  /** Appends steps of five messages to threads in turn, trying again if another process was first; compacts now and then. */
  | {
      readonly task: 'write'
      readonly at: StoreAt
      readonly name: string
      readonly threads: readonly string[]
      readonly steps: number
    }
  /** The same until a time comes, whatever becomes of the server; prints how many steps were acknowledged. */
  | ({ readonly task: 'go on'; readonly at: StoreAt } & Going)
  /** Appends messages and compacts, and dies on the way. */
  | {
      readonly task: 'die'
      readonly at: StoreAt
      readonly thread: string
      readonly when: Death
      readonly messages: readonly Json[]
    }
  /** Says when it is ready, and compacts when it is told to. */
  | { readonly task: 'compact'; readonly at: StoreAt; readonly thread: string }

export const WINDOW = 4_000

/** Puts large results away, and folds if that is not enough. */
export const PUTS_AWAY: Policy = balanced({
  ladder: [{ rung: 'externalize', above: 100, keepTurns: 2 }, { rung: 'summarize-oldest' }],
})

if (process.argv[1] === import.meta.filename) {
  const order: Order = JSON.parse(process.argv[2] ?? '')
  const opened = (): ReturnType<typeof openStoreAt> => openStoreAt(order.at)
  const store = await (order.task === 'go on' ? patiently(opened) : opened())
  console.log(JSON.stringify(await carryOut(order, store)))
  await store.close()
}

async function carryOut(order: Order, store: StoreWith<Capability>): Promise<Json> {
  switch (order.task) {
    case 'write':
      return write(order, store)
    case 'go on':
      return goOn(order, store)
    case 'die':
      return die(order, store)
    case 'compact': {
      const thread = await lightEngine({ store }).thread(order.thread)
      process.send?.('ready')
      await once(process, 'message')
      const { changed, receipt } = await thread.compact({ window: WINDOW })
      return { changed, after: receipt.tokens.after, commits: (await thread.commits()).length }
    }
  }
}

async function write({ name, threads, steps }: Extract<Order, { task: 'write' }>, store: Store): Promise<Json> {
  const engine = lightEngine({ store })
  const open = await Promise.all(threads.map((thread) => engine.thread(thread)))
  let conflicts = 0
  for (let step = 0; step < steps; step += 1) {
    const thread = open[(step + name.length) % open.length]
    const messages = [0, 1, 2, 3, 4].map((part) => ({ role: 'user', content: `${name}:${step}:${part}` }))
    for (;;) {
      try {
        await thread?.append(messages)
        break
      } catch (error) {
        if (!isFailure(error, 'log-conflict')) throw error
        conflicts += 1
      }
    }
    if (step % 50 === 49) await thread?.compact({ window: WINDOW })
  }
  return { conflicts }
}

async function die(
  { thread: name, when, messages }: Extract<Order, { task: 'die' }>,
  store: StoreWith<Capability>,
): Promise<Json> {
  const end = (at: Death): void => {
    if (at === when) process.kill(process.pid, 'SIGKILL')
  }
  const kept = memoryArtifacts()
  const artifacts: ArtifactStore = {
    ...kept,
    async put(key, artifact) {
      await kept.put(key, artifact)
      end('artifact written')
    },
  }
  const mortal: Store = {
    ...store,
    async append(...given) {
      end('before append')
      await store.append(...given)
      end('after append')
    },
    leases: {
      ...store.leases,
      async take(...given) {
        const lease = await store.leases.take(...given)
        end('lease taken')
        return lease
      },
    },
    async commit(...given) {
      end('before commit')
      await store.commit(...given)
      end('after commit')
    },
  }
  /** Has nothing to say: the summary that needs no model stands. */
  const summarizer: Summarizer = {
    name: 'silent',
    async summarize() {
      end('summary received')
      throw new CompactionError<'summarizer-failed'>({
        code: 'summarizer-failed',
        summarizer: 'silent',
        reason: 'broken',
        detail: '',
        attempts: [],
      })
    },
  }
  const asked = when === 'summary received' ? { summarizer } : {}
  const thread = await lightEngine({ store: mortal, artifacts, policy: PUTS_AWAY, ...asked }).thread(name)
  await thread.append(messages)
  await thread.compact({ window: WINDOW })
  return { survived: true }
}
