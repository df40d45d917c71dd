import { frozen } from '../schema/frozen.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { Action } from '../schema/plan.ts'
import { rangeAt, rangeContains, type SeqRange } from '../schema/range.ts'
import type { LawOverride } from '../schema/receipt.ts'
import { type ShownRange, shownRange } from '../schema/stored-plan.ts'
import type { Order, Proposal, Scene, Strategy } from '../schema/strategy.ts'
import type { Adjustment } from '../schema/trigger.ts'
import { actsAnyway, historyTokens } from './scene.ts'

/** One change that a rung proposed, and what it frees by our prices (C26). */
interface ProposedChange {
  readonly strategy: string
  readonly action: Action
  readonly span: ShownRange
  readonly estimatedTokensFreed: number
  readonly reason: string
}

/** What one rung said, and what became of it. */
export interface RungStep {
  readonly strategy: string
  /** Not the policy's own rung, but what stands behind every policy. */
  readonly isFloor: boolean
  /** Taken: it made the plan fit. Added: it saved something, and the next rung went on from there. */
  readonly outcome: 'taken' | 'added' | 'passed-over' | 'skipped' | 'not-reached'
  readonly reason: string
  /** What it wanted done, whether or not the plan does it. */
  readonly proposals: readonly ProposedChange[]
  /** What it frees in the plan. */
  readonly tokensFreed: number
  readonly adjustments: readonly Adjustment[]
}

/** How far up the ladder a plan had to be looked for. */
interface Climb {
  readonly steps: readonly RungStep[]
  /** `undefined` if neither a single rung nor all of them together were enough. */
  readonly found: Found | undefined
}

interface Found {
  /** `clear-superseded + summarize`: what was taken, behind what was added to it. */
  readonly strategy: string
  readonly orders: readonly Order[]
  readonly overrides: readonly LawOverride[]
  readonly isShaped: boolean
}

/**
 * Asks one rung after the other until the scene fits. A rung that saves something without being enough hands its scene on.
 *
 *     allowance 500, history 900:   clear-superseded saves 100 · strip-reasoning saves nothing · summarize comes down to 480
 *     added                         passed over                  taken
 */
export function climb(scene: Scene, ladder: readonly Strategy[]): Climb {
  const added: Added[] = []
  const steps: RungStep[] = []
  let current = scene
  let found: Found | undefined
  for (const strategy of ladder) {
    const isDone = found !== undefined || historyTokens(current) <= current.allowance
    if (isDone && (found !== undefined || !actsAnyway(strategy, current))) {
      steps.push(stepOf(strategy, 'not-reached', 'what came before is enough'))
      continue
    }
    const skipped = strategy.skippedWhen?.(current)
    if (skipped !== undefined) {
      steps.push(stepOf(strategy, 'skipped', skipped))
      continue
    }
    const proposal = strategy.propose(current)
    steps.push(proposalStep(current, strategy, proposal))
    if (proposal.kind === 'orders') found = foundBy(strategy, proposal, added)
    if (proposal.kind !== 'partial') continue
    added.push({ strategy: strategy.name, orders: proposal.orders, step: steps.length - 1 })
    current = withOrders(current, proposal.orders)
  }
  if (found === undefined && added.length > 0 && historyTokens(current) <= current.allowance)
    found = foundBy(undefined, NONE, added)
  return { steps: found === undefined ? steps : withWhatHelped(steps, added, found), found }
}

/** What a rung had added and a later one then took over has no part in the plan: the later one frees all of it. */
function withWhatHelped(steps: readonly RungStep[], added: readonly Added[], { orders }: Found): readonly RungStep[] {
  const kept = new Set(orders)
  const parts = new Map(added.map((part) => [part.step, part.orders]))
  const ownerOf = ownersOf(steps, added, orders)
  const takenOver = new Map<number, number>()
  const helped = steps.map((step, index) => {
    const own = parts.get(index) ?? []
    const lost = step.proposals.filter((_, at) => own.length > 0 && !kept.has(own[at] as Order))
    if (lost.length === 0) return step
    for (const { span, estimatedTokensFreed } of lost) {
      const owner = ownerOf(seqOf(span.from))
      takenOver.set(owner, (takenOver.get(owner) ?? 0) + estimatedTokensFreed)
    }
    const tokensFreed = step.tokensFreed - freedBy(lost)
    if (lost.length < own.length) return { ...step, tokensFreed, reason: `${step.reason}; a later rung took some of it over` }
    const reason = `${step.reason}, and a later rung took all of it over`
    return { ...step, outcome: 'passed-over' as const, tokensFreed, reason }
  })
  return helped.map((step, index) => ({ ...step, tokensFreed: step.tokensFreed + (takenOver.get(index) ?? 0) }))
}

