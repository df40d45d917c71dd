import { priceSheetFor } from '../../src/economy/price-sheet.ts'
import type { PriceStep } from '../../src/schema/model-limits.ts'
import type { PriceSheet } from '../../src/schema/price-sheet.ts'

/** Prices as makers name them, in dollars for a million tokens, and the model that each is held to be. */
const NAMED: readonly (readonly [name: string, model: string, prices: Omit<PriceStep, 'above'>])[] = [
  ['Anthropic 5 min', 'claude-sonnet-4-5', { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }],
  ['Anthropic 1 h', 'claude-sonnet-4-5', { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 6 }],
  ['OpenAI', 'gpt-5', { input: 1.25, output: 10, cacheRead: 0.125 }],
  ['Gemini', 'gemini-2.5-flash', { input: 0.3, output: 2.5, cacheRead: 0.03 }],
  ['DeepSeek', 'deepseek-chat', { input: 0.14, output: 0.28, cacheRead: 0.0028 }],
  ['none', 'no-cache', { input: 1, output: 5 }],
]

export interface NamedSheet {
  readonly name: string
  readonly model: string
  readonly prices: PriceStep
  readonly sheet: PriceSheet
  /** Of the times that a person is waited for, the share that outlasts the cache. */
  readonly cold: number
}

export const SHEETS: readonly NamedSheet[] = NAMED.map(([name, model, prices]) => {
  const steps = { above: 0, ...prices }
  const { sheet } = priceSheetFor(model, [steps])
  if (sheet === undefined) throw new Error(`no sheet for ${name}`)
  const cold = name === 'Anthropic 1 h' ? 0.045 : name === 'DeepSeek' ? 0.02 : 0.25
  return { name, model, prices: steps, sheet, cold }
})
