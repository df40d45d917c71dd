import assert from 'node:assert/strict'
import type { Commit } from '../schema/commit.ts'
import type { Entry } from '../schema/entry.ts'
import { type Failure, isFailure } from '../schema/failures.ts'
import { commitId, entryId, messageId, tenantId, threadId } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { Head, Standing, Store, ThreadKey } from '../schema/ports.ts'

export interface StoreCase {
  readonly name: string
  /** Runs against a store that nobody has written to; throws where the store is wrong. */
  run(store: Store): Promise<void>
}

const alpha: ThreadKey = { tenant: tenantId('acme'), thread: threadId('alpha') }
const beta: ThreadKey = { tenant: tenantId('acme'), thread: threadId('beta') }

/** Everything the engine relies on. A store is done when all of these pass, under any test runner. */
export const storeCases: readonly StoreCase[] = [
  {
    name: 'knows nothing of a thread that nobody wrote',
    async run(store) {
      assert.deepEqual(await store.head(alpha), standing(0))
      assert.deepEqual(await store.read(alpha, 0, 100), [])
      assert.equal(await store.latest(alpha), null)
      assert.deepEqual(await store.commits(alpha), [])
      assert.deepEqual(await store.pins(alpha), [])
    },
  },
  {
    name: 'reads back what was appended, in order, whole or in part',
    async run(store) {
      await store.append(alpha, 0, entries(0, 2), headAt(2))
      await store.append(alpha, 2, entries(2, 3), headAt(3))
      assert.deepEqual(await store.read(alpha, 0, 3), entries(0, 3))
      assert.deepEqual(await store.read(alpha, 1, 2), entries(1, 2))
      assert.deepEqual(await store.read(alpha, 2, 100), entries(2, 3))
      assert.deepEqual(await store.read(alpha, 3, 100), [])
    },
  },
  {
    name: 'tells in one read how far the log reaches, which commit is the latest and how many pins there are',
    async run(store) {
      await store.append(alpha, 0, entries(0, 2), headAt(2))
      assert.deepEqual(await store.head(alpha), standing(2))
      await store.commit(alpha, null, commit('c1', null))
      await store.pin(alpha, [1, 0, 1])
      assert.deepEqual(await store.head(alpha), { ...headAt(2), commit: 'c1', pins: 2 })
    },
  },
  {
    name: 'keeps an entry exactly as it is, whatever JSON is in it',
    async run(store) {
      const raw: Json = JSON.parse(
        '{"__proto__":{"a":1},"":[],"text":"👩‍👩‍👧‍👦 \\u0000 \\ud800 \\u2028","n":-0.5e-7,"deep":[[null,false]]}',
      )
      const strange: Entry = { ...entry(0), raw }
      await store.append(alpha, 0, [strange], headAt(1))
      const [kept] = await store.read(alpha, 0, 1)
      assert.equal(JSON.stringify(kept), JSON.stringify(strange))
    },
  },
  {
    name: 'takes many entries at once',
    async run(store) {
      await store.append(alpha, 0, entries(0, 3000), headAt(3000))
      assert.equal((await store.head(alpha)).length, 3000)
      assert.deepEqual(await store.read(alpha, 2990, 3000), entries(2990, 3000))
    },
  },
  {
    name: 'keeps threads apart',
    async run(store) {
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      await store.commit(alpha, null, commit('c1', null))
      assert.deepEqual(await store.read(beta, 0, 1), [])
      assert.deepEqual(await store.head(beta), standing(0))
      assert.equal(await store.latest(beta), null)
    },
  },
  {
    name: 'keeps tenants apart, even where names would run together',
    async run(store) {
      const keys = [
        { tenant: tenantId('a'), thread: threadId('b/c') },
        { tenant: tenantId('a/b'), thread: threadId('c') },
        { tenant: tenantId('a","b'), thread: threadId('c') },
        { tenant: tenantId(''), thread: threadId('a/b/c') },
      ]
      for (const [index, key] of keys.entries()) await store.append(key, 0, [entry(0, `of ${index}`)], headAt(1))
      for (const [index, key] of keys.entries()) assert.deepEqual(await store.read(key, 0, 9), [entry(0, `of ${index}`)])
    },
  },
  {
    name: 'refuses a writer that is behind or ahead, says where the log stands, and writes nothing',
    async run(store) {
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      for (const expected of [0, 2]) {
        const failure = { code: 'log-conflict', thread: alpha.thread, expected, actual: 1 } as const
        await assert.rejects(
          store.append(alpha, expected, entries(expected, expected + 2), headAt(expected + 2)),
          carries(failure),
        )
      }
      assert.deepEqual(await store.read(alpha, 0, 9), entries(0, 1))
      assert.deepEqual(await store.head(alpha), standing(1))
    },
  },
  {
    name: 'lets exactly one of two racing writers append',
    async run(store) {
      const race = await Promise.allSettled([
        store.append(alpha, 0, [entry(0, 'left')], headAt(1)),
        store.append(alpha, 0, [entry(0, 'right')], headAt(1)),
      ])
      assert.deepEqual(race.map((outcome) => outcome.status).sort(), ['fulfilled', 'rejected'])
      const winner = race[0].status === 'fulfilled' ? 'left' : 'right'
      assert.deepEqual(await store.read(alpha, 0, 9), [entry(0, winner)])
    },
  },
  {
    name: 'gives back commits, oldest first, and the latest',
    async run(store) {
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      await store.commit(alpha, null, commit('c1', null))
      await store.commit(alpha, commitId('c1'), commit('c2', 'c1'))
      assert.deepEqual(await store.commits(alpha), [commit('c1', null), commit('c2', 'c1')])
      assert.deepEqual(await store.latest(alpha), commit('c2', 'c1'))
    },
  },
  {
    name: 'refuses a commit on anything but the latest, says which that is, and writes nothing',
    async run(store) {
      await store.commit(alpha, null, commit('c1', null))
      await store.commit(alpha, commitId('c1'), commit('c2', 'c1'))
      for (const expected of [null, commitId('c1'), commitId('never')]) {
        const failure = { code: 'commit-conflict', thread: alpha.thread, expected, actual: commitId('c2') } as const
        await assert.rejects(store.commit(alpha, expected, commit('c3', expected)), carries(failure))
      }
      assert.deepEqual(await store.latest(alpha), commit('c2', 'c1'))
      assert.equal((await store.commits(alpha)).length, 2)
    },
  },
  {
    name: 'lets exactly one of two racing writers commit',
    async run(store) {
      const race = await Promise.allSettled([
        store.commit(alpha, null, commit('left', null)),
        store.commit(alpha, null, commit('right', null)),
      ])
      assert.deepEqual(race.map((outcome) => outcome.status).sort(), ['fulfilled', 'rejected'])
      assert.equal((await store.commits(alpha)).length, 1)
    },
  },
  {
    name: 'appends while somebody commits: the two do not get in each other’s way',
    async run(store) {
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      await Promise.all([store.commit(alpha, null, commit('c1', null)), store.append(alpha, 1, entries(1, 2), headAt(2))])
      assert.deepEqual(await store.read(alpha, 0, 9), entries(0, 2))
      assert.deepEqual(await store.latest(alpha), commit('c1', null))
    },
  },
  {
    name: 'remembers every pin once, whoever made it, and keeps threads apart',
    async run(store) {
      await store.pin(alpha, [3, 1])
      await store.pin(alpha, [1, 7])
      await store.pin(alpha, [])
      assert.deepEqual([...(await store.pins(alpha))].sort(), [1, 3, 7])
      assert.deepEqual(await store.pins(beta), [])
      assert.deepEqual(await store.pins({ ...alpha, tenant: tenantId('other') }), [])
    },
  },
  {
    name: 'hands out what it held at that moment: later writes do not show in it',
    async run(store) {
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      await store.commit(alpha, null, commit('c1', null))
      const [read, commits, head] = [await store.read(alpha, 0, 9), await store.commits(alpha), await store.head(alpha)]
      await store.append(alpha, 1, entries(1, 2), headAt(2))
      await store.commit(alpha, commitId('c1'), commit('c2', 'c1'))
      assert.deepEqual([read.length, commits.length, head.length], [1, 1, 1])
    },
  },
]

