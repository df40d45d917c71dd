import type { Entry } from '../schema/entry.ts'
import { freshCopy } from '../schema/fresh-copy.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { Order, Proposal, Scene, Strategy } from '../schema/strategy.ts'
import { ownScene } from './own-scene.ts'
import { historyTokens } from './scene.ts'
import { withoutFolded } from './standing.ts'

/**
 * A strategy of the user's own, with the checks of ours. What throws, or breaks the contract, is passed over with the reason, and the next
 * rung is asked: a mistake in it costs its help, not the session.
 */
export function guarded(strategy: Strategy): Strategy {
  const { skippedWhen } = strategy
  return {
    ...strategy,
    ...(skippedWhen === undefined ? {} : { skippedWhen: (scene) => skippedWhen.call(strategy, ownScene(scene)) }),
    propose: (scene) => checkedProposal(strategy, scene),
  }
}

function checkedProposal(strategy: Strategy, scene: Scene): Proposal {
  let proposal: Proposal
  try {
    proposal = freshCopy(strategy.propose(ownScene(scene)))
  } catch (error) {
    return refused(`it threw: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (proposal?.kind === 'not-enough') return proposal
  if (proposal?.kind !== 'orders' && proposal?.kind !== 'partial') return refused('it proposed neither orders nor a reason')
  if (!Array.isArray(proposal.orders)) return refused('its orders are no list')
  const fault = faultIn(scene, proposal.orders)
  if (fault !== undefined) return refused(fault)
  const orders = withoutFolded(scene, proposal.orders)
  if (orders.length === 0) return refused('it has no orders')
  const missing = costOf(scene, orders) - scene.allowance
  if (proposal.kind === 'partial' || missing <= 0) return { ...proposal, orders }
  return { kind: 'partial', orders, reason: `it called that enough, and ${missing} tokens are missing` }
}

function refused(reason: string): Proposal {
  return { kind: 'not-enough', reason }
}

/** The first thing that is wrong with orders. */
function faultIn(scene: Scene, orders: readonly Order[]): string | undefined {
  const taken = new Set<Seq>()
  for (const order of orders) {
    const fault = 'seq' in order ? entryFault(scene, order) : foldFault(scene, order)
    if (fault !== undefined) return fault
    for (const seq of seqsOf(scene, order)) {
      if (taken.has(seq)) return `${handleOf(seq)} is ordered twice`
      taken.add(seq)
    }
  }
  return undefined
}

type EntryOrder = Extract<Order, { readonly seq: Seq }>
type FoldOrder = Exclude<Order, EntryOrder>

/** Which entries an action is for. */
const MAY: Readonly<Record<EntryOrder['action'], (entry: Entry) => boolean>> = {
  clear: ({ kind }) => kind === 'tool-result' || kind === 'reasoning' || kind === 'file',
  shorten: ({ kind }) => kind === 'text' || kind === 'tool-result' || kind === 'tool-call',
  externalize: ({ kind }) => kind === 'tool-result',
}

function entryFault({ log, fixed, protected: kept }: Scene, order: EntryOrder): string | undefined {
  const entry = log.entries[order.seq]
  if (entry === undefined || order.seq < fixed) return `entry ${String(order.seq)} is not in the history`
  const name = handleOf(entry.seq)
  if (kept.has(entry.seq)) return `${order.action} ${name}: it is protected`
  if (!Object.hasOwn(MAY, order.action)) return `${name}: there is no action ${String(order.action)}`
  if (!MAY[order.action](entry)) return `${order.action} ${name}: not for an entry of kind ${entry.kind}`
  return isCount(order.tokens) ? undefined : `${order.action} ${name}: its tokens are no count`
}

function foldFault(scene: Scene, order: FoldOrder): string | undefined {
  const { units, fixed, log } = scene
  const { from, end, action } = order
  if (action !== 'summarize' && action !== 'drop') return `there is no action ${String(action)}`
  const name = `${action} ${handleOf(from)} up to ${handleOf(end)}`
  if (!(from >= fixed && from < end && end <= log.entries.length)) return `${name}: not a part of the history`
  if (!units.some((unit) => unit.from === from) || !units.some((unit) => unit.end === end))
    return `${name}: it tears a unit apart`
  if (action === 'summarize' && !isCount(order.tokens)) return `${name}: its tokens are no count`
  const torn = scene.standing?.find(({ span }) => span.from < from && from < span.end && span.end < end)
  if (torn !== undefined) return `${name}: it tears apart what is folded already`
  const carried = new Set(order.carries.map(({ seq }) => seq))
  const lost = [...scene.protected].find((seq) => seq >= from && seq < end && !carried.has(seq))
  if (lost !== undefined) return `${name}: ${handleOf(lost)} is protected and not carried`
  const stray = [...carried].find((seq) => seq < from || seq >= end)
  return stray === undefined ? undefined : `${name}: it carries ${handleOf(stray)}, which is not in it`
}

function isCount(tokens: unknown): boolean {
  return typeof tokens === 'number' && tokens >= 0 && Number.isFinite(tokens)
}

/** Entries that an order takes out of the prompt or changes. */
function seqsOf({ log }: Scene, order: Order): readonly Seq[] {
  if ('seq' in order) return [order.seq]
  const carried = new Set(order.carries.map(({ seq }) => seq))
  return log.entries.slice(order.from, order.end).flatMap(({ seq }) => (carried.has(seq) ? [] : [seq]))
}

/** What history costs once orders are carried out, summaries at their most. */
function costOf(scene: Scene, orders: readonly Order[]): number {
  const freed = orders.flatMap((order) => seqsOf(scene, order)).reduce((sum, seq) => sum + (scene.sizes[seq] ?? 0), 0)
  return orders.reduce((sum, order) => sum + spentOn(scene, order), historyTokens(scene) - freed)
}

function spentOn({ prices }: Scene, order: Order): number {
  if ('seq' in order) return order.tokens
  return order.action === 'summarize' ? order.tokens + (order.splitTurn?.tokens ?? 0) + prices.summaryFrame : 0
}
