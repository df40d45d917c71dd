import { CompactionError } from './failures.ts'
import type { TenantId, ThreadId } from './ids.ts'
import type { ThreadLinks } from './links.ts'
import type { Erased, EraseTarget, Lease, LogRow, SessionState, Store, SummaryCache, ThreadKey } from './ports.ts'
import type { SeqRange } from './range.ts'
import type { KeptRequest, RequestParts, SentRequest } from './request-record.ts'
import type { SearchHit, SearchQuery } from './search.ts'

/**
 * What a store can do besides. The engine refuses a configuration or a call that needs what is missing, and does without the rest.
 *
 * Contract: as that of `Store`; a store passes those of `fullStoreCases` that need nothing but what it has.
 */
export interface StoreCapabilities {
  /** The rows of some ranges, in order: what is visible of a long thread, without the rest. */
  rows(key: ThreadKey, ranges: readonly SeqRange[]): Promise<readonly LogRow[]>
  readonly secrets: TenantSecrets
  readonly leases: Leases
  /** What a user interface shows of a session (A15). Throws `thread-unknown`. */
  session(key: ThreadKey): Promise<SessionState>
  /**
   * Removes content for good, and what was made of it. Throws `thread-unknown` or `entry-unknown`.
   *
   * An entry goes with what `erasedWith` names, here and in `copies` (if the number and the chain hash are the same): it leaves `tombstoneOf` it, its
   * measure keeps its hashes but has no counts, commits become `eraseFromCommit` of them, its pins go, and so do requests that were sent when
   * it was there. A thread leaves nothing but `erasures` one higher, and a lease that nobody has: a commit whose plan is about more
   * entries than there are is a `commit-conflict` from then on.
   */
  erase(target: EraseTarget): Promise<Erased>
  readonly threads: ThreadList
  readonly links: ThreadLinks
  readonly requests: RequestRecords
  readonly learned: LearnedRecords
  readonly costs: CostRecords
  /** Summaries that were paid for once. An erasure empties it for its tenant. */
  readonly summaries: SummaryCache
  /**
   * Entries that hold words of a query, best first; in all of a tenant's threads if none is named. Looks at what was just appended, too.
   */
  search(tenant: TenantId, query: SearchQuery): Promise<readonly SearchHit[]>
}

/** The name of a capability. */
export type Capability = keyof StoreCapabilities

/** A store with some capabilities. */
export type StoreWith<Name extends Capability> = Store & Pick<StoreCapabilities, Name>

/** Keys of a tenant, always the same. No key can be derived from another. */
export interface TenantSecrets {
  /** The key of the tenant's fingerprints: with it, what was erased cannot be guessed from the chain. */
  fingerprintKey(tenant: TenantId): Promise<string>
  /** The key of the tokens that stand for a tenant's secrets. */
  redactionKey(tenant: TenantId): Promise<string>
}

/** One compaction of a thread at a time, in all processes. */
export interface Leases {
  /**
   * Takes the lease for compacting a thread, or prolongs it: for so many milliseconds no other holder gets it. `null` if another holder has
   * it.
   */
  take(key: ThreadKey, holder: string, milliseconds: number): Promise<Lease | null>
  /** Gives a lease back. Nothing happens if it is not the latest. */
  release(key: ThreadKey, fence: number): Promise<void>
}

/** Which threads there are. */
export interface ThreadList {
  /** Every thread of a tenant that has entries or commits, in the order of their names. */
  of(tenant: TenantId): Promise<readonly ThreadId[]>
  /** Other threads of the tenant with the same entries up to `seq` (0 by default): branches of this one, and what it branched off. */
  sharing(key: ThreadKey, seq?: number): Promise<readonly ThreadId[]>
}

/** What was sent. */
export interface RequestRecords {
  /**
   * Remembers what was sent, as the next step of its thread, and of each thread only the latest `most`. `parts` are those that the record
   * refers to: each is kept once, for as long as a record refers to it.
   */
  add(key: ThreadKey, sent: SentRequest, most: number, parts?: RequestParts): Promise<void>
  /** What was sent, oldest first. */
  of(key: ThreadKey): Promise<readonly KeptRequest[]>
  /** A part of a thread's requests, as JSON; `null` if it is not kept. */
  part(key: ThreadKey, hash: string): Promise<string | null>
}

/** What a tenant's requests have taught about models, for all processes. */
export interface LearnedRecords {
  /** Everything that is kept, in any order. */
  of(tenant: TenantId): Promise<readonly LearnedRecord[]>
  /** Keeps a text under a key, in place of what was there. Of each tenant only the latest few hundred are kept; erasing a tenant removes them. */
  put(tenant: TenantId, key: string, body: string): Promise<void>
}

export interface LearnedRecord {
  readonly key: string
  readonly body: string
  /** When it was put, in milliseconds since 1970. */
  readonly at: number
}

/** What threads have cost: a short text in the row of each. */
export interface CostRecords {
  /** What is kept; `null` if nothing is. */
  of(key: ThreadKey): Promise<string | null>
  /**
   * Keeps a text in place of `expected`, which is what `of` gave. False, and nothing is written, if something else stands there by now, or if
   * there is no such thread. Goes when the thread is erased; an erased entry leaves it alone.
   */
  put(key: ThreadKey, expected: string | null, body: string): Promise<boolean>
}

/** Which of our stores have a capability, as advice for a user whose store lacks it. */
const OURS: Readonly<Record<Capability, string>> = {
  rows: 'any of ours',
  secrets: 'memory, SQLite or PostgreSQL',
  leases: 'memory, SQLite or PostgreSQL',
  session: 'memory, SQLite or PostgreSQL',
  erase: 'any of ours',
  threads: 'any of ours',
  links: 'any of ours',
  requests: 'any of ours',
  learned: 'any of ours',
  costs: 'any of ours',
  summaries: 'memory, SQLite or PostgreSQL',
  search: 'any of ours',
}

type With<Name extends Capability> = Pick<StoreCapabilities, Name>

/** Whether a store can do something. */
export function isCapable<Given extends Store, Name extends Capability>(store: Given, name: Name): store is Given & With<Name> {
  const found: unknown = store[name]
  return found !== undefined && found !== 'none'
}

/** The store, known to have a capability; fails with `capability-missing`, what needs it and what else would do. */
export function capableOf<Given extends Store, Name extends Capability>(
  store: Given,
  name: Name,
  { needed, orElse }: { readonly needed: string; readonly orElse?: string },
): Given & With<Name> {
  if (isCapable(store, name)) return store
  const instead = `use a store that has it (${OURS[name]})${orElse === undefined ? '' : `, or ${orElse}`}`
  throw new CompactionError<'capability-missing'>({ code: 'capability-missing', capability: name, needed, instead })
}
