import type { Entry } from '../schema/entry.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import { type GivenBlock, isBlank, isPassing } from './given-blocks.ts'
import { isPassingEntry, isSame } from './same-block.ts'

/** The log on one side, what was handed in on the other, and what is known of them so far. */
export interface Sides {
  readonly entries: readonly Entry[]
  readonly given: readonly GivenBlock[]
  /** The entry that each block stands for; filled in by walking. */
  readonly seqs: (Seq | undefined)[]
  /** Blocks to step over, because they are accounted for. */
  readonly skip?: { has(block: number): boolean }
}

export interface Position {
  readonly seq: Seq
  readonly block: number
}

/** How far to look past entries that clients leave out, for one that is there after all. */
const LOOK_AHEAD = 8

/** Where a walk begins, which way it goes, and the entry that it may not reach. */
interface Walk extends Position {
  readonly step: 1 | -1
  readonly limit: number
}

/**
 * Walks along both sides as long as they say the same, and notes it. It steps over what clients leave out or put in as they like, and
 * stops at the first real difference, or at what an earlier walk has noted.
 */
export function walk(sides: Sides, start: Walk): void {
  const { entries, given, seqs, skip } = sides
  const { step, limit } = start
  let { seq, block } = start
  for (;;) {
    const there = given[block]
    if (there === undefined || seqs[block] !== undefined) return
    if (skip?.has(block)) {
      block += step
      continue
    }
    const entry = entries[seq]
    if (entry === undefined || (limit - seq) * step <= 0) return
    if (isSame(entry, there)) {
      seqs[block] = seq
      seq = seqOf(seq + step)
      block += step
      continue
    }
    const ahead = isPassingEntry(entry) ? findAhead(sides, seq, there, step) : undefined
    if (ahead !== undefined) seq = ahead
    else if (isPassing(there)) block += step
    else return
  }
}

/** Past entries that clients leave out: the next one that says this, or, for a block that is more than passing, the next that stays. */
function findAhead({ entries }: Sides, from: Seq, block: GivenBlock, step: 1 | -1): Seq | undefined {
  if (isBlank(block.block) || isPassing(block)) {
    for (let seq = from + step, looked = 0; looked < LOOK_AHEAD; seq += step, looked += 1) {
      const entry = entries[seq]
      if (entry === undefined) return undefined
      if (isSame(entry, block)) return seqOf(seq)
      if (!isPassingEntry(entry)) return undefined
    }
    return undefined
  }
  return seqOf(from + step)
}
