import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { StoreWith } from '../schema/capabilities.ts'
import type { Entry } from '../schema/entry.ts'
import { type ThreadId, tenantId, threadId } from '../schema/ids.ts'
import type { Store } from '../schema/ports.ts'
import type { SummaryAnswer } from '../schema/summary.ts'
import { type CapabilityCase, needing } from './capability-case.ts'
import { requestStoreCases } from './request-store-cases.ts'
import { alpha, beta, commit, entries, entry, headAt, measures } from './store-fixtures.ts'

const stranger = { ...alpha, tenant: tenantId('other') }

function answer(text: string): SummaryAnswer {
  const content = { kind: 'prose', text } as const
  return { by: 'model', content, finish: 'stop', toolCalls: 0, attempts: [], usage: null, money: null, remarks: [] }
}

/** Appends texts to a thread. */
async function tell(store: Store, key: typeof alpha, ...texts: readonly string[]): Promise<void> {
  const { length } = await store.head(key)
  const told = texts.map((text, index): Entry => entry(length + index, text))
  await store.append(key, length, told, headAt(length + told.length), measures(length, length + told.length))
}

async function find(
  store: StoreWith<'search'>,
  text: string,
  thread?: ThreadId,
  tenant = alpha.tenant,
): Promise<readonly string[]> {
  const hits = await store.search(tenant, { text, ...(thread === undefined ? {} : { thread }) })
  return hits.map((hit) => `${hit.thread} ${hit.entry}`)
}

