import { describe, expect, inject, it } from 'vitest'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { isCompactionError } from '../../src/schema/failures.ts'
import { commitId, type TenantId, tenantId, threadId } from '../../src/schema/ids.ts'
import type { ThreadKey } from '../../src/schema/ports.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { commit, entry, headAt, measures } from '../../src/testing/store-fixtures.ts'
import { newSchema } from '../support/postgres.ts'
import { answerOf } from '../support/summaries.ts'

type Full = StoreWith<Capability>

/** Names that are easily taken for one another. */
const NAMES = ['a', 'A', 'a ', 'a/b', 'a%', 'a_', "a'--", '\ud800', '\ud801', ''].map(tenantId)
/** The same for all: only the tenant tells them apart. */
const THREADS = ['t', 't/revisions', '%'].map(threadId)
const COMMITS = ['c0', 'c1', 'c2'] as const

const stores: Readonly<Record<string, { readonly open: () => Promise<Full>; readonly operations: number }>> = {
  memory: { open: async () => memoryStore(), operations: 10_000 },
  SQLite: { open: () => openSqliteStore(':memory:'), operations: 5_000 },
  PostgreSQL: { open: () => openPostgresStore(inject('postgres'), { schema: newSchema() }), operations: 1_500 },
}

/** Draws the same numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

interface Turn {
  readonly key: ThreadKey
  readonly mark: string
  /** A number below `sides`, the same for the store and for its measure. */
  readonly roll: (sides: number) => number
}

const SENT = { commit: null, dialect: 'd', system: '', tools: '', renderer: '', stable: 0, at: 0, model: '', tokens: 0 } as const

/** Every verb of a store, with arguments that are right as often as wrong. */
const VERBS: readonly ((store: Full, turn: Turn) => Promise<unknown>)[] = [
  (store, { key }) => store.head(key),
  async (store, turn) => {
    const { length } = await store.head(turn.key)
    const expected = turn.roll(4) === 0 ? turn.roll(9) : length
    const count = 1 + turn.roll(3)
    const written = Array.from({ length: count }, (_, index) => entry(expected + index, `${turn.mark} says ${index}`))
    // The hash of tenants' entries is the same on purpose.
    return store.append(turn.key, expected, written, headAt(expected + count), measures(expected, expected + count))
  },
  (store, { key, roll }) => store.read(key, roll(5), 5 + roll(50)),
  (store, { key, roll }) => store.rows(key, [rangeOf(roll(3), 3), rangeOf(3 + roll(4), 8 + roll(40))]),
  async (store, turn) => {
    const { commit: latest, length } = await store.head(turn.key)
    const expected = turn.roll(3) === 0 ? commitId(COMMITS[turn.roll(3)] ?? '') : latest
    const made = commit(COMMITS[turn.roll(3)] ?? '', expected)
    const record = { action: 'summarize', tokens: 1, summary: `of ${turn.mark}`, carries: [] } as const
    const span = { from: 0, to: 1, hash: '', messages: 1, firstMessage: entry(0).message.id, lastMessage: entry(1).message.id }
    const plan = {
      ...made.plan,
      version: Math.min(1, length),
      records: [{ ...record, span: { ...span, firstTurn: 0, lastTurn: 0 } }],
    }
    return store.commit(turn.key, expected, { ...made, plan })
  },
  (store, { key }) => store.latest(key),
  (store, { key }) => store.commits(key),
  (store, { key, roll }) => store.pin(key, [roll(5), roll(50)]),
  async (store, { key }) => [...(await store.pins(key))].sort((a, b) => a - b),
  async (store, { key, mark, roll }) => (await store.leases.take(key, `${mark} ${roll(2)}`, 600_000)) === null,
  (store, { key }) => store.session(key),
  (store, { key, mark, roll }) => store.requests.add(key, { ...SENT, head: roll(20), bytes: mark }, 3),
  (store, { key }) => store.requests.of(key),
  (store, { key }) => store.threads.of(key.tenant),
  (store, { key, roll }) => store.threads.sharing(key, roll(3)),
  (store, { key, mark, roll }) => store.summaries.put(key.tenant, `k${roll(3)}`, { ...answerOf([]), by: mark }),
  (store, { key, roll }) => store.summaries.get(key.tenant, `k${roll(3)}`),
  (store, { key, mark, roll }) =>
    // Also for what others say: every tenant has said `says`.
    store.search(key.tenant, { text: roll(2) === 0 ? 'canary says' : mark, ...(roll(2) === 0 ? {} : { thread: key.thread }) }),
  (store, { key, roll }) => store.erase(roll(4) === 0 ? key : { ...key, entry: roll(20) }),
  (store, { key, roll }) => (roll(8) === 0 ? store.erase({ tenant: key.tenant }) : store.head(key)),
]

