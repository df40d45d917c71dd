import { itemAt } from '../schema/at.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { SeqRange } from '../schema/range.ts'
import type { OtherWords } from '../schema/reconciliation.ts'
import { type BlockKey, keyOf } from './block-key.ts'
import { isNamed, ownId } from './call-ids.ts'
import { isOmitted } from './common-start.ts'
import { type GivenBlock, isBlank, isMarkedSummary, isPassing } from './given-blocks.ts'
import { firstFrom, type KnownLog } from './known-log.ts'
import { isSame, isSummaryEntry } from './same-block.ts'
import type { Position } from './walk.ts'
import type { FoundWords, WordsIndex } from './words-index.ts'

/**
 * A block that can be no other entry: by its call id, by other words for that entry, or because nothing else says the same. A client's own
 * summary stands at the head of what it sends, and in the log where it came in: it fixes no place.
 */
export interface Anchor {
  readonly block: number
  readonly seq: Seq
  readonly by: 'id' | 'words' | 'text' | 'summary'
  /** True if only the id is the same. */
  readonly changed: boolean
}

interface Anchors {
  readonly placed: readonly Anchor[]
  /** Blocks in other words, with an entry behind them or none. */
  readonly words: ReadonlyMap<number, OtherWords>
}

/** Looks at every block after `from` once. */
export function findAnchors(options: {
  readonly known: KnownLog
  readonly given: readonly GivenBlock[]
  readonly from: Position
  /** Entries before `from` that nothing before it says. */
  readonly omitted: readonly SeqRange[]
  readonly words: WordsIndex
}): Anchors {
  const { known, given, from } = options
  const placed: Anchor[] = []
  const words = new Map<number, OtherWords>()
  const keys = given.slice(from.block).map(({ role, block }) => keyOf(role, block))
  const saidOnce = onceSaid(keys)
  const idOnce = onceUsed(given, from.block)
  const isOpen = (seq: Seq): boolean => seq >= from.seq || isOmitted(options.omitted, seq)
  const said = new Set<Seq>()
  const isFree = (seq: Seq): boolean => isOpen(seq) && !said.has(seq)
  for (let block = from.block; block < given.length; block += 1) {
    const there = itemAt(given, block)
    const other = wordsFor(options, there, isFree)
    if (other !== undefined) {
      const { seq } = other.words
      words.set(block, other.words)
      if (seq === null) continue
      said.add(seq)
      if (!isPassing(there) && !other.isAnyOf) placed.push({ block, seq, by: 'words', changed: false })
      continue
    }
    if (isWeak(there)) continue
    const byId = entryUnder(known, there, { isOnce: idOnce(there), isOpen })
    if (byId !== undefined) {
      placed.push({ block, seq: byId.seq, by: 'id', changed: !isSame(byId, there) })
      continue
    }
    const key = itemAt(keys, block - from.block)
    const seq = saidOnce(key) ? (onlyFrom(known.saying(key), from.seq) ?? summaryBefore(known, there, from.seq)) : undefined
    // What clients leave out and put in as they like fixes no place.
    if (seq === undefined || isPassing(there)) continue
    const entry = itemAt(known.entries, seq)
    const by = isSummaryEntry(entry) || seq < from.seq ? 'summary' : 'text'
    if (isSame(entry, there)) placed.push({ block, seq, by, changed: false })
  }
  // A client says an entry once. If it says it in other words, what looks like the words of before is something new.
  return { placed: placed.filter(({ by, seq }) => by !== 'text' || !said.has(seq)), words }
}

/** True for a block that says nothing by which it could be told from others: its neighbours must tell. */
export function isWeak({ block, ids }: GivenBlock): boolean {
  if (!isNamed(block)) return isBlank(block)
  const says = block.kind === 'tool-call' ? block.input : block.text
  const id = ownId(block)
  // Doubts are about ids: what has none is told by what it says.
  return (ids === 'doubtful' && id !== undefined) || ((ids === 'lost' || id === undefined) && says.trim().length < 3)
}

/** Other words, unless they are ours and an entry says exactly this: a person may have written what we would write. */
function wordsFor(
  { known, from, words }: Parameters<typeof findAnchors>[0],
  there: GivenBlock,
  isFree: (seq: Seq) => boolean,
): FoundWords | undefined {
  const { role, block } = there
  const found = words.find(there, isFree)
  if (found === undefined || found.words.seq !== null || found.words.source === 'revision' || block.kind !== 'text') return found
  return firstFrom(known.saying(keyOf(role, block)), from.seq) === undefined ? found : undefined
}

/** Agents use an id twice now and then; more often than this, it says nothing. */
const MOST_UNDER_ONE_ID = 8

/** The entry under a block's call id: the only one, or the only one that also says the same. */
function entryUnder(
  known: KnownLog,
  there: GivenBlock,
  { isOnce, isOpen }: { readonly isOnce: boolean; readonly isOpen: (seq: Seq) => boolean },
): Entry | undefined {
  const { block } = there
  const id = isNamed(block) ? ownId(block) : undefined
  if (!isNamed(block) || id === undefined) return undefined
  const seqs = known.under(block.kind, id)
  if (seqs.length > MOST_UNDER_ONE_ID) return undefined
  const entries = seqs.filter(isOpen).map((seq) => itemAt(known.entries, seq))
  if (isOnce && seqs.length === 1) return entries[0]
  const same = entries.filter((entry) => isSame(entry, there))
  return same.length === 1 ? same[0] : undefined
}

/** The only one of ascending `seqs` that is at least `from`. */
function onlyFrom(seqs: readonly Seq[], from: Seq): Seq | undefined {
  const last = seqs.at(-1)
  const first = firstFrom(seqs, from)
  return first === last ? first : undefined
}

/** A client's own summary that stands before `from` in the log, because what the client says before it came in later. */
function summaryBefore(known: KnownLog, { role, block }: GivenBlock, from: Seq): Seq | undefined {
  const seq = isMarkedSummary(block) ? known.saying(keyOf(role, block))[0] : undefined
  return seq !== undefined && seq < from && isSummaryEntry(itemAt(known.entries, seq)) ? seq : undefined
}

/** Tells what only one of these blocks says. */
export function onceSaid(keys: readonly BlockKey[]): (key: BlockKey) => boolean {
  const counts = new Map<string, Map<string, number>>()
  for (const { shelf, text } of keys) {
    const texts = counts.get(shelf) ?? new Map<string, number>()
    counts.set(shelf, texts)
    texts.set(text, (texts.get(text) ?? 0) + 1)
  }
  return ({ shelf, text }) => counts.get(shelf)?.get(text) === 1
}

/** Tells blocks whose call id no other block of the kind has. */
function onceUsed(given: readonly GivenBlock[], from: number): (block: GivenBlock) => boolean {
  const counts = { 'tool-call': new Map<string, number>(), 'tool-result': new Map<string, number>() }
  for (const { block } of given.slice(from)) {
    if (!isNamed(block)) continue
    counts[block.kind].set(block.callId, (counts[block.kind].get(block.callId) ?? 0) + 1)
  }
  return ({ block }) => isNamed(block) && counts[block.kind].get(block.callId) === 1
}
