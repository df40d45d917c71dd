import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { toolOf } from '../../recall/filters.ts'
import { searchable, termsOf } from '../../recall/terms.ts'
import type { Author, Entry, EntryKind } from '../../schema/entry.ts'
import type { SeqRange } from '../../schema/range.ts'
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
  /** Each a word, or words with spaces between them that must all be there. */
  readonly terms: readonly string[]
  /** Only entries inside it. */
  readonly range?: SeqRange | undefined
  readonly most: number
}

export interface WordMatch {
  readonly term: string
  readonly thread: string
  readonly seq: number
}

// Tenant, thread, kind, tool and author are words as well, so that a search never walks through entries that it may not find. They begin with
// signs that stand for nothing and that no word of a text has.
const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
export const tenantWord = (tenant: string): string => `\ue000${digest(tenant)}`
export const threadWord = (tenant: string, thread: string): string => `\ue001${digest(tenant, thread)}`
export const kindWord = (kind: EntryKind): string => `\ue002${kind.replace('-', '')}`
export const toolWord = (tool: string): string => `\ue003${digest(tool)}`
export const authorWord = (author: Author): string => `\ue004${author}`

/** The row of an entry; nothing if the entry has no words. */
export function wordRow(place: { readonly tenant: string; readonly thread: string }, entry: Entry): readonly WordRow[] {
  const terms = termsOf(searchable(entry))
  if (terms.length === 0) return []
  const { tenant, thread } = place
  const tool = toolOf(entry)
  const about = [kindWord(entry.kind), authorWord(entry.author), ...(tool === undefined ? [] : [toolWord(tool)])]
  const words = [tenantWord(tenant), threadWord(tenant, thread), ...about, ...terms].join(' ')
  return [{ tenant, thread, seq: entry.seq, words }]
}
