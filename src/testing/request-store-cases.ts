import assert from 'node:assert/strict'
import { tenantId } from '../schema/ids.ts'
import type { KeptRequest, RequestParts, SentRequest } from '../schema/request-record.ts'
import { type CapabilityCase, needing } from './capability-case.ts'
import { alpha, beta, entries, headAt, measures } from './store-fixtures.ts'

const stranger = { ...alpha, tenant: tenantId('other') }

/** What was sent when there were `head` entries. */
function sent(head: number, system = 's'): SentRequest {
  const hashes = { system, tools: 't', around: 'around', bytes: `bytes-${head}` }
  const about = { commit: null, head, dialect: 'neutral', renderer: 'v1', stable: 1 }
  return { ...about, ...hashes, at: 1_000 + head, model: 'm\u0000', tokens: 7 }
}

/** The same as a store gives it back, if every step had one entry more. */
function atStep(step: number): KeptRequest {
  return { ...sent(step), step }
}

/** What a request refers to, by its hash. */
function partsFor(system: string): RequestParts {
  return { [system]: JSON.stringify([`${system} \u0000`]), t: '[]', around: '{}' }
}

/** What a store remembers of requests. */
export const requestStoreCases: readonly CapabilityCase[] = [
  needing(['requests'], {
    name: 'F7 · remembers what was sent, step by step, and no more than it is told to',
    async run(store) {
      assert.deepEqual(await store.requests.of(alpha), [])
      for (const head of [1, 2, 3, 4]) await store.requests.add(alpha, sent(head), 3)
      await store.requests.add(beta, sent(9), 3)
      assert.deepEqual(await store.requests.of(alpha), [atStep(2), atStep(3), atStep(4)])
      assert.deepEqual(await store.requests.of(beta), [{ ...sent(9), step: 1 }])
      assert.deepEqual(await store.requests.of(stranger), [])
    },
  }),
  needing(['requests'], {
    name: 'F7 · keeps what stands around requests once, for as long as one of them has it',
    async run(store) {
      const { requests } = store
      for (const step of [1, 2, 3, 4, 5, 6]) await requests.add(alpha, sent(step, `s${step > 3}`), 2, partsFor(`s${step > 3}`))
      assert.equal(await requests.part(alpha, 'sfalse'), null)
      assert.equal(await requests.part(alpha, 'strue'), JSON.stringify(['strue \u0000']))
      assert.equal(await requests.part(alpha, 'around'), '{}')
      assert.equal(await requests.part(beta, 'around'), null)
      assert.equal(await requests.part(stranger, 'around'), null)
      // What was left and comes back is kept again.
      for (const step of [7, 8]) await requests.add(alpha, sent(step, 'sfalse'), 2, partsFor('sfalse'))
      assert.equal(await requests.part(alpha, 'sfalse'), JSON.stringify(['sfalse \u0000']))
      assert.deepEqual(
        (await requests.of(alpha)).map(({ step }) => step),
        [7, 8],
      )
    },
  }),
  needing(['requests', 'erase'], {
    name: 'forgets what was sent of an entry that is erased, and of a thread',
    async run(store) {
      const { requests } = store
      await store.append(alpha, 0, entries(0, 3), headAt(3), measures(0, 3))
      for (const head of [1, 2, 3]) await requests.add(alpha, sent(head, `s${head}`), 9, partsFor(`s${head}`))
      await store.erase({ ...alpha, entry: 1 })
      assert.deepEqual(await requests.of(alpha), [{ ...sent(1, 's1'), step: 1 }])
      assert.equal(await requests.part(alpha, 's1'), JSON.stringify(['s1 \u0000']))
      assert.equal(await requests.part(alpha, 's2'), null)
      await requests.add(alpha, sent(3, 's1'), 1, partsFor('s1'))
      assert.equal(await requests.part(alpha, 's1'), JSON.stringify(['s1 \u0000']))
      await store.erase(alpha)
      assert.deepEqual(await requests.of(alpha), [])
      assert.equal(await requests.part(alpha, 's1'), null)
    },
  }),
]