/** Which step has the last word about an entry; -1 if none has. */
function ownersOf(steps: readonly RungStep[], added: readonly Added[], orders: readonly Order[]): (seq: Seq) => number {
  const owners = new Map<Seq, number>()
  for (const { orders: own, step } of added) for (const order of own) if ('seq' in order) owners.set(order.seq, step)
  const earlier = new Set(added.flatMap((part) => part.orders))
  const taken = steps.findIndex(({ outcome }) => outcome === 'taken')
  const last = orders.filter((order) => !earlier.has(order))
  for (const order of last) if ('seq' in order) owners.set(order.seq, taken)
  // A fold is a whole log long: its entries are not listed.
  const folds = last.filter((order) => !('seq' in order)).map(rangeOf)
  return (seq) => (folds.some((fold) => rangeContains(fold, seq)) ? taken : (owners.get(seq) ?? -1))
}

type Orders = Extract<Proposal, { kind: 'orders' }>

const NONE: Orders = frozen({ kind: 'orders', orders: [] })

interface Added {
  readonly strategy: string
  readonly orders: readonly Order[]
  /** Which step of the climb it was. */
  readonly step: number
}

function foundBy(strategy: Strategy | undefined, proposal: Orders, added: readonly Added[]): Found {
  const orders = lastWord(
    added.flatMap((part) => part.orders),
    proposal.orders,
  )
  // What was added and then folded away with the rest has no part in the plan.
  const kept = new Set(orders)
  const helped = added.filter((part) => part.orders.some((order) => kept.has(order))).map((part) => part.strategy)
  const floor: readonly LawOverride[] =
    strategy?.floor === true
      ? [{ law: 'L3', detail: `no rung of the policy fits, so the floor acts: ${strategy.name}`, floor: true }]
      : []
  return {
    strategy: [...helped, ...(strategy === undefined ? [] : [strategy.name])].join(' + '),
    orders,
    overrides: [...(proposal.overrides ?? []), ...floor],
    isShaped: strategy === undefined || proposal.shaped === true,
  }
}

/** One order for each entry: what was ordered before for one that is folded after all, or ordered anew, is void. */
function lastWord(before: readonly Order[], taken: readonly Order[]): readonly Order[] {
  const folds = taken.filter((order) => 'from' in order)
  const single = new Map<Seq, Order>()
  for (const order of [...before, ...taken]) if ('seq' in order) single.set(order.seq, order)
  const isFolded = (seq: Seq): boolean => folds.some((fold) => rangeContains(fold, seq))
  return [...folds, ...[...single].flatMap(([seq, order]) => (isFolded(seq) ? [] : [order]))]
}

/** The scene once orders are carried out: sizes change, nothing else. */
function withOrders(scene: Scene, orders: readonly Order[]): Scene {
  const sizes = [...scene.sizes]
  for (const order of orders) {
    const { from, end } = rangeOf(order)
    for (let seq = from; seq < end; seq = after(seq)) sizes[seq] = 'seq' in order ? order.tokens : 0
  }
  return { ...scene, sizes }
}

function rangeOf(order: Order): SeqRange {
  return 'seq' in order ? rangeAt(order.seq) : order
}

function proposalStep(scene: Scene, strategy: Strategy, proposal: Proposal): RungStep {
  const adjustments = 'adjustments' in proposal ? (proposal.adjustments ?? []) : []
  if (proposal.kind === 'not-enough') return { ...stepOf(strategy, 'passed-over', proposal.reason), adjustments }
  const [outcome, reason] =
    proposal.kind === 'partial' ? (['added', proposal.reason] as const) : (['taken', 'it comes down to the mark'] as const)
  const proposals = proposal.orders.map((order) => ({ strategy: strategy.name, ...changeOf(scene, order), reason }))
  return { ...stepOf(strategy, outcome, reason), proposals, tokensFreed: freedBy(proposals), adjustments }
}

function freedBy(changes: readonly ProposedChange[]): number {
  return changes.reduce((sum, change) => sum + change.estimatedTokensFreed, 0)
}

function stepOf({ name, floor }: Strategy, outcome: RungStep['outcome'], reason: string): RungStep {
  return { strategy: name, isFloor: floor === true, outcome, reason, proposals: [], tokensFreed: 0, adjustments: [] }
}

function changeOf(scene: Scene, order: Order): Pick<ProposedChange, 'action' | 'span' | 'estimatedTokensFreed'> {
  const range = rangeOf(order)
  const carried = new Set('carries' in order ? order.carries.map((carry) => carry.seq) : [])
  let shown = 0
  for (let seq = range.from; seq < range.end; seq = after(seq)) if (!carried.has(seq)) shown += scene.sizes[seq] ?? 0
  const left = 'tokens' in order ? order.tokens + ('splitTurn' in order ? (order.splitTurn?.tokens ?? 0) : 0) : 0
  return { action: order.action, span: shownRange(range), estimatedTokensFreed: shown - left }
}
