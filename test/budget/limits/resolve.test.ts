import { describe, expect, it } from 'vitest'
import { clampOutput, type LimitSources, resolveLimits, roomOf } from '../../../src/budget/model-limits.ts'
import { modelKeys } from '../../../src/budget/model-names.ts'
import { CMS_FALLBACK, FALLBACK, MODEL_TABLE } from '../../../src/budget/model-table.ts'
import type { ModelLimits } from '../../../src/schema/model-limits.ts'
import { caught, failureIn } from '../../support/caught.ts'

const sources = (changes: Partial<LimitSources> = {}): LimitSources => ({
  overrides: {},
  learned: {},
  table: MODEL_TABLE,
  data: {},
  fallback: FALLBACK,
  ...changes,
})
const limitsOf = (model: string, changes: Partial<LimitSources> = {}): ModelLimits => resolveLimits({ model }, sources(changes))

describe('the limits of a model', () => {
  it.each([
    ['openai/gpt-4o', 128_000, 16_384],
    ['openai/gpt-4o-mini', 128_000, 16_384],
    ['openai/gpt-4-turbo', 128_000, 4_096],
    ['openai/gpt-4', 8_192, 4_096],
    ['openai/gpt-3.5-turbo', 16_385, 4_096],
    ['anthropic/claude-3.5-sonnet', 200_000, 8_192],
    ['anthropic/claude-3-opus', 200_000, 4_096],
    ['anthropic/claude-3-sonnet', 200_000, 4_096],
    ['anthropic/claude-3-haiku', 200_000, 4_096],
    ['google/gemini-pro', 32_000, 8_192],
    ['google/gemini-1.5-pro', 1_000_000, 8_192],
    ['claude-3-5-sonnet-20240620', 200_000, 8_192],
    ['claude-3-haiku-20240307', 200_000, 4_096],
  ])('A3 · of the seeds’ tables: %s has %i and answers with %i', (model, window, maxOutput) => {
    expect(limitsOf(model)).toMatchObject({ window, maxOutput, sources: { window: 'table', maxOutput: 'table' }, notes: [] })
  })

  it('A3 · for an unknown one are the preset’s fallback, and a note says so', () => {
    expect(limitsOf('my-own', { fallback: CMS_FALLBACK })).toEqual({
      model: 'my-own',
      window: 16_000,
      maxInput: 16_000,
      maxOutput: 4_096,
      prices: undefined,
      sources: { window: 'fallback', maxOutput: 'fallback' },
      notes: ['The model "my-own" is unknown: its window is taken to be 16,000.'],
    })
    expect(limitsOf('my-own')).toMatchObject({ window: 128_000, maxOutput: undefined })
    expect(limitsOf('')).toMatchObject({ window: 128_000, sources: { window: 'fallback' } })
  })

  it('A3 · come from the override, the table, the package, the fallback; less if the provider showed less', () => {
    const all = {
      overrides: { 'gpt-4o': { window: 90_000 } },
      learned: { 'gpt-4o': { window: 64_000 } },
      table: { 'gpt-4o': { window: 128_000 } },
      data: { 'gpt-4o': { window: 256_000 } },
    }
    const ask = (changes: Partial<LimitSources>): readonly [number, string] => {
      const { window, sources: from } = limitsOf('gpt-4o', { ...all, ...changes })
      return [window, from.window]
    }
    expect(ask({})).toEqual([64_000, 'learned'])
    expect(ask({ learned: {} })).toEqual([90_000, 'override'])
    expect(ask({ overrides: {} })).toEqual([64_000, 'learned'])
    expect(ask({ overrides: {}, learned: {} })).toEqual([128_000, 'table'])
    expect(ask({ overrides: {}, learned: {}, table: {} })).toEqual([256_000, 'package'])
    expect(ask({ overrides: {}, learned: {}, table: {}, data: {} })).toEqual([128_000, 'fallback'])
  })

  it('A3 · are put together field by field', () => {
    const limits = limitsOf('gpt-4o', { overrides: { '*': { window: 60_000 } }, data: { 'gpt-4o': { window: 1, maxOutput: 1 } } })
    expect(limits).toMatchObject({ window: 60_000, maxOutput: 16_384, sources: { window: 'override', maxOutput: 'table' } })
  })

  it('A3 · by an exact name in the package go before those of a relative in the table', () => {
    const data = { 'gpt-5-6-sol': { window: 1_050_000 } }
    expect(limitsOf('gpt-5.6-sol', { data })).toMatchObject({
      window: 1_050_000,
      maxInput: 1_050_000,
      maxOutput: 128_000,
      sources: { window: 'package', maxOutput: 'family' },
    })
    expect(limitsOf('gpt-5.6-sol')).toMatchObject({ window: 400_000, maxInput: 272_000, sources: { window: 'family' } })
  })

  it('never let the answer be longer than the window', () => {
    expect(limitsOf('gpt-4o', { overrides: { 'gpt-4o': { window: 8_000 } } })).toMatchObject({ window: 8_000, maxOutput: 8_000 })
  })

  it('are not read from the prototype of a table', () => {
    const table = Object.create({ 'gpt-4o': { window: 5 } }) as LimitSources['table']
    expect(limitsOf('gpt-4o', { table }).window).toBe(128_000)
    for (const model of ['constructor', '__proto__']) expect(limitsOf(model).sources.window).toBe('fallback')
  })

  it('are in the table under names that can be found, and make sense', () => {
    for (const [name, facts] of Object.entries(MODEL_TABLE)) {
      expect(modelKeys(name)[0]).toBe(name)
      expect(facts.window).toBeGreaterThanOrEqual(Math.max(facts.maxInput ?? 0, facts.maxOutput ?? 0))
      expect(limitsOf(name)).toMatchObject({ window: facts.window, sources: { window: 'table' } })
    }
  })
})

