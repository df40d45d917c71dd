import { type Archive, readArchive } from '../log/archive-lines.ts'
import { fingerprintOf, GENESIS, nextHash } from '../log/chain.ts'
import { isTombstone } from '../log/is-tombstone.ts'
import { eraseFromCommit, tombstoneOf } from '../log/tombstone.ts'
import { verifyChain } from '../log/verify-chain.ts'
import { verifyPlans } from '../log/verify-plans.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import { artifactId, type CommitId, commitId, handleOf, type Seq, type ThreadId, threadId } from '../schema/ids.ts'
import type { Hash, LogRow, Measure, ThreadKey } from '../schema/ports.ts'
import { rangeOf } from '../schema/range.ts'
import { partsNamed } from '../schema/request-record.ts'
import { checkName } from './check-name.ts'
import type { EnginePorts } from './ports.ts'
import { fingerprintKey } from './tenant-keys.ts'

type ArchivePorts = Pick<EnginePorts, 'store' | 'artifacts' | 'hash' | 'keepRequests'>

/** What came back out of an archive. */
export interface Unarchived {
  readonly thread: ThreadId
  readonly entries: number
  readonly commits: number
  readonly requests: number
  readonly artifacts: number
  /** Entries that were erased in the thread it was made of since then: they stay erased. */
  readonly erased: number
}

/**
 * Makes a thread of an archive: under the name that it had, or another one that nobody has yet. Everything is checked before anything is
 * written; the log first, so that what is cut short can be done again with the same archive.
 */
export async function unarchive(
  ports: ArchivePorts,
  given: { readonly text: string; readonly key: Omit<ThreadKey, 'thread'>; readonly name: string | undefined },
): Promise<Unarchived> {
  const { store, hash } = ports
  const archive = readArchive(given.text, hash)
  const thread = threadId(checkName(given.name ?? archive.thread, 'thread'))
  const key: ThreadKey = { ...given.key, thread }
  const secret = await fingerprintKey(store, key.tenant)
  const rekeyed = underKey(archive, { thread, hash, secret })
  const { buried, ...made } = await withoutErased(ports, { ...key, thread: threadId(archive.thread) }, rekeyed)
  check(made, hash, secret)
  await write(ports, key, made)
  const { rows, commits, requests, artifacts } = made
  return {
    ...{ thread, entries: rows.length, commits: commits.length, requests: requests.length },
    ...{ artifacts: artifacts.length, erased: buried },
  }
}

/** Chains are made with a key of the store: an archive that came from another one is chained anew, and its plans are about the new chain. */
function underKey(archive: Archive, as: { readonly thread: ThreadId; readonly hash: Hash; readonly secret: string }): Archive {
  const { hash, secret } = as
  let last = GENESIS
  const rows = archive.rows.map(({ entry, measure }): LogRow => {
    const fingerprint = isTombstone(entry) ? (measure?.fingerprint ?? '') : fingerprintOf(entry, hash, secret)
    last = nextHash(last, fingerprint, hash)
    return { entry, measure: { ...(measure ?? UNCOUNTED), hash: last, fingerprint } }
  })
  const ids = new Map<CommitId, CommitId>()
  const commits = archive.commits.map((commit) => {
    const made = commitUnder(commit, rows, ids, as)
    ids.set(commit.id, made.id)
    return made
  })
  const requests = archive.requests.map((sent) => ({
    ...sent,
    commit: sent.commit === null ? null : (ids.get(sent.commit) ?? sent.commit),
  }))
  return { ...archive, rows, commits, requests }
}

/** What it costs is counted when the thread is opened. */
const UNCOUNTED: Omit<Measure, 'hash' | 'fingerprint'> = { tokens: 0, frame: 0, bytes: 0, exact: true, counter: '' }

/** A commit about the rows as they are chained now. One that nothing had to be changed in keeps its id. */
function commitUnder(
  commit: Commit,
  rows: readonly LogRow[],
  ids: ReadonlyMap<CommitId, CommitId>,
  { thread, hash }: { readonly thread: ThreadId; readonly hash: Hash },
): Commit {
  const hashAt = (seq: number): string => rows[seq]?.measure?.hash ?? GENESIS
  const own = (id: CommitId): CommitId => ids.get(id) ?? id
  const { plan, receipt, parent, undoes, redoes, restores } = commit
  const records = plan.records.map((record) => ({ ...record, span: { ...record.span, hash: hashAt(record.span.to) } }))
  const inputs = { ...receipt.inputs, hash: hashAt(receipt.inputs.head - 1) }
  const changed: Commit = {
    ...commit,
    parent: parent === null ? null : own(parent),
    ...(undoes === undefined ? {} : { undoes: own(undoes) }),
    ...(redoes === undefined ? {} : { redoes: own(redoes) }),
    ...(restores === undefined ? {} : { restores: restores === null ? null : own(restores) }),
    plan: { ...plan, thread, records },
    receipt: { ...receipt, inputs },
  }
  if (JSON.stringify(changed) === JSON.stringify(commit)) return commit
  return { ...changed, id: commitId(hash(JSON.stringify([changed.parent, changed.plan, commit.id]))) }
}

