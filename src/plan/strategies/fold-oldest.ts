import type { Unit } from '../../log/rounds.ts'
import { after, type Seq, seqOf } from '../../schema/ids.ts'
import type { Carried } from '../../schema/plan.ts'
import { rangeContains, type SeqRange } from '../../schema/range.ts'
import type { LawOverride } from '../../schema/receipt.ts'
import type { Order, Proposal, Scene, Strategy } from '../../schema/strategy.ts'
import { findCut, unitRules } from '../cut-point.ts'
import { protectedTokens } from '../fit-frontier.ts'
import { heardOverrides, heardRoom, heardTokens, isCutWithin, mayShorten, saidIfCut } from '../heard.ts'
import { firstOpen } from '../scene.ts'
import { shortenTo } from '../shorten-entries.ts'

/** A piece of the next older unit is shown only if it takes at least this share of the allowance, or this many tokens. */
const LEAST_PIECE = { share: 0.04, tokens: 200 } as const
/** More of the allowance than this is not left empty. */
const WASTE = 0.1
/** A summary shorter than this says nothing. */
const LEAST_SUMMARY = 64

/**
 * Folds the oldest units into one summary, and keeps the newest that fit. Pins and frontier inside the folded part are carried:
 * shown verbatim after the summary. What room is left goes to the next older unit, shortened.
 *
 *     allowance 500, summary 100:   u1 10 · a2 900 · u3 10 · c4 5 · r5 300
 *     the units u3 and c4 r5 fit (315); a2 does not, but 85 tokens of it do: its head and tail stay.
 *     summarize u1 · shorten a2 · keep u3 c4 r5
 */
export function summarizeOldest(options: { readonly summaryTokens: number }): Strategy {
  return {
    name: 'summarize',
    propose(scene: Scene): Proposal {
      // A short summary is better than none: if pins and frontier leave less than it may have, it takes what they leave.
      const left = scene.allowance - protectedTokens(scene) - scene.prices.summaryFrame
      const cap = options.summaryTokens
      if (Math.min(cap, left) < LEAST_SUMMARY) {
        return { kind: 'not-enough', reason: `a summary of ${Math.min(cap, left)} tokens says nothing` }
      }
      const proposal = foldWithPage(heardRoom(scene), cap, (page) => {
        const tokens = Math.min(Math.max(cap, page), left)
        return fold(scene, tokens + scene.prices.summaryFrame, (range, carries) => ({
          orders: [{ action: 'summarize', ...range, tokens, carries, ...heardBy(scene, range) }],
          overrides: heardOverrides(scene, range),
        }))
      })
      return saidIfCut(scene, proposal)
    },
  }
}

/**
 * The floor: the oldest units leave the prompt, findable by their index. Of people, a page says the task and the rules that would go with
 * them, if there is room for it. Fits whenever pins and frontier do.
 */
export function dropOldest(): Strategy {
  return {
    name: 'drop',
    propose(scene: Scene): Proposal {
      const { summaryFrame } = scene.prices
      const withPage = foldWithPage(heardRoom(scene), 0, (page) =>
        fold(scene, page === 0 ? 0 : page + summaryFrame, (range, carries) => dropped(scene, range, carries, page > 0)),
      )
      if (withPage.kind === 'orders') return saidIfCut(scene, withPage)
      // Without a page, words of a person that are cut are better than none.
      const cut = fold({ ...scene, heard: [] }, 0, (range, carries) => dropped(scene, range, carries, false))
      return saidIfCut(scene, cut)
    },
  }
}

/**
 * A fold with room for the page that says task and rules of what it folds. How much that is shows only when it is known what is folded: what
 * the page does not need goes to what is shown.
 */
function foldWithPage(most: number, cap: number, propose: (page: number) => Proposal): Proposal {
  let page = most
  for (;;) {
    const proposal = propose(page)
    const needed = proposal.kind === 'orders' ? Math.max(0, ...proposal.orders.map(heardOf)) : page
    if (Math.max(cap, needed) >= Math.max(cap, page)) return proposal
    page = needed
  }
}

function heardOf(order: Order): number {
  return order.action === 'summarize' ? (order.heard ?? 0) : 0
}

function dropped(scene: Scene, range: SeqRange, carries: readonly Carried[], hasPage: boolean): Folded {
  const tokens = heardTokens(scene, range)
  if (tokens === 0 || !hasPage) {
    const detail = 'what is dropped holds the task or rules, and there is no room for a page that says them'
    return {
      orders: [{ action: 'drop', ...range, reason: 'no room for a summary', carries }],
      overrides: tokens === 0 ? [] : [{ law: 'L15', detail, unmet: true }],
    }
  }
  return {
    orders: [{ action: 'summarize', ...range, tokens, carries, heard: tokens }],
    overrides: [{ law: 'L15', detail: 'a page says the task and the rules of what is dropped' }, ...heardOverrides(scene, range)],
  }
}

