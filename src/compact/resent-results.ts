import { actionFor } from '../plan/build-plan.ts'
import type { Seq } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'

/** Names the commits that show results as a client shows them. */
export const RESENT_STRATEGY = 'resent'

/** Of a plan's records, those that show results as a client does that cut them down or replaced them. */
export function resentIn(records: readonly PlanRecord[]): readonly PlanRecord[] {
  return records.filter((record) => record.action === 'clear' && record.resent !== undefined)
}

/** Results as clients showed them last, in plans from the first to the last: of one that is folded by now, what stood before it was. */
export function lastResent(plans: readonly (readonly PlanRecord[])[]): readonly PlanRecord[] {
  const last = new Map<Seq, PlanRecord>()
  for (const records of plans) {
    for (const seq of last.keys()) if (actionFor(records, seq).action === 'include') last.delete(seq)
    for (const record of resentIn(records)) last.set(record.span.from, record)
  }
  return [...last.values()]
}

/**
 * A plan's own records, and `resent` for what they leave as it is, or only cut down to no less than the client did. What is pinned is shown
 * as the log has it.
 */
export function withResent(
  records: readonly PlanRecord[],
  resent: readonly PlanRecord[],
  pins: ReadonlySet<Seq>,
): readonly PlanRecord[] {
  const free = resent.filter(({ span, tokens }) => {
    const planned = actionFor(records, span.from)
    if (pins.has(span.from)) return false
    return planned.action === 'include' || (isOfOne(planned) && planned.tokens >= tokens)
  })
  if (free.length === 0) return records
  const shown = new Set(free.map(({ span }) => span.from))
  const others = records.filter((record) => !(isOfOne(record) && shown.has(record.span.from)))
  return [...others, ...free].sort((a, b) => a.span.from - b.span.from)
}

/** True if a record cuts one result down, or puts a placeholder where it stood. */
function isOfOne({ action, span }: PlanRecord): boolean {
  return (action === 'shorten' || action === 'clear') && span.end === span.from + 1
}
