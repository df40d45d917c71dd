import { isTombstone } from '../log/is-tombstone.ts'
import { erasedWith } from '../log/tombstone.ts'
import type { StoreWith } from '../schema/capabilities.ts'
import { capableOf } from '../schema/capabilities.ts'
import type { Entry } from '../schema/entry.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import { type ArtifactId, artifactId, type Seq, seqOf, type TenantId, type ThreadId, threadId } from '../schema/ids.ts'
import type { Artifact, Erased, Hash, Store, ThreadKey } from '../schema/ports.ts'
import { rangeContains } from '../schema/range.ts'
import { rangeShown } from '../schema/stored-plan.ts'
import { checkName } from './check-name.ts'
import { branchesOf, familyOf, linkedTo } from './links.ts'
import type { EnginePorts } from './ports.ts'

/** What to erase: an entry by its id, a whole thread, or, said in so many words, everything of a tenant. */
export type EraseOptions =
  | { readonly tenant?: string; readonly thread: string; readonly entry?: string }
  | { readonly tenant: string; readonly everything: true }

/** How much an erasure reached, and what it left. */
export interface Erasure extends Erased {
  /** Threads that still hold entries of an erased one, or an erased entry: they begin with the same. Absent if none does. */
  readonly sharedWith?: readonly ThreadId[]
}

type ErasePorts = Pick<EnginePorts, 'store' | 'artifacts' | 'summarizer' | 'hash' | 'jobs'>

/** Erases, and with it what was put away of it, and what clients handed in as other versions of the same. */
export async function eraseFrom(ports: ErasePorts, tenant: TenantId, what: EraseOptions): Promise<Erasure> {
  const { artifacts } = ports
  const store = erasing(ports.store)
  // What is being written of it must not outlive it.
  await ports.jobs.stop((key) => key.tenant === tenant)
  if ('everything' in what && what.everything === true) {
    await ports.summarizer?.forget?.(tenant)
    await artifacts?.eraseTenant?.(tenant)
    return store.erase({ tenant })
  }
  // A caller without types may have left the name out: that must not erase more than was meant.
  if (!('thread' in what) || typeof what.thread !== 'string') {
    const needed = { expected: 'the name of a thread, or everything: true', found: 'neither' }
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'erase', ...needed })
  }
  const { thread, entry } = what
  const key: ThreadKey = { tenant, thread: threadId(checkName(thread, 'thread')) }
  await ports.summarizer?.forget?.(tenant)
  if (entry !== undefined) return eraseEntry({ ...ports, store }, key, seqNamed(entry, key.thread))
  const sharing = await store.threads.sharing(key)
  const branches = await branchesOf(store, key)
  const sharedWith = sharing.filter((name) => !branches.includes(name))
  const needed = await stillNeeded(ports, tenant, sharedWith)
  // The thread itself comes last: if this is cut short, erasing it again finds the rest.
  const gone: Erased[] = []
  // A branch that nobody has written to is not there.
  for (const thread of branches) gone.push((await ifThere(() => eraseThread({ ...ports, store }, { tenant, thread }))) ?? NOTHING)
  gone.push(await eraseThread({ ...ports, store }, key))
  for (const { holder, artifact } of needed) await artifacts?.put(holder, artifact)
  return { ...sumOf(gone), ...(sharedWith.length === 0 ? {} : { sharedWith }) }
}

type ErasingStore = StoreWith<'erase' | 'threads' | 'links'>

interface Erasers extends ErasePorts {
  readonly store: ErasingStore
}

/** Branches hold what they began with: a store that does not know them would leave it there. */
function erasing(store: Store): ErasingStore {
  const needed = 'compactor.erase'
  return capableOf(capableOf(capableOf(store, 'erase', { needed }), 'threads', { needed }), 'links', { needed })
}

/** How far to look for what goes with an entry: a message or a round is rarely longer. */
const NEARBY = 1_000

