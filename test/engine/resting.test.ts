import { describe, expect, it } from 'vitest'
import type { Thread } from '../../src/engine/thread.ts'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Store } from '../../src/schema/ports.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { lightEngine } from '../support/light-engine.ts'
import { agent, calls, finishedTurns, messagesFor, results, type Step, user } from '../support/steps.ts'

const say = (steps: readonly Step[]): readonly Json[] => messagesFor('openai-chat', steps)
const STORES = [
  ['memory', async () => keyless(memoryStore())],
  ['SQLite', async () => keyless(await openSqliteStore(':memory:'))],
] as const
/** Two stores of the same entries then have the same hashes, too. */
function keyless(store: StoreWith<Capability>): Store {
  return { ...store, secrets: 'none' }
}

const open = (store: Store): Promise<Thread> => lightEngine({ store, heldUnseen: 4_000 }).thread('t')
const WINDOW = { window: 20_000 }

/** A store that counts the rows it hands out. */
function counting(store: Store): { readonly store: Store; rows(): number } {
  let rows = 0
  const count: Store = {
    ...store,
    async rows(key, ranges) {
      const read = (await store.rows?.(key, ranges)) ?? []
      rows += read.length
      return read
    },
  }
  return { store: count, rows: () => rows }
}

/** Some 4,400 entries, a few hundred at a time. */
async function append(thread: Thread, between: () => Promise<unknown> = async () => undefined): Promise<void> {
  await thread.append(say([user('KEEP this'), calls(['early', 'read_file', { path: 'a.ts' }])]))
  const messages = say(finishedTurns(1_100, 60))
  for (let from = 0; from < messages.length; from += 300) {
    await thread.append(messages.slice(from, from + 300))
    await between()
  }
}

describe.each(STORES)('a handle that only appends, over %s', (_, made) => {
  it('L7 · shows, compacts and accounts as one that was looked at all the time', async () => {
    const [resting, looked] = [counting(await made()), await made()]
    const [thread, twin] = [await open(resting.store), await open(looked)]
    await append(thread)
    // It rests: nothing was read, and a result that comes too late is told from one that answers nothing.
    expect(resting.rows()).toBe(0)
    await append(twin, () => twin.state())
    const steps: readonly ((on: Thread) => Promise<unknown>)[] = [
      (on) => on.append(say([results(['early', 'very late']), user('and now')])),
      (on) => on.append(say([results(['call-7', 'late as well']), agent('done')])),
      (on) => on.entries(),
      (on) => on.times(),
      (on) => on.prepare(WINDOW),
      async (on) => (await on.compact({ window: 10_000 })).receipt,
      (on) => on.recall('Request 40'),
      (on) => on.undo(WINDOW),
      (on) => on.pin({ text: 'KEEP this' }),
      (on) => on.prepare(WINDOW),
    ]
    for (const [index, step] of steps.entries()) {
      const [made, expected] = [JSON.stringify(await step(thread)), JSON.stringify(await step(twin))]
      expect(made === expected, `step ${index}`).toBe(true)
    }
    // Each entry once, however often it was looked at.
    const entries = await thread.entries()
    expect(resting.rows()).toBeGreaterThan(1_000)
    expect(resting.rows()).toBeLessThan(entries.length)
  })

  it('asks whoever looks first for what rests, and takes over what others did meanwhile', async () => {
    const store = await made()
    const [thread, other] = [await open(store), await open(store)]
    await append(thread)
    await other.state()
    await other.append(say([user('from elsewhere')]))
    await expect(thread.append(say([user('mine')]))).rejects.toMatchObject({ failure: { code: 'log-conflict' } })
    await thread.append(say([user('mine')]))
    expect(await thread.entries()).toEqual(await (await open(store)).entries())
  })

  it('F16 · is told that something was erased before it reads it again', async () => {
    const store = await made()
    const compactor = lightEngine({ store, heldUnseen: 4_000 })
    const thread = await compactor.thread('t')
    await append(thread)
    await lightEngine({ store, heldUnseen: 4_000 }).erase({ thread: 't', entry: 'e100' })
    await expect(thread.prepare(WINDOW)).rejects.toMatchObject({ failure: { code: 'thread-erased' } })
  })
})
