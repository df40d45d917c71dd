import { handleOf } from '../../src/schema/ids.ts'
import type { SeqRange } from '../../src/schema/range.ts'
import { shownRange } from '../../src/schema/stored-plan.ts'
import type { Order } from '../../src/schema/strategy.ts'

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
