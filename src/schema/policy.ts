import type { Role } from './entry.ts'
import type { PrintProfile } from './print-profile.ts'
import type { Rung } from './rung.ts'
import type { Strategy } from './strategy.ts'
import type { Amount, Mark, Trigger } from './trigger.ts'

/** Sets of headings that a ledger can be printed under. */
export const SUMMARY_PROFILES = ['general', 'coding', 'cms', 'harness', 'layer', 'assistant', 'codex', 'opencode', 'pi'] as const
export type SummaryProfileName = (typeof SUMMARY_PROFILES)[number]

/** When to act and what to try, as plain data. A preset is a named policy. */
export interface Policy {
  readonly name: string
  readonly trigger: Trigger
  /** Where a compaction comes down to. */
  readonly release: Mark
  /**
   * What is tried, rungs of ours and strategies of your own: in this order, unless they say how aggressive they are. Behind it always
   * stands the floor, so that every policy fits (L3).
   */
  readonly ladder: readonly (Rung | Strategy)[]
  /** What is done when a turn is over, also after an error, although everything fits (A18): rungs that clear, and no floor. */
  readonly afterTurn?: readonly Rung[]
  /**
   * What is cleared once the provider's cache has gone cold, although everything fits: rungs that clear, and no floor. Only where the trigger
   * looks at prices and they are known.
   */
  readonly whenCold?: readonly Rung[]
  /** Most tokens a summary may take; never more than `summaryShare` of history's allowance. */
  readonly summaryTokens: number
  readonly summaryShare: number
  readonly summaryRole: Extract<Role, 'user' | 'assistant'>
  /** Stands in front of every summary, and says what it is. */
  readonly summaryPrefix?: string
  /** What a summary must state, for the model that writes it. */
  readonly summaryContents?: readonly string[]
  /** Under which headings a ledger is printed: one of our profiles by name, or your own; by default the preset's, or `general` (A11). */
  readonly summaryProfile?: SummaryProfileName | PrintProfile
  /** Most characters of a message, and of a result, that the writer of a summary is shown. */
  readonly summarizerInput?: SummarizerInput
  /** Which model of a chain is asked first for a summary: that of the request, or the cheapest; by default the first (A29, B13). */
  readonly summaryModel?: SummaryModel
  /** Most tokens that a model may write for a summary; by default as many as its summarizer allows. */
  readonly summaryOutput?: number
  /** Tokens kept free for the answer, if a request does not say. */
  readonly reserve?: Reserve
  /** What an unknown model is taken for; 128,000 tokens by default. */
  readonly unknownModel?: { readonly window: number; readonly maxOutput?: number }
  /**
   * What the agent is told after a compaction that came by itself while it was at work. It comes with the request of such a
   * compaction, once, for the host to append.
   */
  readonly continueWith?: string
  /**
   * What comes of a compaction whose summary could not be written by the model: it steps down to the summary that needs none (by default),
   * or everything stays as it is, or it fails with `summarizer-failed`. What would not fit otherwise steps down all the same (L3).
   */
  readonly onFailure?: OnFailure
  /**
   * Summaries are asked for in the background before they are needed, so that no request waits for a model: if one is not there when the
   * request no longer fits, the summary that needs none stands in for it, or (`wait`) it is waited for. Asked for when needed by default (F10).
   */
  readonly ahead?: boolean | 'wait'
  /** How often a step that was refused for its size is worth sending again: once by default (E1). `recover` says when that is used up. */
  readonly retries?: number
  /** What people are told when a compaction has happened. */
  readonly notice?: string
  /**
   * Marks for the provider's cache go into the request, if its format has them: at the ends of rounds, the middle one four rounds back, or as
   * told; or, where prices are known, behind system text, the summary and the end of the conversation. A client's own marks stay.
   */
  readonly cacheMarks?: true | { readonly offsetRounds: number } | 'by-price'
  /** Summaries are made once for the same content, model and prompt. */
  readonly summaryCache?: boolean
  /** Page faults: if the agent names what only hidden entries hold, they are searched, and what is found stands at the end of the request. */
  readonly retrieval?: boolean
  readonly rehydration?: Rehydration
}

export const SUMMARY_MODELS = ['selected', 'cheapest'] as const
export type SummaryModel = (typeof SUMMARY_MODELS)[number]

export const ON_FAILURE = ['step-down', 'keep', 'throw'] as const
type OnFailure = (typeof ON_FAILURE)[number]

/** A number of tokens, or what lies above a share of the window: above the mark of a policy that acts at this share. */
export type Reserve = Amount | { readonly above: number }

export interface SummarizerInput {
  readonly message: number
  readonly result: number
}

/** How much of what was put away may come back by itself. */
export interface Rehydration {
  readonly enabled: boolean
  /** In one turn. */
  readonly mostArtifacts: number
  readonly tokensEach: number
  readonly tokensTogether: number
  /** Turns before the same artifact comes back again. */
  readonly cooldownTurns: number
  /** What may come back without being asked for. */
  readonly sensitivities: readonly string[]
}
