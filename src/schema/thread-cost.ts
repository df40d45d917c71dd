import type { StepTokens } from './price-sheet.ts'

/** What one call cost, and what it would have cost otherwise. */
export interface StepAccount {
  readonly model: string
  /** As the provider reported them, or by our own count where `remarks` say so. */
  readonly tokens: StepTokens
  /** US dollars; `null` if the prices of the model are not known. */
  readonly dollars: number | null
  /** The same call if nothing had ever been compacted, whatever the window takes. */
  readonly uncompacted: StepOtherwise
  /** The same call under a rule that compacts above 95 % of the window. */
  readonly late: StepOtherwise
  /** Where the provider's report could not be used, and what was taken instead, as sentences; absent if it could. */
  readonly remarks?: readonly string[]
}

/** A call that was not made, reckoned from sizes. */
export interface StepOtherwise {
  /** Tokens of its prompt. */
  readonly prompt: number
  readonly dollars: number | null
}

/** What a thread has cost since its first settled call. Money is that of calls whose prices are known. */
export interface ThreadCost {
  readonly calls: number
  /** Of these, calls whose tokens are not all as the provider reported them. */
  readonly reckoned: number
  /** Of these, calls of models whose prices are not known: they are in no sum of money. */
  readonly unpriced: number
  readonly tokens: StepTokens
  readonly dollars: number
  /** What summarizers were asked, in the background or not, as far as it is known what they cost. Not part of `dollars`. */
  readonly summaries: { readonly calls: number; readonly dollars: number }
  /** The same calls if nothing had ever been compacted. */
  readonly uncompacted: SumOtherwise
  /** The same calls under a rule that compacts above 95 % of the window, what its summaries cost included. */
  readonly late: SumOtherwise & { readonly compactions: number }
  /** The latest call; `null` if there was none. */
  readonly last: StepAccount | null
}

interface SumOtherwise {
  /** Tokens of all prompts. */
  readonly tokens: number
  readonly dollars: number
}
