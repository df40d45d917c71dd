import type { Entry } from '../../schema/entry.ts'
import type { Seq } from '../../schema/ids.ts'
import type { OtherWords } from '../../schema/reconciliation.ts'
import { type BlockKey, keyOf } from './block-key.ts'
import { type GivenBlock, isBlank, isPassing } from './given-blocks.ts'
import { firstFrom, type KnownLog } from './known-log.ts'
import { type CallIds, isSame } from './same-block.ts'
import type { Position } from './walk.ts'
import type { WordsIndex } from './words-index.ts'

/** A block that can be no other entry: by its call id, by other words for that entry, or because nothing else says the same. */
export interface Anchor {
  readonly block: number
  readonly seq: Seq
  readonly by: 'id' | 'words' | 'text'
  /** True where only the id is the same. */
  readonly changed: boolean
}

export interface Anchors {
  readonly placed: readonly Anchor[]
  /** Blocks in other words, with an entry behind them or none. */
  readonly words: ReadonlyMap<number, OtherWords>
}

/** Looks at every block after `from` once. */
export function findAnchors(options: {
  readonly known: KnownLog
  readonly given: readonly GivenBlock[]
  readonly seqs: readonly (Seq | undefined)[]
  readonly from: Position
  readonly words: WordsIndex
  readonly ids: CallIds
}): Anchors {
  const { known, given, from, ids } = options
  const placed: Anchor[] = []
  const words = new Map<number, OtherWords>()
  const keys = given.slice(from.block).map(({ role, block }) => keyOf(role, block))
  const saidOnce = onceSaid(keys)
  const idOnce = onceUsed(given, from.block)
  for (let block = from.block; block < given.length; block += 1) {
    const there = given[block] as GivenBlock
    if (isBlank(there.block)) continue
    const ahead = wordsFor(options, there)
    if (ahead !== undefined) {
      words.set(block, ahead)
      if (ahead.seq !== null && !isPassing(there)) placed.push({ block, seq: ahead.seq, by: 'words', changed: false })
      continue
    }
    const byId = ids === 'kept' && idOnce(there) ? entryUnder(known, there) : undefined
    if (byId !== undefined) {
      placed.push({ block, seq: byId.seq, by: 'id', changed: !isSame(byId, there, ids) })
      continue
    }
    const key = keys[block - from.block] as BlockKey
    const seq = saidOnce(key) ? onlyFrom(known.saying(key), from.seq) : undefined
    // What clients leave out and put in as they like holds nothing in place.
    if (seq !== undefined && !isPassing(there) && isSame(known.entries[seq] as Entry, there, ids)) {
      placed.push({ block, seq, by: 'text', changed: false })
    }
  }
  return { placed, words }
}

/** Other words, unless an entry says exactly this: a person may have written what we would write. */
function wordsFor(options: Parameters<typeof findAnchors>[0], { role, block }: GivenBlock): OtherWords | undefined {
  const { known, from, words, ids } = options
  const found = words.find(role, block, ids)
  if (found === undefined || found.source === 'revision') return found
  return firstFrom(known.saying(keyOf(role, block)), from.seq) === undefined || block.kind !== 'text' ? found : undefined
}

function entryUnder(known: KnownLog, { block }: GivenBlock): Entry | undefined {
  if (block.kind !== 'tool-call' && block.kind !== 'tool-result') return undefined
  const seqs = known.under(block.kind, block.callId)
  return seqs.length === 1 ? known.entries[seqs[0] as Seq] : undefined
}

/** The only one of ascending `seqs` that is at least `from`. */
function onlyFrom(seqs: readonly Seq[], from: Seq): Seq | undefined {
  const last = seqs.at(-1)
  const first = firstFrom(seqs, from)
  return first === last ? first : undefined
}

function onceSaid(keys: readonly BlockKey[]): (key: BlockKey) => boolean {
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
    if (block.kind !== 'tool-call' && block.kind !== 'tool-result') continue
    counts[block.kind].set(block.callId, (counts[block.kind].get(block.callId) ?? 0) + 1)
  }
  return ({ block }) =>
    (block.kind === 'tool-call' || block.kind === 'tool-result') &&
    block.callId !== '' &&
    counts[block.kind].get(block.callId) === 1
}
