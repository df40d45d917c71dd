import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../src/ledger/words.ts'

const WORD = /[\p{L}\p{N}_./:#$-]*[\p{L}\p{N}_]/gu

describe('words of a sentence', () => {
  it('keep paths, names and numbers in one piece', () => {
    expect(wordsOf('Set src/a.ts: 3 retries -- not `n-1`, #412.')).toEqual([
      'Set',
      'src/a.ts',
      '3',
      'retries',
      'not',
      'n-1',
      '#412',
    ])
    expect(wordsOf('…–— ')).toEqual([])
  })

  it('are the same, read either way', () => {
    const sign = fc.constantFrom(...'aZ9_./:#$- \t\n,(é→語'.split(''))
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 40 }), (signs) => {
        const text = signs.join('')
        expect(wordsOf(text)).toEqual(text.match(WORD) ?? [])
      }),
      { numRuns: 2_000 },
    )
  })
})
