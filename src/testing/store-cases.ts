import assert from 'node:assert/strict'
import type { Entry } from '../schema/entry.ts'
import { isFailure } from '../schema/failures.ts'
import { commitId, tenantId, threadId } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { Store } from '../schema/ports.ts'
import { alpha, beta, carries, commit, entries, entry, headAt, standing } from './store-fixtures.ts'

export interface StoreCase {
  readonly name: string
  /** Runs against an empty store; throws if the store is wrong. */
  run(store: Store): Promise<void>
}

/** Everything the engine relies on. A store is done when all of these pass, under any test runner. */
export const storeCases: readonly StoreCase[] = [
  {
    name: 'knows nothing of a thread that was never written',
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
    name: 'keeps tenants apart, even if names would run together',
    async run(store) {
      const keys = [
        { tenant: tenantId('a'), thread: threadId('b/c') },
        { tenant: tenantId('a/b'), thread: threadId('c') },
        { tenant: tenantId('a","b'), thread: threadId('c') },
        { tenant: tenantId(''), thread: threadId('a/b/c') },
        // Names that a database would confuse: half a character, NUL, the replacement character, and so on.
        { tenant: tenantId('\ud800'), thread: threadId('c') },
        { tenant: tenantId('\ud801'), thread: threadId('c') },
        { tenant: tenantId('\ufffd'), thread: threadId('c') },
        { tenant: tenantId('\u0000'), thread: threadId('c') },
        { tenant: tenantId('\\u0000'), thread: threadId('c') },
        { tenant: tenantId('A/B'), thread: threadId('c') },
        { tenant: tenantId('a/b '), thread: threadId('c') },
        { tenant: tenantId("a'; drop table entries; --"), thread: threadId('%') },
        { tenant: tenantId('é'), thread: threadId('c') },
        { tenant: tenantId('e\u0301'), thread: threadId('c') },
      ]
      for (const [index, key] of keys.entries()) await store.append(key, 0, [entry(0, `of ${index}`)], headAt(1))
      for (const [index, key] of keys.entries()) assert.deepEqual(await store.read(key, 0, 9), [entry(0, `of ${index}`)])
    },
  },
  {
    name: 'takes any name of up to 512 bytes for a thread and a tenant, and lists it as it is',
    async run(store) {
      const long = Array.from({ length: 512 }, (_, at) => String.fromCharCode(48 + ((at * at * 7 + (at ** 3 % 101)) % 75))).join(
        '',
      )
      const names = [
        '../../etc/passwd',
        '..',
        '.',
        '/',
        'CON',
        'a\u0000b',
        'a\nb',
        '\u007f\u001b[2J',
        '\udfff',
        '語'.repeat(170),
        long,
      ]
      for (const name of names) {
        for (const key of [
          { ...alpha, thread: threadId(name) },
          { tenant: tenantId(name), thread: threadId(name) },
        ]) {
          await store.append(key, 0, [entry(0, `of ${name}`)], headAt(1))
          await store.commit(key, null, commit('c1', null))
          assert.deepEqual(await store.read(key, 0, 9), [entry(0, `of ${name}`)])
          assert.deepEqual((await store.threads?.of(key.tenant))?.includes(key.thread) ?? true, true)
        }
      }
      assert.deepEqual((await store.threads?.of(alpha.tenant))?.length ?? names.length, names.length)
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
    name: 'appends while another writer commits: the two do not get in each other’s way',
    async run(store) {
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      await Promise.all([store.commit(alpha, null, commit('c1', null)), store.append(alpha, 1, entries(1, 2), headAt(2))])
      assert.deepEqual(await store.read(alpha, 0, 9), entries(0, 2))
      assert.deepEqual(await store.latest(alpha), commit('c1', null))
    },
  },
  {
    name: 'remembers every pin once, even if two writers make it, and keeps threads apart',
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
  {
    name: 'compares and writes nothing if there is nothing to append',
    async run(store) {
      await store.append(alpha, 0, [], headAt(0))
      assert.deepEqual(await store.head(alpha), standing(0))
      await store.append(alpha, 0, entries(0, 1), headAt(1))
      await store.append(alpha, 1, [], headAt(1))
      const failure = { code: 'log-conflict', thread: alpha.thread, expected: 0, actual: 1 } as const
      await assert.rejects(store.append(alpha, 0, [], headAt(0)), carries(failure))
      assert.deepEqual(await store.head(alpha), standing(1))
    },
  },
  {
    name: 'keeps an entry of a megabyte',
    async run(store) {
      const large = entry(0, 'ä"\\\n'.repeat(200_000))
      await store.append(alpha, 0, [large, entry(1)], headAt(2))
      assert.deepEqual(await store.read(alpha, 0, 2), [large, entry(1)])
    },
  },
  {
    name: 'keeps order past ten, a hundred and a thousand, whatever the size of the steps',
    async run(store) {
      let length = 0
      for (const step of [1, 9, 1, 90, 2, 900, 3]) {
        await store.append(alpha, length, entries(length, length + step), headAt(length + step))
        length += step
      }
      const seqs = (await store.read(alpha, 0, length)).map(({ seq }) => seq)
      assert.deepEqual(
        seqs,
        seqs.map((_, index) => index),
      )
      assert.equal(seqs.length, length)
    },
  },
  {
    name: 'lets one of eight writers go ahead at each step, loses none of their entries and doubles none',
    async run(store) {
      const writer = async (name: string): Promise<void> => {
        for (let written = 0, tries = 0; written < 5; tries += 1) {
          assert.ok(tries < 1_000, 'a writer that reads where the log ends and appends there gets its turn')
          const { length } = await store.head(alpha)
          const text = `${name} ${written}`
          try {
            await store.append(alpha, length, [entry(length, text)], headAt(length + 1))
            written += 1
          } catch (error) {
            if (!isFailure(error, 'log-conflict')) throw error
          }
        }
      }
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(writer))
      const texts = (await store.read(alpha, 0, 99)).map((each) => ('text' in each ? each.text : ''))
      assert.equal(new Set(texts).size, 40)
      assert.equal(texts.length, 40)
    },
  },
]
