import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { personWords } from '../schema/notices.ts'
import type { Order, Scene } from '../schema/strategy.ts'
import { waterLevel } from './water-fill.ts'

type ShortenOrder = Extract<Order, { action: 'shorten' }>

/** The least an excerpt is worth: below this only the handle is left. */
const LEAST_EXCERPT = 24

/** An excerpt that leaves more of its size than this unused could not use it. One that ends with a line leaves a little. */
const UNUSED = 0.15

/** What can be shown in less: text as head and tail, a file by its name. Unknown blocks and signed reasoning cannot. */
export function canShorten(entry: Entry): boolean {
  switch (entry.kind) {
    case 'text':
    case 'tool-result':
    case 'tool-call':
    case 'file':
      return true
    case 'reasoning':
      return entry.signature === undefined
    case 'opaque':
    case 'turn-start':
      return false
  }
}

/** A cut that shows nothing and saves less than this is not made if there is room without it. */
const MEAGRE = 8

/**
 * Shortens the largest of `seqs` to one common size, so that together they cost at most `target`. `undefined` if that would leave nothing
 * worth reading.
 */
export function shortenTo(scene: Scene, seqs: readonly Seq[], target: number): readonly ShortenOrder[] | undefined {
  return shareOut(scene, seqs, { target, meagre: MEAGRE }) ?? shareOut(scene, seqs, { target, meagre: 1 })
}

interface Shares {
  readonly target: number
  /** A cut that shows nothing must save so much. */
  readonly meagre: number
}

/**
 * The level does not suit every entry. What cannot come down to it (names and ids stay) takes more, what goes far below it (a file is shown whole or
 * by its name) takes less: the others share the rest, those that were small enough among them.
 *
 *     a call of 149 that comes down to 147 and a text of 80, together 218:   level 138   →   147 + 71
 */
function shareOut(scene: Scene, seqs: readonly Seq[], shares: Shares): readonly ShortenOrder[] | undefined {
  const { target, meagre } = shares
  const sizeOf = (seq: Seq): number => scene.sizes[seq] ?? 0
  const level = waterLevel(seqs.map(sizeOf), target, LEAST_EXCERPT)
  if (level === undefined) return undefined
  const above = seqs.filter((seq) => sizeOf(seq) > level)
  const orders = above
    .map((seq) => shortenOrder(scene, seq, level))
    .filter(({ seq, tokens, excerpt }) => sizeOf(seq) - tokens >= (excerpt.head + excerpt.tail === 0 ? meagre : 1))
  const tokens = new Map(orders.map((order) => [order.seq, order.tokens]))
  const shownTokens = (seq: Seq): number => tokens.get(seq) ?? sizeOf(seq)
  const fits = seqs.reduce((sum, seq) => sum + shownTokens(seq), 0) <= target
  const unused = Math.max(LEAST_EXCERPT, level * UNUSED)
  const decided = new Set(above.filter((seq) => (fits ? shownTokens(seq) < level - unused : shownTokens(seq) > level)))
  const left = [...decided].reduce((sum, seq) => sum - shownTokens(seq), target)
  const others = seqs.filter((seq) => !decided.has(seq))
  const rest = decided.size === 0 ? undefined : shareOut(scene, others, { ...shares, target: left })
  if (rest !== undefined) return [...orders.filter((order) => decided.has(order.seq)), ...rest]
  return fits ? orders : undefined
}

/** Shortens every one of `seqs` as far as it goes. */
export function shortenToNothing(scene: Scene, seqs: readonly Seq[]): readonly ShortenOrder[] {
  return seqs.map((seq) => shortenOrder(scene, seq, 0)).filter((order) => order.tokens < (scene.sizes[order.seq] ?? 0))
}

function shortenOrder(scene: Scene, seq: Seq, tokens: number): ShortenOrder {
  const entry = scene.log.entries[seq] as Entry
  return { action: 'shorten', seq, ...scene.prices.shortened(entry, tokens, heardAt(scene, entry)) }
}

/** Where in a message the words begin that every request must say, behind what a program put in front of them: that goes first. */
function heardAt({ heard = [] }: Scene, entry: Entry): number | undefined {
  if (entry.kind !== 'text' || !heard.some(({ seq }) => seq === entry.seq)) return undefined
  const words = personWords(entry.text)
  const at = entry.text.lastIndexOf(words)
  return words !== '' && at > 0 && entry.text.slice(at + words.length).trim() === '' ? at : undefined
}

/** The scene once orders have shortened entries: sizes change, nothing else. */
export function withShortened(scene: Scene, orders: readonly ShortenOrder[]): Scene {
  if (orders.length === 0) return scene
  const sizes = [...scene.sizes]
  for (const order of orders) sizes[order.seq] = order.tokens
  return { ...scene, sizes }
}
