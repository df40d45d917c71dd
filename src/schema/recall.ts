import type { Author, Entry, EntryKind } from './entry.ts'
import type { SearchFilters, SearchHit } from './search.ts'

/** What of a thread is looked for, besides words. */
export interface RecallOptions extends SearchFilters {
  /** Only these turns, both ends inside. */
  readonly turns?: { readonly from?: number; readonly to?: number }
  /** Only what was said in this time, in milliseconds since 1970, both ends inside. */
  readonly time?: { readonly from?: number; readonly to?: number }
  /** Only what the model does not see whole at present. */
  readonly hidden?: boolean
  /** Most hits; 5 by default, and never more than 100. */
  readonly limit?: number
  /** How many entries before and behind each hit are named with it; none by default, and never more than 10. */
  readonly neighbours?: number
}

/** What is known of an entry without all it says. */
export interface EntryLine {
  /** The name by which it is opened: `e57`. */
  readonly handle: string
  readonly seq: number
  readonly kind: EntryKind
  readonly author: Author
  readonly tool?: string
  readonly turn: number
  /** In milliseconds since 1970; `null` if nobody knows. */
  readonly time: number | null
  /** How it begins, on one line. */
  readonly snippet: string
  /** Characters of all it says. */
  readonly size: number
  /** The model does not see it whole at present. */
  readonly hidden: boolean
}

/** An entry that was found. Its snippet is what it says where it fits best. */
export interface RecallHit extends EntryLine, Pick<SearchHit, 'score' | 'alike'> {
  /** Items of the ledger that fit, and rest on it. */
  readonly items: readonly string[]
  readonly neighbours: readonly EntryLine[]
}

/** An entry as it came in. */
export interface ExpandedEntry extends EntryLine {
  /** All it says, byte for byte: text, a call's arguments, a result's output, a file's description. */
  readonly text: string
  /** The same with everything else that the log has of it. */
  readonly entry: Entry
}

/** Entries to open: by handle (`e57`, `e57-e63`), or by their numbers, both ends inside. */
export type Expandable = string | { readonly from: number; readonly to: number }

/**
 * Says how near texts are to each other, usually by asking a model. What words alone rank first is ranked again with it.
 *
 * Contract: gives one list of numbers a text, all of one length; the same text, the same numbers. If it fails or takes too long, the order
 * stays what it is without it.
 */
export interface Embedder {
  readonly name: string
  embed(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly (readonly number[])[]>
}
