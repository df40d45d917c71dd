import type { Author, EntryKind } from './entry.ts'
import type { EntryId, ThreadId } from './ids.ts'
import type { SeqRange } from './range.ts'

/** What to look for in a tenant's logs. */
export interface SearchQuery extends SearchFilters {
  /** Words, names, paths; what is not a word is passed over. */
  readonly text: string
  /** By default all threads of the tenant. */
  readonly thread?: ThreadId
  /** Only entries in these ranges, in order and apart from each other; for one thread. */
  readonly within?: readonly SeqRange[]
  /** Most hits; 20 by default, and never more than 100. */
  readonly limit?: number
}

/** Which entries may be found; by default all. */
export interface SearchFilters {
  readonly kinds?: readonly EntryKind[]
  /** Calls and results of these tools. */
  readonly tools?: readonly string[]
  readonly authors?: readonly Author[]
  /** Entries that name this file: a path, or the end of one. */
  readonly file?: string
}

/** An entry that was found. */
export interface SearchHit {
  readonly thread: ThreadId
  readonly seq: number
  readonly entry: EntryId
  readonly kind: EntryKind
  readonly author: Author
  /** The tool that was called, or whose result it is. */
  readonly tool?: string
  readonly turn: number
  /** What it says where it fits best, on one line. */
  readonly snippet: string
  /** Characters of all it says. */
  readonly size: number
  /** How well it fits: rare words count more than common ones. Only good for comparing hits of one search. */
  readonly score: number
  /** Numbers of entries of the same thread that say nearly the same and are left out. */
  readonly alike?: readonly number[]
}
