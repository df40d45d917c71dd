import type { PriceMarks } from '../schema/cache-mark.ts'
import type { PriceSheet } from '../schema/price-sheet.ts'

/** Of the times that a person is waited for, a fifth outlasts five minutes and not an hour; a session has nine of them. */
const WAITS = 9
const BETWEEN = 0.2

/**
 * How a provider's cache should be used, by its prices; `undefined` if it has none, or gives nothing for it.
 *
 *     Anthropic: an hour costs 0.75 more to write, and 9 × 0.2 × (1.25 − 0.1) = 2.1 is what rewriting would cost   →   worth it
 */
export function priceMarksFor({ steps: [{ input, read, write, writeHour }] }: PriceSheet): PriceMarks | undefined {
  if (read >= input) return undefined
  return { hour: writeHour !== undefined && writeHour - write < WAITS * BETWEEN * (write - read) }
}
