import { GENESIS } from '../log/chain.ts'
import { erasedWith, eraseFromCommit, tombstoneOf } from '../log/tombstone.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import { handleOf, type Seq, type TenantId, type ThreadId } from '../schema/ids.ts'
import type { Erased, Head, LogRow, Store, StoreExtras, ThreadKey } from '../schema/ports.ts'

interface Kept {
  rows: LogRow[]
  commits: Commit[]
  pins: Set<Seq>
  head: Head
  erasures: number
  lease: { readonly holder: string; readonly fence: number; readonly expires: number }
}

/** Keeps threads in this process. For tests, and for agents that do not outlive it. */
export function memoryStore(): Store & StoreExtras {
  const tenants = new Map<TenantId, Map<ThreadId, Kept>>()
  /** Leases outlive what they were for: their numbers only grow. */
  let fences = 0
  const open = ({ tenant, thread }: ThreadKey): Kept => {
    const before = tenants.get(tenant)?.get(thread)
    if (before !== undefined) return before
    const kept: Kept = { ...nothing(), erasures: 0, lease: { holder: '', fence: 0, expires: 0 } }
    tenants.set(tenant, (tenants.get(tenant) ?? new Map<ThreadId, Kept>()).set(thread, kept))
    return kept
  }
  const known = ({ tenant, thread }: ThreadKey): Kept => {
    const kept = tenants.get(tenant)?.get(thread)
    if (kept !== undefined && kept.rows.length + kept.commits.length > 0) return kept
    throw new CompactionError<'thread-unknown'>({ code: 'thread-unknown', thread })
  }
  const threadsOf = (tenant: TenantId): readonly Kept[] => [...(tenants.get(tenant)?.values() ?? [])]

  return {
    async head(key) {
      const { head, commits, pins, erasures } = open(key)
      return { ...head, commit: commits.at(-1)?.id ?? null, pins: pins.size, ...(erasures === 0 ? {} : { erasures }) }
    },
    async append(key, expected, entries, head, measures = []) {
      const kept = open(key)
      const actual = kept.head.length
      if (actual !== expected)
        throw new CompactionError<'log-conflict'>({ code: 'log-conflict', thread: key.thread, expected, actual })
      if (entries.length === 0) return
      for (const [index, entry] of entries.entries()) kept.rows.push({ entry, measure: measures[index] ?? null })
      kept.head = head
    },
    async read(key, from, to) {
      return open(key)
        .rows.slice(from, to)
        .map(({ entry }) => entry)
    },
    async rows(key, ranges) {
      return ranges.flatMap(({ from, to }) => open(key).rows.slice(from, to))
    },
    async commit(key, expected, commit, fence) {
      const kept = open(key)
      const actual = kept.commits.at(-1)?.id ?? null
      const isGone = kept.erasures > 0 && kept.head.length < commit.plan.version
      if (actual !== expected || isGone) {
        throw new CompactionError<'commit-conflict'>({ code: 'commit-conflict', thread: key.thread, expected, actual })
      }
      if (fence !== undefined && kept.lease.fence !== fence) {
        throw new CompactionError<'lease-lost'>({ code: 'lease-lost', thread: key.thread, fence })
      }
      kept.commits.push(commit)
    },
    async latest(key) {
      return open(key).commits.at(-1) ?? null
    },
    async commits(key) {
      return [...open(key).commits]
    },
    async pin(key, seqs) {
      for (const seq of seqs) open(key).pins.add(seq)
    },
    async pins(key) {
      return [...open(key).pins]
    },
    // Nothing here is at rest, so that nobody is kept from guessing; but the same entries have the same hashes in every run.
    secret: async (tenant) => `memory ${tenant}`,
    async lease(key, holder, milliseconds) {
      const kept = open(key)
      const now = Date.now()
      const isSame = kept.lease.holder === holder && kept.lease.fence > 0
      if (!isSame && kept.lease.expires > now) return null
      if (!isSame) fences += 1
      const fence = isSame ? kept.lease.fence : fences
      kept.lease = { holder, fence, expires: now + milliseconds }
      return { fence }
    },
    async release(key, fence) {
      const kept = open(key)
      if (kept.lease.fence === fence) kept.lease = { ...kept.lease, expires: 0 }
    },
    async session(key) {
      const { commits, lease } = known(key)
      const last = commits.at(-1)?.receipt.at ?? null
      return { compactionCount: commits.length, lastCompactionAt: last, currentlyCompacting: lease.expires > Date.now() }
    },
    async erase(target) {
      if ('entry' in target) return eraseEntry(threadsOf(target.tenant), known(target), target)
      if ('thread' in target) return { threads: 1, ...eraseThread(known(target)) }
      const gone = threadsOf(target.tenant).map(eraseThread)
      return {
        threads: gone.length,
        entries: gone.reduce((sum, { entries }) => sum + entries, 0),
        commits: gone.reduce((sum, { commits }) => sum + commits, 0),
      }
    },
    async close() {},
  }
}

function nothing(): Pick<Kept, 'rows' | 'commits' | 'pins' | 'head'> {
  return { rows: [], commits: [], pins: new Set<Seq>(), head: { length: 0, hash: GENESIS } }
}

/** The message of the entry, and its copies in branches: those have the same number and the same chain hash. */
function eraseEntry(
  all: readonly Kept[],
  from: Kept,
  { thread, entry: seq }: { readonly thread: ThreadId; readonly entry: Seq },
): Erased {
  const row = from.rows[seq]
  if (row === undefined) throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread, entry: handleOf(seq) })
  const hash = row.measure?.hash
  const copies = hash === undefined ? [from] : all.filter(({ rows }) => rows[seq]?.measure?.hash === hash)
  const seqs = erasedWith((at) => from.rows[at]?.entry, seq)
  let commits = 0
  for (const kept of copies) {
    // New lists: what was handed out before stays what it was.
    kept.rows = kept.rows.map((each, at) => (seqs.includes(at) ? buried(each) : each))
    const after = kept.commits.map((commit) => seqs.reduce(eraseFromCommit, commit))
    commits += after.filter((commit, index) => commit !== kept.commits[index]).length
    kept.commits = after
    for (const gone of seqs) kept.pins.delete(gone)
    kept.erasures += 1
  }
  return { threads: 0, entries: copies.length * seqs.length, commits }
}

function eraseThread(kept: Kept): Pick<Erased, 'entries' | 'commits'> {
  const gone = { entries: kept.rows.length, commits: kept.commits.length }
  Object.assign(kept, nothing())
  kept.erasures += 1
  kept.lease = { ...kept.lease, fence: 0, expires: 0 }
  return gone
}

/** What is left of a row. Its hashes stay, so that the chain can still be checked; what it costs is counted again. */
function buried({ entry, measure }: LogRow): LogRow {
  const uncounted = { tokens: 0, frame: 0, bytes: 0, exact: true, counter: '' }
  return { entry: tombstoneOf(entry), measure: measure === null ? null : { ...measure, ...uncounted } }
}
