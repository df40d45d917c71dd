import { makeBudget } from '../budget/allowance.ts'
import { scaleCount } from '../budget/calibrate.ts'
import { frozen } from '../schema/frozen.ts'
import type { Setting } from '../view/setting.ts'

/** The same setting with room for at most so many tokens, by our count. */
export function atMost(tokens: number, at: Setting): Setting {
  const { budget, marks } = at
  if (budget.limit <= tokens) return at
  const { reserve, scale, system, tools } = budget
  const window = Math.min(budget.window, reserve + scaleCount(tokens, scale).most)
  return { ...at, budget: frozen(makeBudget({ window, reserve, scale, system, tools })), marks: { ...marks, window } }
}
