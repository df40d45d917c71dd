import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitConstants } from '../../../src/budget/triggers/fit-constants.ts'
import { valueOfMark } from '../../../src/budget/triggers/marks.ts'
import { inputShare, preset, usableShare, windowShare } from '../../../src/budget/triggers.ts'
import { caught, failureIn } from '../../support/caught.ts'
import { reading } from './reading.ts'

const LAYER = { system: preset(2_000), output: preset(4_000), safety: preset(5_000) }

describe("a preset's constants", () => {
  it('B5 · are kept where the window is large, and scaled to half of a small one, with a note', () => {
    expect(fitConstants(128_000, { reserve: preset(16_384) })).toEqual({
      values: { reserve: 16_384 },
      total: 16_384,
      adjustments: [],
    })
    expect(fitConstants(8_192, { reserve: preset(16_384) })).toEqual({
      values: { reserve: 4_096 },
      total: 4_096,
      adjustments: [
        {
          field: 'reserve',
          wanted: 16_384,
          given: 4_096,
          why: "a preset's constants may take 50 % of a window of 8,192 together",
        },
      ],
    })
  })

  it('D2 · of which the sum would leave less than nothing are scaled together', () => {
    const { values, total, adjustments } = fitConstants(8_192, LAYER)
    expect(values).toEqual({ system: 744, output: 1_489, safety: 1_861 })
    expect(total).toBe(4_094)
    expect(adjustments.map(({ field }) => field)).toEqual(['system', 'output', 'safety'])
    expect(valueOfMark(windowShare(0.8, LAYER), reading({ window: 8_192 })).tokens).toBe(3_278)
  })

  it('always leave half, never take more than they want, and never leave a smaller window more', () => {
    const windows = fc.integer({ min: 2, max: 400_000 })
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 4 }),
        windows,
        windows,
        (wanted, a, b) => {
          const constants = Object.fromEntries(wanted.map((tokens, index) => [`c${index}`, preset(tokens)]))
          const [small, large] = [fitConstants(Math.min(a, b), constants), fitConstants(Math.max(a, b), constants)]
          expect(small.total).toBeLessThanOrEqual(Math.floor(Math.min(a, b) / 2))
          for (const [index, tokens] of wanted.entries()) expect(small.values[`c${index}`]).toBeLessThanOrEqual(tokens)
          // Each is rounded down on its own, which may be worth a token each.
          expect(Math.max(a, b) - large.total).toBeGreaterThanOrEqual(Math.min(a, b) - small.total - wanted.length)
          expect(large.adjustments.length > 0).toBe(
            wanted.reduce((sum, tokens) => sum + tokens, 0) > Math.floor(Math.max(a, b) / 2),
          )
        },
      ),
    )
  })

  it('B2 · of fixed size are brought down to the effective window, 95 %', () => {
    const mark = { kind: 'tokens', tokens: preset(180_000), perModel: {} } as const
    expect(valueOfMark(mark, reading({ window: 200_000 }))).toMatchObject({ tokens: 180_000, adjustments: [] })
    const smaller = valueOfMark(mark, reading({ window: 128_000 }))
    expect(smaller.words()).toBe('95 % of the window of 128,000')
    expect(smaller).toMatchObject({
      tokens: 121_600,
      adjustments: [{ field: 'tokens', wanted: 180_000, given: 121_600 }],
    })
  })

  it('C20 · for the most input give way to a smaller window', () => {
    const mark = inputShare(0.85, preset(100_000), { safety: preset(500), rehydration: preset(2_000) })
    expect(valueOfMark(mark, reading({ window: 200_000 })).tokens).toBe(82_500)
    expect(valueOfMark(mark, reading({ window: 32_000 }))).toMatchObject({
      tokens: 24_700,
      adjustments: [{ field: 'most', wanted: 100_000, given: 32_000, why: 'the window is smaller' }],
    })
    expect(valueOfMark(mark, reading({ window: 32_000, system: 20_000, tools: 10_000 })).tokens).toBe(0)
  })
})

describe('a mark', () => {
  it('that was asked for before is asked again when anything it depends on has changed', () => {
    const usable = usableShare(0.9)
    expect(valueOfMark(usable, reading()).tokens).toBe(79_200)
    expect(valueOfMark(usable, reading({ reserve: 50_000 })).tokens).toBe(45_000)
    expect(valueOfMark(usable, reading({ reserve: 50_000, window: 60_000 })).tokens).toBe(9_000)
    const fixed = { kind: 'tokens', tokens: 5_000, perModel: { o3: 6_000 } } as const
    expect(valueOfMark(fixed, reading()).tokens).toBe(5_000)
    expect(valueOfMark(fixed, reading({ model: 'o3' })).tokens).toBe(6_000)
    const input = inputShare(0.5, 10_000)
    expect(valueOfMark(input, reading()).tokens).toBe(5_000)
    expect(valueOfMark(input, reading({ system: 100 })).tokens).toBe(4_900)
    expect(valueOfMark(input, reading({ system: 100, tools: 50 })).tokens).toBe(4_850)
  })
})

describe('a number that a user set', () => {
  const refused = (run: () => unknown): unknown => failureIn(caught(run))

  it('A2 · is kept to the last token that can be, and refused above, with the field and the range', () => {
    expect(fitConstants(8_192, { reserve: 8_191 }).total).toBe(8_191)
    expect(refused(() => fitConstants(8_192, { reserve: 8_192 }))).toEqual({
      code: 'budget-invalid',
      field: 'reserve',
      value: 8_192,
      expected: 'a whole number from 0 to 8,191',
    })
  })

  it.each([Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY])('is refused where it is no count: %d', (value) => {
    expect(refused(() => fitConstants(8_192, { reserve: value }))).toMatchObject({ field: 'reserve', value })
  })

  it('is refused where others that the user set leave no room for it', () => {
    expect(refused(() => fitConstants(10_000, { output: 6_000, safety: 4_000 }))).toMatchObject({
      field: 'output',
      expected: 'a whole number from 0 to 5,999',
    })
  })

  it("goes before a preset's, which share what is left of their half", () => {
    expect(fitConstants(10_000, { output: 3_000, safety: preset(5_000) }).values).toEqual({ output: 3_000, safety: 2_000 })
    expect(fitConstants(10_000, { output: 9_000, safety: preset(5_000) }).values).toEqual({ output: 9_000, safety: 0 })
  })

  it('is refused where the window is too small for it ever to be reached', () => {
    const fixed = { kind: 'tokens', tokens: 180_000, perModel: {} } as const
    expect(valueOfMark(fixed, reading({ window: 180_000 })).tokens).toBe(180_000)
    expect(refused(() => valueOfMark(fixed, reading({ window: 128_000 })))).toMatchObject({ field: 'tokens', value: 180_000 })
    expect(refused(() => valueOfMark(inputShare(0.85, 100_000), reading({ window: 64_000 })))).toMatchObject({ field: 'most' })
  })
})
