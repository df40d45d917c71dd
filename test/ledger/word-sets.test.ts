import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordSets } from '../../src/ledger/word-sets.ts'

const words = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1, maxLength: 6 }).map((list) => new Set(list))

describe('sets of words', () => {
  it('L7 · find the same as comparing each with each', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), words, (all, wanted) => {
        const sets = wordSets()
        for (const known of all) sets.add(known)
        expect(sets.hold(wanted)).toBe(all.some((known) => wanted.isSubsetOf(known)))
      }),
      { numRuns: 1_000 },
    )
  })

  it('compare a set only with those that have its rarest word', () => {
    let compared = 0
    class Counted extends Set<string> {
      override isSubsetOf(other: ReadonlySetLike<unknown>): boolean {
        compared += 1
        return super.isSubsetOf(other)
      }
    }
    const sets = wordSets()
    for (let rule = 0; rule < 2_000; rule += 1) sets.add(new Set(['never', 'push', `to-${rule % 500}`]))
    expect(sets.hold(new Counted(['never', 'push', 'to-7', 'today']))).toBe(false)
    expect(compared).toBe(0)
    expect(sets.hold(new Counted(['never', 'push', 'to-7']))).toBe(true)
    expect(compared).toBe(1)
  })
})
