import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldingCost, pruneCost, stepsToPay } from '../../src/economy/acting-cost.ts'
import { priceSheetFor, ratesAt } from '../../src/economy/price-sheet.ts'
import { stepCost, stepTokens } from '../../src/economy/step-cost.ts'
import { loadModelData } from '../../src/models/from-genai-prices.ts'
import type { ModelPrices } from '../../src/schema/model-limits.ts'
import type { PriceSheet } from '../../src/schema/price-sheet.ts'

const SONNET: ModelPrices = [
  { above: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteHour: 6 },
  { above: 200_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5, cacheWriteHour: 12 },
]
const sonnet = sheetOf('claude-sonnet-4-5', SONNET)
const MINUTE = 60_000

describe('a price sheet', () => {
  it('says what tokens cost beside one uncached input token, by the length of the prompt', () => {
    expect(sonnet.steps).toEqual([
      { above: 0, input: 1, read: expect.closeTo(0.1), write: 1.25, writeHour: 2, output: 5 },
      { above: 200_000, input: 2, read: expect.closeTo(0.2), write: 2.5, writeHour: 4, output: 7.5 },
    ])
    expect(ratesAt(sonnet, 200_000).input).toBe(1)
    expect(ratesAt(sonnet, 200_001).input).toBe(2)
  })

  it('takes a provider that names no cache prices for one without a cache', () => {
    expect(sheetOf('some-model', [{ above: 0, input: 2, output: 4 }]).steps[0]).toMatchObject({ read: 1, write: 1, output: 2 })
  })

  it('takes a written token for a new one where a host names only what keeping it costs, and says so', () => {
    const { sheet, remark } = priceSheetFor('openrouter/google/gemini-3-flash', [
      { above: 0, input: 0.5, output: 3, cacheRead: 0.05, cacheWrite: 0.08, cacheWriteHour: 0.09 },
    ])
    expect(sheet?.steps[0]).toMatchObject({ read: 0.1, write: 1, writeHour: 1 })
    expect(remark).toMatch(/below a new token/)
    expect(priceSheetFor('claude-sonnet-4-5', SONNET)).not.toHaveProperty('remark')
  })

  it('takes the price of long prompts for that of short ones where only those have one, and says so', () => {
    const { sheet, remark } = priceSheetFor('m', [{ above: 200_000, input: 6, output: 22.5 }])
    expect(sheet?.perMillion).toBe(6)
    expect(remark).toMatch(/No price is known for a prompt of up to 200000 tokens/)
  })

  it('counts in units of the lowest step, in whatever order steps are named', () => {
    expect(sheetOf('claude-sonnet-4-5', SONNET.toReversed() as unknown as ModelPrices)).toEqual(sonnet)
  })

  it('knows how long the caches of different makers live', () => {
    const lifeOf = (model: string): number => sheetOf(model, SONNET).cacheLifeMs / MINUTE
    const models = ['anthropic/claude-opus-4.5', 'gpt-5', 'openai/gpt-5.5', 'deepseek-chat', 'unheard-of']
    expect(models.map(lifeOf)).toEqual([5, 5, 1440, 120, 5])
  })

  it.each([
    ['an unknown price', undefined, 'are not known'],
    ['a model that costs nothing', [{ above: 0, input: 0, output: 0 }], 'costs nothing'],
    ['a price where a list should be', { input: 3, output: 9 }, 'no list of prices'],
    ['a word', 'cheap', 'no list of prices'],
    ['nothing at all', null, 'are not known'],
    ['a list of nothing', [null], 'no list of prices'],
    ['a price below 0', [{ above: 0, input: 3, output: -1 }], 'are not all numbers of 0 and more'],
    ['a price that is no number', [{ above: 0, input: Number.NaN, output: 1 }], 'are not all numbers of 0 and more'],
    ['a cache that is dearer than none', [{ above: 0, input: 3, output: 9, cacheRead: 30 }], 'more than a new one'],
    ['a write at a hundred times the price', [{ above: 0, input: 3, output: 9, cacheWrite: 300 }], 'more than 10 new ones'],
    ['an answer at a million times the price', [{ above: 0, input: 3, output: 3e6 }], 'more than 1000 of the question'],
    ['the price of one token for that of a million', [{ above: 0, input: 3e-6, output: 15e-6 }], 'cannot be meant'],
    [
      'two prices for one length',
      [
        { above: 0, input: 3, output: 9 },
        { above: 0, input: 4, output: 9 },
      ],
      'two prices for one length',
    ],
    ['cents taken for dollars', [{ above: 0, input: 3e6, output: 9e6 }], 'cannot be meant'],
  ] as const)('is not made of %s, and says so', (_, prices, reason) => {
    const { sheet, remark } = priceSheetFor('m', prices as unknown as ModelPrices | undefined)
    expect(sheet).toBeUndefined()
    expect(remark).toContain(reason)
  })

  it('exists for every model of the data that has a price above 0', async () => {
    const data = await loadModelData(Date.parse('2026-11-01'))
    const refused = Object.entries(data)
      .map(([model, { prices }]) => ({ model, prices, ...priceSheetFor(model, prices) }))
      .filter(({ sheet, prices }) => sheet === undefined && (prices?.[0].input ?? 0) > 0)
    expect(refused.length).toBeLessThan(Object.keys(data).length / 50)
  })
})

