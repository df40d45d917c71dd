import { after, type Seq } from '../schema/ids.ts'
import type { Circumstances, Scene, Strategy } from '../schema/strategy.ts'

/** Whether a strategy has something to do although everything fits. */
export function actsAnyway(strategy: Strategy, scene: Circumstances): boolean {
  if (scene.turnIsOver === true) return strategy.floor !== true
  return strategy.eager === true || (strategy.onRequest === true && scene.asked === true)
}

/** The first entry that a rung may change by itself: what lies before it is folded, and stays folded. */
export function firstOpen({ foldedTo, fixed }: Scene): Seq {
  return foldedTo ?? fixed
}

/** The tokens of history as it stands. */
export function historyTokens(scene: Scene): number {
  let sum = 0
  for (let seq = scene.fixed; seq < scene.sizes.length; seq = after(seq)) sum += scene.sizes[seq] ?? 0
  return sum
}
