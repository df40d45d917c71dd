import { refuse } from './triggers/fit-constants.ts'
import { shareOf } from './triggers/words.ts'

/** Whether a request leaves the answer its room, and with which numbers (A1, A27). */
export interface OverflowCheck {
  /** One token above window − reserve is too many. */
  readonly isOverflow: boolean
  /** More than the threshold of window − reserve is filled. */
  readonly isApproaching: boolean
  /** What the provider may count at most: our count, and the margin of a model whose tokenizer is not known exactly. */
  readonly currentTokens: number
  /** Tokens that still fit; never below 0. */
  readonly availableTokens: number
  /** The window of the model. */
  readonly modelLimit: number
  /** Tokens kept free for the answer. */
  readonly outputReserve: number
}

/** The share of window − reserve from which an overflow is near, unless told. */
const NEAR = 0.9

/** Holds the tokens of a request against the room for it. `window` is what the model takes in and gives out together. */
export function checkOverflow(options: {
  readonly tokens: number
  readonly window: number
  readonly reserve: number
  readonly modelLimit: number
  readonly threshold?: number | undefined
}): OverflowCheck {
  const { tokens, window, reserve, modelLimit, threshold = NEAR } = options
  if (!(threshold > 0 && threshold <= 1)) refuse('threshold', threshold, 'more than 0 and at most 1')
  const usable = window - reserve
  return {
    isOverflow: tokens > usable,
    isApproaching: tokens > shareOf(usable, threshold),
    currentTokens: tokens,
    availableTokens: Math.max(0, usable - tokens),
    ...{ modelLimit, outputReserve: reserve },
  }
}
