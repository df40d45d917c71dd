import { makeBudget } from '../budget/allowance.ts'
import { scaleCount } from '../budget/calibrate.ts'
import { frozen } from '../schema/frozen.ts'
import type { Setting } from '../view/setting.ts'

/** How much smaller a request must be than the one that was refused, if the provider does not say how large it may be. */
const RETREAT = 0.9

/** Most tokens of the next request: always fewer than were refused. */
export function retreatFrom(refused: number): number {
  return Math.max(1, Math.floor(refused * RETREAT))
}

/** The same setting with room for at most so many tokens, by our count. */
export function atMost(tokens: number, at: Setting): Setting {
  const { budget, marks } = at
  if (budget.limit <= tokens) return at
  const { reserve, scale, system, tools } = budget
  const window = Math.min(budget.window, reserve + scaleCount(tokens, scale).most)
  return { ...at, budget: frozen(makeBudget({ window, reserve, scale, system, tools })), marks: { ...marks, window } }
}
