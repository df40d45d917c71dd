import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordNumbers, wordSets } from '../../src/ledger/word-sets.ts'

const words = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1, maxLength: 6 })

describe('sets of words', () => {
  it('L7 · find the same as comparing each with each', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), words, (all, wanted) => {
        const [sets, numbers] = [wordSets(), wordNumbers()]
        for (const known of all) sets.add(numbers.of(known.join(' ')))
        const isThere = all.some((known) => wanted.every((word) => known.includes(word)))
        expect(sets.hold(numbers.of(wanted.join(', ')))).toBe(isThere)
      }),
      { numRuns: 1_000 },
    )
  })

  it('compare a set only with those that have its rarest word', () => {
    const compared = new Set<readonly number[]>()
    const counted = (set: readonly number[]): readonly number[] =>
      new Proxy(set, {
        get(target, name, receiver) {
          compared.add(target)
          return Reflect.get(target, name, receiver)
        },
      })
    const [sets, numbers] = [wordSets(), wordNumbers()]
    for (let rule = 0; rule < 2_000; rule += 1) sets.add(counted(numbers.of(`never push to${rule % 500}`)))
    compared.clear()
    expect(sets.hold(numbers.of('never push to7 today'))).toBe(false)
    expect(compared.size).toBe(0)
    expect(sets.hold(numbers.of('never push to7'))).toBe(true)
    expect(compared.size).toBe(1)
  })

  it('know a word by its small letters, each once', () => {
    const numbers = wordNumbers()
    expect(numbers.of('Never push. NEVER!')).toEqual(numbers.of('push never'))
    expect(numbers.of('…')).toEqual([])
  })
})
