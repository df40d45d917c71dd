import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Carried, PlanRecord } from '../schema/plan.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Log } from '../schema/strategy.ts'
import { actionFor, carriedBy } from './build-plan.ts'

/** What is wrong with a plan. */
export type PlanFault =
  | (SeqRange & { readonly kind: 'outside-log' })
  | (SeqRange & { readonly kind: 'wrong-branch' })
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
  const look: Look = { records, carried: carriedBy(records) }
  return [
    ...records.flatMap((record) => spanFaults(log, record)),
    ...overlapFaults(records),
    ...records
      .filter((record) => record.span.from < fixed)
      .map((record) => ({ kind: 'fixed-touched' as const, seq: record.span.from })),
    ...[...pins].filter((seq) => !isVerbatim(look, seq)).map((seq) => ({ kind: 'pin-touched' as const, seq })),
    ...pairFaults(look, log.entries),
  ]
}

/** Records, and what they carry. */
interface Look {
  readonly records: readonly PlanRecord[]
  readonly carried: ReadonlyMap<Seq, Carried>
}

function spanFaults(log: Log, record: PlanRecord): readonly PlanFault[] {
  const { from, end, hash } = record.span
  if (from >= end || from < 0 || end > log.entries.length) return [{ kind: 'outside-log', from, end }]
  return log.hashes.at(end - 1) === hash ? [] : [{ kind: 'wrong-branch', from, end }]
}

function overlapFaults(records: readonly PlanRecord[]): readonly PlanFault[] {
  return records.flatMap((record, index) => {
    const next = records[index + 1]
    return next !== undefined && next.span.from < record.span.end ? [{ kind: 'overlap' as const, at: next.span.from }] : []
  })
}

/** A call is folded exactly when its result is, unless the span holds results only: then the pointer stands in the result. */
function pairFaults(look: Look, entries: readonly Entry[]): readonly PlanFault[] {
  const faults: PlanFault[] = []
  for (const entry of entries) {
    if (entry.kind !== 'tool-result' || entry.answers.kind !== 'call') continue
    const call = entry.answers.seq
    // A call from before a new context says nothing here (`clearedLog`): its late result stands alone, and goes alone.
    if (entries[call]?.kind !== 'tool-call') continue
    const callIsVisible = isVisible(look, call)
    if (callIsVisible === isVisible(look, entry.seq)) continue
    const record = actionFor(look.records, entry.seq)
    if (callIsVisible && record.action !== 'drop' && 'span' in record && record.span.from > call) continue
    faults.push({ kind: 'call-parted', call, result: entry.seq })
  }
  return faults
}

/** Shown as a block of its own, whole or not. */
function isVisible({ records, carried }: Look, seq: Seq): boolean {
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
      return carried.has(seq)
  }
}

/** Shown word for word. */
export function isVerbatim({ records, carried }: Look, seq: Seq): boolean {
  const record = actionFor(records, seq)
  if (record.action === 'include') return true
  if (record.action !== 'summarize' && record.action !== 'drop') return false
  const carry = carried.get(seq)
  return carry !== undefined && carry.excerpt === undefined
}
