import { itemAt } from '../schema/at.ts'
import type { Entry } from '../schema/entry.ts'
import { after, type Seq } from '../schema/ids.ts'
import { isWeak, onceSaid } from './anchors.ts'
import { keyOf } from './block-key.ts'
import { type GivenBlock, isBlank, isPassing } from './given-blocks.ts'
import { firstFrom, type KnownLog } from './known-log.ts'
import { isSame } from './same-block.ts'
import type { Position, Sides } from './walk.ts'

/** Behind the last anchor, this many neighbours must say the same: one short request alone may well be new. */
const LEAST_RUN = 2

/**
 * Finds what is said more than once and so is not an anchor: between two blocks whose entries are known, the next entry between those two
 * that says the same. Behind the last of them, a block alone counts only if nothing else there says this, or if it is a notice. Each block
 * is looked up once.
 */
export function fillGaps(
  options: Pick<Sides, 'given' | 'seqs' | 'skip'> & { readonly known: KnownLog; readonly from: Position },
): void {
  const { known, given, seqs, skip, from } = options
  const { entries } = known
  const ceilings = ceilingsOf(seqs, from.block, entries.length)
  const tail = seqs.findLastIndex((seq) => seq !== undefined) + 1
  const keys = given.slice(from.block).map(({ role, block }) => keyOf(role, block))
  const isOnceInTail = onceSaid(keys.slice(Math.max(0, tail - from.block)))
  let floor = from.seq
  for (let block = from.block; block < given.length; block += 1) {
    const placed = seqs[block]
    if (placed !== undefined) floor = after(placed)
    if (placed !== undefined || skip?.has(block)) continue
    const there = itemAt(given, block)
    const key = itemAt(keys, block - from.block)
    const saying = known.saying(key)
    const seq = firstFrom(saying, floor)
    if (seq === undefined || seq >= itemAt(ceilings, block - from.block) || !isSame(itemAt(entries, seq), there)) continue
    const isSure =
      seqs[block - 1] === seq - 1 ||
      (isPassing(there) && !isBlank(there.block)) ||
      (!isWeak(there) &&
        (block < tail || (isOnceInTail(key) && saying.at(-1) === seq) || runFrom(entries, given, { block, seq }) >= LEAST_RUN))
    if (!isSure) continue
    seqs[block] = seq
    floor = after(seq)
  }
}

/** For each block, the entry of the next block that has one; the end of the log behind the last. */
function ceilingsOf(seqs: readonly (Seq | undefined)[], from: number, end: number): readonly number[] {
  const ceilings: number[] = new Array(seqs.length - from)
  let ceiling = end
  for (let block = seqs.length - 1; block >= from; block -= 1) {
    ceilings[block - from] = ceiling
    ceiling = seqs[block] ?? ceiling
  }
  return ceilings
}

function runFrom(entries: readonly Entry[], given: readonly GivenBlock[], { block, seq }: Position): number {
  let length = 0
  while (length < LEAST_RUN) {
    const [entry, there] = [entries[seq + length], given[block + length]]
    if (entry === undefined || there === undefined || !isSame(entry, there)) break
    length += 1
  }
  return length
}