describe('the reserve', () => {
  it('A1 · is the model’s most output where none is set', () => {
    expect(roomOf(limitsOf('gpt-4o'))).toEqual({ window: 128_000, reserve: 16_384, adjustments: [] })
    expect(roomOf(limitsOf('gpt-4o'), 4_096)).toEqual({ window: 128_000, reserve: 4_096, adjustments: [] })
  })

  it('case 25 · is a quarter of a window of 16k whose output limit is unknown', () => {
    const limits = limitsOf('mystery', { overrides: { mystery: { window: 16_000 } } })
    expect(limits.maxOutput).toBeUndefined()
    expect(roomOf(limits)).toEqual({ window: 16_000, reserve: 4_000, adjustments: [] })
    expect(roomOf(limitsOf('mystery')).reserve).toBe(4_096)
    expect(roomOf(limitsOf('mystery', { fallback: { window: 1_000_000 } })).reserve).toBe(4_096)
  })

  it('is half of the window for a model that may answer with all of it', () => {
    const { reserve, adjustments } = roomOf(limitsOf('kimi-k2.6'))
    expect(reserve).toBe(131_072)
    expect(adjustments).toMatchObject([{ field: 'reserve', wanted: 262_144, given: 131_072 }])
  })

  it('stays as it is where a model takes in less than the window leaves: then the window is smaller', () => {
    expect(roomOf(limitsOf('gpt-5'), 4_096)).toMatchObject({ window: 276_096, reserve: 4_096 })
    expect(roomOf(limitsOf('gpt-5'))).toMatchObject({ window: 400_000, reserve: 128_000 })
  })

  it('A2 · that a user set is refused where it leaves no room', () => {
    expect(failureIn(caught(() => roomOf(limitsOf('gpt-4'), 8_192)))).toMatchObject({ field: 'reserve', value: 8_192 })
    expect(roomOf(limitsOf('gpt-4'), { preset: 16_384 }).reserve).toBe(4_096)
  })
})

describe('max_tokens', () => {
  it('case 26 · above the model’s cap is brought down to it, with a note', () => {
    expect(clampOutput(16_384, limitsOf('gpt-4o'))).toEqual({ maxTokens: 16_384, adjustments: [] })
    expect(clampOutput(16_385, limitsOf('gpt-4o'))).toEqual({
      maxTokens: 16_384,
      adjustments: [{ field: 'max_tokens', wanted: 16_385, given: 16_384, why: 'gpt-4o answers with at most 16,384' }],
    })
  })

  it('case 26 · fills the window to the last token and not beyond', () => {
    expect(clampOutput(4_096, limitsOf('gpt-4'), 4_096)).toEqual({ maxTokens: 4_096, adjustments: [] })
    expect(clampOutput(4_096, limitsOf('gpt-4'), 4_097)).toMatchObject({ maxTokens: 4_095, adjustments: [{ given: 4_095 }] })
    expect(clampOutput(4_096, limitsOf('gpt-4'), 9_000).maxTokens).toBe(1)
  })
})
