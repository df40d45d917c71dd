import { actionFor, carriedBy } from '../plan/build-plan.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import type { Action, PlanRecord } from '../schema/plan.ts'
import type { ShownRange } from '../schema/stored-plan.ts'

/** Entries that two plans show differently. */
export interface DiffRun extends ShownRange {
  readonly before: Action
  readonly after: Action
}

/**
 * Where two plans differ, as runs of entries. A run with the same action on both sides is shown in other words: another summary, another
 * excerpt.
 *
 *     before  [summarize 0–9]            after  [summarize 0–19] [clear 21]
 *     runs    0–9 summarize → summarize · 10–19 include → summarize · 21 include → clear
 */
export function diffPlans(before: readonly PlanRecord[], after: readonly PlanRecord[]): readonly DiffRun[] {
  const [left, right] = [looking(before), looking(after)]
  const edges = [...new Set([...edgesOf(before), ...edgesOf(after)])].sort((a, b) => a - b)
  const runs: DiffRun[] = []
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const to = (edges[index + 1] ?? from) - 1
    const [was, is] = [left(from), right(from)]
    if (was.shown === is.shown) continue
    const last = runs.at(-1)
    const goesOn = last !== undefined && last.to === from - 1 && last.before === was.action && last.after === is.action
    if (goesOn) runs[runs.length - 1] = { ...last, to }
    else runs.push({ from, to, before: was.action, after: is.action })
  }
  return runs
}

/** How an entry is shown; two entries are shown alike only if `shown` is the same text. */
interface Look {
  readonly action: Action
  readonly shown: string
}

const WHOLE: Look = { action: 'include', shown: 'whole' }

function looking(records: readonly PlanRecord[]): (seq: Seq) => Look {
  const carried = carriedBy(records)
  const texts = new Map<unknown, string>(records.map((record) => [record, JSON.stringify(record)]))
  return (seq) => {
    const carry = carried.get(seq)
    if (carry !== undefined)
      return carry.excerpt === undefined ? WHOLE : { action: 'shorten', shown: JSON.stringify(carry.excerpt) }
    const found = actionFor(records, seq)
    return { action: found.action, shown: texts.get(found) ?? WHOLE.shown }
  }
}

/** Where something may begin or end: records, and entries that they carry. */
function edgesOf(records: readonly PlanRecord[]): readonly Seq[] {
  const carried = [...carriedBy(records).keys()].flatMap((seq) => [seq, seqOf(seq + 1)])
  return [...records.flatMap(({ span }) => [span.from, span.end]), ...carried]
}
