/** What an item of the ledger says. Printed in this order unless a profile says otherwise. */
export const ITEM_KINDS = [
  'task',
  'request',
  'constraint',
  'preference',
  'rejected',
  'decision',
  'fact',
  'open',
  'step',
  'artifact',
  'file',
  'command',
  'error',
  'outcome',
  'state',
] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** Whose word an item is. What came out of a tool never gains the authority of a person or of the system (L12). */
export type Authority = 'user' | 'assistant' | 'tool' | 'system'

export type ItemStatus = 'active' | 'done' | 'superseded'

/**
 * One thing worth knowing, and where it comes from. Text of user authority is a verbatim piece of an entry that a person wrote.
 * Once written, text stays byte for byte as it is until an operation names the item.
 */
/** What neither its sources bear out nor the log denies: it is told as a model's word, never as known. */
interface Unconfirmed {
  readonly text: string
  readonly sources: readonly number[]
}

export interface LedgerItem {
  readonly id: string
  readonly kind: ItemKind
  readonly text: string
  /** The entries behind it, ascending, at least one. */
  readonly sources: readonly number[]
  readonly authority: Authority
  /** What a quotation is about, in the agent's words: what a "yes" answers to. Never the words of whoever is quoted. */
  readonly context?: string
  /** What a model says besides. */
  readonly unconfirmed?: Unconfirmed
  readonly status: ItemStatus
  /** When its last source was written; `null` if the log does not say. */
  readonly time: number | null
}

/** An item as it is proposed: the fold gives it its id and time. It is active unless it says that it is done. */
export type ItemDraft = Pick<LedgerItem, 'kind' | 'text' | 'sources' | 'authority' | 'context' | 'unconfirmed'> &
  Partial<Pick<LedgerItem, 'status'>>

/** The only ways to change a ledger. */
export type LedgerOperation =
  | { readonly op: 'add'; readonly item: ItemDraft }
  | { readonly op: 'update'; readonly id: string; readonly text: string; readonly sources: readonly number[] }
  | { readonly op: 'supersede'; readonly id: string; readonly by: ItemDraft }
  | { readonly op: 'resolve'; readonly id: string; readonly sources: readonly number[] }

/** The structured summary of entries 0 … `coveredTo - 1`, as typed items. Plain JSON. */
export interface Ledger {
  readonly items: readonly LedgerItem[]
  readonly coveredTo: number
  /** How many times it was changed by a compaction. */
  readonly round: number
}
