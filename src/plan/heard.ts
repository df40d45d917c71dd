import type { Entry } from '../schema/entry.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import { rangeContains, rangeOf, type SeqRange } from '../schema/range.ts'
import type { LawOverride } from '../schema/receipt.ts'
import type { Heard, Order, Proposal, Scene } from '../schema/strategy.ts'
import { canShorten } from './shorten-entries.ts'

/** Of what history may take, what the task and the rules may have in every request (L15). */
const QUARTER = 0.25
/** What the opening of a page and the headings of task and rules cost. */
const PAGE = 72

/**
 * What a page must have room for that stands for a range: the task and the rules in it, unless they are shown. 0 if there are none.
 *
 *     history may take 4,000:   task 300, rules 200   →   500 and the page around them
 *                               task 3,000, rules 200   →   1,000 and the page around them: the task is shortened
 */
export function heardTokens(scene: Scene, range: SeqRange, shown: ReadonlySet<Seq> = scene.protected): number {
  const lines = linesIn(scene, range, shown)
  return lines === 0 ? 0 : Math.min(lines, quarterOf(scene)) + PAGE
}

/** What the page would need if everything were folded that may be. */
export function heardRoom(scene: Scene): number {
  return heardTokens(scene, everything(scene))
}

/** Room for the page, its message included: what the frontier leaves to it. */
export function reservedFor(scene: Scene): number {
  const page = heardRoom(scene)
  return page === 0 ? 0 : page + scene.prices.summaryFrame
}

/** Entries that can be shown in less, without cutting what every request says. */
export function mayShorten(scene: Scene, seq: Seq): boolean {
  if (!canShorten(scene.log.entries[seq] as Entry)) return false
  const isHeard = (scene.heard ?? []).some((heard) => heard.seq === seq && heard.until === undefined)
  return !isHeard || linesIn(scene, everything(scene), scene.protected) > quarterOf(scene)
}

/** Whether an entry that may be cut behind the words that every request says is cut within them. */
export function isCutWithin({ heard = [] }: Scene, { seq, excerpt }: Extract<Order, { action: 'shorten' }>): boolean {
  return heard.some((line) => line.seq === seq && line.until !== undefined && excerpt.head < line.until)
}

/** Says so if task and rules of a range have to be shortened. */
export function heardOverrides(scene: Scene, range: SeqRange, shown: ReadonlySet<Seq> = scene.protected): readonly LawOverride[] {
  const lines = linesIn(scene, range, shown)
  const quarter = quarterOf(scene)
  if (lines <= quarter) return []
  const detail = `task and rules take ${lines} tokens, more than a quarter of what history may take (${quarter}): they are shortened`
  return [{ law: 'L15', detail }]
}

/** A proposal that cuts the task or a rule where it stands says so, unless it says already that they are shortened. */
export function saidIfCut(scene: Scene, proposal: Proposal): Proposal {
  if (proposal.kind !== 'orders' || proposal.overrides?.some(({ law }) => law === 'L15') === true) return proposal
  const cut = new Map(proposal.orders.flatMap((order) => (order.action === 'shorten' ? [[order.seq, order.excerpt.head]] : [])))
  const range = everything(scene)
  const isCut = ({ seq, until = Number.POSITIVE_INFINITY }: Heard): boolean => (cut.get(seq) ?? until) < until
  if (!(scene.heard ?? []).some(isCut)) return proposal
  const shortened = heardOverrides(scene, range)
  const detail = 'words that hold the task or a rule are cut where they stand: there is no room for them, nor for a page'
  return { ...proposal, overrides: shortened.length > 0 ? shortened : [{ law: 'L15', detail, unmet: true }] }
}

function linesIn({ heard = [] }: Scene, range: SeqRange, shown: ReadonlySet<Seq>): number {
  const hidden = heard.filter(({ seq }) => rangeContains(range, seq) && !shown.has(seq))
  const task = hidden.find(({ what }) => what === 'task')
  // A task that is said word for word says its own rules.
  const isSaid = ({ seq, what }: Heard): boolean => what === 'rule' && seq === task?.seq
  return hidden.reduce((sum, line) => (isSaid(line) ? sum : sum + line.tokens), 0)
}

export function quarterOf({ most, allowance }: Scene): number {
  return Math.max(0, Math.floor((most ?? allowance) * QUARTER))
}

function everything(scene: Scene): SeqRange {
  return rangeOf(scene.fixed, seqOf(scene.sizes.length))
}

/** Of a summary, what task and rules may take of its own room; the rest of them stands outside it (L15). */
const HEARD_INSIDE = 0.5

export function withHeard(scene: Scene, most: number): number {
  return most === 0 ? 0 : most + Math.max(0, heardRoom(scene) - Math.floor(most * HEARD_INSIDE))
}

/** What of a choice is looked at. */
interface Choosing {
  readonly orders: readonly Order[]
  readonly overrides: readonly LawOverride[]
}

/** Says so if the summary is longer than the policy lets it be. */
export function withPageOverride<Chosen extends Choosing>(choice: Chosen, used: number, cap: number): Chosen {
  if (used <= cap || !choice.orders.some((order) => order.action === 'summarize' && (order.heard ?? 0) > 0)) return choice
  const detail = `the summary takes ${used} tokens instead of ${cap}, so that it says the task and the rules`
  return { ...choice, overrides: [...choice.overrides, { law: 'L15', detail }] }
}