function carries<Code extends Failure['code']>(failure: Extract<Failure, { code: Code }>): (error: unknown) => boolean {
  return (error) => {
    assert.ok(isFailure(error, failure.code), `expected ${failure.code}, got ${String(error)}`)
    assert.deepEqual(error.failure, failure)
    return true
  }
}

function headAt(length: number): Head {
  return { length, hash: length === 0 ? '0' : `hash-${length}` }
}

/** A thread with entries, but without commits and pins. */
function standing(length: number): Standing {
  return { ...headAt(length), commit: null, pins: 0 }
}

/** Entries number `from` to `to - 1`. */
function entries(from: number, to: number): readonly Entry[] {
  return Array.from({ length: to - from }, (_, index) => entry(from + index))
}

function entry(seq: number, text = `text ${seq}`): Entry {
  const shell = { dialect: 'neutral', raw: { role: 'user', content: [null] }, holes: [{ path: ['content', 0], block: 0 }] }
  return {
    kind: 'text',
    seq,
    id: entryId(`e${seq}`),
    turn: 1,
    role: 'user',
    author: 'person',
    message: { id: messageId(`m${seq}`), dialect: 'neutral', block: 0, blocks: 1, shell },
    raw: { type: 'text', text },
    text,
  }
}

function commit(id: string, parent: string | null): Commit {
  const inputs = {
    head: 1,
    hash: 'hash-1',
    dialect: 'neutral',
    model: '',
    window: 8192,
    reserve: 2048,
    policy: '{}',
    instructions: '',
    pins: [0],
    system: 0,
    tools: 0,
    tokenizer: 'characters',
    scale: { factor: 1, margin: 0 },
    byteLimit: null,
  }
  return {
    id: commitId(id),
    parent: parent === null ? null : commitId(parent),
    plan: {
      thread: alpha.thread,
      version: 1,
      createdAt: 1000,
      originalTokens: 10,
      compactedTokens: 5,
      records: [],
      warnings: [{ kind: 'overlap', from: 0, to: 0, won: 'drop', lost: 'clear' }],
    },
    receipt: {
      trigger: 'manual',
      reason: 'it was asked for',
      inputs,
      at: 1000,
      tokens: { before: 10, after: 5, budget: 6144, release: 6144 },
      bytes: { before: 100, after: 50 },
      utilisation: 0.5,
      strategy: 'include',
      records: [],
      fates: [{ from: 0, to: 0, fate: 'kept' }],
      repairs: [],
      losses: [],
      violations: [],
      lawOverrides: [],
      summarizerCalls: 0,
    },
  }
}
