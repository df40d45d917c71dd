import { describe, expect, it } from 'vitest'
import type { Commit } from '../../src/schema/commit.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import type { ArtifactStore, Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { memoryArtifacts } from '../../src/stores/memory-artifacts.ts'
import { emptyFolder } from '../support/folders.ts'
import { lightEngine } from '../support/light-engine.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'
import { PUTS_AWAY, WINDOW } from '../support/store-child.ts'

const talk = messagesFor('openai-chat', [...finishedTurns(12, 400), user('go on')])
const NEVER = ['words of summaries', 'receipts', 'records of requests', 'cached summaries', 'the search index']

/** A thread that was compacted, with artifacts, a summary and a pin. */
async function compacted(store: Store, artifacts: ArtifactStore = memoryArtifacts()): Promise<readonly Commit[]> {
  const thread = await lightEngine({ store, artifacts, policy: PUTS_AWAY }).thread('t')
  await thread.append(talk)
  await thread.pin({ entry: 'e0' })
  await thread.compact({ window: WINDOW })
  return thread.commits()
}

/** Checks the thread in a store that gives back other commits than it was given. */
async function verifiedWith(change: (commit: Commit) => Commit): Promise<unknown> {
  const store = memoryStore()
  await compacted(store)
  const changed: Store = { ...store, commits: async (key) => (await store.commits(key)).map(change) }
  return lightEngine({ store: changed }).verify('t')
}

const withRecords = (commit: Commit, change: (record: Commit['plan']['records'][number]) => object): Commit =>
  ({
    ...commit,
    plan: { ...commit.plan, records: commit.plan.records.map((record) => ({ ...record, ...change(record) })) },
  }) as Commit

describe('verify', () => {
  it('says how much of what it held against what, and what it did not look at', async () => {
    const artifacts = memoryArtifacts()
    const store = openJsonlStore(emptyFolder())
    const commits = await compacted(store, artifacts)
    const records = commits.flatMap(({ plan }) => plan.records)
    const away = records.filter(({ action }) => action === 'externalize').length
    expect(away).toBeGreaterThan(0)
    const entries = (await store.head({ tenant: tenantId('default'), thread: threadId('t') })).length
    const counts = { entries, commits: 1, spans: records.length, ledgerItems: 0, pins: 1, acknowledged: entries }
    expect(await lightEngine({ store, artifacts }).verify('t')).toMatchObject({
      kind: 'whole',
      checked: { ...counts, artifacts: { whole: away, missing: 0 }, unchecked: NEVER },
    })
    expect(await lightEngine({ store, artifacts: memoryArtifacts() }).verify('t')).toMatchObject({
      checked: { artifacts: { whole: 0, missing: away } },
    })
    expect(await lightEngine({ store, artifacts: null }).verify('t')).toMatchObject({
      checked: { artifacts: null, unchecked: ['artifacts', ...NEVER] },
    })
    const other = memoryStore()
    await compacted(other, artifacts)
    expect(await lightEngine({ store: other, artifacts }).verify('t')).toMatchObject({
      checked: { acknowledged: null, unchecked: ['what was acknowledged', ...NEVER] },
    })
  })

  it('finds a plan that is about other entries, or about entries that are not there', async () => {
    expect(await verifiedWith((commit) => commit)).toMatchObject({ kind: 'whole' })
    expect(
      await verifiedWith((commit) => withRecords(commit, ({ span }) => ({ span: { ...span, hash: 'other' } }))),
    ).toMatchObject({
      kind: 'broken',
      detail: 'a plan is about other entries than these',
    })
    expect(await verifiedWith((commit) => withRecords(commit, ({ span }) => ({ span: { ...span, to: 9_999 } })))).toMatchObject({
      kind: 'broken',
      detail: 'a plan is about entries that are not there',
    })
  })

  it('finds a ledger that rests on entries that are not there, and pins of such entries', async () => {
    const resting = (source: number) => (commit: Commit) =>
      withRecords(commit, ({ action }) => (action === 'summarize' ? { ledger: { items: [{ sources: [0, source] }] } } : {}))
    expect(await verifiedWith(resting(3))).toMatchObject({ kind: 'whole', checked: { ledgerItems: 1 } })
    expect(await verifiedWith(resting(9_999))).toMatchObject({ kind: 'broken', at: 9_999 })
    const store = memoryStore()
    await compacted(store)
    expect(await lightEngine({ store: { ...store, pins: async () => [7_777] } }).verify('t')).toEqual({
      kind: 'broken',
      at: 7_777,
      detail: 'it is pinned, and it is not there',
    })
  })

  it('finds an artifact that is not what was put away', async () => {
    const [store, artifacts] = [memoryStore(), memoryArtifacts()]
    await compacted(store, artifacts)
    const changed: ArtifactStore = {
      ...artifacts,
      async get(key, id) {
        const found = await artifacts.get(key, id)
        return found === null ? null : { ...found, content: `${found.content}!` }
      },
    }
    expect(await lightEngine({ store, artifacts: changed }).verify('t')).toMatchObject({
      kind: 'broken',
      detail: expect.stringMatching(/^artifact .+ is not its content$/),
    })
  })
})
