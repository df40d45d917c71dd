import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { sha256Hex } from '../../src/index.ts'
import { verifyChain } from '../../src/log/verify-chain.ts'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Store } from '../../src/schema/ports.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { startChild } from '../support/children.ts'
import { lightEngine, openStoreAt, type StoreAt } from '../support/light-engine.ts'
import { newSchema } from '../support/postgres.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'
import { DEATHS, type Death, PUTS_AWAY, WINDOW } from '../support/store-child.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-crashes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const places: Readonly<Record<string, () => StoreAt>> = {
  SQLite: () => ({ kind: 'sqlite', path: join(folder, `${newSchema()}.db`) }),
  PostgreSQL: () => ({ kind: 'postgres', url: inject('postgres'), schema: newSchema() }),
}

const talk = messagesFor('openai-chat', [...finishedTurns(12, 400), user('go on')])
const more = messagesFor('openai-chat', [...finishedTurns(3, 400), user('and on')])
const policy = PUTS_AWAY
const tenant = tenantId('default')

/** What each death leaves: whether what was being appended is there, and whether the plan holds. */
const LEAVES: Readonly<Record<Death, { readonly appended: boolean; readonly committed: boolean }>> = {
  'before append': { appended: false, committed: false },
  'after append': { appended: true, committed: false },
  'lease taken': { appended: true, committed: false },
  'artifact written': { appended: true, committed: false },
  'summary received': { appended: true, committed: false },
  'before commit': { appended: true, committed: false },
  'after commit': { appended: true, committed: true },
}

interface Seen {
  readonly entries: number
  readonly commits: number
  readonly request: Json
}

async function look(store: Store, thread: string): Promise<Seen> {
  const open = await lightEngine({ store, policy }).thread(thread)
  const { request } = await open.prepare({ window: 1_000_000 })
  return { entries: (await open.entries()).length, commits: (await open.commits()).length, request }
}

/** What is seen if no process dies, made in memory: before, after the append, after the compaction. */
let before: Seen
let appended: Seen
let compacted: Seen
beforeAll(async () => {
  const store = memoryStore()
  const thread = await lightEngine({ store, policy }).thread('t')
  await thread.append(talk)
  before = await look(store, 't')
  await thread.append(more)
  appended = await look(store, 't')
  await thread.compact({ window: WINDOW })
  compacted = await look(store, 't')
  expect(compacted.commits).toBe(1)
})

async function chainOf(store: StoreWith<Capability>, thread: string): Promise<unknown> {
  const rows = await store.rows({ tenant, thread: threadId(thread) }, [rangeOf(0, 1_000_000)])
  return verifyChain(rows, sha256Hex, await store.secrets.fingerprintKey(tenant))
}

describe.each(Object.entries(places))('a process killed while it works on %s', (_, place) => {
  it('case 80 · leaves the view of before or that of after, whole, wherever it dies, and blocks no other process', async () => {
    const at = place()
    const store = await openStoreAt(at)
    const engine = lightEngine({ store, policy })
    for (const when of DEATHS) await (await engine.thread(when)).append(talk)
    const deaths = DEATHS.map((when) => startChild({ task: 'die', at, thread: when, when, messages: more }).ended)
    for (const ended of await Promise.all(deaths)) expect(ended.signal).toBe('SIGKILL')
    for (const when of DEATHS) {
      const { appended: isAppended, committed } = LEAVES[when]
      expect(await look(store, when), when).toEqual(committed ? compacted : isAppended ? appended : before)
      expect(await chainOf(store, when)).toMatchObject({ kind: 'whole', erased: 0 })
    }
    for (const when of DEATHS) {
      // The others need not clean up: leases of the dead run out by themselves.
      const { appended: isAppended } = LEAVES[when]
      const thread = await lightEngine({ store, policy }).thread(when)
      if (!isAppended) await thread.append(more)
      const { request } = await thread.compact({ window: WINDOW })
      expect((await look(store, when)).request).toEqual(compacted.request)
      expect(request).toBeDefined()
      // If there was nothing to do, the lease of the dead runs out by itself.
      await expect.poll(async () => (await thread.session()).currentlyCompacting, { timeout: 10_000 }).toBe(false)
    }
    await store.close()
  })

  it('case 80 · leaves whole steps, whenever it is killed', async () => {
    const at = place()
    const store = await openStoreAt(at)
    for (const pause of [0, 40]) {
      const { child, ended } = startChild({ task: 'write', at, name: `p${pause}`, threads: ['x', 'y'], steps: 100_000 })
      // Even if this test fails before it does so itself.
      onTestFinished(() => void child.kill('SIGKILL'))
      const key = { tenant, thread: threadId('x') }
      const { length } = await store.head(key)
      while ((await store.head(key)).length === length) await wait(5)
      await wait(pause)
      child.kill('SIGKILL')
      expect((await ended).signal).toBe('SIGKILL')
    }
    for (const thread of ['x', 'y']) {
      const entries = await store.read({ tenant, thread: threadId(thread) }, 0, 1_000_000)
      const texts = entries.map((entry) => ('text' in entry ? entry.text : ''))
      expect(texts.filter((text) => text.endsWith(':4')).length).toBe(texts.length / 5)
      expect(await chainOf(store, thread)).toMatchObject({ kind: 'whole', length: texts.length })
      await look(store, thread)
    }
    await store.close()
  })
})
