import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Commit } from '../schema/commit.ts'
import { commitId, seqOf, tenantId, threadId } from '../schema/ids.ts'
import { rangeAt, rangeOf } from '../schema/range.ts'
import { type CapabilityCase, needing } from './capability-case.ts'
import { recordStoreCases } from './record-store-cases.ts'
import { alpha, beta, carries, commit, entries, entry, headAt, measures, standing } from './store-fixtures.ts'

const stranger = { ...alpha, tenant: tenantId('other') }

/**
 * What the engine relies on in each capability. A store runs the cases that need nothing but what it has:
 * `fullStoreCases.filter(({ needs }) => needs.every((name) => mine.includes(name)))`.
 */
export const fullStoreCases: readonly CapabilityCase[] = [
  needing(['rows'], {
    name: 'gives rows of ranges, in order, with what was found out about them',
    async run(store) {
      await store.append(alpha, 0, entries(0, 6), headAt(6), measures(0, 6))
      await store.append(alpha, 6, entries(6, 300), headAt(300), measures(6, 300))
      const all = measures(0, 300)
      const ranges = [rangeOf(0, 2), rangeOf(4, 4), ...Array.from({ length: 120 }, (_, at) => rangeAt(10 + 2 * at))]
      const seqs = [0, 1, ...Array.from({ length: 120 }, (_, at) => 10 + 2 * at)]
      const expected = seqs.map((seq) => ({ entry: entry(seq), measure: all[seq] }))
      const found = await store.rows(alpha, ranges)
      // Long lists that differ take seconds to print.
      assert.equal(found.length, expected.length)
      assert.deepEqual(found, expected)
      assert.deepEqual(await store.rows(alpha, []), [])
      assert.deepEqual(await store.rows(stranger, [rangeOf(0, 9)]), [])
    },
  }),
  needing(['rows'], {
    name: 'gives rows that were not measured without a measure',
    async run(store) {
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      assert.deepEqual(await store.rows(alpha, [rangeOf(0, 9)]), [{ entry: entry(0), measure: null }])
    },
  }),
  needing(['secrets'], {
    name: 'has one secret a tenant, always the same',
    async run(store) {
      const secret = await store.secrets.fingerprintKey(alpha.tenant)
      assert.ok(secret.length > 0)
      assert.equal(await store.secrets.fingerprintKey(alpha.tenant), secret)
      assert.notEqual(await store.secrets.fingerprintKey(stranger.tenant), secret)
    },
  }),
  needing(['leases'], {
    name: 'A20 · gives the lease to one at a time, prolongs it for its holder, and gives it on when it is given back',
    async run(store) {
      const [one, two] = await Promise.all([store.leases.take(alpha, 'one', 60_000), store.leases.take(alpha, 'two', 60_000)])
      assert.equal([one, two].filter((lease) => lease === null).length, 1)
      const [winner, loser] = one === null ? ['two', 'one'] : ['one', 'two']
      const first = one ?? two
      assert.deepEqual(await store.leases.take(alpha, winner, 60_000), first)
      assert.equal(await store.leases.take(alpha, loser, 60_000), null)
      assert.notEqual(await store.leases.take(beta, loser, 60_000), null)
      assert.notEqual(await store.leases.take(stranger, loser, 60_000), null)
      await store.leases.release(alpha, first?.fence ?? 0)
      const next = await store.leases.take(alpha, loser, 60_000)
      assert.ok((next?.fence ?? 0) > (first?.fence ?? 0))
      await store.leases.release(alpha, first?.fence ?? 0)
      assert.equal(await store.leases.take(alpha, winner, 60_000), null)
    },
  }),
  needing(['leases'], {
    name: 'A20, case 82 · gives on a lease that has run out, and refuses what its former holder commits',
    async run(store) {
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      const dead = await store.leases.take(alpha, 'dead', 30)
      await wait(60)
      const next = await store.leases.take(alpha, 'next', 60_000)
      assert.ok(next !== null && dead !== null && next.fence > dead.fence)
      const failure = { code: 'lease-lost', thread: alpha.thread, fence: dead.fence } as const
      await assert.rejects(store.commit(alpha, null, commit('late', null), dead.fence), carries(failure))
      assert.equal(await store.latest(alpha), null)
      await store.commit(alpha, null, commit('c1', null), next.fence)
      assert.deepEqual(await store.latest(alpha), commit('c1', null))
    },
  }),
  needing(['session', 'leases'], {
    name: 'A15 · says how often a session was compacted, when last, and whether it is being compacted now',
    async run(store) {
      const unknown = { code: 'thread-unknown', thread: alpha.thread } as const
      await assert.rejects(store.session(alpha), carries(unknown))
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      const counts = { compactionCount: 0, undoCount: 0, redoCount: 0, restoreCount: 0 }
      assert.deepEqual(await store.session(alpha), { ...counts, lastCompactionAt: null, currentlyCompacting: false })
      const lease = await store.leases.take(alpha, 'me', 60_000)
      assert.equal((await store.session(alpha)).currentlyCompacting, true)
      await store.commit(alpha, null, commit('c1', null), lease?.fence)
      await store.commit(alpha, commitId('c1'), commit('c2', 'c1'), lease?.fence)
      await store.leases.release(alpha, lease?.fence ?? 0)
      const twice = { ...counts, compactionCount: 2 }
      assert.deepEqual(await store.session(alpha), { ...twice, lastCompactionAt: 1000, currentlyCompacting: false })
      await store.commit(alpha, commitId('c2'), { ...commit('c3', 'c2'), undoes: commitId('c2') })
      assert.equal((await store.session(alpha)).compactionCount, 2)
      assert.deepEqual(await store.latest(alpha), { ...commit('c3', 'c2'), undoes: commitId('c2') })
      await store.commit(alpha, commitId('c3'), { ...commit('c4', 'c3'), redoes: commitId('c2') })
      await store.commit(alpha, commitId('c4'), { ...commit('c5', 'c4'), restores: null })
      await store.commit(alpha, commitId('c5'), { ...commit('c6', 'c5'), restores: commitId('c1') })
      await store.commit(beta, null, { ...commit('c1', null), copies: commitId('c9') })
      const { lastCompactionAt: _, currentlyCompacting: __, ...told } = await store.session(alpha)
      assert.deepEqual(told, { compactionCount: 2, undoCount: 1, redoCount: 1, restoreCount: 2 })
      assert.equal((await store.session(beta)).compactionCount, 0)
      await assert.rejects(store.session(stranger), carries(unknown))
    },
  }),
  needing(['erase', 'rows'], {
    name: 'A12, case 68 · erases an entry, its copies in branches and what commits say of it, and nothing else',
    async run(store) {
      const branch = { ...alpha, thread: threadId('alpha/branch') }
      const alike = { ...alpha, thread: threadId('alike') }
      for (const key of [alpha, branch, beta, alike]) {
        const hashes = measures(0, 3).map((measure) => (key === beta ? { ...measure, hash: `other ${measure.hash}` } : measure))
        await store.append(key, 0, [entry(0), entry(1, 'SECRET'), entry(2)], headAt(3), hashes)
        await store.commit(key, null, summarizing('c1', 'SECRET'))
        await store.pin(key, [0, 1])
      }
      assert.deepEqual(await store.erase({ ...alpha, entry: 1, copies: [branch.thread, beta.thread] }), {
        threads: 0,
        entries: 2,
        commits: 2,
      })
      for (const key of [alpha, branch]) {
        const all = [await store.read(key, 0, 9), await store.commits(key), await store.latest(key)]
        assert.ok(!JSON.stringify(all).includes('SECRET'))
        assert.deepEqual(await store.pins(key), [0])
        assert.deepEqual(await store.head(key), { ...headAt(3), commit: 'c1', pins: 1, erasures: 1 })
        const rows = await store.rows(key, [rangeOf(0, 3)])
        assert.deepEqual(
          rows.map(({ measure }) => [measure?.hash, measure?.fingerprint]),
          [
            ['hash-1', 'print-0'],
            ['hash-2', 'print-1'],
            ['hash-3', 'print-2'],
          ],
        )
        assert.deepEqual([rows[0]?.entry, rows[2]?.entry], [entry(0), entry(2)])
        assert.deepEqual([rows[1]?.entry.seq, rows[1]?.entry.author, rows[1]?.entry.raw], [1, 'person', null])
      }
      for (const key of [beta, alike]) assert.deepEqual(await store.read(key, 1, 2), [entry(1, 'SECRET')])
      await store.append(alpha, 3, entries(3, 4), headAt(4), measures(3, 4))
      assert.equal((await store.read(alpha, 0, 9)).length, 4)
    },
  }),
  needing(['erase'], {
    name: 'A12, case 68 · erases a thread with everything about it, and refuses a plan for what was in it',
    async run(store) {
      for (const key of [alpha, beta]) {
        await store.append(key, 0, entries(0, 2), headAt(2), measures(0, 2))
        await store.commit(key, null, summarizing('c1', 'SECRET'))
        await store.pin(key, [0])
      }
      const lease = await store.leases?.take(alpha, 'me', 60_000)
      assert.deepEqual(await store.erase(alpha), { threads: 1, entries: 2, commits: 1 })
      assert.deepEqual(await store.head(alpha), { ...standing(0), erasures: 1 })
      assert.deepEqual(await store.read(alpha, 0, 9), [])
      assert.deepEqual([await store.commits(alpha), await store.pins(alpha)], [[], []])
      const late = { code: 'commit-conflict', thread: alpha.thread, expected: null, actual: null } as const
      await assert.rejects(store.commit(alpha, null, summarizing('late', 'SECRET'), lease?.fence), carries(late))
      assert.deepEqual(await store.read(beta, 0, 9), entries(0, 2))
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      assert.deepEqual(await store.read(alpha, 0, 9), entries(0, 1))
    },
  }),
  needing(['erase'], {
    name: 'L13 · erases a tenant, and no other',
    async run(store) {
      for (const key of [alpha, beta, stranger]) await store.append(key, 0, entries(0, 2), headAt(2), measures(0, 2))
      assert.deepEqual(await store.erase({ tenant: alpha.tenant }), { threads: 2, entries: 4, commits: 0 })
      for (const key of [alpha, beta]) assert.deepEqual(await store.read(key, 0, 9), [])
      assert.deepEqual(await store.read(stranger, 0, 9), entries(0, 2))
    },
  }),
  needing(['erase'], {
    name: 'refuses to erase what is not there, and names it',
    async run(store) {
      await assert.rejects(store.erase(alpha), carries({ code: 'thread-unknown', thread: alpha.thread }))
      await assert.rejects(store.erase({ ...alpha, entry: 0 }), carries({ code: 'thread-unknown', thread: alpha.thread }))
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      await assert.rejects(
        store.erase({ ...alpha, entry: 1 }),
        carries({ code: 'entry-unknown', thread: alpha.thread, entry: 'e1' }),
      )
      await assert.rejects(store.erase({ ...stranger, entry: 0 }), carries({ code: 'thread-unknown', thread: alpha.thread }))
      assert.deepEqual(await store.head(alpha), standing(1))
    },
  }),
  ...recordStoreCases,
]

/** A commit that folds entries 0 to 1 into a summary. */
function summarizing(id: string, summary: string): Commit {
  const made = commit(id, null)
  const span = {
    from: 0,
    to: 1,
    hash: 'hash-2',
    messages: 2,
    firstMessage: entry(0).message.id,
    lastMessage: entry(1).message.id,
  }
  const record = {
    action: 'summarize',
    span: { ...span, firstTurn: 1, lastTurn: 1 },
    tokens: 5,
    summary,
    carries: [{ seq: seqOf(1) }],
  } as const
  return { ...made, plan: { ...made.plan, records: [record] } }
}
