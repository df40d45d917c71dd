/**
 * What tokens of one model cost, in units of one uncached input token of the lowest step: prices of different models can be compared, and
 * decisions need no money.
 */
export interface PriceSheet {
  /** By the length of the prompt, shortest first; a step holds for the whole request. */
  readonly steps: readonly [Rates, ...Rates[]]
  /** US dollars for a million units. */
  readonly perMillion: number
  /** How long the provider's cache keeps what nobody reads, in milliseconds. */
  readonly cacheLifeMs: number
}

/** What one token costs, in units. */
export interface Rates {
  /** Prompt tokens above which these hold. */
  readonly above: number
  /** Neither read from a cache nor written to one. */
  readonly input: number
  readonly read: number
  /** Written to a cache that lives as long as the provider's usual one. */
  readonly write: number
  /** Written to a cache that lives an hour; `undefined` if the provider has none. */
  readonly writeHour: number | undefined
  readonly output: number
}

/** The tokens of one call, as providers bill them. */
export interface StepTokens {
  /** Read from the cache. */
  readonly read: number
  /** Written to the cache. */
  readonly written: number
  /** Of what was written, what the cache keeps for an hour; absent if that is nothing, or not known. */
  readonly hour?: number
  /** Neither. */
  readonly new: number
  readonly output: number
}

/** What something costs. */
export interface Cost {
  /** In units of one uncached input token. */
  readonly units: number
  /** US dollars. */
  readonly dollars: number
}
