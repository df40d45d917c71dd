import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveLimits } from '../../../src/budget/model-limits.ts'
import { CMS_FALLBACK, MODEL_TABLE } from '../../../src/budget/model-table.ts'
import { checkOverflow, cmsSettings, isApproachingOverflow } from '../../../src/budget/overflow-check.ts'
import type { ModelLimits } from '../../../src/schema/model-limits.ts'
import { caught, failureIn } from '../../support/caught.ts'

const limitsOf = (model: string): ModelLimits =>
  resolveLimits({ model }, { overrides: {}, learned: {}, table: MODEL_TABLE, data: {}, fallback: CMS_FALLBACK })

describe('the overflow check', () => {
  it('A1 · begins one token above window − reserve, and says with which numbers', () => {
    const limits = limitsOf('openai/gpt-4o')
    expect(checkOverflow({ tokens: 123_904, limits, outputReserve: 4_096 })).toEqual({
      isOverflow: false,
      currentTokens: 123_904,
      availableTokens: 0,
      modelLimit: 128_000,
      outputReserve: 4_096,
    })
    expect(checkOverflow({ tokens: 123_905, limits, outputReserve: 4_096 })).toMatchObject({
      isOverflow: true,
      availableTokens: 0,
    })
    expect(checkOverflow({ tokens: 100_000, limits, outputReserve: 4_096 }).availableTokens).toBe(23_904)
  })

  it('A1 · keeps the model’s most output free where no reserve is set', () => {
    expect(checkOverflow({ tokens: 111_616, limits: limitsOf('gpt-4o') })).toMatchObject({
      isOverflow: false,
      outputReserve: 16_384,
    })
    expect(checkOverflow({ tokens: 111_617, limits: limitsOf('gpt-4o') }).isOverflow).toBe(true)
  })

  it('A1, A3 · is careful with an unknown model', () => {
    expect(checkOverflow({ tokens: 11_905, limits: limitsOf('unheard-of') })).toEqual({
      isOverflow: true,
      currentTokens: 11_905,
      availableTokens: 0,
      modelLimit: 16_000,
      outputReserve: 4_096,
    })
  })

  it('A1 · knows what a model takes in, where that is less than the window leaves', () => {
    expect(checkOverflow({ tokens: 272_000, limits: limitsOf('gpt-5'), outputReserve: 4_096 })).toMatchObject({
      isOverflow: false,
      availableTokens: 0,
      modelLimit: 400_000,
    })
    expect(checkOverflow({ tokens: 272_001, limits: limitsOf('gpt-5'), outputReserve: 4_096 }).isOverflow).toBe(true)
  })

  it('A1 · agrees with itself for every size and reserve', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 0, max: 127_999 }), (tokens, outputReserve) => {
        const check = checkOverflow({ tokens, limits: limitsOf('gpt-4o'), outputReserve })
        expect(check.isOverflow).toBe(tokens + outputReserve > 128_000)
        expect(check.availableTokens).toBe(Math.max(0, 128_000 - outputReserve - tokens))
      }),
    )
  })
})

describe('approaching an overflow', () => {
  const limits = limitsOf('gpt-4o')

  it('A27 · begins above nine tenths of what is usable, or at another threshold', () => {
    const usable = 128_000 - 8_000
    expect(isApproachingOverflow({ tokens: usable * 0.9, limits, outputReserve: 8_000 })).toBe(false)
    expect(isApproachingOverflow({ tokens: usable * 0.9 + 1, limits, outputReserve: 8_000 })).toBe(true)
    expect(isApproachingOverflow({ tokens: usable * 0.5, limits, outputReserve: 8_000, threshold: 0.5 })).toBe(false)
    expect(isApproachingOverflow({ tokens: usable * 0.5 + 1, limits, outputReserve: 8_000, threshold: 0.5 })).toBe(true)
  })

  it('A27 · uses the model’s most output where no reserve is set', () => {
    expect(isApproachingOverflow({ tokens: 100_454, limits })).toBe(false)
    expect(isApproachingOverflow({ tokens: 100_455, limits })).toBe(true)
  })
})

describe('the settings of cms', () => {
  it('A2 · have the defaults of the seed', () => {
    expect(cmsSettings()).toEqual({
      pruneMinimum: 20_000,
      pruneProtect: 40_000,
      outputReserve: { preset: 4_096 },
      minTurnsToKeep: 2,
    })
  })

  it.each(['pruneMinimum', 'pruneProtect', 'outputReserve', 'minTurnsToKeep'] as const)(
    'A2 · let %s be overridden alone',
    (field) => {
      expect(cmsSettings({ [field]: 7 })).toEqual({ ...cmsSettings(), [field]: 7 })
      expect(failureIn(caught(() => cmsSettings({ [field]: -1 })))).toEqual({
        code: 'budget-invalid',
        field,
        value: -1,
        expected: 'a whole number of at least 0',
      })
    },
  )

  it('A2 · scale the default reserve to a small window, and refuse one that a user set too high', () => {
    const tiny: ModelLimits = { ...limitsOf('gpt-4'), window: 4_000, maxInput: 4_000 }
    expect(checkOverflow({ tokens: 0, limits: tiny, outputReserve: cmsSettings().outputReserve }).outputReserve).toBe(2_000)
    const own = cmsSettings({ outputReserve: 4_096 }).outputReserve
    expect(failureIn(caught(() => checkOverflow({ tokens: 0, limits: tiny, outputReserve: own })))).toMatchObject({
      field: 'reserve',
    })
  })
})
