import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeReader } from '../../src/schema/codes.ts'

const codesOf = codeReader()

describe('the codes of a text', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ maxLength: 200 }),
    fc.string({ unit: 'grapheme' }),
  )

  it('are those of its characters, halves of characters too, with nothing behind them', () => {
    fc.assert(
      fc.property(texts, fc.nat(300), (text, from) => {
        for (const each of [text, `${text}\ud83d`, text.slice(Math.min(from, text.length)), `${text}…`.repeat(3)]) {
          const codes = codesOf(each)
          expect(Array.from(each, (_, at) => codes[at])).toEqual(Array.from(each, (_, at) => each.charCodeAt(at)))
          expect([...codes.subarray(each.length, each.length + 4)]).toEqual([0, 0, 0, 0])
        }
      }),
    )
  })

  it('are there for texts of any length, one after the other', () => {
    for (const length of [40_000, 3, 2_100_000, 0, 50]) {
      const codes = codesOf('é'.repeat(length))
      expect([codes[0], codes[length - 1], codes[length]]).toEqual(length === 0 ? [0, undefined, 0] : [233, 233, 0])
    }
  })
})
