import { makeSpan } from '../log/span.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import { type Carried, type OverlapWarning, type PlanRecord, PRECEDENCE } from '../schema/plan.ts'
import { rangeAt, rangeContains, rangeOf, type SeqRange } from '../schema/range.ts'
import { shownRange } from '../schema/stored-plan.ts'
import type { Log } from '../schema/strategy.ts'

/** Records sorted, without overlap, and what had to give way. */
interface Normalised {
  readonly records: readonly PlanRecord[]
  readonly warnings: readonly OverlapWarning[]
}

/**
 * Makes records normal: if two overlap, the higher precedence keeps the entries and the lower is cut around it; of two equals the first
 * given stays. Every entry ends in at most one record. Only records that overlap are held against each other.
 */
export function normaliseRecords(log: Log, records: readonly PlanRecord[]): Normalised {
  const separated = groupsOf(records).map((group) =>
    group.length === 1 ? { records: group, warnings: [] } : separate(log, group),
  )
  return { records: separated.flatMap((group) => group.records), warnings: separated.flatMap((group) => group.warnings) }
}

/** Records in groups that share no entry, groups in order of the log, records as they were given. */
function groupsOf(records: readonly PlanRecord[]): readonly (readonly PlanRecord[])[] {
  const groups: (readonly [PlanRecord, number])[][] = []
  const byStart = records.map((record, given) => [record, given] as const).sort(([a], [b]) => a.span.from - b.span.from)
  let reached = 0
  for (const placed of byStart) {
    const [{ span }] = placed
    if (span.from >= reached) groups.push([placed])
    else groups.at(-1)?.push(placed)
    reached = Math.max(reached, span.end)
  }
  return groups.map((group) => group.sort(([, a], [, b]) => a - b).map(([record]) => record))
}

/** Makes records that overlap normal. Few do: what it takes grows with the square of their number. */
function separate(log: Log, records: readonly PlanRecord[]): Normalised {
  const warnings: OverlapWarning[] = []
  const placed: PlanRecord[] = []
  for (const record of [...records].sort((a, b) => PRECEDENCE[b.action] - PRECEDENCE[a.action])) {
    const blockers = placed.filter((other) => overlaps(other.span, record.span))
    for (const other of blockers) warnings.push(overlapWarning(other, record))
    const free = freeRanges(
      record.span,
      blockers.map((other) => other.span),
    )
    for (const range of free) placed.push(cutTo(log, record, range))
  }
  return { records: placed.sort((a, b) => a.span.from - b.span.from), warnings }
}

const INCLUDE = { action: 'include' } as const

/** What the plan says about one entry: its record, or `include`. */
export function actionFor(records: readonly PlanRecord[], seq: Seq): PlanRecord | typeof INCLUDE {
  let low = 0
  let high = records.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const record = records[middle] as PlanRecord
    if (rangeContains(record.span, seq)) return record
    if (seq < record.span.from) high = middle - 1
    else low = middle + 1
  }
  return INCLUDE
}

/** What records carry, by entry. */
export function carriedBy(records: readonly PlanRecord[]): ReadonlyMap<Seq, Carried> {
  const carried = new Map<Seq, Carried>()
  for (const record of records) {
    if (record.action === 'summarize' || record.action === 'drop')
      for (const carry of record.carries) carried.set(carry.seq, carry)
  }
  return carried
}

function overlaps(a: SeqRange, b: SeqRange): boolean {
  return a.from < b.end && b.from < a.end
}

function overlapWarning(won: PlanRecord, lost: PlanRecord): OverlapWarning {
  const from = Math.max(won.span.from, lost.span.from)
  const end = Math.min(won.span.end, lost.span.end)
  return { kind: 'overlap', ...shownRange(rangeOf(from, end)), won: won.action, lost: lost.action }
}

function freeRanges(span: SeqRange, taken: readonly SeqRange[]): readonly SeqRange[] {
  const ranges: SeqRange[] = []
  let from = span.from
  for (const other of [...taken].sort((a, b) => a.from - b.from)) {
    if (other.from > from) ranges.push({ from, end: other.from })
    from = seqOf(Math.max(from, other.end))
  }
  if (from < span.end) ranges.push({ from, end: span.end })
  return ranges
}

/** What is left of a record around entries that it may not touch. */
export function cutAround(log: Log, record: PlanRecord, seqs: readonly Seq[]): readonly PlanRecord[] {
  return freeRanges(record.span, seqs.map(rangeAt)).map((range) => cutTo(log, record, range))
}

function cutTo(log: Log, record: PlanRecord, range: SeqRange): PlanRecord {
  if (range.from === record.span.from && range.end === record.span.end) return record
  const span = makeSpan(log, range)
  if (record.action !== 'summarize' && record.action !== 'drop') return { ...record, span }
  return { ...record, span, carries: record.carries.filter((carry) => rangeContains(span, carry.seq)) }
}
