import type { Seq } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { SeqRange } from '../schema/range.ts'
import { firstRecordReaching } from './view.ts'

/** The record that reaches over the border before `seq`. */
export function recordOver(records: readonly PlanRecord[], seq: Seq): PlanRecord | undefined {
  const record = records[firstRecordReaching(records, seq)]
  return record !== undefined && record.span.from < seq ? record : undefined
}

/** True if a record says something about entries of a range. */
export function isTouched(records: readonly PlanRecord[], { from, end }: SeqRange): boolean {
  const span = records[firstRecordReaching(records, from)]?.span
  return span !== undefined && span.from < end
}

/** How many entries of a range are looked at to show them: of what is folded, only what is carried. */
export function lookedAt(records: readonly PlanRecord[], { from, end }: SeqRange): number {
  let count = end - from
  for (const record of records.slice(firstRecordReaching(records, from))) {
    if (record.span.from >= end) break
    if (record.action !== 'summarize' && record.action !== 'drop') continue
    count += record.carries.length - (Math.min(record.span.end, end) - Math.max(record.span.from, from))
  }
  return count
}
