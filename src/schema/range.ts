import type { Seq } from './ids.ts'

/**
 * Entries `from` up to `end`, which is outside. Every range inside is of this kind; what is stored or shown names its last entry instead
 * and is converted by [stored-plan](stored-plan.ts).
 */
export interface SeqRange {
  readonly from: Seq
  readonly end: Seq
}

/** The range of one entry. */
export function rangeAt(seq: Seq): SeqRange {
  return { from: seq, end: seq + 1 }
}

/** True if entry number `seq` lies inside. */
export function rangeContains({ from, end }: SeqRange, seq: Seq): boolean {
  return seq >= from && seq < end
}
