import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isQuestion } from '../../src/ledger/last-sign.ts'
import { knownIn, spellingsIn } from '../../src/ledger/spellings.ts'
import { wordTable } from '../../src/ledger/word-table.ts'
import { knownWordsIn, wordsOf } from '../../src/ledger/words.ts'

const SIGNS = fc.array(fc.constantFrom(...`aZ9_./:#$-?! \t\n,;()'"\`\\(é→“”’語`.split('')), { maxLength: 40 })

describe('words that are known', () => {
  it('are those that are cut out of a sentence, whether or not they were met before', () => {
    const table = wordTable<string>()
    const read = (word: string): string => {
      table.remember(word, word)
      return word
    }
    fc.assert(
      fc.property(SIGNS, (signs) => {
        const text = signs.join('')
        expect(knownWordsIn(text, table, read)).toEqual(wordsOf(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('are the same, read by a pattern or by their characters', () => {
    const table = wordTable<readonly string[]>()
    const read = (spelled: string): readonly string[] => {
      if (spelled.length < 4) table.remember(spelled, [spelled.replaceAll("'", '’')])
      return [spelled.replaceAll("'", '’')]
    }
    fc.assert(
      fc.property(SIGNS, (signs) => {
        const text = signs.join('')
        expect(knownIn(text, table, read)).toEqual(spellingsIn(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('are found again among thousands, and forgotten when they are too many', () => {
    const table = wordTable<number>()
    const words = Array.from({ length: 4_096 }, (_, at) => `w${at}`)
    for (const [at, word] of words.entries()) table.remember(word, at)
    expect(words.map((word) => table.of(word))).toEqual([...words.keys()])
    table.remember('more', -1)
    expect([table.of('more'), table.of('w1')]).toEqual([-1, undefined])
  })
})

describe('the end of a sentence', () => {
  it('tells a question as a pattern does', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...`a?？؟"'”’) .\n`.split('')), { maxLength: 8 }), (signs) => {
        const text = signs.join('')
        expect(isQuestion(text)).toBe(/[?？؟]["'”’)]?\s*$/u.test(text))
      }),
      { numRuns: 2_000 },
    )
  })
})