/** What a store remembers besides logs and commits: requests, summaries, and where words are. */
export const recordStoreCases: readonly CapabilityCase[] = [
  needing(['threads', 'erase'], {
    name: 'names the threads of a tenant that were written to',
    async run(store) {
      assert.deepEqual(await store.threads.of(alpha.tenant), [])
      await tell(store, beta, 'x')
      await store.commit(alpha, null, commit('c1', null))
      await tell(store, { ...stranger, thread: threadId('theirs') }, 'x')
      assert.deepEqual(await store.threads.of(alpha.tenant), [alpha.thread, beta.thread])
      await store.erase(beta)
      assert.deepEqual(await store.threads.of(alpha.tenant), [alpha.thread])
    },
  }),
  needing(['threads'], {
    name: 'names the threads that begin with the same entries',
    async run(store) {
      const gamma = { ...alpha, thread: threadId('gamma') }
      for (const key of [alpha, beta, stranger]) await store.append(key, 0, entries(0, 2), headAt(2), measures(0, 2))
      const other = measures(0, 1).map((measure) => ({ ...measure, hash: 'another' }))
      await store.append(gamma, 0, entries(0, 1), { length: 1, hash: 'another' }, other)
      assert.deepEqual(await store.threads.sharing(alpha), [beta.thread])
      assert.deepEqual(await store.threads.sharing(gamma), [])
      assert.deepEqual(await store.threads.sharing({ ...alpha, thread: threadId('none') }), [])
    },
  }),
  needing(['learned', 'erase'], {
    name: 'F11 · keeps what was learned about models, each key once, apart from other tenants, until the tenant is erased',
    async run(store) {
      const learnedBy = async (tenant = alpha.tenant): Promise<readonly string[]> =>
        (await store.learned.of(tenant)).map(({ key, body }) => `${key} = ${body}`).sort()
      assert.deepEqual(await learnedBy(), [])
      await tell(store, alpha, 'x')
      await store.learned.put(alpha.tenant, 'limit gpt-4o', '{"window":1}')
      await store.learned.put(alpha.tenant, 'limit m\u0000\ud800 "at" x', '{"window":2}')
      await store.learned.put(alpha.tenant, 'limit gpt-4o', '{"window":3}')
      await store.learned.put(stranger.tenant, 'limit gpt-4o', '{"window":4}')
      assert.deepEqual(await learnedBy(), ['limit gpt-4o = {"window":3}', 'limit m\u0000\ud800 "at" x = {"window":2}'])
      const [first] = await store.learned.of(stranger.tenant)
      assert.ok((first?.at ?? 0) > 1.6e12)
      await store.erase(alpha)
      assert.equal((await learnedBy()).length, 2)
      await store.erase({ tenant: alpha.tenant })
      assert.deepEqual([await learnedBy(), (await learnedBy(stranger.tenant)).length], [[], 1])
    },
  }),
  needing(['learned'], {
    name: 'F11 · keeps only the latest of what was learned: hosts may name any number of models',
    async run(store) {
      for (let index = 0; index < 300; index += 1) await store.learned.put(alpha.tenant, `limit m${index}`, '{}')
      const kept = await store.learned.of(alpha.tenant)
      assert.ok(kept.length <= 256 && kept.length >= 200)
      assert.ok(kept.some(({ key }) => key === 'limit m299'))
    },
  }),
  needing(['costs', 'erase'], {
    name: 'keeps what a thread has cost, in place of what was expected there, apart from other threads, until it is erased',
    async run(store) {
      assert.equal(await store.costs.of(alpha), null)
      assert.equal(await store.costs.put(alpha, null, '{"calls":0}'), false)
      for (const key of [alpha, beta, stranger]) await tell(store, key, 'x')
      assert.equal(await store.costs.put(alpha, null, '{"calls":1}'), true)
      assert.equal(await store.costs.put(alpha, null, '{"calls":7}'), false)
      assert.equal(await store.costs.put(alpha, '{"calls":6}', '{"calls":7}'), false)
      assert.equal(await store.costs.put(alpha, '{"calls":1}', '{"calls":2}'), true)
      assert.equal(await store.costs.put(stranger, null, '{"calls":9}'), true)
      assert.deepEqual(
        [await store.costs.of(alpha), await store.costs.of(beta), await store.costs.of(stranger)],
        ['{"calls":2}', null, '{"calls":9}'],
      )
      await store.append(alpha, 1, entries(1, 2), headAt(2), measures(1, 2))
      await store.erase({ ...alpha, entry: 0 })
      assert.equal(await store.costs.of(alpha), '{"calls":2}')
      await store.erase(alpha)
      await store.erase({ tenant: stranger.tenant })
      assert.deepEqual([await store.costs.of(alpha), await store.costs.of(stranger)], [null, null])
      await tell(store, alpha, 'y')
      assert.equal(await store.costs.put(alpha, null, '{"calls":1}'), true)
    },
  }),
  needing(['links', 'erase'], {
    name: 'F16 · remembers what belongs together, from either side, until one of them is erased',
    async run(store) {
      const gamma = threadId('a name/branch-1')
      assert.deepEqual(await store.links.of(alpha), [])
      for (const key of [alpha, beta, stranger]) await tell(store, key, 'x')
      for (let times = 0; times < 2; times += 1) await store.links.add(alpha, { kind: 'branch', linked: beta.thread })
      await store.links.add(beta, { kind: 'revision', linked: gamma })
      const [first, second] = [
        { kind: 'branch', thread: alpha.thread, linked: beta.thread },
        { kind: 'revision', thread: beta.thread, linked: gamma },
      ]
      assert.deepEqual(await store.links.of(alpha), [first])
      assert.deepEqual(
        [...(await store.links.of(beta))].sort((a, b) => (a.kind < b.kind ? -1 : 1)),
        [first, second],
      )
      assert.deepEqual(await store.links.of({ ...alpha, thread: gamma }), [second])
      assert.deepEqual(await store.links.of({ ...stranger, thread: alpha.thread }), [])
      await store.erase(alpha)
      assert.deepEqual(await store.links.of(beta), [second])
      await store.erase({ tenant: alpha.tenant })
      assert.deepEqual(await store.links.of(beta), [])
    },
  }),
  needing(['secrets'], {
    name: 'has one redaction key a tenant, always the same, and no other key',
    async run(store) {
      const key = await store.secrets.redactionKey(alpha.tenant)
      assert.equal(await store.secrets.redactionKey(alpha.tenant), key)
      assert.notEqual(await store.secrets.redactionKey(stranger.tenant), key)
      assert.notEqual(await store.secrets.fingerprintKey(alpha.tenant), key)
    },
  }),
  ...requestStoreCases,
  needing(['summaries', 'erase'], {
    name: 'C17 · gives a summary only to the tenant that paid for it, and forgets it when something is erased',
    async run(store) {
      const { summaries } = store
      assert.equal(await summaries.get(alpha.tenant, 'k'), null)
      await summaries.put(alpha.tenant, 'k', answer('one'))
      await summaries.put(alpha.tenant, 'k', answer('two'))
      await summaries.put(stranger.tenant, 'k', answer('three'))
      assert.deepEqual(await summaries.get(alpha.tenant, 'k'), answer('two'))
      assert.equal(await summaries.get(alpha.tenant, 'K'), null)
      await tell(store, alpha, 'a', 'b')
      await store.erase({ ...alpha, entry: 0 })
      assert.equal(await summaries.get(alpha.tenant, 'k'), null)
      assert.deepEqual(await summaries.get(stranger.tenant, 'k'), answer('three'))
    },
  }),
  needing(['search'], {
    name: 'finds entries by their words, the best first, also those that were just appended',
    async run(store) {
      await tell(store, alpha, 'the port of the server', 'the server is slow', 'nothing of the kind')
      assert.deepEqual(await find(store, 'server port'), ['alpha e0', 'alpha e1'])
      await tell(store, alpha, 'PORT 8443 it is')
      await tell(store, beta, 'our port is closed')
      assert.deepEqual(await find(store, 'port 8443', alpha.thread), ['alpha e3', 'alpha e0'])
      assert.deepEqual(new Set(await find(store, 'port')), new Set(['alpha e3', 'alpha e0', 'beta e0']))
      assert.deepEqual(await find(store, 'port', threadId('none')), [])
    },
  }),
  needing(['search'], {
    name: 'finds names by their parts, paths, and words of scripts without spaces',
    async run(store) {
      await tell(store, alpha, 'see parseHttpHeader in src/net/http_header.ts', '错误发生在数据库连接', 'Straße, ÉCOLE')
      for (const [query, where] of [
        ['parsehttpheader', 'alpha e0'],
        ['header', 'alpha e0'],
        ['net/http_header.ts', 'alpha e0'],
        ['数据库', 'alpha e1'],
        ['école', 'alpha e2'],
      ] as const)
        assert.deepEqual(await find(store, query), [where], query)
    },
  }),
  needing(['search'], {
    name: 'takes any query for words: operators, quotation marks, nothing, a megabyte',
    async run(store) {
      await tell(store, alpha, 'and or not near column match')
      for (const text of ['', '   ', '"', "'", '*', '( ) & | !', 'x'.repeat(1_000_000), '\u0000\ud800']) {
        assert.deepEqual(await find(store, text), [], text.slice(0, 10))
      }
      for (const text of ['AND', '"not"', 'words:match', "near('", 'column*']) {
        assert.deepEqual(await find(store, text), ['alpha e0'], text)
      }
    },
  }),
  needing(['search'], {
    name: 'gives of a hit what one needs to go on: snippet, size, kind, and no more hits than were asked for',
    async run(store) {
      await tell(store, alpha, `${'long '.repeat(100)}needle ${'tail '.repeat(100)}`, 'needle', 'needle')
      const [first, ...others] = await store.search(alpha.tenant, { text: 'needle', limit: 2 })
      assert.deepEqual([first?.entry, others.length], ['e2', 1])
      const [, , long] = await store.search(alpha.tenant, { text: 'needle', kinds: ['text', 'tool-call'] })
      assert.ok(long?.snippet.includes('needle') && long.snippet.length <= 240)
      assert.deepEqual([long?.size, long?.kind, long?.author, long?.turn], [1_007, 'text', 'person', 1])
      assert.deepEqual(await store.search(alpha.tenant, { text: 'needle', kinds: ['tool-call'] }), [])
      assert.deepEqual(await store.search(alpha.tenant, { text: 'needle', limit: 0 }), [])
    },
  }),
  needing(['search'], {
    name: 'L13, case 66 · finds nothing of another tenant, however it is called',
    async run(store) {
      await tell(store, alpha, 'the canary sings')
      for (const tenant of ['other', 'ACME', 'acme ', 'acm', '%', ''].map(tenantId)) {
        assert.deepEqual(await find(store, 'canary', undefined, tenant), [])
        assert.deepEqual(await find(store, 'canary', alpha.thread, tenant), [])
      }
    },
  }),
  needing(['search', 'erase'], {
    name: 'case 68 · finds nothing that was erased, and what is left of the thread is still found',
    async run(store) {
      await tell(store, alpha, 'a canary', 'a sparrow', 'another canary')
      assert.deepEqual(await find(store, 'canary'), ['alpha e2', 'alpha e0'])
      await store.erase({ ...alpha, entry: 0 })
      assert.deepEqual(await find(store, 'canary'), ['alpha e2'])
      assert.deepEqual(await find(store, 'erased'), [])
      await tell(store, alpha, 'a third canary')
      assert.deepEqual(await find(store, 'canary'), ['alpha e3', 'alpha e2'])
      await store.erase(alpha)
      assert.deepEqual(await find(store, 'canary'), [])
      await tell(store, alpha, 'canary again')
      assert.deepEqual(await find(store, 'canary'), ['alpha e0'])
      await store.erase({ tenant: alpha.tenant })
      assert.deepEqual(await find(store, 'canary'), [])
    },
  }),
  needing(['search'], {
    name: 'finds everything once, though several search and append at the same time',
    async run(store) {
      const writer = async (): Promise<void> => {
        for (let step = 0; step < 20; step += 1) {
          await tell(store, alpha, 'a needle', 'hay', 'hay')
          await wait(1)
        }
      }
      const reader = async (): Promise<void> => {
        for (let step = 0; step < 10; step += 1) {
          const hits = await store.search(alpha.tenant, { text: 'needle', limit: 100 })
          assert.equal(new Set(hits.map(({ seq }) => seq)).size, hits.length)
          await wait(1)
        }
      }
      await Promise.all([writer(), reader(), reader(), reader()])
      assert.equal((await store.search(alpha.tenant, { text: 'needle', limit: 100 })).length, 20)
    },
  }),
]
