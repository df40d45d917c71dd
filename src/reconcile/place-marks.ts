import { itemAt } from '../schema/at.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { type GivenBlock, isPassing, isUnsent } from './given-blocks.ts'
import { isSame } from './same-block.ts'

/** The blocks, the log, and the entry that each block stands for. */
interface Placed {
  readonly entries: readonly Entry[]
  readonly given: readonly GivenBlock[]
  readonly seqs: (Seq | undefined)[]
  /** The entry that each block stands for, also in other words or elsewhere than in the log. */
  foundFor(block: number): Seq | undefined
}

/**
 * What only people see says nothing of its place: every answer begins with the same `step-start`. It goes with the rest of its message, and
 * is new if all of that is.
 */
export function placeMarks({ entries, given, seqs, foundFor }: Placed): void {
  for (let block = 0; block < given.length; block += 1) {
    const there = itemAt(given, block)
    const seq = seqs[block]
    if (seq === undefined || !isUnsent(there.block)) continue
    const others = speaking(given, block)
    if (others.length === 0) continue
    const found = others.flatMap((at) => foundFor(at) ?? [])
    if (found.some((other) => isOneMessage(entries, seq, other))) continue
    const own = found[0]
    seqs[block] = own === undefined ? undefined : markOf(entries, own, there)
  }
}

/** The blocks of a block's message that say something. */
export function speaking(given: readonly GivenBlock[], block: number): readonly number[] {
  const { message, place } = itemAt(given, block)
  const all: number[] = []
  for (let at = block - place; given[at]?.message === message; at += 1) if (!isPassing(itemAt(given, at))) all.push(at)
  return all
}

function isOneMessage(entries: readonly Entry[], one: Seq, other: Seq): boolean {
  return itemAt(entries, one).message.id === itemAt(entries, other).message.id
}

/** The same mark in the message of an entry, before it. */
function markOf(entries: readonly Entry[], seq: Seq, there: GivenBlock): Seq | undefined {
  for (let at = seq - 1; at >= 0 && isOneMessage(entries, itemAt(entries, at).seq, seq); at -= 1)
    if (isSame(itemAt(entries, at), there)) return itemAt(entries, at).seq
  return undefined
}
