import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueOfMark } from '../../../src/budget/triggers/marks.ts'
import { inputShare } from '../../../src/budget/triggers.ts'
import { presets } from '../../../src/index.ts'
import type { Mark } from '../../../src/schema/trigger.ts'

const available = (mark: Mark, overheads: { readonly system?: number; readonly tools?: number } = {}): number =>
  valueOfMark(mark, { model: '', window: 4_000_000, reserve: 0, system: 0, tools: 0, ...overheads }).tokens

/** Where the harness comes to act. */
function markOf(maxInputTokens: number): Mark {
  const { trigger } = presets.harness({ maxInputTokens })
  const [, , size] = trigger.kind === 'any-of' ? trigger.of : []
  if (size?.kind !== 'size') throw new Error('expected a trigger by size')
  return size.mark
}

describe('what is available for messages', () => {
  it('C14 · is ⌊max × 0.85⌋ less safety 500 and rehydration 2,000', () => {
    expect([100_000, 100_001, 100_002].map((max) => available(markOf(max)))).toEqual([82_500, 82_500, 82_501])
  })

  it('C14 · is less system, tools and formatting too, each token of them', () => {
    const count = fc.integer({ min: 0, max: 15_000 })
    fc.assert(
      fc.property(count, count, count, count, count, (system, tools, formatting, safety, rehydration) => {
        const mark = inputShare(0.85, 100_000, { formatting, safety, rehydration })
        expect(available(mark, { system, tools })).toBe(85_000 - system - tools - formatting - safety - rehydration)
      }),
    )
  })

  it.each([
    [100, 0.29, 29],
    [100, 0.57, 57],
    [1_000, 0.001, 1],
    [700_000, 0.07, 49_000],
  ])('C14 · takes %i × %d for %i, though binary fractions make it a little less or more', (max, share, tokens) => {
    expect(available(inputShare(share, max))).toBe(tokens)
  })

  it('C14 · takes the whole part of the exact share, whatever binary fractions make of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 1, max: 100 }), (max, percent) => {
        expect(available(inputShare(percent / 100, max))).toBe(Math.floor((max * percent) / 100))
      }),
    )
  })
})
