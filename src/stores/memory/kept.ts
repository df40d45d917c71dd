import { GENESIS } from '../../log/chain.ts'
import type { Commit } from '../../schema/commit.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { TenantId, ThreadId } from '../../schema/ids.ts'
import type { Link } from '../../schema/links.ts'
import type { Head, ThreadKey } from '../../schema/ports.ts'
import type { KeptRequest } from '../../schema/request-record.ts'
import { memoryRows, type Rows } from './rows.ts'

/** Everything about a thread. */
export interface Kept {
  rows: Rows
  commits: Commit[]
  pins: Set<number>
  head: Head
  erasures: number
  requests: readonly KeptRequest[]
  /** What stands around the messages of requests, by its hash. */
  parts: Map<string, string>
  cost: string | null
  lease: { readonly holder: string; readonly fence: number; readonly expires: number }
}

/** The threads of a process. */
export type Tenants = Map<TenantId, Map<ThreadId, Kept>>

/** What belongs together, of each tenant. */
export type TenantLinks = Map<TenantId, readonly Link[]>

/** What is kept of a thread that has just begun, or of which everything was erased. */
export function nothing(): Pick<Kept, 'rows' | 'commits' | 'pins' | 'head' | 'requests' | 'parts' | 'cost'> {
  const requests = { requests: [], parts: new Map<string, string>(), cost: null }
  return { rows: memoryRows(), commits: [], pins: new Set<number>(), head: { length: 0, hash: GENESIS }, ...requests }
}

/** A thread, begun if it is not there. */
export function open(tenants: Tenants, { tenant, thread }: ThreadKey): Kept {
  const before = tenants.get(tenant)?.get(thread)
  if (before !== undefined) return before
  const kept: Kept = { ...nothing(), erasures: 0, lease: { holder: '', fence: 0, expires: 0 } }
  tenants.set(tenant, (tenants.get(tenant) ?? new Map<ThreadId, Kept>()).set(thread, kept))
  return kept
}

/** A thread that something was written to. */
export function known(tenants: Tenants, { tenant, thread }: ThreadKey): Kept {
  const kept = tenants.get(tenant)?.get(thread)
  if (kept !== undefined && isWritten(kept)) return kept
  throw new CompactionError<'thread-unknown'>({ code: 'thread-unknown', thread })
}

/** Threads of a tenant with their names. */
export function threadsOf(tenants: Tenants, tenant: TenantId): readonly (readonly [ThreadId, Kept])[] {
  return [...(tenants.get(tenant) ?? [])]
}

export function isWritten({ rows, commits }: Kept): boolean {
  return rows.length + commits.length > 0
}
