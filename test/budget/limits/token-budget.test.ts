import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { availableForMessages, compactionThreshold } from '../../../src/budget/token-budget.ts'

describe('what is available for messages', () => {
  it('C14 · is ⌊max × 0.85⌋ less safety 500 and rehydration 2,000', () => {
    expect(availableForMessages({ max: 100_000 })).toBe(82_500)
    expect(availableForMessages({ max: 100_001 })).toBe(82_500)
    expect(availableForMessages({ max: 100_002 })).toBe(82_501)
  })

  it('C14 · is less system, tools and formatting too, each token of them', () => {
    const count = fc.integer({ min: 0, max: 50_000 })
    fc.assert(
      fc.property(count, count, count, count, count, (system, tools, formatting, safety, rehydration) => {
        const overheads = { system, tools, formatting, safety, rehydration }
        const total = system + tools + formatting + safety + rehydration
        expect(availableForMessages({ max: 100_000, ...overheads })).toBe(85_000 - total)
      }),
    )
  })

  it.each([
    [100, 0.29, 29],
    [100, 0.57, 57],
    [1_000, 0.001, 1],
    [700_000, 0.07, 49_000],
  ])('C14 · takes %i × %d for %i, though binary fractions make it a little less or more', (max, share, available) => {
    expect(availableForMessages({ max, share, safety: 0, rehydration: 0 })).toBe(available)
  })

  it('C14 · takes the whole part of the exact share, whatever binary fractions make of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), fc.integer({ min: 1, max: 100 }), (max, percent) => {
        const available = availableForMessages({ max, share: percent / 100, safety: 0, rehydration: 0 })
        expect(available).toBe(Math.floor((max * percent) / 100))
      }),
    )
  })
})

describe('the threshold of the layer', () => {
  it('D2 · is 93,600 for 128,000', () => {
    expect(compactionThreshold({ limit: 128_000 })).toBe(93_600)
  })

  it.each([
    [200_000, 151_200],
    [128_001, 93_600],
    [128_002, 93_601],
    [11_000, 0],
    [8_192, -2_247],
  ])('D2 · is ⌊(%i − 11,000) × 0.80⌋ = %i', (limit, threshold) => {
    expect(compactionThreshold({ limit })).toBe(threshold)
  })

  it('D2 · has four numbers that can be set', () => {
    expect(compactionThreshold({ limit: 10_000, system: 1_000, output: 2_000, safety: 3_000, share: 0.5 })).toBe(2_000)
  })
})
