import type { PruneColdOptions } from '../../schema/rung.ts'
import type { Order, Strategy } from '../../schema/strategy.ts'
import { clearableResults, isBeforeLastTurns } from '../clear-oldest.ts'

/**
 * Hides old tool outputs once the provider's cache has gone cold (E3): what stood in it is paid for again in any case, so changing
 * it is free. It acts although everything fits, and it comes before whatever else is needed (E2).
 *
 *     idle for 6 minutes, cold after 5, keep 1 turn:   u1 · r2 800 · u3 · r4 300   →   r2 gives way to its replacement text
 */
export function pruneCold(options: PruneColdOptions): Strategy {
  return {
    name: 'prune-cold',
    eager: true,
    propose(scene) {
      const idle = scene.idleMs ?? 0
      if (idle <= options.idleMs) return { kind: 'not-enough', reason: `the cache is warm: ${idle} ms without a call` }
      const orders = clearableResults(scene)
        .filter((entry) => isBeforeLastTurns(scene, entry, options.keepTurns))
        .map(({ seq, envelope }): Extract<Order, { action: 'clear' }> => {
          const entry = scene.log.entries[seq]
          const tokens = entry === undefined ? 0 : scene.prices.cleared(entry, options.replacement)
          return { action: 'clear', seq, tokens, preservedFields: envelope.keyFields, note: options.replacement }
        })
        .filter((order) => order.tokens < (scene.sizes[order.seq] ?? 0))
      if (orders.length === 0) return { kind: 'not-enough', reason: 'the cache is cold, and there is nothing old to hide' }
      return { kind: 'partial', orders, reason: `the cache is cold: ${orders.length} old outputs are hidden` }
    },
  }
}
