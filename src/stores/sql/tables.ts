import type { Generated } from 'kysely'
import type { LinkKind } from '../../schema/links.ts'

/** The tables of the SQL stores. Names of tenants and threads are written by `keyText`; bodies are JSON texts, byte for byte ours. */
export interface Tables {
  readonly meta: MetaTable
  readonly threads: ThreadTable
  readonly entries: EntryTable
  readonly commits: CommitTable
  readonly pins: PinTable
  readonly leases: LeaseTable
  readonly tombstones: TombstoneTable
  readonly requests: RequestTable
  readonly request_parts: RequestPartTable
  readonly summaries: SummaryTable
  readonly artifacts: ArtifactTable
  readonly links: LinkTable
  readonly learned: LearnedTable
  readonly search_rows: SearchTable
  readonly search_marks: SearchMarkTable
}

/** Names of all tables but the migrator's. SQLite has one more, for words. */
export const TABLE_NAMES: ReadonlySet<string> = new Set<keyof Tables | 'search_words'>([
  ...(['meta', 'threads', 'entries', 'commits', 'pins', 'leases', 'tombstones'] as const),
  ...(['requests', 'summaries', 'artifacts', 'links', 'learned', 'search_rows', 'search_marks', 'search_words'] as const),
  'request_parts',
])

interface MetaTable {
  readonly name: string
  readonly value: string
}

interface OfThread {
  readonly tenant: string
  readonly thread: string
}

/** When the row was written, for people: text in SQLite, a time in PostgreSQL. Nothing if it is older than this column. */
interface Dated {
  readonly created_at: Generated<unknown>
}

/** One row a thread: everything that appends and commits compare with, so that each is decided by one row. */
interface ThreadTable extends OfThread, Dated {
  readonly length: number
  readonly hash: string
  /** Tokens of all entries. A string if the driver gives large numbers as strings. */
  readonly tokens: number | string
  readonly commit_id: string | null
  readonly commits: number
  readonly erasures: number
  /** What it has cost; nothing until a call was settled. */
  readonly cost: string | null
}

/** One row a block. Numbers are `null` if they were not measured. */
export interface EntryTable extends OfThread {
  readonly seq: number
  readonly message: string
  readonly turn: number
  readonly kind: string
  readonly author: string
  readonly tokens: number | null
  /** Tokens of all entries up to this one: the size of a span is the difference of two rows. */
  readonly total: number | string
  readonly frame: number | null
  readonly bytes: number | null
  /** 1 if `tokens` was counted, 0 if it is an estimate. */
  readonly exact: number
  readonly counter: string | null
  readonly hash: string
  readonly fingerprint: string
  readonly body: string
  /** When it was appended, by the clock of whoever did. A string if the driver gives large numbers as strings. */
  readonly at: number | string | null
}

interface CommitTable extends OfThread {
  /** 1, 2, 3, … */
  readonly number: number
  readonly id: string
  readonly at: number | string
  readonly body: string
  /** In PostgreSQL, as documents, for queries: what we read is the body. */
  readonly plan?: string | null
  readonly receipt?: string | null
}

interface PinTable extends OfThread, Dated {
  readonly seq: number
}

interface LeaseTable extends OfThread {
  readonly holder: string
  /** Begins with the time, so that it grows even if a row was erased in between. */
  readonly fence: number | string
  /** In milliseconds since 1970, by the clock of the database's machine. */
  readonly expires: number | string
}

/**
 * What was erased, without any of it. The row of an erased tenant has no thread ('') and no entry (-1); that of an erased thread has no
 * entry (-1).
 */
interface TombstoneTable extends OfThread {
  readonly seq: number
  readonly at: number | string
}

/** What was sent. */
interface RequestTable extends OfThread {
  readonly id: Generated<number | string>
  /** 1, 2, 3, … */
  readonly step: number
  readonly at: number | string
  /** How many entries there were: erasing one of them removes the record, too. */
  readonly head: number
  readonly body: string
}

/** What stands around the messages of requests: system text, tools, the rest. Each once, however many requests have it. */
interface RequestPartTable extends OfThread {
  readonly hash: string
  /** The last step that refers to it. */
  readonly step: number
  readonly body: string
}

/** Summaries that were paid for. */
interface SummaryTable {
  readonly tenant: string
  readonly key: string
  readonly at: number | string
  readonly body: string
}

/** What a tenant's requests have taught about models. */
interface LearnedTable {
  readonly tenant: string
  readonly key: string
  readonly at: number | string
  readonly body: string
}

/** The shelf of artifacts. */
interface ArtifactTable extends Dated {
  readonly tenant: string
  readonly id: string
  readonly header: string
  readonly body: Uint8Array
}

/** That the thread `linked` belongs to another. */
interface LinkTable extends OfThread, Dated {
  readonly kind: LinkKind
  readonly linked: string
}

/** Entries that can be searched for. Their words lie where the database can find them: beside the row, or in a table of their own. */
interface SearchTable extends OfThread {
  readonly id: Generated<number | string>
  readonly seq: number
}

/** Up to where a thread can be searched. A row of its own, so that no append waits for it. */
interface SearchMarkTable extends OfThread {
  readonly indexed: number
}

/**
 * A name as a database can keep it: JSON without its quotation marks. Databases replace half a surrogate pair by a question mark and
 * PostgreSQL refuses NUL; so written, different names stay different.
 */
export function keyText(name: string): string {
  return JSON.stringify(name).slice(1, -1)
}

/** The name that `keyText` wrote. */
export function fromKeyText(text: string): string {
  return JSON.parse(`"${text}"`)
}
