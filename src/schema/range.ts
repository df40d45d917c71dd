import { type Seq, seqOf } from './ids.ts'

/**
 * Entries `from` up to `end`, which is outside. Every range inside is of this kind; what is stored or shown names its last entry instead
 * and is converted by [stored-plan](stored-plan.ts).
 */
export interface SeqRange {
  readonly from: Seq
  readonly end: Seq
}

/** The range from one position up to another. */
export function rangeOf(from: number, end: number): SeqRange {
  return { from: seqOf(from), end: seqOf(end) }
}

/** The range of one entry. */
export function rangeAt(seq: number): SeqRange {
  return rangeOf(seq, seq + 1)
}

/** True if entry number `seq` lies inside. */
export function rangeContains({ from, end }: SeqRange, seq: number): boolean {
  return seq >= from && seq < end
}
