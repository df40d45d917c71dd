import { itemAt } from '../schema/at.ts'
import type { Entry } from '../schema/entry.ts'
import { after, before, type Seq, seqOf } from '../schema/ids.ts'
import type { SeqRange } from '../schema/range.ts'
import type { OtherWords, ViewFacts } from '../schema/reconciliation.ts'
import { type Anchor, findAnchors } from './anchors.ts'
import { keyOf } from './block-key.ts'
import { isNamed, ownId } from './call-ids.ts'
import { isOmitted, type ResendStart } from './common-start.ts'
import { fillGaps } from './fill-gaps.ts'
import { type GivenBlock, isBlank, isMarkedSummary, isPassing } from './given-blocks.ts'
import type { KnownLog } from './known-log.ts'
import { longestRising } from './longest-rising.ts'
import { oneAnswer } from './one-answer.ts'
import { placeMarks } from './place-marks.ts'
import { isPassingEntry, isSame, isSummaryEntry } from './same-block.ts'
import { type Position, type Sides, walk } from './walk.ts'
import { movedWithin } from './within-message.ts'
import { NO_WORDS, wordsIndex } from './words-index.ts'

/** Which entry each given block stands for. */
export interface Alignment {
  /** By position of the block: entries in the log's own order. */
  readonly seqs: readonly (Seq | undefined)[]
  /** Blocks that stand elsewhere than in the log. */
  readonly moved: ReadonlyMap<number, Seq>
  /** Blocks in other words that we know: words of a prompt, or of an earlier revision. */
  readonly words: ReadonlyMap<number, OtherWords>
  /** Blocks under the call id of an entry that says something else. */
  readonly changed: ReadonlySet<number>
}

/**
 * Aligns blocks with the log in `O(n log n)`, and mostly by comparing neighbours.
 *
 *     log       u1 a2 u3 a4 u5 a6              u1 a2 | u3 a4 | u5 a6
 *     given        a2 u3'a4 u5 a6 u7    →         a2 | u3'a4 | u5 a6 | u7
 *
 * 1. From the start, block by block, as long as both say the same: the whole of a usual resend. Or from the end of the log, backwards,
 *    for a history without its head.
 * 2. What is left is anchored where a block says something that is said once in what is left of either side, or has a call id of
 *    its own. Anchors that keep the log's order stay; the others were moved.
 * 3. From each anchor, both ways, block by block.
 * 4. What is still open between two anchors and says the same as an entry between them, in order.
 */
export function align(options: {
  readonly known: KnownLog
  readonly given: readonly GivenBlock[]
  readonly start: ResendStart
  readonly view: ViewFacts | undefined
  /** True if it is known to be a history without its head: its first message may be said at the very beginning, too. */
  readonly isTrimmed?: boolean
}): Alignment {
  const { known, view, isTrimmed = false } = options
  const { seq: from, omitted } = options.start
  const { entries } = known
  const seqs: (Seq | undefined)[] = new Array(options.given.length)
  if (!isTrimmed) walk({ entries, given: options.given, seqs }, { seq: from, block: 0, step: 1, limit: entries.length })
  const plain = { seqs, moved: new Map(), words: new Map(), changed: new Set<number>() } as const
  const isHeadless = from <= known.front() && !beginsAtStart(options.given, seqs)
  if (isHeadless) alignHeadless({ entries, given: options.given, seqs }, from)
  if (isHeadless && seqs[0] === undefined && view !== undefined) alignBlanks({ entries, given: options.given, seqs }, view)
  const last = seqs.findLastIndex((seq) => seq !== undefined)
  const found = seqs[last]
  const start = { seq: found === undefined ? from : after(found), block: last + 1 }
  const rest = options.given.slice(start.block)
  const isAtEnd = start.seq === entries.length
  if (rest.length === 0 || (isAtEnd && !rest.some((block) => mayBeKnown(known, block, { omitted, view })))) {
    placeMarks({ entries, given: options.given, seqs, foundFor: (block) => seqs[block] })
    return plain
  }

  const given = withLostIds(known, options.given, start.seq)
  const words = view === undefined ? NO_WORDS : wordsIndex(view.otherWords())
  const anchors = findAnchors({ known, given, from: start, omitted, words })
  const orderly = anchors.placed.filter((anchor) => anchor.by !== 'summary')
  const inOrder = new Set(longestRising(orderly.map((anchor) => anchor.seq)).map((at) => itemAt(orderly, at)))
  for (const { block, seq } of inOrder) seqs[block] = seq
  const loose = new Set(anchors.placed.filter((anchor) => anchor.by === 'summary').map((anchor) => anchor.block))
  const skip = { has: (block: number) => anchors.words.has(block) || loose.has(block) }
  const sides = { entries, given, seqs, skip }
  walkBetween(sides, start, [...inOrder])
  fillGaps({ known, given, seqs, from: start, skip })
  const { moved, changed } = placeStrays(anchors, inOrder, sides, view)
  const meant = amongKnown(anchors.words, seqs)
  const foundFor = (block: number): Seq | undefined => seqs[block] ?? moved.get(block) ?? meant.get(block)?.seq ?? undefined
  placeMarks({ entries, given, seqs, foundFor })
  return { moved: new Map([...moved, ...movedWithin({ known, given, foundFor })]), changed, words: meant, seqs }
}

