import type { PriceSheet } from '../schema/price-sheet.ts'
import { ratesAt } from './price-sheet.ts'

/** Units that one call pays to read from the cache what a compaction would remove. Never below 0. */
export function rentOf(sheet: PriceSheet, prompt: number, after: number): number {
  if (prompt <= after) return 0
  return Math.max(0, ratesAt(sheet, prompt).read * prompt - ratesAt(sheet, after).read * after)
}
