import type { Entry } from '../../schema/entry.ts'
import type { Proposal, Scene, Strategy } from '../../schema/strategy.ts'
import { isCutWithin, mayShorten } from '../heard.ts'
import { firstOpen, historyTokens } from '../scene.ts'
import { shortenTo } from '../shorten-entries.ts'

/** An entry is oversized when it alone takes more than this share of the allowance. */
const OVERSIZED = 0.25
/** Not shortened below this share: what is left must still be worth reading. */
const LEAST = 0.08

/**
 * Shortens the few entries that are far too large, and leaves everything else as it is.
 *
 *     allowance 1,000:   u1 10 · r2 5,000 · a3 40   →   u1 10 · r2 950 (head and tail) · a3 40
 */
export function shortenOversized(): Strategy {
  return {
    name: 'shorten-oversized',
    propose(scene: Scene): Proposal {
      const { entries } = scene.log
      const spoke = entries.findLast(isOfAgent)?.seq
      const large = entries
        .filter((entry) => isOversized(scene, entry) && (entry.seq === spoke || !isOfAgent(entry)))
        .map((entry) => entry.seq)
      const largeTokens = large.reduce((sum, seq) => sum + (scene.sizes[seq] ?? 0), 0)
      const target = scene.allowance - (historyTokens(scene) - largeTokens)
      const orders = target < large.length * scene.allowance * LEAST ? undefined : shortenTo(scene, large, target)
      if (large.length === 0 || orders === undefined || orders.some((order) => isCutWithin(scene, order))) {
        return { kind: 'not-enough', reason: `${large.length} oversized entries, and shortening them is not enough` }
      }
      return { kind: 'orders', orders }
    },
  }
}

/** What the agent said before is worth more in a summary, sentence by sentence, than by its head and its tail. */
function isOfAgent({ kind, author }: Entry): boolean {
  return kind === 'text' && author === 'agent'
}

function isOversized(scene: Scene, entry: Entry): boolean {
  if (entry.seq < firstOpen(scene) || scene.protected.has(entry.seq) || entry.author === 'person') return false
  return (scene.sizes[entry.seq] ?? 0) > scene.allowance * OVERSIZED && mayShorten(scene, entry.seq)
}
