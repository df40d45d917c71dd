import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceSheetFor } from '../../src/economy/price-sheet.ts'
import { rentOf } from '../../src/economy/rent.ts'

const price = fc.double({ min: 0.001, max: 1_000, noNaN: true })
const steps = fc.record({ above: fc.nat(500_000), input: price, output: price, cacheRead: price, cacheWrite: price })

describe('rent', () => {
  it('F9 · is what reading costs of what could go', () => {
    const { sheet } = priceSheetFor('m', [{ above: 0, input: 5, output: 25, cacheRead: 0.5 }])
    expect(sheet === undefined ? 0 : rentOf(sheet, 100_000, 40_000)).toBeCloseTo(6_000)
  })

  it('F9 · counts the dearer step of a long prompt for all of it', () => {
    const dearer = { above: 200_000, input: 10, output: 25, cacheRead: 1 }
    const { sheet } = priceSheetFor('m', [{ above: 0, input: 5, output: 25, cacheRead: 0.5 }, dearer])
    expect(sheet === undefined ? 0 : rentOf(sheet, 210_000, 40_000)).toBeCloseTo(42_000 - 4_000)
  })

  it('F9 · is never below 0, whatever the prices and sizes are', () => {
    fc.assert(
      fc.property(
        fc.array(steps, { minLength: 1, maxLength: 3 }),
        fc.nat(2_000_000),
        fc.nat(2_000_000),
        (list, prompt, after) => {
          const [first, ...rest] = list
          if (first === undefined) return
          const { sheet } = priceSheetFor('m', [first, ...rest])
          if (sheet !== undefined) expect(rentOf(sheet, prompt, after)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
