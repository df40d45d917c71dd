import type { StoreWith } from '../../schema/capabilities.ts'
import { CompactionError } from '../../schema/failures.ts'
import { frozen } from '../../schema/frozen.ts'
import { seqOf } from '../../schema/ids.ts'
import type { Store } from '../../schema/ports.ts'
import { open, type Tenants } from './kept.ts'

type LogVerbs = Pick<StoreWith<'rows'>, 'head' | 'append' | 'read' | 'rows' | 'pin' | 'pins'>

/** Entries and pins. */
export function memoryLogs(tenants: Tenants): LogVerbs {
  return {
    async head(key) {
      const { head, commits, pins, erasures } = open(tenants, key)
      return { ...head, commit: commits.at(-1)?.id ?? null, pins: pins.size, ...(erasures === 0 ? {} : { erasures }) }
    },
    async append(key, expected, entries, head, measures = []) {
      const kept = open(tenants, key)
      const actual = kept.head.length
      if (actual !== expected)
        throw new CompactionError<'log-conflict'>({ code: 'log-conflict', thread: key.thread, expected, actual })
      if (entries.length === 0) return
      for (const [index, entry] of entries.entries()) kept.rows.push(entry, measures[index] ?? null)
      kept.head = { ...head }
    },
    async read(key, from, end) {
      return open(tenants, key).rows.entries(from, end)
    },
    async rows(key, ranges) {
      return ranges.flatMap(({ from, end }) => open(tenants, key).rows.slice(from, end))
    },
    async pin(key, seqs) {
      for (const seq of seqs) open(tenants, key).pins.add(seqOf(seq))
    },
    async pins(key) {
      return [...open(tenants, key).pins]
    },
  }
}

/** Commits, compared with the latest and with the lease. */
export function memoryCommits(tenants: Tenants): Pick<Store, 'commit' | 'latest' | 'commits'> {
  return {
    async commit(key, expected, commit, fence) {
      const kept = open(tenants, key)
      const actual = kept.commits.at(-1)?.id ?? null
      const isGone = kept.erasures > 0 && kept.head.length < commit.plan.version
      if (actual !== expected || isGone) {
        throw new CompactionError<'commit-conflict'>({ code: 'commit-conflict', thread: key.thread, expected, actual })
      }
      if (fence !== undefined && kept.lease.fence !== fence) {
        throw new CompactionError<'lease-lost'>({ code: 'lease-lost', thread: key.thread, fence })
      }
      kept.commits.push(frozen(commit))
    },
    async latest(key) {
      return open(tenants, key).commits.at(-1) ?? null
    },
    async commits(key) {
      return [...open(tenants, key).commits]
    },
  }
}