function heardBy(scene: Scene, range: SeqRange): { readonly heard?: number } {
  const heard = heardTokens(scene, range)
  return heard === 0 ? {} : { heard }
}

interface Folded {
  readonly orders: readonly [Order]
  readonly overrides: readonly LawOverride[]
}

type MakeOrder = (range: SeqRange, carries: readonly Carried[]) => Folded

function fold(scene: Scene, overhead: number, order: MakeOrder): Proposal {
  const room = scene.allowance - protectedTokens(scene) - overhead
  if (room < 0) return { kind: 'not-enough', reason: `pins and frontier leave ${room + overhead} tokens` }
  const border = findBorder(scene, room)
  const range = { from: scene.fixed, end: border.cut }
  const carries = carriedIn(scene, range)
  if (carries.length < range.end - range.from) {
    const { orders, overrides } = order(range, carries)
    return { kind: 'orders', orders: [...orders, ...border.orders], ...(overrides.length === 0 ? {} : { overrides }) }
  }
  if (overhead === 0) return { kind: 'orders', orders: border.orders }
  // Nothing is left to fold, so nothing needs a summary: its room goes to what is shown.
  const roomy = fold(scene, 0, order)
  const stillWhole = roomy.kind === 'orders' && roomy.orders.every(({ action }) => action === 'shorten')
  if (stillWhole) return roomy
  if (overhead + border.left <= scene.allowance * WASTE) return { kind: 'orders', orders: border.orders }
  return { kind: 'not-enough', reason: `there is nothing to summarize, and the room for it would stay empty` }
}

/**
 * Where the shown part begins. The newest units that fit are shown whole, the next older one in part; if that one takes less than there is
 * (a picture gives way to its name), the units before it get the rest.
 */
function findBorder(scene: Scene, room: number): Border {
  const orders: ShortenOrder[] = []
  let cut = cutFor(scene, room)
  let left = room - freeBetween(scene, cut, seqOf(scene.sizes.length))
  for (const unit of scene.units.filter(({ from, end }) => from >= firstOpen(scene) && end <= cut).toReversed()) {
    const size = freeBetween(scene, unit.from, unit.end)
    const made = size <= left ? [] : shortenUnit(scene, unit, left)
    if (made === undefined) break
    left -= made.reduce((sum, order) => sum + order.tokens - freeSize(scene, order.seq), size)
    for (const order of made) orders.push(order)
    cut = unit.from
  }
  return { cut, orders, left }
}

/** The first entry that is shown whole: as many of the newest units as cost at most `room`, what is protected not counted. */
function cutFor(scene: Scene, room: number): Seq {
  const cut = findCut({
    entries: scene.log.entries,
    units: scene.units,
    sizeOf: (seq) => freeSize(scene, seq),
    keep: { atMost: room },
    rules: unitRules,
    from: firstOpen(scene),
  })
  return cut.kind === 'none' ? firstOpen(scene) : cut.at
}

/** What an entry costs that may be folded; what is protected is paid for already. */
function freeSize(scene: Scene, seq: Seq): number {
  return scene.protected.has(seq) ? 0 : (scene.sizes[seq] ?? 0)
}

function freeBetween(scene: Scene, from: Seq, end: Seq): number {
  let sum = 0
  for (let seq = from; seq < end; seq = after(seq)) sum += freeSize(scene, seq)
  return sum
}

function carriedIn(scene: Scene, range: SeqRange): readonly Carried[] {
  return [...scene.protected]
    .filter((seq) => rangeContains(range, seq))
    .sort((a, b) => a - b)
    .map((seq) => ({ seq }))
}

type ShortenOrder = Extract<Order, { action: 'shorten' }>

interface Border {
  readonly cut: Seq
  /** Room that nothing uses. */
  readonly left: number
  readonly orders: readonly ShortenOrder[]
}

/** Shows as much of a unit as fits; `undefined` if that is not worth it. */
function shortenUnit(scene: Scene, unit: Unit, room: number): readonly ShortenOrder[] | undefined {
  if (room < Math.min(LEAST_PIECE.tokens, scene.allowance * LEAST_PIECE.share)) return undefined
  const seqs = freeIn(scene, unit)
  const soft = seqs.filter((seq) => mayShorten(scene, seq))
  const hard = seqs.filter((seq) => !mayShorten(scene, seq)).reduce((sum, seq) => sum + (scene.sizes[seq] ?? 0), 0)
  const orders = shortenTo(scene, soft, room - hard)
  return orders?.some((order) => isCutWithin(scene, order)) === true ? undefined : orders
}

function freeIn(scene: Scene, unit: Unit): readonly Seq[] {
  const seqs: Seq[] = []
  for (let seq = unit.from; seq < unit.end; seq = after(seq)) if (!scene.protected.has(seq)) seqs.push(seq)
  return seqs
}
