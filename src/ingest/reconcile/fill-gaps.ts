import type { Entry } from '../../schema/entry.ts'
import type { Seq } from '../../schema/ids.ts'
import { keyOf } from './block-key.ts'
import { type GivenBlock, isBlank } from './given-blocks.ts'
import { firstFrom, type KnownLog } from './known-log.ts'
import type { Position, Sides } from './walk.ts'

/** Behind the last anchor, this many neighbours must say the same: one short answer alone may well be new. */
const LEAST_RUN = 2

/**
 * Finds what is said more than once and so is no anchor: between two blocks whose entries are known, the next entry between those two
 * that says the same. Each block is looked up once.
 */
export function fillGaps(
  options: Pick<Sides, 'given' | 'seqs' | 'same' | 'skip'> & { readonly known: KnownLog; readonly from: Position },
): void {
  const { known, given, seqs, same, skip } = options
  const { entries } = known
  const ceilings = ceilingsOf(seqs, options.from.block, entries.length)
  let floor = options.from.seq
  const next = (block: number, from: Seq): Seq | undefined => {
    const there = given[block]
    if (there === undefined || seqs[block] !== undefined || skip?.has(block) || isBlank(there.block)) return undefined
    const seq = firstFrom(known.saying(keyOf(there.role, there.block)), from)
    const ceiling = ceilings[block - options.from.block] as Seq
    return seq !== undefined && seq < ceiling && same(entries[seq] as Entry, there) ? seq : undefined
  }
  for (let block = options.from.block; block < given.length; block += 1) {
    const settled = seqs[block]
    if (settled !== undefined) {
      floor = settled + 1
      continue
    }
    const seq = next(block, floor)
    if (seq === undefined) continue
    const isTail = ceilings[block - options.from.block] === entries.length
    const goesOn = seqs[block - 1] === seq - 1
    if (isTail && !goesOn && runFrom({ entries, given, same }, block, seq) < LEAST_RUN) continue
    seqs[block] = seq
    floor = seq + 1
  }
}

/** For each block, the entry of the next block that has one; the end of the log behind the last. */
function ceilingsOf(seqs: readonly (Seq | undefined)[], from: number, end: Seq): readonly Seq[] {
  const ceilings: Seq[] = new Array(seqs.length - from)
  let ceiling = end
  for (let block = seqs.length - 1; block >= from; block -= 1) {
    ceilings[block - from] = ceiling
    ceiling = seqs[block] ?? ceiling
  }
  return ceilings
}

function runFrom({ entries, given, same }: Pick<Sides, 'entries' | 'given' | 'same'>, block: number, seq: Seq): number {
  let length = 0
  while (length < LEAST_RUN) {
    const [entry, there]: [Entry | undefined, GivenBlock | undefined] = [entries[seq + length], given[block + length]]
    if (entry === undefined || there === undefined || !same(entry, there)) break
    length += 1
  }
  return length
}
