import { itemAt } from '../schema/at.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import { keyOf } from './block-key.ts'
import { type GivenBlock, isPassing } from './given-blocks.ts'
import { firstFrom, type KnownLog } from './known-log.ts'
import { isSame } from './same-block.ts'

/** Entries that say the same are looked at no further than this. */
const MOST_TRIES = 8

/**
 * Texts that stand elsewhere in their message than in the log, because a dialect writes an answer's text before its calls. Said only
 * once they would be anchors; said more often, they are those between what else the message has.
 *
 *     log     call 1 · "Done." · call 2          given    "Done." · call 1 · call 2
 */
export function movedWithin(options: {
  readonly known: KnownLog
  readonly given: readonly GivenBlock[]
  /** The entry that each block stands for, in order or in other words. */
  foundFor(block: number): Seq | undefined
}): ReadonlyMap<number, Seq> {
  const { known, given, foundFor } = options
  const moved = new Map<number, Seq>()
  let taken: Set<Seq> | undefined
  for (let from = 0, to = 0; from < given.length; from = to) {
    while (to < given.length && given[to]?.message === given[from]?.message) to += 1
    const { role, draft } = itemAt(given, from)
    if (role !== 'assistant' || draft.blocks.length < 2) continue
    const range = rangeOf(foundFor, from, to)
    for (let block = from; range !== undefined && block < to; block += 1) {
      const there = itemAt(given, block)
      if (there.block.kind !== 'text' || isPassing(there) || foundFor(block) !== undefined) continue
      taken ??= new Set(given.flatMap((_, index) => foundFor(index) ?? []))
      const seq = freeWithin(known, there, { ...range, taken })
      if (seq === undefined) continue
      taken.add(seq)
      moved.set(block, seq)
    }
  }
  return moved
}

function rangeOf(foundFor: (block: number) => Seq | undefined, from: number, to: number): { first: Seq; last: Seq } | undefined {
  let range: { first: Seq; last: Seq } | undefined
  for (let block = from; block < to; block += 1) {
    const seq = foundFor(block)
    if (seq === undefined) continue
    range = { first: seqOf(Math.min(seq, range?.first ?? seq)), last: seqOf(Math.max(seq, range?.last ?? seq)) }
  }
  return range
}

function freeWithin(
  known: KnownLog,
  there: GivenBlock,
  { first, last, taken }: { readonly first: Seq; readonly last: Seq; readonly taken: ReadonlySet<Seq> },
): Seq | undefined {
  const saying = known.saying(keyOf(there.role, there.block))
  let from = first
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const seq = firstFrom(saying, from)
    if (seq === undefined || seq > last) return undefined
    if (!taken.has(seq) && isSame(itemAt(known.entries, seq), there)) return seq
    from = after(seq)
  }
  return undefined
}
