import type { Entry } from './entry.ts'
import type { Seq, TenantId } from './ids.ts'
import type { Json } from './json.ts'
import type { ItemDraft, Ledger, LedgerOperation } from './ledger.ts'
import type { ModelPrices } from './model-limits.ts'
import type { SplitTurn } from './plan.ts'
import type { SummarizerInput, SummaryModel } from './policy.ts'
import type { SeqRange } from './range.ts'

/**
 * What a summarizer is asked: how do entries `from` up to `end` change the ledger? It may go to a model anywhere: the secrets have been
 * taken out of every text in it, except for `view`, which is for the model that has seen it.
 */
export interface SummaryJob extends SeqRange {
  readonly tenant: TenantId
  /** What is known of everything before `from`. */
  readonly ledger: Ledger
  /** The log from its beginning. */
  readonly entries: readonly Entry[]
  /** The span that the summary stands for begins here: nothing before it may be a source. */
  readonly start: Seq
  /** Most tokens that the printed summary may take. */
  readonly tokens: number
  /** What the person who asked for the compaction wants kept (B6). */
  readonly instructions: string
  /** What a summary must state, by the policy (B22). */
  readonly contents: readonly string[]
  /** How much of long messages and results its writer is shown; generous by default. */
  readonly input: SummarizerInput | undefined
  /** What stood in the prompt for everything before `from`; empty the first time (B12, D4, E7). */
  readonly previous: string
  /** The most that the policy allows a summary. */
  readonly most: number
  /** The span ends inside this turn (E6). */
  readonly splitTurn: SplitTurn | undefined
  /** Most money that it may cost; absent if no limit was given. */
  readonly mostMoney?: number
  /** The model that the conversation is held with; absent if the request names none. */
  readonly selected?: SelectedModel
  /** Which model the policy wants, where there is a choice. */
  readonly wanted?: SummaryModel
  /** Most tokens that its writer may write, by the policy; absent if it does not say. */
  readonly mostOutput?: number
  /** False if the policy wants every summary made anew. */
  readonly cacheable: boolean
  /** The request as the model last saw it, to be sent again with one instruction behind it while the provider's cache is warm. */
  readonly view: (() => SentView) | undefined
  /** Set if it is not a summary that is asked for, but what its writer can tell from the new page: one line an answer, with its number. */
  readonly exam?: SummaryExam
  /** Aborted when the person cancels or, with a `TimeoutError` as its reason, when the time is up. */
  readonly signal: AbortSignal
}

/** Questions about a page, asked of a summarizer that `verifies`. */
export interface SummaryExam {
  readonly page: string
  readonly questions: readonly string[]
  /** Dollars that the summary has cost. */
  readonly spent: number
}

/** What is known about the model of a request. */
export interface SelectedModel {
  readonly name: string
  /** Tokens that it takes in and gives out. */
  readonly window: number
  readonly prices: ModelPrices | undefined
}

/** A request in a dialect's own shape. */
export interface SentView {
  readonly dialect: string
  readonly request: Json
  /** The tools that were handed in with it: for the AI SDK they are code, and stand in no request. */
  readonly tools?: unknown
  /** What it has by our count. */
  readonly tokens?: number
  /** Milliseconds since the provider was last asked; absent if it was not. */
  readonly idleMs?: number
}

/** What came back, with what a checker must know about it. */
export interface SummaryAnswer {
  /** Who wrote it: the name of a model. */
  readonly by: string
  readonly content: SummaryContent
  /** Why it ended; anything but `stop` is not a summary. */
  readonly finish: string
  /** How many calls of tools it made: one is too many. */
  readonly toolCalls: number
  /** Two sentences for people (B3). */
  readonly display?: string
  readonly attempts: readonly SummaryAttempt[]
  readonly usage: SummaryUsage | null
  readonly money: number | null
  /** Parts of the answer that could not be read, and anything else a reader of the receipt should know. */
  readonly remarks: readonly string[]
  /** What its writer itself had to leave out of it. */
  readonly rejected?: readonly Finding[]
  readonly cached?: true
}

export type SummaryContent =
  | { readonly kind: 'operations'; readonly operations: readonly LedgerOperation[] }
  | { readonly kind: 'prose'; readonly text: string }