async function eraseEntry({ store, artifacts, hash }: Erasers, key: ThreadKey, seq: Seq): Promise<Erasure> {
  const around = await store.read(key, Math.max(0, seq - NEARBY), seq + NEARBY)
  const nearby = new Map(around.map((entry) => [entry.seq, entry]))
  const seqs = erasedWith((at) => nearby.get(at), seq)
  const family = await familyOf(store, key)
  const sharing = await store.threads.sharing(key, seq)
  const copies = sharing.filter((name) => family.has(name))
  const sharedWith = sharing.filter((name) => !family.has(name))
  const needed = await stillNeeded({ store, artifacts }, key.tenant, sharedWith)
  // Before the plans that name them: if this is cut short, erasing again finds them.
  await artifacts?.erase?.(key.tenant, await artifactsOf(store, key, seqs))
  const ids = seqs.flatMap((each) => artifactIn(nearby.get(each), hash))
  await artifacts?.erase?.(key.tenant, ids)
  for (const thread of [key.thread, ...copies]) await eraseBriefs(store, { ...key, thread })
  const erased = await store.erase({ ...key, entry: seq, copies })
  for (const thread of [key.thread, ...copies]) await eraseRevisions(store, { ...key, thread })
  for (const { holder, artifact } of needed) await artifacts?.put(holder, artifact)
  return { ...erased, ...(sharedWith.length === 0 ? {} : { sharedWith }) }
}

async function eraseThread({ store, artifacts }: Erasers, key: ThreadKey): Promise<Erased> {
  await artifacts?.erase?.(key.tenant, await artifactsOf(store, key, undefined))
  await artifacts?.eraseThread?.(key)
  // Before the thread, which takes its links with it.
  await eraseBriefs(store, key)
  await eraseRevisions(store, key)
  return store.erase(key)
}

/** What was put away by threads that hold some of the same entries and stay: it is theirs as well, whichever thread put it away first. */
async function stillNeeded(
  { store, artifacts }: Pick<ErasePorts, 'store' | 'artifacts'>,
  tenant: TenantId,
  threads: readonly ThreadId[],
): Promise<readonly { readonly holder: ThreadKey; readonly artifact: Artifact }[]> {
  const found: { readonly holder: ThreadKey; readonly artifact: Artifact }[] = []
  for (const thread of threads) {
    const holder: ThreadKey = { tenant, thread }
    for (const id of await artifactsOf(store, holder, undefined)) {
      const artifact = await artifacts?.get(holder, id)
      if (artifact) found.push({ holder, artifact })
    }
  }
  return found
}

/** Where the content of an entry lies once it was put away, by a plan that holds or by one that never came to be. */
function artifactIn(entry: Entry | undefined, hash: Hash): readonly ArtifactId[] {
  return entry?.kind === 'tool-result' ? [artifactId(hash(entry.text))] : []
}

/** What clients handed in as other versions. It is not certain which of them were versions of what is gone: all go. */
async function eraseRevisions(store: ErasingStore, key: ThreadKey): Promise<void> {
  for (const thread of await linkedTo(store, key, 'revision')) await ifThere(() => store.erase({ ...key, thread }))
}

/** What threads began with that took over what this one knows. It is not certain which of it was made of what is gone: all of it goes. */
async function eraseBriefs(store: ErasingStore, key: ThreadKey): Promise<void> {
  for (const thread of await linkedTo(store, key, 'handoff')) {
    const [first] = await store.read({ ...key, thread }, 0, 1)
    // A thread of that name may have begun in another way.
    if (first?.author === 'harness' && !isTombstone(first)) await store.erase({ ...key, thread, entry: 0 })
  }
}

const NOTHING: Erased = { threads: 0, entries: 0, commits: 0 }

/** Erases a thread that may not be there. */
async function ifThere<Result>(erase: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await erase()
  } catch (error) {
    if (!isFailure(error, 'thread-unknown')) throw error
    return undefined
  }
}

function sumOf(parts: readonly Erased[]): Erased {
  const sum = (field: keyof Erased): number => parts.reduce((total, part) => total + part[field], 0)
  return { threads: sum('threads'), entries: sum('entries'), commits: sum('commits') }
}

function seqNamed(entry: string, thread: ThreadId): Seq {
  const [, digits] = /^e(\d+)$/.exec(entry) ?? []
  if (digits === undefined) throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread, entry })
  return seqOf(Number(digits))
}

/** What any plan of a thread has put away: of some entries, or of all. */
async function artifactsOf(store: Store, key: ThreadKey, seqs: readonly Seq[] | undefined): Promise<readonly ArtifactId[]> {
  const records = (await store.commits(key)).flatMap(({ plan }) => plan.records)
  const found = records.flatMap((record) =>
    record.action === 'externalize' && (seqs === undefined || seqs.some((seq) => rangeContains(rangeShown(record.span), seq)))
      ? [record.artifact]
      : [],
  )
  return [...new Set(found)]
}
