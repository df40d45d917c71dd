import { GENESIS } from '../log/chain.ts'
import type { Commit } from '../schema/commit.ts'
import type { Entry } from '../schema/entry.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Seq, TenantId, ThreadId } from '../schema/ids.ts'
import type { Head, Store, ThreadKey } from '../schema/ports.ts'

interface Kept {
  readonly entries: Entry[]
  readonly commits: Commit[]
  readonly pins: Set<Seq>
  head: Head
}

/** Keeps threads in this process. For tests, and for agents that do not outlive it. */
export function memoryStore(): Store {
  const tenants = new Map<TenantId, Map<ThreadId, Kept>>()
  const open = ({ tenant, thread }: ThreadKey): Kept => {
    const before = tenants.get(tenant)?.get(thread)
    if (before !== undefined) return before
    const kept: Kept = { entries: [], commits: [], pins: new Set<Seq>(), head: { length: 0, hash: GENESIS } }
    tenants.set(tenant, (tenants.get(tenant) ?? new Map<ThreadId, Kept>()).set(thread, kept))
    return kept
  }

  return {
    async head(key) {
      const { head, commits, pins } = open(key)
      return { ...head, commit: commits.at(-1)?.id ?? null, pins: pins.size }
    },
    async append(key, expected, entries, head) {
      const kept = open(key)
      const actual = kept.head.length
      if (actual !== expected)
        throw new CompactionError<'log-conflict'>({ code: 'log-conflict', thread: key.thread, expected, actual })
      for (const entry of entries) kept.entries.push(entry)
      kept.head = head
    },
    async read(key, from, to) {
      return open(key).entries.slice(from, to)
    },
    async commit(key, expected, commit) {
      const kept = open(key)
      const actual = kept.commits.at(-1)?.id ?? null
      if (actual !== expected) {
        throw new CompactionError<'commit-conflict'>({ code: 'commit-conflict', thread: key.thread, expected, actual })
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
    async close() {},
  }
}
