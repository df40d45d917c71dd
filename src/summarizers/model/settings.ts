import type { Tokenizer } from '../../schema/ports.ts'
import type { Asker } from '../asker.ts'
import type { SummaryProfile } from '../profiles.ts'
import type { Prices } from './ways.ts'

/** How a model is asked for summaries, whichever client it is asked through. */
export interface SummarizerOptions {
  /** Operations on the ledger, or one text as the systems of the presets write it. */
  readonly mode?: 'operations' | 'prose'
  readonly profile?: SummaryProfile
  /** Tokens that the model takes in and gives out; by default what is known of the model of the request, or 128,000. */
  readonly window?: number
  /** Most tokens it may write (B13). */
  readonly maxOutput?: number
  /** Most tokens of a summary in prose; by default the policy's. */
  readonly proseTokens?: number
  readonly temperature?: number
  /** Most milliseconds for this model, retries included. */
  readonly deadlineMs?: number
  /** How often it is asked again after a temporary refusal (429, 5xx, a broken connection). */
  readonly retries?: number
  /** Dollars for a million tokens; by default those of the model of the request. Without them nothing is known about money. */
  readonly prices?: Prices | undefined
  /** Most dollars for one compaction; needs `prices`. */
  readonly mostMoney?: number
  /**
   * Sends the request that the model saw last once more, with one instruction behind it, so that the provider reads it from its cache, if
   * that costs less than to show the new entries. By default for the model of the request, as long as its cache is warm; `true` says that
   * this is the agent's own model, `false` never. Works for threads of the client's own format; for others the model is asked the usual way.
   */
  readonly warm?: boolean
  /**
   * Has the model read the new page and answer up to five questions that the engine makes from the log: values of rules, the last state, the
   * next step. What it cannot find there is put back from the log. One more call for each summary.
   */
  readonly verify?: boolean
  /** Gets the text as it comes (B3). */
  readonly onText?: (text: string) => void
  readonly tokenizer?: Tokenizer
  /** Draws a word that cannot be guessed. */
  readonly random?: () => string
  readonly clock?: () => number
  readonly sleep?: (ms: number) => Promise<void>
}

type Optional = 'proseTokens' | 'maxOutput' | 'temperature' | 'prices' | 'warm' | 'onText'

/** Everything decided, for one job. */
export interface Settings extends Required<Omit<SummarizerOptions, Optional>>, Pick<SummarizerOptions, Optional> {
  readonly name: string
  readonly asker: Asker
  /** It is the model of the request. */
  readonly isSelected: boolean
}
