/**
 * A summary is made once more if it came out this much shorter than it might have been: in tokens (fewer in the smallest of windows), of
 * itself, of all there is.
 */
const WORTH_ANOTHER = { tokens: 64, ofSmallest: 0.06, ofSummary: 0.1, ofAll: 0.01 } as const

/** How much of its room a summary may leave before it is made once more. */
export function spareFor(used: number, allowance: number): number {
  const { tokens, ofSmallest, ofSummary, ofAll } = WORTH_ANOTHER
  return Math.max(Math.min(tokens, allowance * ofSmallest), used * ofSummary, allowance * ofAll)
}