export interface SummaryUsage {
  readonly input: number
  /** Of them, those that the provider read from its cache. */
  readonly cached?: number
  readonly output: number
}

/** How a model was asked: with its last request, with the new entries alone, or what it reads on the page. */
export const SUMMARY_WAYS = ['warm', 'usual', 'verify'] as const
export type SummaryWay = (typeof SUMMARY_WAYS)[number]

/** One call of a model. */
export interface SummaryAttempt {
  readonly by: string
  readonly way?: SummaryWay
  /** `answered`, or what was wrong. */
  readonly outcome: 'answered' | SummaryFault
  readonly detail: string
  readonly ms: number
  /** What it cost, if its price is known. */
  readonly money?: number
}

/** Why there is no summary by a model. */
export const SUMMARY_FAULTS = [
  'empty',
  'cut-short',
  'refused',
  'tool-call',
  'error-text',
  'unreadable',
  'too-long',
  'timeout',
  'unavailable',
  'denied',
  'rejected',
  'wrong-language',
  'window-too-small',
  'spend-cap',
  'too-often',
  'not-ready',
  'no-better',
  'cancelled',
  'broken',
] as const
export type SummaryFault = (typeof SUMMARY_FAULTS)[number]

/** Why an operation was not carried out. */
export const FINDING_REASONS = [
  'malformed',
  'unknown-item',
  'no-text',
  'too-long',
  'source-outside',
  'marker',
  'not-verbatim',
  'negation-lost',
  'hypothesis-as-fact',
  'not-in-source',
  'numbers-swapped',
  'unsupported',
  'speaks-for-user',
  'authority',
  'kind-not-allowed',
  'already-there',
  'overtaken',
  'not-done',
  'only-a-person',
  'wrong-language',
  'too-many',
] as const
export type FindingReason = (typeof FINDING_REASONS)[number]

export interface Finding {
  readonly reason: FindingReason
  /** What it is about, cut to a line. */
  readonly text: string
  /** Something of it was kept: the part that its sources bear out, or a sentence of theirs. */
  readonly lighter?: true
}

/** How much of what must be known the model's own operations had. */
export interface Coverage {
  readonly required: number
  readonly present: number
  /** 1 if nothing was required. */
  readonly score: number
}

/** What a receipt says about the summary of a compaction. */
export interface SummaryAccount {
  /** Whose summary stands in the prompt: a model's name, or `deterministic`. */
  readonly by: string
  /** Why no model's summary was taken; absent if one was. */
  readonly fault?: { readonly reason: SummaryFault; readonly detail: string }
  readonly attempts: readonly SummaryAttempt[]
  readonly rejected: readonly Finding[]
  /** What the model left out and the extractor put back. */
  readonly repaired: readonly Pick<ItemDraft, 'kind' | 'text' | 'sources'>[]
  readonly coverage: Coverage
  /** What a second look at the page found, if one was taken; what was put back is among the repaired. */
  readonly verified?: SecondLook
  /** Items that found no room in the prompt. */
  readonly unprinted: number
  /** Items that the ledger had no room for: their entries are in the log. */
  readonly demoted: readonly Pick<ItemDraft, 'kind' | 'text' | 'sources'>[]
  readonly usage: SummaryUsage | null
  readonly money: number | null
  readonly ms: number
  readonly cached: boolean
  /** It was asked for before it was needed, and nobody waited for it. */
  readonly ahead?: true
  /** Two sentences for people; never part of a prompt (B3). */
  readonly display: string
  readonly remarks: readonly string[]
}

/** How well a model could answer questions from the new page alone. */
export interface SecondLook {
  readonly questions: number
  readonly answered: number
  /** What stands on the page, and was not found there. */
  readonly overlooked: readonly string[]
  readonly putBack: number
  /** Why there are no answers. */
  readonly fault?: SummaryFault
}

/** An answer, or why there is none. What came of asking a summarizer. */
export type Asked =
  | { readonly kind: 'answered'; readonly answer: SummaryAnswer; readonly ms: number }
  | {
      readonly kind: 'failed'
      readonly reason: SummaryFault
      readonly detail: string
      readonly attempts: readonly SummaryAttempt[]
      readonly ms: number
    }
