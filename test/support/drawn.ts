import { rangeContains } from '../../src/schema/range.ts'
import type { Order, Scene } from '../../src/schema/strategy.ts'

/** What a model sees under orders, entry by entry, by the names a scene gives them: `SUMMARY u4 a5`. */
export function drawn(scene: Scene, orders: readonly Order[]): string {
  const nameOf = (seq: number): string => scene.log.entries[seq]?.message.id ?? ''
  const shown: string[] = []
  for (let seq = 0; seq < scene.log.entries.length; seq += 1) {
    const order = orders.find((candidate) => 'from' in candidate && rangeContains(candidate, seq))
    if (order === undefined || !('from' in order)) {
      shown.push(nameOf(seq))
      continue
    }
    const { splitTurn } = order as Extract<Order, { action: 'summarize' }>
    shown.push(...order.carries.filter((carry) => carry.inFront).map((carry) => nameOf(carry.seq)))
    shown.push(order.action === 'drop' ? 'DROPPED' : splitTurn === undefined ? 'SUMMARY' : `SUMMARY+${nameOf(splitTurn.from)}`)
    shown.push(...order.carries.filter((carry) => !carry.inFront).map((carry) => nameOf(carry.seq)))
    seq = order.end - 1
  }
  return shown.join(' ')
}
