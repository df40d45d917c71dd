import type { PlanRecord } from '../schema/plan.ts'
import { rangeOf, type SeqRange } from '../schema/range.ts'

/**
 * What a plan does not show whole, in order: all that its records cover, but for what folds carry whole.
 *
 *     fold e2–e97 carrying e40 · clear e99   →   e2–e39 e41–e97 e99
 */
export function hiddenRanges(records: readonly PlanRecord[]): readonly SeqRange[] {
  return records.flatMap((record) => {
    const { from, end } = record.span
    const carries = 'carries' in record ? record.carries : []
    const whole = carries.flatMap(({ seq, excerpt }) => (excerpt === undefined ? [seq] : [])).sort((a, b) => a - b)
    const starts = [from, ...whole.map((seq) => seq + 1)]
    return starts.map((start, index) => rangeOf(start, whole[index] ?? end)).filter((range) => range.from < range.end)
  })
}
