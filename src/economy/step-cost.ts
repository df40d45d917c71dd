import type { Cost, PriceSheet, StepTokens } from '../schema/price-sheet.ts'
import { ratesAt } from './price-sheet.ts'

const MILLION = 1_000_000

/** What a call costs, by the tokens that the provider counted. */
export function stepCost(sheet: PriceSheet, { read, written, hour = 0, new: fresh, output }: StepTokens): Cost {
  const rates = ratesAt(sheet, read + written + fresh)
  const writing = (written - hour) * rates.write + hour * (rates.writeHour ?? rates.write)
  return costOf(sheet, read * rates.read + writing + fresh * rates.input + output * rates.output)
}

/**
 * The tokens of a call by what it shares with the one before it: that much is read from the cache while it is warm, the rest is written.
 *
 *     prompt 10,000, of which 9,400 are as before   →   read 9,400 · written 600
 */
export function stepTokens(call: {
  readonly prompt: number
  /** From the beginning, up to the first difference. */
  readonly shared: number
  readonly output: number
  readonly isWarm: boolean
}): StepTokens {
  const read = call.isWarm ? Math.max(0, Math.min(call.shared, call.prompt)) : 0
  return { read, written: call.prompt - read, new: 0, output: call.output }
}

function costOf({ perMillion }: PriceSheet, units: number): Cost {
  return { units, dollars: (units * perMillion) / MILLION }
}
