import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Order, Scene } from './scene.ts'
import { waterLevel } from './water-fill.ts'

type ShortenOrder = Extract<Order, { action: 'shorten' }>

/** The least an excerpt is worth: below this only the handle is left. */
const LEAST_EXCERPT = 24

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

/**
 * Shortens the largest of `seqs` to one common size, so that together they cost at most `target`. `undefined` where that would
 * leave nothing worth reading.
 */
export function shortenTo(scene: Scene, seqs: readonly Seq[], target: number): readonly ShortenOrder[] | undefined {
  const sizeOf = (seq: Seq): number => scene.sizes[seq] ?? 0
  const level = waterLevel(seqs.map(sizeOf), target, LEAST_EXCERPT)
  if (level === undefined) return undefined
  const orders = seqs
    .filter((seq) => sizeOf(seq) > level)
    .map((seq) => shortenOrder(scene, seq, level))
    .filter((order) => order.tokens < sizeOf(order.seq))
  const after = (made: readonly ShortenOrder[]): number =>
    made.reduce(
      (sum, order) => sum + order.tokens - sizeOf(order.seq),
      seqs.reduce((sum, seq) => sum + sizeOf(seq), 0),
    )
  if (after(orders) > target) return undefined
  // A file is shown whole or by its name: what it gives up below the level goes to the others.
  const low = orders.filter((order) => order.tokens < level / 2)
  if (low.length === 0 || low.length === orders.length) return orders
  const others = seqs.filter((seq) => !low.some((order) => order.seq === seq))
  const rest = shortenTo(scene, others, target - low.reduce((sum, order) => sum + order.tokens, 0))
  return rest === undefined || after([...low, ...rest]) > target ? orders : [...low, ...rest]
}

/** Shortens every one of `seqs` as far as it goes. */
export function shortenToNothing(scene: Scene, seqs: readonly Seq[]): readonly ShortenOrder[] {
  return seqs.map((seq) => shortenOrder(scene, seq, 0)).filter((order) => order.tokens < (scene.sizes[order.seq] ?? 0))
}

function shortenOrder(scene: Scene, seq: Seq, tokens: number): ShortenOrder {
  return { action: 'shorten', seq, ...scene.prices.shortened(scene.log.entries[seq] as Entry, tokens) }
}

/** The scene once orders have shortened entries: sizes change, nothing else. */
export function withShortened(scene: Scene, orders: readonly ShortenOrder[]): Scene {
  if (orders.length === 0) return scene
  const sizes = [...scene.sizes]
  for (const order of orders) sizes[order.seq] = order.tokens
  return { ...scene, sizes }
}