/** What a client put in before stands among what is known. Behind all of it, the same words are said anew. */
function amongKnown(words: ReadonlyMap<number, OtherWords>, seqs: readonly (Seq | undefined)[]): ReadonlyMap<number, OtherWords> {
  const last = seqs.findLastIndex((seq) => seq !== undefined)
  return new Map([...words].filter(([block, { seq, source }]) => block < last || seq !== null || source !== 'revision'))
}

/** Whether the start of the log is where a history begins. What says nothing stands at the beginning of every answer (`step-start`). */
function beginsAtStart(given: readonly GivenBlock[], seqs: readonly (Seq | undefined)[]): boolean {
  const first = given.findIndex((there) => !isPassing(there))
  return seqs[Math.max(0, first)] !== undefined
}

/** The end of the log, if that is where a history begins; otherwise what was found at its start stays. */
function alignHeadless(sides: Sides, from: Seq): void {
  const seqs: (Seq | undefined)[] = new Array(sides.given.length)
  alignEnd({ ...sides, seqs }, from)
  if (seqs.some((seq) => seq !== undefined)) for (const index of sides.given.keys()) sides.seqs[index] = seqs[index]
}

/** How often the last thing the log says may come again in what is new, for its place to be found without looking at all of it. */
const MOST_ENDS = 8

/**
 * A history without its head: the block where the last entry is said, if everything before that block, up to the first, says what stands
 * before that entry. What follows is new, whatever was said before in the same words.
 */
function alignEnd(sides: Sides, from: Seq): void {
  const { entries, given, seqs } = sides
  const end = entries.findLastIndex((entry) => entry.seq >= from && !isPassingEntry(entry))
  // A client's own summary stands last in the log, and first in what it sends.
  if (end === -1 || isSummaryEntry(itemAt(entries, end))) return
  let tries = 0
  for (let block = given.length - 1; block >= 0 && tries < MOST_ENDS; block -= 1) {
    if (!isSame(itemAt(entries, end), itemAt(given, block))) continue
    tries += 1
    walk(sides, { seq: seqOf(end), block, step: -1, limit: from - 1 })
    if (given.slice(0, block).every((there, index) => seqs[index] !== undefined || isPassing(there))) {
      walk(sides, { seq: seqOf(end + 1), block: block + 1, step: 1, limit: entries.length })
      return
    }
    seqs.fill(undefined)
  }
}

/** True if a history is the end of the log and what is new: its head may have been trimmed. */
export function isEndOf(entries: readonly Entry[], given: readonly GivenBlock[], from: Seq): boolean {
  const seqs: (Seq | undefined)[] = new Array(given.length)
  alignEnd({ entries, given, seqs }, from)
  return seqs.some((seq) => seq !== undefined)
}

/** A view that shows nothing but blank messages, everything else being put away, comes back as these and what is new. */
function alignBlanks({ entries, given, seqs }: Sides, view: ViewFacts): void {
  const first = given.findIndex(({ block }) => !isBlank(block))
  if (first === 0) return
  const shown = view.shown().map((seq) => itemAt(entries, seq))
  const isWhole = shown.length <= (first === -1 ? given.length : first)
  if (!isWhole || !shown.every((entry, index) => isSame(entry, itemAt(given, index)))) return
  for (const [index, { seq }] of shown.entries()) seqs[index] = seq
}

