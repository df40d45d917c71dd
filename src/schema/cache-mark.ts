/** A place behind which a provider should keep what it has read: tools, system text, the summary, or a message near the end. */
export type CacheMark =
  | { readonly kind: 'tools' | 'system'; readonly hour: boolean }
  /** `at` is the number of a message. Those at the ends of rounds stand whatever a client has marked itself. */
  | { readonly kind: 'cut' | 'tail' | 'round'; readonly at: number; readonly hour: boolean }

/** That marks follow prices, and whether what does not change is worth keeping for an hour. */
export interface PriceMarks {
  readonly hour: boolean
}
