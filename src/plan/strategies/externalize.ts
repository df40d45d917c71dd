import type { ToolResultEntry } from '../../schema/entry.ts'
import type { ExternalizeOptions } from '../../schema/rung.ts'
import type { Order, Scene, Strategy } from '../../schema/strategy.ts'
import { isBeforeLastTurns } from '../clear-oldest.ts'
import { firstOpen, historyTokens } from '../scene.ts'

/**
 * Puts large results away in the artifact store, oldest first, as many as needed (C3, C5). A pointer stands in the result, so that
 * no call is orphaned. A tool may have a threshold of its own (C8).
 *
 *     above 1,000, keep 1 turn:   u1 · r2 5,000 · r3 400 · u4 · r5 9,000   →   r2 is put away
 */
export function externalize(options: ExternalizeOptions): Strategy {
  return {
    name: 'externalize',
    skippedWhen(scene) {
      if (scene.rehydrated === true) return 'this turn brought back what was put away'
      return scene.withoutArtifacts === true ? 'there is no store that keeps artifacts' : undefined
    },
    propose(scene) {
      const most = historyTokens(scene) - scene.allowance
      const orders: Order[] = []
      let excess = most
      for (const entry of largeResults(scene, options)) {
        if (excess <= 0) break
        const pointer = scene.prices.externalized(entry)
        const saved = (scene.sizes[entry.seq] ?? 0) - pointer.tokens
        if (saved <= 0) continue
        orders.push({ action: 'externalize', seq: entry.seq, ...pointer })
        excess -= saved
      }
      if (orders.length > 0 && excess <= 0) return { kind: 'orders', orders }
      const reason = `putting large results away saves ${most - excess} of ${most} tokens`
      return orders.length === 0 ? { kind: 'not-enough', reason } : { kind: 'partial', orders, reason }
    },
  }
}

function largeResults(scene: Scene, { above, keepTurns }: ExternalizeOptions): readonly ToolResultEntry[] {
  return scene.log.entries.filter((entry): entry is ToolResultEntry => {
    if (entry.kind !== 'tool-result' || entry.answers.kind !== 'call') return false
    if (entry.seq < firstOpen(scene) || scene.protected.has(entry.seq) || !isBeforeLastTurns(scene, entry, keepTurns))
      return false
    return (scene.sizes[entry.seq] ?? 0) > (scene.thresholds?.get(entry.envelope.tool) ?? above)
  })
}