/** What a call gave, or what it failed with, in words that can be compared. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify((await work) ?? null)
  } catch (error) {
    if (!isCompactionError(error)) throw error
    return JSON.stringify({ failure: error.failure, message: error.message })
  }
}

/** Plays so many operations of all tenants, each on the shared store and on one of the tenant's own. */
async function play(shared: Full, operations: number): Promise<void> {
  const own = new Map<TenantId, Full>(NAMES.map((tenant) => [tenant, memoryStore()]))
  const marks = NAMES.map((_, index) => `canary-${index}-of-ten`)
  const roll = dice(4711)
  const done = new Set<number>()
  for (let operation = 0; operation < operations; operation += 1) {
    const who = roll(NAMES.length)
    const key = { tenant: NAMES[who] as TenantId, thread: THREADS[roll(THREADS.length)] ?? threadId('t') }
    const verb = roll(VERBS.length)
    const seed = roll(2 ** 31)
    const turn = (): Turn => ({ key, mark: marks[who] ?? '', roll: dice(seed) })
    const work = VERBS[verb] ?? (() => Promise.reject(new Error('no verb')))
    const outcome = await outcomeOf(work(shared, turn()))
    const foreign = marks.filter((mark, index) => index !== who && outcome.includes(mark))
    expect(foreign).toEqual([])
    const alone = await outcomeOf(work(own.get(key.tenant) as Full, turn()))
    // After a tenant is gone, a store of its own remembers that its threads were erased; a shared one forgets their names.
    expect(forgetful(outcome), `operation ${operation}, verb ${verb}`).toEqual(forgetful(alone))
    if (!outcome.includes('failure')) done.add(verb)
  }
  expect(done.size).toBe(VERBS.length)
}

describe.each(Object.entries(stores))('ten tenants in one %s store', (_, { open, operations }) => {
  it('L13, case 66 · never see one another: each has what it would have in a store of its own', async () => {
    const shared = await open()
    await play(shared, operations)
    await shared.close()
  })
})

describe('the game of ten tenants', () => {
  const shout = (key: ThreadKey): ThreadKey => ({ ...key, tenant: tenantId(key.tenant.toUpperCase()) })

  it.each([
    [
      'takes two names for one in what it reads',
      (store: Full): Full => ({ ...store, read: (key, from, to) => store.read(shout(key), from, to) }),
    ],
    [
      'finds words of others',
      (store: Full): Full => ({ ...store, search: (_, query) => store.search(NAMES[0] as TenantId, query) }),
    ],
    [
      'gives summaries to others',
      (store: Full): Full => ({
        ...store,
        summaries: { ...store.summaries, get: (_, key) => store.summaries.get(NAMES[0] as TenantId, key) },
      }),
    ],
    ['takes two names for one in commits', (store: Full): Full => ({ ...store, latest: (key) => store.latest(shout(key)) })],
    [
      'erases too much',
      (store: Full): Full => ({
        ...store,
        erase: (target) => store.erase({ ...target, tenant: tenantId(target.tenant.trim()) }),
      }),
    ],
  ])('is lost by a store that %s', async (_, spoil) => {
    await expect(play(spoil(memoryStore()), 3_000)).rejects.toThrow()
  })
})

function forgetful(outcome: string): unknown {
  return JSON.parse(outcome.replace(/,"erasures":\d+/, '').replace(/"threads":\d+/, '"threads":0'))
}