/** Walks both ways from each anchor, and forward from the start, never past what another walk has found. */
function walkBetween(sides: Sides, start: Position, anchors: readonly Anchor[]): void {
  const { entries, seqs } = sides
  const foundFrom = (block: number, step: 1 | -1): Seq | undefined => {
    let at = block
    while (at >= start.block && at < seqs.length && seqs[at] === undefined) at += step
    return at < start.block ? undefined : seqs[at]
  }
  walk(sides, { ...start, step: 1, limit: anchors[0]?.seq ?? entries.length })
  for (const { block, seq } of anchors.toReversed()) {
    walk(sides, { seq: before(seq), block: block - 1, step: -1, limit: foundFrom(block - 1, -1) ?? start.seq - 1 })
  }
  for (const { block, seq } of anchors) {
    walk(sides, { seq: after(seq), block: block + 1, step: 1, limit: foundFrom(block + 1, 1) ?? entries.length })
  }
}

/**
 * What follows the end of the log is new, but for what was left out before and comes after all, for words of ours, and for a client's own
 * summary, which stands anywhere.
 */
function mayBeKnown(
  known: KnownLog,
  there: GivenBlock,
  { omitted, view }: { readonly omitted: readonly SeqRange[]; readonly view: ViewFacts | undefined },
): boolean {
  const { block } = there
  if ('text' in block && view?.mayBeOurs(block.text)) return true
  if (isMarkedSummary(block)) return known.saying(keyOf(there.role, block)).length > 0
  if (omitted.length === 0) return false
  if (block.kind === 'text') return isPassing(there)
  if (!isNamed(block)) return false
  const id = ownId(block)
  const seqs = id === undefined ? known.saying(keyOf(there.role, block)) : known.under(block.kind, id)
  return seqs.some((seq) => isOmitted(omitted, seq))
}

/**
 * Up to the first call id that the log knows, a client may have ids of its own: it has made them up anew. From there on, an id that the
 * log does not know is new.
 */
function withLostIds(known: KnownLog, given: readonly GivenBlock[], from: Seq): readonly GivenBlock[] {
  if (known.entries.slice(0, from).some((entry) => isNamed(entry) && ownId(entry) !== undefined)) return given
  const isKnown = ({ block }: GivenBlock): boolean => {
    const id = isNamed(block) ? ownId(block) : undefined
    return id !== undefined && (known.under('tool-call', id).length > 0 || known.under('tool-result', id).length > 0)
  }
  const first = given.findIndex(isKnown)
  const ids = first === -1 ? 'lost' : 'doubtful'
  return given.map((there, index) => (first !== -1 && index >= first ? there : { ...there, ids }))
}

/**
 * Anchors out of order. A summary is known wherever it stands. Behind everything that is known, so is a result with its id if its round is
 * still the last: a client may have the results of one round in another order. Anything else counts only among what is known: agents use an
 * id again, with the same words, and people say the same thing twice.
 */
function placeStrays(
  anchors: ReturnType<typeof findAnchors>,
  inOrder: ReadonlySet<Anchor>,
  { entries, seqs }: Pick<Sides, 'entries' | 'seqs'>,
  view: ViewFacts | undefined,
): Pick<Alignment, 'moved' | 'changed'> {
  const last = seqs.findLastIndex((seq) => seq !== undefined)
  const reached = seqs[last] ?? -1
  const spoken = entries.findLastIndex((entry) => entry.seq <= reached && entry.role === 'assistant')
  const isOfLastRound = ({ by, seq }: Anchor): boolean => by === 'id' && seq > spoken && entries[seq]?.kind === 'tool-result'
  // A text that the model sees has no other place than the one where the client has it, but for its place within one answer.
  const isOneAnswer = oneAnswer(entries, seqs)
  const isFixed = ({ by, seq, block }: Anchor): boolean => by === 'text' && !view?.isFolded(seq) && !isOneAnswer(seq, block)
  const moved = new Map<number, Seq>()
  const changed = new Set<number>()
  for (const anchor of anchors.placed) {
    const { block, seq, by } = anchor
    if (inOrder.has(anchor)) {
      if (anchor.changed) changed.add(block)
    } else if (
      !anchor.changed &&
      !isFixed(anchor) &&
      seqs[block] === undefined &&
      (by === 'summary' || block < last || isOfLastRound(anchor))
    ) {
      moved.set(block, seq)
    }
  }
  return { moved, changed }
}
