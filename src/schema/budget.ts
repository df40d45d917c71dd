/** What the request may cost and what is spoken for before history gets any of it. */
export interface Budget {
  readonly window: number
  readonly reserve: number
  /** Window − reserve: the most a whole request may count. */
  readonly limit: number
  readonly system: number
  readonly tools: number
  /** Limit − system − tools: what is left for history. */
  readonly history: number
}
