import type { Entry } from '../../schema/entry.ts'
import type { Seq } from '../../schema/ids.ts'
import type { Alignment } from './align.ts'
import type { BlockFate } from './block-fate.ts'
import { type GivenBlock, isMarkedSummary, isPassing } from './given-blocks.ts'
import { howChanged } from './how-changed.ts'
import type { KnownLog } from './known-log.ts'
import { pairLeftovers } from './pair-leftovers.ts'
import { isPassingEntry } from './same-block.ts'

export interface Classified {
  readonly fates: readonly BlockFate[]
  /** Position behind the last block that is known. */
  readonly end: number
  /** Entry behind the last one that is known in order. */
  readonly reach: Seq
}

/** Gives every block one fate. */
export function classify(options: {
  readonly known: KnownLog
  readonly given: readonly GivenBlock[]
  readonly alignment: Alignment
  readonly from: Seq
}): Classified {
  const { known, given, alignment, from } = options
  const { seqs } = alignment
  const end = endOfKnown(given, alignment)
  const last = seqs.findLastIndex((seq) => seq !== undefined)
  const reach = last === -1 ? from : (seqs[last] as Seq) + 1
  const fates: BlockFate[] = new Array(given.length)
  const taken = new Set<Seq>([...alignment.moved.values()])
  for (const { seq } of alignment.words.values()) if (seq !== null) taken.add(seq)
  let open: number[] = []
  let floor = from
  for (let at = 0; at < given.length; at += 1) {
    const there = given[at] as GivenBlock
    const settled = settledFate({ known, there, at, alignment, end })
    if (settled !== undefined) fates[at] = settled
    else if (at >= end) fates[at] = { kind: isMarkedSummary(there.block) ? 'summary' : 'new' }
    else if (isPassing(there)) fates[at] = { kind: 'passing' }
    else open.push(at)
    const seq = seqs[at]
    if (seq === undefined) continue
    closeGap(open, { from: floor, to: seq })
    open = []
    floor = seq + 1
  }
  closeGap(open, { from: floor, to: known.entries.length })
  return { fates, end, reach }

  function closeGap(blocks: readonly number[], range: { readonly from: Seq; readonly to: Seq }): void {
    if (blocks.length === 0) return
    const entries = known.entries.slice(range.from, range.to).filter((entry) => !isPassingEntry(entry) && !taken.has(entry.seq))
    const isCalled = (callId: string): boolean => callId !== '' && known.under('tool-call', callId).length > 0
    const found = pairLeftovers({ blocks: blocks.map((at) => given[at] as GivenBlock), entries, next: range.to, isCalled })
    for (const [index, at] of blocks.entries()) fates[at] = found[index] as BlockFate
  }
}

/** The fate of a block that an entry or other words account for. */
function settledFate(options: {
  readonly known: KnownLog
  readonly there: GivenBlock
  readonly at: number
  readonly alignment: Alignment
  readonly end: number
}): BlockFate | undefined {
  const { known, there, at, alignment, end } = options
  const words = alignment.words.get(at)
  if (words !== undefined) {
    // In the last place, what we would write may be what a person wrote.
    if (at >= end) return undefined
    if (words.seq === null && words.source !== 'revision') return { kind: 'ours' }
    return { kind: 'known', seq: words.seq, words: 'other' }
  }
  const seq = alignment.seqs[at] ?? alignment.moved.get(at)
  if (seq === undefined) return undefined
  if (!alignment.changed.has(at)) return { kind: 'known', seq, words: 'own' }
  return { kind: howChanged(known.entries[seq] as Entry, there.block), seq }
}

/** Everything behind this is new. */
function endOfKnown(given: readonly GivenBlock[], { seqs, moved, words }: Alignment): number {
  for (let at = given.length - 1; at >= 0; at -= 1) {
    const source = words.get(at)?.source ?? 'frame'
    if (seqs[at] !== undefined || moved.has(at) || source !== 'frame') return at + 1
  }
  return 0
}
