import type { Entry } from '../../schema/entry.ts'
import type { Seq } from '../../schema/ids.ts'
import type { OtherWords, ViewFacts } from '../../schema/reconciliation.ts'
import { type Anchor, findAnchors } from './anchors.ts'
import { fillGaps } from './fill-gaps.ts'
import type { GivenBlock } from './given-blocks.ts'
import type { KnownLog } from './known-log.ts'
import { longestRising } from './longest-rising.ts'
import { type CallIds, isSame } from './same-block.ts'
import { walk } from './walk.ts'
import { NO_WORDS, wordsIndex } from './words-index.ts'

/** Which entry each given block stands for. */
export interface Alignment {
  /** By position of the block: entries in the log's own order. */
  readonly seqs: readonly (Seq | undefined)[]
  /** Blocks that stand elsewhere than in the log. */
  readonly moved: ReadonlyMap<number, Seq>
  /** Blocks in other words that are known: as a prompt shows them, or revised before. */
  readonly words: ReadonlyMap<number, OtherWords>
  /** Blocks under the call id of an entry that says something else. */
  readonly changed: ReadonlySet<number>
  readonly ids: CallIds
}

/**
 * Aligns blocks with the log in `O(n log n)`, and mostly by comparing neighbours.
 *
 *     log       u1 a2 u3 a4 u5 a6              u1 a2 | u3 a4 | u5 a6
 *     given        a2 u3'a4 u5 a6 u7    →         a2 | u3'a4 | u5 a6 | u7
 *
 * 1. From the start, block by block, as long as both say the same: the whole of a usual resend.
 * 2. What is left is anchored where a block says something that is said once in what is left of either side, or has a call id of
 *    its own. Anchors that keep the log's order stay; the others were moved.
 * 3. From each anchor, both ways, block by block.
 * 4. What is still open between two anchors and says the same as an entry between them, in order.
 */
export function align(options: {
  readonly known: KnownLog
  readonly given: readonly GivenBlock[]
  /** Entries before it are settled. */
  readonly from: Seq
  readonly view: ViewFacts | undefined
}): Alignment {
  const { known, given, from, view } = options
  const { entries } = known
  const seqs: (Seq | undefined)[] = new Array(given.length)
  const strict = (entry: Entry, block: GivenBlock): boolean => isSame(entry, block, 'kept')
  const start = walk({ entries, given, seqs, same: strict }, { seq: from, block: 0, step: 1 })
  const rest = given.slice(start.block)
  const plain = { seqs, moved: new Map(), words: new Map(), changed: new Set<number>(), ids: 'kept' } as const
  if (rest.length === 0 || (start.seq >= entries.length && !rest.some((block) => mayBeKnown(known, block, view)))) return plain

  const ids = callIdsIn(known, given)
  const words = view === undefined ? NO_WORDS : wordsIndex(view.otherWords())
  const anchors = findAnchors({ known, given, seqs, from: start, words, ids })
  const inOrder = new Set(longestRising(anchors.placed.map((anchor) => anchor.seq)).map((at) => anchors.placed[at] as Anchor))
  for (const { block, seq } of inOrder) seqs[block] = seq
  const same = (entry: Entry, block: GivenBlock): boolean => isSame(entry, block, ids)
  const sides = { entries, given, seqs, same, skip: anchors.words }
  walk(sides, { seq: start.seq, block: start.block, step: 1 })
  for (const { block, seq } of [...inOrder].reverse()) walk(sides, { seq: seq - 1, block: block - 1, step: -1 })
  for (const { block, seq } of inOrder) walk(sides, { seq: seq + 1, block: block + 1, step: 1 })
  fillGaps({ known, given, seqs, from: start, same, skip: anchors.words })
  return { ...settle(anchors, inOrder, seqs), words: anchors.words, seqs, ids }
}

/** What follows the end of the log is new, but for a result or a call it has already, and for words of our own. */
function mayBeKnown(known: KnownLog, { block }: GivenBlock, view: ViewFacts | undefined): boolean {
  switch (block.kind) {
    case 'tool-call':
      return known.under(block.kind, block.callId).length > 0 || (view?.mayBeOurs(block.input) ?? false)
    case 'tool-result':
      return known.under(block.kind, block.callId).length > 0 || (view?.mayBeOurs(block.text) ?? false)
    case 'text':
    case 'reasoning':
      return view?.mayBeOurs(block.text) ?? false
    case 'file':
    case 'opaque':
    case 'turn-start':
      return false
  }
}

/** Ids are lost where the client sends some and the log knows none of them. */
function callIdsIn(known: KnownLog, given: readonly GivenBlock[]): CallIds {
  let some = false
  for (const { block } of given) {
    if ((block.kind !== 'tool-call' && block.kind !== 'tool-result') || block.callId === '') continue
    if (known.under('tool-call', block.callId).length > 0) return 'kept'
    some = true
  }
  return some ? 'lost' : 'kept'
}

/** Anchors out of order: one with an id of its own is known wherever it stands, words only among what is known. */
function settle(
  anchors: ReturnType<typeof findAnchors>,
  inOrder: ReadonlySet<Anchor>,
  seqs: readonly (Seq | undefined)[],
): Pick<Alignment, 'moved' | 'changed'> {
  const last = seqs.findLastIndex((seq) => seq !== undefined)
  const moved = new Map<number, Seq>()
  const changed = new Set<number>()
  for (const anchor of anchors.placed) {
    const counts = inOrder.has(anchor) || anchor.by === 'id' || anchor.block < last
    if (!counts || (!inOrder.has(anchor) && seqs[anchor.block] !== undefined)) continue
    if (!inOrder.has(anchor)) moved.set(anchor.block, anchor.seq)
    if (anchor.changed) changed.add(anchor.block)
  }
  return { moved, changed }
}
