/** Ids are strings, and every option may be left out. Compiled against the packed package, never run. */
import {
  type CompactorOptions,
  createCompactor,
  isFailure,
  memoryArtifacts,
  memoryStore,
  presets,
  type SearchHit,
} from 'palimpsest'
import type { Artifact, ArtifactStore, Store } from 'palimpsest/ports'

const compactor = createCompactor()
const thread = await compactor.thread('t', { tenant: 'acme' })

// In.
await thread.pin({ entry: 'e0' })
await thread.readArtifact('a1')
await thread.branch({ at: 'e4', id: 'other' })
await compactor.erase({ thread: 't', entry: 'e0' })
await compactor.search('lamp', { thread: 't' })

// Out.
const pinned: readonly string[] = await thread.pin({ text: 'never' })
const entries: readonly { readonly id: string; readonly message: { readonly id: string } }[] = await thread.entries()
const commits: readonly { readonly id: string; readonly parent: string | null }[] = await thread.commits()
const byId = new Map<string, number>(entries.map(({ id }, index) => [id, index]))
const { id: branch }: { readonly id: string } = await thread.resend([])
const hit: string | undefined = (await compactor.search('lamp'))[0]?.entry
const threads: readonly string[] = await compactor.threads()
const prepared = await thread.prepare()
const commit: string | null = prepared.record.commit
console.log(pinned, commits, byId, branch, hit, threads, commit)
await thread.prepare().catch((error: unknown) => {
  if (isFailure(error, 'commit-conflict')) console.log(error.failure.thread.length, error.failure.actual ?? 'none')
  if (isFailure(error, 'option-unknown')) console.log(error.failure.name, error.failure.nearest)
})

// An id of one kind is none of another.
declare const artifact: Artifact
// @ts-expect-error An artifact is no entry.
const entry: Artifact['entry'] = artifact.id
console.log(entry)

// A store and an artifact store of one's own deal in strings.
const kept = new Map<string, Artifact>()
const artifacts: ArtifactStore = {
  async put(_, given) {
    kept.set(given.id, given)
  },
  async get(_, id: string) {
    return kept.get(id) ?? null
  },
}
await artifacts.put({ tenant: 'acme', thread: 't' }, { id: 'a1', content: '', entry: 'e0', tool: 'read' })
const found: readonly SearchHit[] = []
const store: Store = {
  ...memoryStore(),
  threads: {
    of: async (tenant: string) => [`${tenant}-1`],
    sharing: async ({ thread: name }: { readonly thread: string }) => [name, 'other'],
  },
  search: async () => found,
}
await store.head({ tenant: 'acme', thread: 't' })
await memoryArtifacts().list('acme')
await memoryArtifacts().look(
  'a1',
  { requester: 'anna', tenant: 'acme', permissions: ['artifacts:read'] },
  { kind: 'search', text: 'x', limit: 1 },
)

// Options.
const options: CompactorOptions = { store: undefined, policy: undefined, artifacts: undefined, summarizer: undefined }
createCompactor(options)
createCompactor({ store, artifacts, policy: presets.balanced(), learned: compactor.learned(), redactionKey: undefined })
createCompactor({ artifacts: null })
// @ts-expect-error There is no such option.
createCompactor({ stroe: store })
// @ts-expect-error A policy is none by its name.
createCompactor({ policy: 'balanced' })
