import type { ThreadId } from './ids.ts'
import type { OverlapWarning, PlanRecord } from './plan.ts'
import { rangeOf, type SeqRange } from './range.ts'
import type { Span } from './span.ts'

/** A range as it is stored and shown: entries `from` to `to`, both inside. */
export interface ShownRange {
  readonly from: number
  readonly to: number
}

/** A span as it is stored. */
interface StoredSpan extends Omit<Span, keyof SeqRange>, ShownRange {}

/** A record as it is stored. */
export type StoredRecord = PlanRecord<StoredSpan>

/**
 * What the model sees of entries 0 … `version - 1`: normalised records that do not overlap, and `include` for all the rest.
 * Plain JSON, kept in commits: it can be stored, printed, diffed and replayed.
 */
export interface StoredPlan {
  readonly thread: ThreadId
  /** Length of the log the plan was made for. */
  readonly version: number
  readonly createdAt: number
  readonly originalTokens: number
  readonly compactedTokens: number
  readonly records: readonly StoredRecord[]
  readonly warnings: readonly OverlapWarning[]
}

/** A range as people and stores see it. */
export function shownRange({ from, end }: SeqRange): ShownRange {
  return { from, to: end - 1 }
}

/** The range behind one that was stored or shown. */
export function rangeShown({ from, to }: ShownRange): SeqRange {
  return rangeOf(from, to + 1)
}

/** Records as a plan in a commit has them. The id of a commit is a hash of them: the order of the fields counts. */
export function storedRecords(records: readonly PlanRecord[]): readonly StoredRecord[] {
  return records.map((record) => {
    const { from, end, ...rest } = record.span
    return { ...record, span: { ...shownRange({ from, end }), ...rest } }
  })
}

/** The records of a plan in a commit. */
export function recordsOf({ records }: Pick<StoredPlan, 'records'>): readonly PlanRecord[] {
  return records.map((record) => {
    const { from, to, ...rest } = record.span
    return { ...record, span: { ...rangeShown({ from, to }), ...rest } }
  })
}
