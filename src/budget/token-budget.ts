import { shareOf } from './triggers/words.ts'

/** Tokens kept free by default for what counting misses. */
export const SAFETY_TOKENS = 500
/** Tokens kept free by default for what is brought back into a prompt. */
export const REHYDRATION_TOKENS = 2_000

/** The harness's budget: a soft share of the input, less everything that is not a message. */
export interface TokenBudget {
  readonly max: number
  /** 0.85 by default. */
  readonly share?: number
  readonly system?: number
  readonly tools?: number
  /** What the provider wraps around messages and definitions. */
  readonly formatting?: number
  readonly safety?: number
  readonly rehydration?: number
}

/** ⌊max × 0.85⌋ − system − tools − formatting − safety 500 − rehydration 2,000. Negative if the overheads alone are more. */
export function availableForMessages(budget: TokenBudget): number {
  const { system = 0, tools = 0, formatting = 0, safety = SAFETY_TOKENS, rehydration = REHYDRATION_TOKENS } = budget
  return Math.floor(shareOf(budget.max, budget.share ?? 0.85)) - (system + tools + formatting + safety + rehydration)
}

/** The layer's threshold: ⌊(limit − 2,000 − 4,000 − 5,000) × 0.80⌋, so 93,600 of 128,000. */
export function compactionThreshold(options: {
  readonly limit: number
  readonly system?: number
  readonly output?: number
  readonly safety?: number
  readonly share?: number
}): number {
  const { limit, system = 2_000, output = 4_000, safety = 5_000, share = 0.8 } = options
  return Math.floor(shareOf(limit - system - output - safety, share))
}