/** What was erased since the archive was made must not come back with it. */
async function withoutErased(
  { store }: ArchivePorts,
  origin: ThreadKey,
  archive: Archive,
): Promise<Archive & { readonly buried: number }> {
  const { length } = await store.head(origin)
  const there = (await store.rows?.(origin, [rangeOf(0, length)])) ?? []
  const isErased = ({ entry, measure }: LogRow): boolean => {
    const now = there[entry.seq]
    return now !== undefined && isTombstone(now.entry) && !isTombstone(entry) && now.measure?.hash === measure?.hash
  }
  const gone = new Set<Seq>(archive.rows.filter(isErased).map(({ entry }) => entry.seq))
  if (gone.size === 0) return { ...archive, buried: 0 }
  const { rows, pins, commits, requests, artifacts, parts } = archive
  const first = Math.min(...gone)
  const left = requests.filter(({ head }) => head <= first)
  const named = new Set(left.flatMap(partsNamed))
  return {
    thread: archive.thread,
    rows: rows.map((row) => (gone.has(row.entry.seq) ? buriedRow(row) : row)),
    pins: pins.filter((seq) => !gone.has(seq)),
    commits: commits.map((commit) => [...gone].reduce(eraseFromCommit, commit)),
    requests: left,
    parts: new Map([...parts].filter(([hash]) => named.has(hash))),
    artifacts: artifacts.filter(({ entry }) => ![...gone].some((seq) => handleOf(seq) === entry)),
    buried: gone.size,
  }
}

function buriedRow({ entry, measure }: LogRow): LogRow {
  return { entry: tombstoneOf(entry), measure: measure === null ? null : { ...measure, ...UNCOUNTED } }
}

function check({ rows, commits, artifacts }: Archive, hash: Hash, secret: string): void {
  const chain = verifyChain(rows, hash, secret)
  const fault = chain.kind === 'broken' ? chain : verifyPlans(commits, rows).fault
  if (fault !== null) refuse(fault.at + 2, fault.detail)
  const broken = commits.findIndex(({ parent }, index) => parent !== (commits[index - 1]?.id ?? null))
  if (broken !== -1) refuse(rows.length + 3 + broken, 'a commit does not follow the one before it')
  const other = artifacts.find(({ id, content }) => typeof content !== 'string' || id !== artifactId(hash(content)))
  if (other !== undefined) refuse(0, `artifact ${String(other.id).slice(0, 40)} has other content`)
}

async function write({ store, artifacts, keepRequests }: ArchivePorts, key: ThreadKey, made: Archive): Promise<void> {
  const { rows, commits, pins, requests, parts } = made
  const hash = rows.at(-1)?.measure?.hash ?? GENESIS
  const head = await store.head(key)
  const standing = await store.commits(key)
  const isBegun = head.hash === hash && standing.every(({ id }, index) => id === commits[index]?.id)
  if (head.length > 0 && !isBegun) throw new CompactionError<'thread-exists'>({ code: 'thread-exists', thread: key.thread })
  for (const artifact of made.artifacts) await artifacts?.put(key, artifact)
  if (head.length === 0) {
    const entries = rows.map(({ entry }) => entry)
    const measures = rows.map(({ measure }) => measure ?? { ...UNCOUNTED, hash: '', fingerprint: '' })
    await store.append(key, 0, entries, { length: rows.length, hash }, measures)
  }
  if (pins.length > 0) await store.pin(key, pins)
  for (const commit of commits.slice(standing.length)) await store.commit(key, commit.parent, commit)
  const known = (await store.requests?.of(key))?.length ?? 0
  for (const { step: _, ...sent } of requests.slice(known)) {
    const named = partsNamed(sent).flatMap((name) => (parts.has(name) ? [[name, parts.get(name) ?? ''] as const] : []))
    await store.requests?.add(key, sent, Math.max(keepRequests, requests.length), Object.fromEntries(named))
  }
}

function refuse(line: number, detail: string): never {
  throw new CompactionError<'archive-damaged'>({ code: 'archive-damaged', line, detail })
}
