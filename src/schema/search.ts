import type { Author, EntryKind } from './entry.ts'
import type { EntryId, ThreadId } from './ids.ts'

/** What to look for in a tenant's logs. */
export interface SearchQuery {
  /** Words, names, paths; what is not a word is passed over. */
  readonly text: string
  /** By default all threads of the tenant. */
  readonly thread?: ThreadId
  /** Kinds of entries; by default all. */
  readonly kinds?: readonly EntryKind[]
  /** Most hits; 20 by default, and never more than 100. */
  readonly limit?: number
}

/** An entry that was found. */
export interface SearchHit {
  readonly thread: ThreadId
  readonly seq: number
  readonly entry: EntryId
  readonly kind: EntryKind
  readonly author: Author
  readonly turn: number
  /** What it says around the first word that was found, on one line. */
  readonly snippet: string
  /** Characters of all it says. */
  readonly size: number
  /** How well it fits: rare words count more than common ones. Only good for comparing hits of one search. */
  readonly score: number
}