describe('the cost of a step', () => {
  it('is what was read, written, new and answered, in units and in money', () => {
    const cost = stepCost(sonnet, { read: 100_000, written: 2_000, new: 100, output: 500 })
    expect(cost.units).toBeCloseTo(10_000 + 2_500 + 100 + 2_500)
    expect(cost.dollars).toBeCloseTo(0.0453)
  })

  it('follows from what a request shares with the last one; a cold cache shares nothing', () => {
    const call = { prompt: 10_000, shared: 9_400, output: 50 }
    expect(stepTokens({ ...call, isWarm: true })).toEqual({ read: 9_400, written: 600, new: 0, output: 50 })
    expect(stepTokens({ ...call, isWarm: false })).toEqual({ read: 0, written: 10_000, new: 0, output: 50 })
  })
})

describe('the cost of acting', () => {
  it('a prune of 20,000 before 55,000 pays after 32 steps, and a quarter for what is fetched again', () => {
    expect(stepsToPay(sonnet, { prompt: 100_000, removed: 20_000, rewritten: 55_000, isWarm: true })).toBeCloseTo(31.875)
  })

  it('a prune of a cold cache saves at once', () => {
    const cold = { prompt: 100_000, removed: 20_000, rewritten: 55_000, isWarm: false }
    expect(pruneCost(sonnet, cold)).toBeLessThan(0)
    expect(stepsToPay(sonnet, cold)).toBe(0)
  })

  it('a prune that removes nothing never pays', () => {
    expect(stepsToPay(sonnet, { prompt: 100, removed: 0, rewritten: 50, isWarm: true })).toBe(Number.POSITIVE_INFINITY)
  })

  it('a compaction costs what is written again, the question, what is fetched again and what is lost', () => {
    const folding = { prompt: 190_000, after: 46_000, stays: 15_000, asked: 3_000, fetched: 8_000, loss: 80_000, isWarm: true }
    expect(foldingCost(sonnet, folding)).toBeCloseTo(19_000 + 15_000 + 1.15 * 31_000 + 10_000 + 80_000)
    expect(foldingCost(sonnet, { ...folding, asked: 0, isWarm: false })).toBeCloseTo(10_000 + 80_000)
  })

  it('is never below 0 for a compaction, whatever the numbers are', () => {
    const count = fc.nat(2_000_000)
    const folding = fc.record({
      prompt: count,
      after: count,
      stays: count,
      asked: count,
      fetched: count,
      loss: count,
      isWarm: fc.boolean(),
    })
    fc.assert(fc.property(folding, (given) => foldingCost(sonnet, given) >= 0))
  })
})

function sheetOf(model: string, prices: ModelPrices): PriceSheet {
  const { sheet, remark } = priceSheetFor(model, prices)
  if (sheet === undefined) throw new Error(remark)
  return sheet
}
