import { fulfil } from '../../src/compact/fulfil.ts'
import { normaliseRecords } from '../../src/plan/build-plan.ts'
import { checkPlan, type PlanFault } from '../../src/plan/check-plan.ts'
import { historyTokens } from '../../src/plan/scene.ts'
import { after, handleOf } from '../../src/schema/ids.ts'
import type { SeqRange } from '../../src/schema/range.ts'
import { shownRange } from '../../src/schema/stored-plan.ts'
import type { Order, Scene } from '../../src/schema/strategy.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'

/** Orders in words, one line each. */
export function printOrders(orders: readonly Order[]): string {
  return orders.map(printOrder).join('\n')
}

function printOrder(order: Order): string {
  switch (order.action) {
    case 'shorten':
    case 'clear':
    case 'externalize':
      return `${order.action} ${handleOf(order.seq)} to ${order.tokens}`
    case 'summarize':
      return `summarize ${foldOf(order)} in ${order.tokens}${splitOf(order)}${carriesOf(order)}`
    case 'drop':
      return `drop ${foldOf(order)}${carriesOf(order)}`
  }
}

function foldOf(range: SeqRange): string {
  const { from, to } = shownRange(range)
  return `${handleOf(from)}–${handleOf(to)}`
}

function splitOf({ splitTurn }: Extract<Order, { action: 'summarize' }>): string {
  return splitTurn === undefined ? '' : `, the turn from ${handleOf(splitTurn.from)} in ${splitTurn.tokens}`
}

function carriesOf({ carries }: Extract<Order, { action: 'summarize' | 'drop' }>): string {
  const shown = carries.map((carry) => handleOf(carry.seq) + (carry.excerpt === undefined ? '' : ` cut to ${carry.excerpt.head}`))
  return shown.length === 0 ? '' : `, carries ${shown.join(' ')}`
}

/** What history costs once orders are carried out, summaries at their most. */
export function costOf(scene: Scene, orders: readonly Order[]): number {
  let cost = historyTokens(scene)
  const size = (seq: number): number => scene.sizes[seq] ?? 0
  for (const order of orders) {
    if ('seq' in order) {
      cost -= size(order.seq) - order.tokens
      continue
    }
    const carried = new Set(order.carries.map((carry) => carry.seq))
    for (let seq = order.from; seq < order.end; seq = after(seq)) if (!carried.has(seq)) cost -= size(seq)
    for (const { seq, excerpt } of order.carries) if (excerpt !== undefined) cost -= size(seq) - excerpt.head
    if (order.action === 'summarize') cost += order.tokens + (order.splitTurn?.tokens ?? 0) + scene.prices.summaryFrame
  }
  return cost
}

/** What is wrong with the plan that orders make. */
export function faultsOf(scene: Scene, orders: readonly Order[]): readonly PlanFault[] {
  const { records } = normaliseRecords(scene.log, fulfil(scene.log, orders, characterTokenizer()))
  return checkPlan({ log: scene.log, records, pins: scene.pins, fixed: scene.fixed })
}
