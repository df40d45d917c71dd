import { erasedWith, eraseFromCommit, tombstoneOf } from '../../log/tombstone.ts'
import { CompactionError } from '../../schema/failures.ts'
import { frozen } from '../../schema/frozen.ts'
import { handleOf, seqOf, type ThreadId } from '../../schema/ids.ts'
import type { Erased, EraseTarget, LogRow } from '../../schema/ports.ts'
import { type Kept, known, nothing, type TenantLinks, type Tenants, threadsOf } from './kept.ts'
import { keepRequests } from './requests.ts'
import { memoryRows } from './rows.ts'

/** Removes an entry, a thread or everything of a tenant. */
export function eraseFrom(tenants: Tenants, links: TenantLinks, target: EraseTarget): Erased {
  const { tenant } = target
  if ('entry' in target) {
    const named = target.copies ?? []
    const others = threadsOf(tenants, tenant).flatMap(([name, kept]) => (named.includes(name) ? [kept] : []))
    return eraseEntry(others, known(tenants, target), target)
  }
  if ('thread' in target) {
    const gone = eraseThread(known(tenants, target))
    const isOther = (name: ThreadId): boolean => name !== target.thread
    links.set(
      tenant,
      (links.get(tenant) ?? []).filter(({ thread, linked }) => isOther(thread) && isOther(linked)),
    )
    return { threads: 1, ...gone }
  }
  links.delete(tenant)
  const gone = threadsOf(tenants, tenant).map(([, kept]) => eraseThread(kept))
  return {
    threads: gone.length,
    entries: gone.reduce((sum, { entries }) => sum + entries, 0),
    commits: gone.reduce((sum, { commits }) => sum + commits, 0),
  }
}

/** The message of the entry, and its copies: those have the same number and the same chain hash. */
function eraseEntry(
  others: readonly Kept[],
  from: Kept,
  { thread, entry }: { readonly thread: ThreadId; readonly entry: number },
): Erased {
  const seq = seqOf(entry)
  const row = from.rows.at(seq)
  if (row === undefined) throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread, entry: handleOf(seq) })
  const hash = row.measure?.hash
  const isCopy = (kept: Kept): boolean => hash !== undefined && kept !== from && kept.rows.at(seq)?.measure?.hash === hash
  const copies = [from, ...others.filter(isCopy)]
  const seqs = erasedWith((at) => from.rows.at(at)?.entry, seq)
  let commits = 0
  for (const kept of copies) {
    // New lists: what was handed out before stays what it was.
    kept.rows = memoryRows(kept.rows.slice(0).map((each) => (seqs.includes(each.entry.seq) ? buried(each) : each)))
    const after = kept.commits.map((commit) => frozen(seqs.reduce(eraseFromCommit, commit)))
    commits += after.filter((commit, index) => commit !== kept.commits[index]).length
    kept.commits = after
    for (const gone of seqs) kept.pins.delete(gone)
    const isBefore = ({ head }: { readonly head: number }): boolean => head <= Math.min(...seqs)
    keepRequests(
      kept,
      kept.requests.filter(isBefore),
      kept.requests.filter((sent) => !isBefore(sent)),
    )
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
