import type { FixedItem } from '../schema/failures.ts'
import type { LawOverride } from '../schema/receipt.ts'
import type { Order, Scene, Strategy } from '../schema/strategy.ts'
import { shortenAnswered } from './answered-words.ts'
import { climb, type RungStep } from './climb.ts'
import { type FittedFrontier, fitFrontier } from './fit-frontier.ts'
import { reservedFor } from './heard.ts'
import { actsAnyway, historyTokens } from './scene.ts'
import { withShortened } from './shorten-entries.ts'
import { withStanding } from './standing.ts'
import { dropOldest } from './strategies/fold-oldest.ts'
import { thinFrontier, withoutOldRound, withoutServedRound, withoutThinking } from './thin-frontier.ts'

/** What the ladder decided, and what each rung said. */
export type Choice =
  | {
      readonly kind: 'chosen'
      readonly strategy: string
      readonly orders: readonly Order[]
      readonly overrides: readonly LawOverride[]
      /** What each rung said. */
      readonly steps: readonly RungStep[]
      /** With more room the plan would be the same: what it keeps follows from the policy. */
      readonly isShaped: boolean
      /** Words that were answered were cut so that a page has room beside them. */
      readonly isCutForPage?: boolean
    }
  | {
      readonly kind: 'impossible'
      readonly items: readonly FixedItem[]
      /** What pins and frontier cost once everything is shortened that may be. */
      readonly least: number
      /** The least that L3 leaves: everything shortened that may be, everything else dropped. */
      readonly floor: { readonly orders: readonly Order[]; readonly overrides: readonly LawOverride[] }
    }

/**
 * Asks each strategy in order, least aggressive first, and takes the first that fits. What law L3 had to shorten of the frontier
 * comes first and stays, whatever the strategies add.
 */
export function choosePlan(given: Scene, ladder: readonly Strategy[]): Choice {
  const fits = historyTokens(given) <= given.allowance
  if (fits && !ladder.some((strategy) => actsAnyway(strategy, given))) return included(given)
  const answered = shortenAnswered(given)
  const scene = withShortened(given, answered.orders)
  const page = Math.min(reservedFor(scene), outsideFrontier(scene))
  const served = withoutServedRound(scene, page)
  if (served !== undefined) return toldBefore(served.override, choosePlan({ ...given, ...served.frontier }, ladder))
  const frontier = fitBeside(scene, page)
  if (frontier.tokens > scene.allowance) return chooseThinned(given, ladder) ?? impossible(scene, frontier)
  const fitted = withShortened(scene, frontier.orders)
  const cut = [...new Map([...answered.orders, ...frontier.orders].map((order) => [order.seq, order])).values()]
  const overrides = [...answered.overrides, ...frontier.overrides]
  const chosen = { kind: 'chosen', overrides, isShaped: false, isCutForPage: answered.orders.length > 0 } as const
  if (!fits && historyTokens(fitted) <= fitted.allowance) {
    return { ...chosen, strategy: 'shorten-frontier', orders: mergeCarried(withStanding(fitted, []), cut), steps: [] }
  }
  const { steps, found } = climb(fitted, ladder)
  if (found === undefined && fits) return { ...included(given), steps }
  if (found === undefined) throw new Error('the last rung of the ladder must fit whenever pins and frontier do')
  const orders = mergeCarried(withStanding(fitted, found.orders), cut)
  return { ...chosen, ...found, steps, orders, overrides: [...overrides, ...found.overrides] }
}

/** Pins and frontier beside the page that says task and rules (L15); if that is too much, without it. */
function fitBeside(scene: Scene, page: number): FittedFrontier {
  const allowance = scene.allowance - page
  const beside = fitFrontier({ ...scene, allowance })
  return beside.tokens <= allowance ? beside : fitFrontier(scene)
}

/** What history takes besides pins and frontier. A page needs no more room than what it would stand for. */
function outsideFrontier(scene: Scene): number {
  return [...scene.protected].reduce((sum, seq) => sum - (scene.sizes[seq] ?? 0), historyTokens(scene))
}

/** Everything is shown that no earlier plan has folded. */
function included(scene: Scene): Extract<Choice, { kind: 'chosen' }> {
  const orders = withStanding(scene, [])
  return { kind: 'chosen', strategy: 'include', orders, overrides: [], steps: [], isShaped: true }
}

/** Tries once more without thinking that pins brought along, with an open round folded that cannot be cut, or with fewer pieces of what people wrote last, if that helps. */
function chooseThinned(scene: Scene, ladder: readonly Strategy[]): Choice | undefined {
  const thinned = withoutThinking(scene) ?? withoutOldRound(scene) ?? thinFrontier(scene)
  if (thinned === undefined) return undefined
  const choice = choosePlan(thinned.scene, ladder)
  return choice.kind === 'chosen' ? toldBefore(thinned.override, choice) : undefined
}

function toldBefore(override: LawOverride, choice: Choice): Choice {
  return choice.kind === 'chosen' ? { ...choice, overrides: [override, ...choice.overrides] } : choice
}

type ShortenOrder = Extract<Order, { action: 'shorten' }>

/** A shortened entry inside a folded span is carried with its excerpt; outside it keeps its own order. */
function mergeCarried(orders: readonly Order[], shortened: readonly ShortenOrder[]): readonly Order[] {
  const excerpts = new Map(shortened.map((order) => [order.seq, order.excerpt]))
  const carried = new Set<number>()
  const merged = orders.map((order): Order => {
    if (order.action !== 'summarize' && order.action !== 'drop') return order
    const carries = order.carries.map((carry) => {
      carried.add(carry.seq)
      const excerpt = excerpts.get(carry.seq)
      return excerpt === undefined ? carry : { ...carry, excerpt }
    })
    return { ...order, carries }
  })
  return [...merged, ...shortened.filter((order) => !carried.has(order.seq))]
}

function impossible(scene: Scene, frontier: FittedFrontier): Choice {
  const sum = (seqs: Iterable<number>): number => [...seqs].reduce((total, seq) => total + (scene.sizes[seq] ?? 0), 0)
  const drop = dropOldest().propose({ ...withShortened(scene, frontier.orders), allowance: frontier.tokens })
  const orders = drop.kind === 'orders' ? mergeCarried(drop.orders, frontier.orders) : frontier.orders
  return {
    kind: 'impossible',
    least: frontier.tokens,
    floor: { orders, overrides: [...frontier.overrides, ...(drop.kind === 'orders' ? (drop.overrides ?? []) : [])] },
    items: [
      { what: 'pins', tokens: sum(scene.pins) },
      { what: 'what people wrote last', tokens: sum(scene.frontier.people.filter((seq) => !scene.pins.has(seq))) },
      { what: 'the open round', tokens: sum(scene.frontier.openRound.filter((seq) => !scene.pins.has(seq))) },
      { what: 'pins and frontier once shortened', tokens: frontier.tokens },
    ],
  }
}
