import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { Carried, FoldRecord } from '../schema/plan.ts'
import { rangeContains, type SeqRange } from '../schema/range.ts'
import type { Order, Scene } from '../schema/strategy.ts'
import { heardTokens } from './heard.ts'
import { firstOpen } from './scene.ts'

type FoldOrder = Extract<Order, { readonly carries: readonly Carried[] }>

/**
 * A scene on which what an earlier plan folded is folded still: its entries cost nothing, its summary costs what it cost. What the earlier
 * plan carried is shown as before, and so is what was pinned since.
 *
 *     u0 20 · a1 900 · u2 20 · a3 50, a summary of 60 tokens stands for u0 and a1   →   sizes 60 · 0 · 20 · 50, open from u2 on
 *
 * The sizes are put into `room`: of a long log, a list that is made anew each time is garbage that stays for long.
 */
export function onStanding(scene: Scene, room: number[] = []): Scene {
  const standing = (scene.standing ?? []).filter((record) => firstFolded(scene, record) !== undefined)
  if (standing.length === 0) return { ...scene, standing, foldedTo: scene.fixed }
  const sizes = copyInto(room, scene.sizes)
  for (const record of standing) {
    const { from, end } = wholeUnits(scene, record.span)
    const shown = carriesOf(scene, record, { from, end }).map(({ seq }) => [seq, sizes[seq] ?? 0] as const)
    sizes.fill(0, from, end)
    for (const [seq, size] of shown) if (seq < end) sizes[seq] = size
    sizes[firstFolded(scene, record) ?? from] = Math.max(record.tokens, pageOf(scene, record))
  }
  const foldedTo = seqOf(Math.max(...standing.map(({ span }) => wholeUnits(scene, span).end)))
  return { ...scene, standing, sizes, wholeSizes: scene.sizes, foldedTo }
}

/** Where the first of these folds ends. */
export function firstEnd(standing: readonly FoldRecord[] = []): Seq | undefined {
  return standing.length === 0 ? undefined : seqOf(Math.min(...standing.map(({ span }) => span.end)))
}

function copyInto(room: number[], sizes: readonly number[]): number[] {
  for (let seq = 0; seq < sizes.length; seq += 1) room[seq] = sizes[seq] ?? 0
  room.length = sizes.length
  return room
}

/** Orders, and behind them what stands of earlier folds: all that no new fold takes in. */
export function withStanding(scene: Scene, orders: readonly Order[]): readonly Order[] {
  const folds = orders.filter((order) => 'from' in order)
  const left = (scene.standing ?? []).filter(({ span }) => !folds.some((fold) => fold.from <= span.from && span.end <= fold.end))
  return left.length === 0 ? orders : [...left.map((record) => standingOrder(scene, record)), ...orders]
}

/** Entries that an earlier plan folded and the next one may show all the same: it carried them. */
export function stillShown({ standing = [] }: Scene, seq: Seq): boolean {
  const record = standing.find(({ span }) => rangeContains(span, seq))
  return record === undefined || record.carries.some((carry) => carry.seq === seq)
}

/** What is left of a user's orders once those about entries that are folded already are left out. */
export function withoutFolded(scene: Scene, orders: readonly Order[]): readonly Order[] {
  const isInside = (order: SeqRange): boolean =>
    (scene.standing ?? []).some(({ span }) => span.from <= order.from && order.end < span.end)
  return orders.filter((order) => ('seq' in order ? !(order.seq < firstOpen(scene)) : !isInside(order)))
}

/**
 * The same span is folded again, with a summary of the same size: what was taken back since is not said any more. A result that came late
 * belongs to a call that is folded, so the fold grows by it.
 */
function standingOrder(scene: Scene, record: FoldRecord): FoldOrder {
  const range = wholeUnits(scene, record.span)
  const carries = carriesOf(scene, record, range)
  const heard = heardTokens(scene, range, new Set(carries.map(({ seq }) => seq)))
  if (record.action === 'drop' && heard === 0) return { action: 'drop', ...range, reason: record.reason, carries }
  const tokens = Math.max(record.tokens, heard)
  const splitTurn = record.action === 'drop' || record.splitTurn === undefined ? {} : { splitTurn: record.splitTurn }
  return { action: 'summarize', ...range, tokens, carries, standing: true, ...(heard === 0 ? {} : { heard }), ...splitTurn }
}

/** What a page that says task and rules of a fold costs with its message; 0 if there is nothing to say. */
function pageOf(scene: Scene, record: FoldRecord): number {
  const range = wholeUnits(scene, record.span)
  const heard = heardTokens(scene, range, new Set(carriesOf(scene, record, range).map(({ seq }) => seq)))
  return heard === 0 ? 0 : heard + scene.prices.summaryFrame
}

/** The range of a fold, with the whole of the unit that its end falls into. */
function wholeUnits({ units }: Scene, { from, end }: SeqRange): SeqRange {
  return { from, end: units.find((unit) => unit.from < end && end < unit.end)?.end ?? end }
}

function carriesOf(scene: Scene, record: FoldRecord, range: SeqRange): readonly Carried[] {
  const torn = scene.units.find((unit) => unit.from < record.span.end && record.span.end < unit.end)
  const kept = record.carries.filter(({ seq }) => torn === undefined || !rangeContains(torn, seq))
  const carried = new Map<Seq, Carried>(kept.map((carry) => [carry.seq, carry]))
  for (const seq of scene.protected) {
    // What a law cut then may be whole now.
    if (rangeContains(range, seq)) carried.set(seq, carried.get(seq)?.inFront === true ? { seq, inFront: true } : { seq })
  }
  return [...carried.values()].sort((a, b) => a.seq - b.seq)
}

/** The first entry that a fold does not show. */
function firstFolded(scene: Scene, record: FoldRecord): Seq | undefined {
  const range = wholeUnits(scene, record.span)
  const shown = new Set(carriesOf(scene, record, range).map(({ seq }) => seq))
  for (let seq = range.from; seq < range.end; seq = after(seq)) if (!shown.has(seq)) return seq
  return undefined
}
