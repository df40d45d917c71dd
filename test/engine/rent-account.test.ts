import { describe, expect, it } from 'vitest'
import { EXACT } from '../../src/budget/calibrate.ts'
import { priceSheetFor } from '../../src/economy/price-sheet.ts'
import { rentAccount } from '../../src/engine/rent-account.ts'
import type { Role } from '../../src/schema/entry.ts'

const [{ sheet }] = [priceSheetFor('claude-sonnet-4-5', [{ above: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }])]
if (sheet === undefined) throw new Error('no sheet')

/** A log of so many calls, each of which adds 100 tokens and brings a result of so many. */
function logOf(results: readonly number[]) {
  const entries = results.flatMap((size): readonly (readonly [Role, number])[] => [
    ['assistant', 100],
    ['tool', size],
  ])
  const read = entries.map(([role]) => ({ role }))
  return { length: entries.length, read, measures: { cost: (seq: number) => entries[seq]?.[1] ?? 0 } }
}

const terms = {
  ...{ sheet, scale: EXACT, fixed: 15_000, plan: null, since: 0, prompt: 80_000, release: 40_000, landed: 0 },
  ...{ page: 8_000, isAsked: false, idleMs: 0, grown: { calls: 0, tokens: 0 } },
}
/** Twenty calls of 2,300 tokens: with the usual 20 calls of 34,000 in all, 2,000 a call. */
const twenty = logOf(Array.from({ length: 20 }, () => 2_200))

describe('F9 · the account of rent', () => {
  it('is what a row of calls has paid that began with nothing; a fifth of it does not count, because a session may end', () => {
    const { paid, perCall } = rentAccount(twenty).read(terms)
    expect(perCall).toBeCloseTo(4_000)
    expect(paid).toBeCloseTo(40_000 / 1.2, 0)
  })

  it('goes on from what the last compaction came down to, if that is more than it should be', () => {
    expect(rentAccount(twenty).read({ ...terms, landed: 60_000 }).perCall).toBeCloseTo(2_000)
    expect(rentAccount(twenty).read({ ...terms, landed: 20_000 }).perCall).toBeCloseTo(4_000)
  })

  it('is the same whether calls are in the log or were counted before', () => {
    const before = { calls: 10, tokens: 23_000 }
    const half = rentAccount(logOf(Array.from({ length: 10 }, () => 2_200)))
    expect(half.read({ ...terms, grown: before }).paid).toBeCloseTo(rentAccount(twenty).read(terms).paid)
  })

  it('has no price for what would save next to nothing', () => {
    const account = rentAccount(twenty)
    expect(account.read({ ...terms, prompt: 52_000 }).price).toBe(Number.POSITIVE_INFINITY)
    expect(account.read({ ...terms, prompt: 54_000 }).price).toBeLessThan(50_000)
  })

  it('is cheaper to settle when a large result has just come that will stay, and not if it would be most of what stays', () => {
    const priceAfter = (newest: number): number => rentAccount(logOf([2_200, newest])).read(terms).price
    expect(priceAfter(15_000)).toBeLessThan(priceAfter(500) - 10_000)
    expect(priceAfter(60_000)).toBe(Number.POSITIVE_INFINITY)
  })

  it('knows what a model is asked for, and a cache that has gone cold: then what stays is written in any case', () => {
    const price = (more: Partial<typeof terms>): number => rentAccount(twenty).read({ ...terms, ...more }).price
    // Written again: 25,000 at 1.15; fetched again: 8,000 at 1.25; a model reads 80,000 at 0.1 and writes 3,000 at 5.
    expect(price({})).toBeCloseTo(25_000 * 1.15 + 8_000 * 1.25, -3)
    expect(price({ isAsked: true }) - price({})).toBeCloseTo(8_000 + 15_000)
    expect(price({ idleMs: 3_600_000 })).toBeCloseTo(8_000 * 1.25)
    expect(price({ idleMs: 3_600_000, isAsked: true }) - price({ idleMs: 3_600_000 })).toBeCloseTo(80_000 * 1.25 + 15_000)
  })
})
