import { GENESIS } from '../log/chain.ts'
import { erasedWith, eraseFromCommit, tombstoneOf } from '../log/tombstone.ts'
import { type Commit, isCompaction } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import { handleOf, type Seq, seqOf, type TenantId, type ThreadId } from '../schema/ids.ts'
import type { Erased, Head, LogRow, Store, StoreExtras, ThreadKey } from '../schema/ports.ts'
import type { SentRequest } from '../schema/request-record.ts'
import { searchEverything } from './memory/search.ts'
import { memorySummaries } from './memory/summaries.ts'

interface Kept {
  rows: LogRow[]
  commits: Commit[]
  pins: Set<number>
  head: Head
  erasures: number
  requests: readonly SentRequest[]
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
  const namedThreads = (tenant: TenantId): readonly (readonly [ThreadId, Kept])[] => [...(tenants.get(tenant) ?? [])]
  const summaries = memorySummaries()
  /** Tokens of secrets are shown to models: their key is nobody's guess, though nothing here outlives the process. */
  const salt = globalThis.crypto.randomUUID()

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
    async read(key, from, end) {
      return open(key)
        .rows.slice(from, end)
        .map(({ entry }) => entry)
    },
    async rows(key, ranges) {
      return ranges.flatMap(({ from, end }) => open(key).rows.slice(from, end))
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
      const made = commits.filter(isCompaction)
      const last = made.at(-1)?.receipt.at ?? null
      return { compactionCount: made.length, lastCompactionAt: last, currentlyCompacting: lease.expires > Date.now() }
    },
    redactionKey: async (tenant) => `${salt} ${tenant}`,
    async threads(tenant) {
      const written = namedThreads(tenant).filter(([, { rows, commits }]) => rows.length + commits.length > 0)
      return written.map(([name]) => name).sort()
    },
    async sharing({ tenant, thread }, seq = 0) {
      const hash = tenants.get(tenant)?.get(thread)?.rows[seq]?.measure?.hash
      const shares = ([name, { rows }]: readonly [ThreadId, Kept]): boolean =>
        name !== thread && rows[seq]?.measure?.hash === hash
      return hash === undefined
        ? []
        : namedThreads(tenant)
            .filter(shares)
            .map(([name]) => name)
            .sort()
    },
    async record(key, sent, most) {
      const kept = open(key)
      kept.requests = [...kept.requests, structuredClone(sent)].slice(most === 0 ? Number.POSITIVE_INFINITY : -most)
    },
    requests: async (key) => open(key).requests,
    summaries,
    async search(tenant, query) {
      const candidates = namedThreads(tenant).flatMap(([thread, { rows }]) =>
        query.thread === undefined || query.thread === thread ? rows.map(({ entry }) => ({ thread, entry })) : [],
      )
      return searchEverything(candidates, query)
    },
    async erase(target) {
      const from = 'thread' in target ? known(target) : undefined
      if (from !== undefined && 'entry' in target) {
        const erased = eraseEntry(threadsOf(target.tenant), from, target)
        await summaries.forget(target.tenant)
        return erased
      }
      await summaries.forget(target.tenant)
      if (from !== undefined) return { threads: 1, ...eraseThread(from) }
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

function nothing(): Pick<Kept, 'rows' | 'commits' | 'pins' | 'head' | 'requests'> {
  return { rows: [], commits: [], pins: new Set<Seq>(), head: { length: 0, hash: GENESIS }, requests: [] }
}

/** The message of the entry, and its copies in branches: those have the same number and the same chain hash. */
function eraseEntry(
  all: readonly Kept[],
  from: Kept,
  { thread, entry }: { readonly thread: ThreadId; readonly entry: number },
): Erased {
  const seq = seqOf(entry)
  const row = from.rows[seq]
  if (row === undefined) throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread, entry: handleOf(seq) })
  const hash = row.measure?.hash
  const copies = hash === undefined ? [from] : all.filter(({ rows }) => rows[seq]?.measure?.hash === hash)
  const seqs = erasedWith((at) => from.rows[at]?.entry, seq)
  let commits = 0
  for (const kept of copies) {
    // New lists: what was handed out before stays what it was.
    kept.rows = kept.rows.map((each) => (seqs.includes(each.entry.seq) ? buried(each) : each))
    const after = kept.commits.map((commit) => seqs.reduce(eraseFromCommit, commit))
    commits += after.filter((commit, index) => commit !== kept.commits[index]).length
    kept.commits = after
    for (const gone of seqs) kept.pins.delete(gone)
    kept.requests = kept.requests.filter(({ head }) => head <= Math.min(...seqs))
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
