import type { ArtifactId, Seq } from './ids.ts'
import type { JsonObject } from './json.ts'
import type { Ledger } from './ledger.ts'
import type { Span } from './span.ts'
import type { ShownRange } from './stored-plan.ts'

export type Action = 'include' | 'shorten' | 'clear' | 'summarize' | 'externalize' | 'drop'

/** If records overlap, the higher one wins. Resolved when the plan is built, and reported as warnings. */
export const PRECEDENCE: Readonly<Record<Action, number>> = {
  include: 0,
  shorten: 1,
  clear: 2,
  summarize: 3,
  externalize: 4,
  drop: 5,
}

/** How much of a shortened text is shown: characters at its head and at its tail, the middle by handle. */
export interface Excerpt {
  readonly head: number
  readonly tail: number
}

interface ShortenRecord<Where = Span> {
  readonly action: 'shorten'
  readonly span: Where
  readonly tokens: number
  readonly excerpt: Excerpt
}

/** The content gives way to a placeholder; tool name, outcome and key fields stay. */
interface ClearRecord<Where = Span> {
  readonly action: 'clear'
  readonly span: Where
  readonly tokens: number
  readonly preservedFields: JsonObject
  /** Why it is gone, or where it is said again. */
  readonly note?: string
  /** What a client shows in its place: it cut the result down, or replaced it, and so it is shown. */
  readonly resent?: string
}

/** An entry inside a summarized span that is shown all the same, after the summary unless it is to stand before it. */
export interface Carried {
  readonly seq: Seq
  readonly inFront?: true
  /** Present only if law L3 had to cut it. */
  readonly excerpt?: Excerpt
}

/** What a client says in place of an entry that is folded; `null` if it deleted it. */
export interface Revised {
  readonly seq: Seq
  readonly text: string | null
}

/** A turn that is folded in part: where it begins, and how many tokens its part of the summary may take. */
export interface SplitTurn {
  readonly from: Seq
  readonly tokens: number
}

export interface SummarizeRecord<Where = Span> {
  readonly action: 'summarize'
  readonly span: Where
  readonly tokens: number
  readonly summary: string
  readonly carries: readonly Carried[]
  /** Entries that clients edited or deleted since they were folded, ascending: the summary says what they say now. */
  readonly revised?: readonly Revised[]
  /** The span ends inside a turn, which has a part of its own in the summary (E6). */
  readonly splitTurn?: SplitTurn
  /** What the summary was printed from: the next compaction goes on from it. */
  readonly ledger?: Ledger
  /** What a model wrote in sentences, if the summarizer works that way; the next one is shown it. */
  readonly prose?: string
}

export interface ExternalizeRecord<Where = Span> {
  readonly action: 'externalize'
  readonly span: Where
  readonly tokens: number
  readonly artifact: ArtifactId
  readonly summary: string
  readonly rehydrateHint: string
}

/** What recall can search when a span left the prompt without a summary. */
export interface DropIndex {
  readonly keywords: readonly string[]
  readonly brief: string
  readonly time: { readonly from: number; readonly to: number } | null
}

interface DropRecord<Where = Span> {
  readonly action: 'drop'
  readonly span: Where
  readonly tokens: 0
  readonly reason: string
  readonly index: DropIndex
  readonly carries: readonly Carried[]
  readonly revised?: readonly Revised[]
  /** A new context was begun behind it: no later plan shows or tells anything of it but what is pinned. */
  readonly cleared?: true
}

/** What takes a whole span out of the prompt. */
export type FoldRecord<Where = Span> = SummarizeRecord<Where> | DropRecord<Where>

/** What a plan does with the entries of a span. */
export type PlanRecord<Where = Span> =
  | ShortenRecord<Where>
  | ClearRecord<Where>
  | SummarizeRecord<Where>
  | ExternalizeRecord<Where>
  | DropRecord<Where>

/** Entries `from` to `to`, both inside, that two records wanted: shown, and stored with the plan. */
export interface OverlapWarning extends ShownRange {
  readonly kind: 'overlap'
  readonly won: Action
  readonly lost: Action
}
