import type { ReasoningEntry } from '../../schema/entry.ts'
import type { KeepTurns } from '../../schema/rung.ts'
import type { Order, Scene, Strategy } from '../../schema/strategy.ts'
import { isBeforeLastTurns } from '../clear-oldest.ts'
import { firstOpen, historyTokens } from '../scene.ts'

/**
 * Leaves out the reasoning of whole turns, oldest first. Signed reasoning is legal only in a message that is otherwise as it was,
 * so a turn loses all of it or none, and nothing else of the turn is touched.
 *
 *     keep 1 turn:   u1 · think2 400 · a3 · think4 300 · a5 · u6 · think7 200 · a8   →   think2 and think4 go
 */
export function stripReasoning(options: KeepTurns): Strategy {
  return {
    name: 'strip-reasoning',
    propose(scene) {
      const most = historyTokens(scene) - scene.allowance
      const orders: Order[] = []
      let excess = most
      for (const turn of oldTurns(scene, options.keepTurns)) {
        if (excess <= 0) break
        for (const entry of turn) {
          const tokens = frameOf(scene, entry)
          orders.push({ action: 'clear', seq: entry.seq, tokens, preservedFields: {} })
          excess -= (scene.sizes[entry.seq] ?? 0) - tokens
        }
      }
      if (orders.length > 0 && excess <= 0) return { kind: 'orders', orders }
      const reason = `leaving out old reasoning saves ${most - excess} of ${most} tokens`
      return orders.length === 0 ? { kind: 'not-enough', reason } : { kind: 'partial', orders, reason }
    },
  }
}

/** A message that goes on without its first block still needs its frame. */
function frameOf({ prices }: Scene, { message }: ReasoningEntry): number {
  return message.block === 0 && message.blocks > 1 ? prices.messageFrame : 0
}

/** The reasoning of old turns, turn by turn. A turn with reasoning that may not be touched keeps all of it. */
function oldTurns(scene: Scene, keepTurns: number): readonly (readonly ReasoningEntry[])[] {
  const turns = new Map<number, ReasoningEntry[]>()
  for (const entry of scene.log.entries) {
    if (entry.kind !== 'reasoning' || entry.seq < firstOpen(scene) || !isBeforeLastTurns(scene, entry, keepTurns)) continue
    const turn = turns.get(entry.turn) ?? []
    turn.push(entry)
    turns.set(entry.turn, turn)
  }
  return [...turns.values()].filter((turn) => !turn.some((entry) => scene.protected.has(entry.seq)))
}
