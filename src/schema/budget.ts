/** Multiply a count by `factor` to get what the provider will count; keep `margin`, a fraction of that, free for what is not known. */
export interface Factor {
  readonly factor: number
  readonly margin: number
}

/** What the request may cost and what is spoken for before history gets any of it. */
export interface Budget {
  /** As the provider counts. */
  readonly window: number
  readonly reserve: number
  /** How the provider's counts relate to ours. */
  readonly scale: Factor
  /** The most a whole request may count by our count: (window − reserve) ÷ scale. */
  readonly limit: number
  /** System text handed in with the request, and what the provider adds by itself. */
  readonly system: number
  readonly tools: number
  /** Limit − system − tools: what is left for history. */
  readonly history: number
}
