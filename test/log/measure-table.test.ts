import { describe, expect, it } from 'vitest'
import { costIn, measureTable } from '../../src/log/measure-table.ts'
import type { Measure } from '../../src/schema/ports.ts'
import { rangeOf } from '../../src/schema/range.ts'

const measure: Measure = {
  ...{ tokens: 12, frame: 4, bytes: 90, exact: true, counter: 'o200k/1', at: 1_763_496_202_123 },
  ...{ hash: '00ff10a9b3c4d5e6f708192a3b4c5d6e', fingerprint: 'ffeeddccbbaa99887766554433221100' },
}
const { at: _, ...undated } = measure

/** Everything that a store may hand in comes back as it was. */
const CASES: readonly (readonly [string, Measure])[] = [
  ['as our own are', measure],
  ['an estimate, of which nobody knows when it was appended', { ...undated, exact: false }],
  ['appended at the beginning of time', { ...measure, at: 0 }],
  ['of nothing', { ...undated, tokens: 0, frame: 0, bytes: 0, counter: '' }],
  ['by a counter that gives parts of tokens', { ...measure, tokens: 12.25, frame: 0.5, counter: 'quarters/1' }],
  ['more than 32 bits', { ...measure, tokens: 2 ** 40, at: 2 ** 52 }],
  ['with hashes of another length', { ...measure, hash: 'abcd', fingerprint: `${measure.hash}${measure.hash}` }],
  ['with an odd number of digits', { ...measure, hash: 'abc', fingerprint: '0' }],
  ['with hashes that are no hex', { ...measure, hash: 'Zürich', fingerprint: 'ABCDEF' }],
  ['with hashes of thousands of digits', { ...measure, hash: 'ab'.repeat(4_000), fingerprint: 'cd'.repeat(5_000) }],
  ['without hashes', { ...measure, hash: '', fingerprint: '' }],
]

describe('measures, side by side', () => {
  it.each(CASES)('give back what was put in: %s', (_name, given) => {
    const table = measureTable()
    table.set(0, measure)
    table.set(1, given)
    expect(table.get(0)).toEqual(measure)
    expect(table.get(1)).toStrictEqual(given)
    expect([table.tokens(1), table.frame(1), table.cost(1)]).toEqual([given.tokens, given.frame, given.tokens + given.frame])
    expect([table.bytes(1), table.time(1)]).toEqual([given.bytes, given.at])
  })

  it('one after another, each in the place of another', () => {
    const table = measureTable()
    for (const [, given] of [...CASES, ...CASES.toReversed()]) {
      table.set(5, given)
      expect(table.get(5)).toStrictEqual(given)
    }
  })

  it('in any order, with places of which nothing is known', () => {
    const table = measureTable()
    const put = (seq: number): void => table.set(seq, { ...measure, tokens: seq, hash: String(seq).padStart(32, '0') })
    for (const seq of [900, 3, 0, 10_000, 4]) put(seq)
    expect([0, 1, 3, 900, 901, 10_000, 10_001].map((seq) => table.get(seq)?.tokens)).toEqual([
      0,
      undefined,
      3,
      900,
      undefined,
      10_000,
      undefined,
    ])
    expect([4, 5, 99_999].map((seq) => table.has(seq))).toEqual([true, false, false])
    expect([table.tokens(5), table.frame(5), table.bytes(5), table.time(5), table.cost(99_999)]).toEqual([0, 0, 0, undefined, 0])
    expect(table.get(10_000)?.hash).toBe('00000000000000000000000000010000')
  })

  it('are added up over a range, as far as they are known', () => {
    const table = measureTable()
    for (const seq of [1, 2, 4]) table.set(seq, measure)
    expect(costIn(table, rangeOf(0, 4))).toBe(2 * 16)
    expect(costIn(table, rangeOf(2, 100))).toBe(2 * 16)
    expect(costIn(table, rangeOf(4, 4))).toBe(0)
  })
})
