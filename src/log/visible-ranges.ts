import type { PlanRecord } from '../schema/plan.ts'
import { rangeOf, type SeqRange } from '../schema/range.ts'

/**
 * Which entries of a log of `length` entries must be read to show it under a plan: all that no fold covers, what folds carry, and the
 * first and last entry of each fold.
 *
 *     fold e2–e97 carrying e40, of 100      →   e0 e1 e2 · e40 · e97 e98 e99
 */
export function visibleRanges(records: readonly PlanRecord[], length: number): readonly SeqRange[] {
  const ranges: SeqRange[] = []
  const add = (from: number, end: number): void => {
    const last = ranges.at(-1)
    if (from >= end) return
    if (last !== undefined && from <= last.end) ranges[ranges.length - 1] = rangeOf(last.from, Math.max(last.end, end))
    else ranges.push(rangeOf(from, end))
  }
  let next = 0
  for (const record of records) {
    if (record.action !== 'summarize' && record.action !== 'drop') continue
    const { from, end } = record.span
    add(next, from + 1)
    const carried = record.carries.map(({ seq }) => seq).sort((a, b) => a - b)
    for (const seq of carried) add(seq, seq + 1)
    add(end - 1, end)
    next = end
  }
  add(next, length)
  return ranges
}

/** How many entries ranges hold. */
export function lengthOf(ranges: readonly SeqRange[]): number {
  return ranges.reduce((sum, { from, end }) => sum + end - from, 0)
}

/** What is between ranges, from the start to `length`. */
export function gapsBetween(ranges: readonly SeqRange[], length: number): readonly SeqRange[] {
  const ends = [0, ...ranges.map(({ end }) => end)]
  const starts = [...ranges.map(({ from }) => from), length]
  return ends.map((from, index) => rangeOf(from, starts[index] ?? length)).filter(({ from, end }) => from < end)
}
