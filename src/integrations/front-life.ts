import { priceMarksFor } from '../economy/cache-marks.ts'
import { priceSheetFor } from '../economy/price-sheet.ts'
import type { ModelLimits } from '../schema/model-limits.ts'

/** For how long a provider's cache is asked to keep what stands in front of a conversation, and outlives every wait: an hour where that pays. */
export interface FrontLife {
  readonly hour: boolean
}

/** Where prices are not known, the shortest. */
export function frontLife({ model, prices }: Pick<ModelLimits, 'model' | 'prices'>): FrontLife {
  const { sheet } = priceSheetFor(model, prices)
  return { hour: sheet !== undefined && priceMarksFor(sheet)?.hour === true }
}
