import type { Log } from '../log/span.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import { actionFor } from './build-plan.ts'

/** What is wrong with a plan. */
export type PlanFault =
  | { readonly kind: 'outside-log'; readonly from: Seq; readonly to: Seq }
  | { readonly kind: 'wrong-branch'; readonly from: Seq; readonly to: Seq }
  | { readonly kind: 'overlap'; readonly at: Seq }
  | { readonly kind: 'call-parted'; readonly call: Seq; readonly result: Seq }
  | { readonly kind: 'pin-touched'; readonly seq: Seq }
  | { readonly kind: 'fixed-touched'; readonly seq: Seq }

/** What must hold for any plan by any strategy. Run by the engine on every plan, and by the property tests on random logs. */
export function checkPlan(options: {
  readonly log: Log
  readonly records: readonly PlanRecord[]
  readonly pins: ReadonlySet<Seq>
  readonly fixed: Seq
}): readonly PlanFault[] {
  const { log, records, pins, fixed } = options
  return [
    ...records.flatMap((record) => spanFaults(log, record)),
    ...overlapFaults(records),
    ...records
      .filter((record) => record.span.from < fixed)
      .map((record) => ({ kind: 'fixed-touched' as const, seq: record.span.from })),
    ...[...pins].filter((seq) => !isVerbatim(records, seq)).map((seq) => ({ kind: 'pin-touched' as const, seq })),
    ...log.entries.flatMap((entry) => pairFaults(records, entry)),
  ]
}

function spanFaults(log: Log, record: PlanRecord): readonly PlanFault[] {
  const { from, to, hash } = record.span
  if (from > to || from < 0 || to >= log.entries.length) return [{ kind: 'outside-log', from, to }]
  return log.hashes[to] === hash ? [] : [{ kind: 'wrong-branch', from, to }]
}

function overlapFaults(records: readonly PlanRecord[]): readonly PlanFault[] {
  return records.flatMap((record, index) => {
    const next = records[index + 1]
    return next !== undefined && next.span.from <= record.span.to ? [{ kind: 'overlap' as const, at: next.span.from }] : []
  })
}

/** A call is folded exactly when its result is, unless the span holds results only: then the pointer stands in the result. */
function pairFaults(records: readonly PlanRecord[], entry: Entry): readonly PlanFault[] {
  if (entry.kind !== 'tool-result' || entry.answers.kind !== 'call') return []
  const call = entry.answers.seq
  if (isVisible(records, call) === isVisible(records, entry.seq)) return []
  const record = actionFor(records, entry.seq)
  if (isVisible(records, call) && record.action !== 'drop' && 'span' in record && record.span.from > call) return []
  return [{ kind: 'call-parted', call, result: entry.seq }]
}

/** Shown as a block of its own, whole or not. */
function isVisible(records: readonly PlanRecord[], seq: Seq): boolean {
  const record = actionFor(records, seq)
  switch (record.action) {
    case 'include':
    case 'shorten':
    case 'clear':
      return true
    case 'externalize':
      return false
    case 'summarize':
    case 'drop':
      return record.carries.some((carry) => carry.seq === seq)
  }
}

function isVerbatim(records: readonly PlanRecord[], seq: Seq): boolean {
  const record = actionFor(records, seq)
  if (record.action === 'include') return true
  if (record.action !== 'summarize' && record.action !== 'drop') return false
  return record.carries.some((carry) => carry.seq === seq && carry.excerpt === undefined)
}
