import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { searchable, termsOf } from '../../log/terms.ts'
import type { Entry, EntryKind } from '../../schema/entry.ts'
import type { Tables } from './tables.ts'

/** Where a database keeps which entries hold which words. Everything is done inside the transaction that is handed in. */
export interface WordIndex {
  add(db: Kysely<Tables>, rows: readonly WordRow[]): Promise<void>
  /** For each word the latest `most` entries that hold it and fit the scope. */
  latest(db: Kysely<Tables>, wanted: WantedWords): Promise<readonly WordMatch[]>
  /** Called after a large addition, if the database has to refresh its statistics. */
  grown?(db: Kysely<Tables>): Promise<void>
  /** Takes entries out: one, those of a thread, or those of a tenant. */
  remove(db: Kysely<Tables>, place: { readonly tenant: string; readonly thread?: string; readonly seq?: number }): Promise<void>
}

export interface WordRow {
  readonly tenant: string
  readonly thread: string
  readonly seq: number
  /** Words with spaces between them. */
  readonly words: string
}

export interface WantedWords {
  readonly tenant: string
  readonly thread?: string
  /** Each of these lists must have a word in the entry. */
  readonly scope: readonly (readonly string[])[]
  readonly terms: readonly string[]
  readonly most: number
}

export interface WordMatch {
  readonly term: string
  readonly thread: string
  readonly seq: number
}

// Tenant, thread and kind are words as well, so that a search never walks through entries of other tenants or threads. They begin with
// signs that stand for nothing and that no word of a text has.
const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
export const tenantWord = (tenant: string): string => `\ue000${digest(tenant)}`
export const threadWord = (tenant: string, thread: string): string => `\ue001${digest(tenant, thread)}`
export const kindWord = (kind: EntryKind): string => `\ue002${kind.replace('-', '')}`

/** The row of an entry; nothing if the entry has no words. */
export function wordRow(place: { readonly tenant: string; readonly thread: string }, entry: Entry): readonly WordRow[] {
  const terms = termsOf(searchable(entry))
  if (terms.length === 0) return []
  const { tenant, thread } = place
  const words = [tenantWord(tenant), threadWord(tenant, thread), kindWord(entry.kind), ...terms].join(' ')
  return [{ tenant, thread, seq: entry.seq, words }]
}
