import { itemAt } from '../schema/at.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import { rangeOf, type SeqRange } from '../schema/range.ts'
import type { ViewFacts } from '../schema/reconciliation.ts'
import type { Alignment } from './align.ts'
import type { BlockFate } from './block-fate.ts'
import { sideOf } from './block-key.ts'
import { type Named, ownId, toolOf } from './call-ids.ts'
import { isOmitted, type ResendStart } from './common-start.ts'
import { type GivenBlock, isBlank, isMarkedSummary, isPassing, isUnsent } from './given-blocks.ts'
import { howChanged } from './how-changed.ts'
import type { KnownLog } from './known-log.ts'
import { pairLeftovers } from './pair-leftovers.ts'
import { speaking } from './place-marks.ts'
import { isPassingEntry, isSummaryEntry } from './same-block.ts'

export interface Classified {
  readonly fates: readonly BlockFate[]
  /** Position behind the last block that is known. */
  readonly end: number
  /** Entry behind the last one that the client has. */
  readonly reach: Seq
}

/** Gives every block one fate. */
export function classify(options: {
  readonly known: KnownLog
  readonly given: readonly GivenBlock[]
  readonly alignment: Alignment
  readonly start: ResendStart
  readonly view: ViewFacts | undefined
  readonly isHeadDeleted: boolean
}): Classified {
  const { known, given, alignment, start, view, isHeadDeleted } = options
  const from = start.seq
  const { seqs } = alignment
  const end = endOfKnown(known, given, alignment)
  const reach = reachOf(known, alignment, from)
  const fates: BlockFate[] = new Array(given.length)
  const taken = new Set<Seq>([...alignment.moved.values()])
  for (const { seq } of alignment.words.values()) if (seq !== null) taken.add(seq)
  const blanks = spareBlanks(known, alignment, { ...start, reach })
  let border = end
  let open: number[] = []
  let floor = from
  for (let at = 0; at < given.length; at += 1) {
    const there = itemAt(given, at)
    const accounted = accountedFate({ known, there, at, alignment, end })
    if (accounted !== undefined) fates[at] = accounted
    else if (at === border && isBlankEnd(given, at) && blanks.take(there)) {
      fates[at] = { kind: 'passing' }
      border += 1
    } else if (at >= end && isUpdate(known.entries[reach + at - end], there) && !isOfNew(given, at, end))
      fates[at] = { kind: 'passing' }
    else if (at >= end) fates[at] = { kind: isMarkedSummary(there.block) && reach < known.entries.length ? 'summary' : 'new' }
    else if (isPassing(there)) fates[at] = { kind: 'passing' }
    else open.push(at)
    const seq = seqs[at]
    if (seq === undefined) continue
    closeGap(open, { from: floor, end: seq })
    open = []
    floor = after(seq)
  }
  closeGap(open, rangeOf(floor, known.entries.length))
  return { fates, end, reach }

  function closeGap(blocks: readonly number[], range: SeqRange): void {
    if (blocks.length === 0) return
    const entries = known.entries.slice(range.from, range.end).filter((entry) => !isPassingEntry(entry) && !taken.has(entry.seq))
    const found = pairLeftovers({
      blocks: blocks.map((at) => itemAt(given, at)),
      entries,
      isHead: range.from === from && from <= known.front() && !isHeadDeleted,
      // A client that says it never trims puts no words of its own in place of what it left out.
      mayBeTold: (seq) => !isHeadDeleted && (view?.isFolded(seq) ?? false),
      next: known.entries[range.end]?.seq,
      isCalled: (result) => isCalled(known, result),
    })
    for (const [index, at] of blocks.entries()) fates[at] = itemAt(found, index)
  }
}

/** If a result or its call came without an id, it may be that of any call of its tool that has none yet. */
function isCalled(known: KnownLog, result: Named): boolean {
  const id = ownId(result)
  if (id !== undefined && known.under('tool-call', id).length > 0) return true
  return result.callId !== '' && known.awaits(toolOf(result), id === undefined ? 'all' : 'without-id')
}

/**
 * Messages without content that nothing stands for. Such a message may stand elsewhere if our own view comes back, because rendering moves
 * results to their calls, and if the log has gone on.
 */
function spareBlanks(
  known: KnownLog,
  { seqs, words }: Alignment,
  { seq: from, omitted, reach }: ResendStart & { readonly reach: Seq },
): { take(block: GivenBlock): boolean } {
  const spare = new Map<string, number>()
  const countSpare = (side: ReturnType<typeof sideOf>): number => {
    const matched = new Set(seqs)
    const isOpen = (seq: Seq): boolean => seq >= from || isOmitted(omitted, seq)
    return known.saying({ shelf: side, text: '' }).filter((seq) => isOpen(seq) && !matched.has(seq)).length
  }
  return {
    take({ role }) {
      if (words.size === 0 && reach === known.entries.length) return false
      const side = sideOf(role)
      const left = spare.get(side) ?? countSpare(side)
      spare.set(side, left - 1)
      return left > 0
    },
  }
}

/** True if only people see the difference: a part of theirs that changed where it stands. */
function isUpdate(entry: Entry | undefined, { block }: GivenBlock): boolean {
  return isUnsent(block) && entry?.kind === 'opaque' && entry.unsent === true && 'type' in block && entry.type === block.type
}

/** True if all that the message of a block says stands behind what is known: the block came with it. */
function isOfNew(given: readonly GivenBlock[], at: number, end: number): boolean {
  const others = speaking(given, at)
  return others.length > 0 && others.every((other) => other >= end)
}

/** True for an empty message, and for empty blocks at the end of a known one. */
function isBlankEnd(given: readonly GivenBlock[], at: number): boolean {
  const { draft, block, message } = itemAt(given, at)
  return isBlankMessage(draft) || (isBlank(block) && given[at - 1]?.message === message)
}

function isBlankMessage({ blocks }: MessageDraft): boolean {
  return blocks.every((block) => isBlank(block))
}

/** The fate of a block that an entry or other words account for. */
function accountedFate(options: {
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
  return { kind: howChanged(itemAt(known.entries, seq), there.block), seq }
}

/** Everything behind this is new. A frame counts before what is known, and at the start, if everything else was put away. */
function endOfKnown(known: KnownLog, given: readonly GivenBlock[], { seqs, moved, words }: Alignment): number {
  for (let at = given.length - 1; at >= 0; at -= 1) {
    const source = words.get(at)?.source ?? 'frame'
    if (seqs[at] !== undefined || moved.has(at) || source !== 'frame') return at + 1
  }
  const first = given.findIndex(({ role }) => role !== 'system')
  return words.has(first) && (known.entries.length > 0 || first < given.length - 1) ? first + 1 : 0
}

/** The entry behind the last one that is known in order; a summary that the client made speaks for all before it. */
function reachOf({ entries }: KnownLog, { seqs, moved }: Alignment, from: Seq): Seq {
  let reach = (seqs.findLast((seq) => seq !== undefined) ?? from - 1) + 1
  for (const seq of moved.values()) {
    if (isSummaryEntry(itemAt(entries, seq))) reach = Math.max(reach, seq + 1)
  }
  return seqOf(reach)
}
