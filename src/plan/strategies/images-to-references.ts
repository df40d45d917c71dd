import type { KeepTurns } from '../../schema/rung.ts'
import type { Order, Strategy } from '../../schema/strategy.ts'
import { isBeforeLastTurns } from '../clear-oldest.ts'
import { firstOpen, historyTokens } from '../scene.ts'

/**
 * Shows old images, documents and sounds by their names, oldest first, as many as needed (B15). The name is what was known of the file: if
 * it had a path, the agent can open it again.
 *
 *     keep 1 turn:   u1 · image 1,600 "shot.png" · a2 · u3   →   "[image: shot.png · e1]"
 */
export function imagesToReferences(options: KeepTurns): Strategy {
  return {
    name: 'images-to-references',
    propose(scene) {
      const most = historyTokens(scene) - scene.allowance
      const orders: Order[] = []
      let excess = most
      for (const entry of scene.log.entries) {
        if (excess <= 0) break
        const isOld = entry.seq >= firstOpen(scene) && isBeforeLastTurns(scene, entry, options.keepTurns)
        if (entry.kind !== 'file' || !isOld || scene.protected.has(entry.seq)) continue
        const named = scene.prices.shortened(entry, 0)
        const saved = (scene.sizes[entry.seq] ?? 0) - named.tokens
        if (saved <= 0) continue
        orders.push({ action: 'shorten', seq: entry.seq, ...named })
        excess -= saved
      }
      if (orders.length > 0 && excess <= 0) return { kind: 'orders', orders }
      const reason = `showing old files by their names saves ${most - excess} of ${most} tokens`
      return orders.length === 0 ? { kind: 'not-enough', reason } : { kind: 'partial', orders, reason }
    },
  }
}
