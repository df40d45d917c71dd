import { describe, expect, it } from 'vitest'
import { lookAt, MOST_CHARACTERS } from '../../src/log/look.ts'

const text = 'one\ntwo 👩‍👩‍👧‍👦 two\n\nfour'

const piece = (from: number, to: number): string => {
  const seen = lookAt(text, { kind: 'lines', from, to })
  return seen.kind === 'piece' ? seen.text : 'matches'
}

describe('a look at a text', () => {
  it('C21 · shows lines, counted from 1, both ends included, and nothing beyond the end', () => {
    expect(piece(1, 1)).toBe('one\n')
    expect(piece(2, 3)).toBe('two 👩‍👩‍👧‍👦 two\n\n')
    expect(piece(4, 99)).toBe('four')
    expect([piece(9, 12), piece(3, 2), piece(Number.NaN, Number.NaN)]).toEqual(['', '', ''])
    expect(piece(-5, Number.POSITIVE_INFINITY)).toBe(text)
  })

  it('never cuts a character, and says what it shows', () => {
    for (let from = 0; from <= text.length; from += 1) {
      const seen = lookAt(text, { kind: 'range', from, to: text.length })
      expect(seen).toMatchObject({ kind: 'piece', to: text.length, of: text.length })
      expect(seen.kind === 'piece' && seen.text === text.slice(seen.from) && seen.from <= from && seen.text.isWellFormed()).toBe(
        true,
      )
    }
    expect(lookAt('x'.repeat(100_000), { kind: 'range', from: 10, to: 100_000 })).toMatchObject({
      from: 10,
      to: 10 + MOST_CHARACTERS,
    })
  })

  it('finds words as they are: no pattern is run', () => {
    const hostile = `${'a'.repeat(50_000)}!\n(a+)+$ here`
    expect(lookAt(hostile, { kind: 'search', text: '(a+)+$' })).toEqual({
      kind: 'matches',
      matches: [{ line: 2, text: '(a+)+$ here' }],
      more: false,
    })
    expect(lookAt(text, { kind: 'search', text: '' })).toMatchObject({ matches: [] })
    expect(lookAt(text, { kind: 'search', text: 'TWO' })).toMatchObject({ matches: [] })
    expect(lookAt('İx\nİX', { kind: 'search', text: 'x', ignoreCase: true })).toMatchObject({
      matches: [{ line: 1 }, { line: 2 }],
    })
  })

  it('shows a long line around what was found in it, and says where there is more', () => {
    const long = `${'-'.repeat(5_000)}needle${'-'.repeat(5_000)}\nneedle\nneedle`
    const seen = lookAt(long, { kind: 'search', text: 'needle', limit: 2 })
    expect(seen).toMatchObject({ more: true, matches: [{ line: 1, text: expect.stringMatching(/^…-+needle-+…$/) }, { line: 2 }] })
    expect(JSON.stringify(seen).length).toBeLessThan(600)
    expect(lookAt(long, { kind: 'search', text: 'needle', limit: 3 })).toMatchObject({ more: false })
    expect(lookAt(long, { kind: 'search', text: 'needle', limit: Number.NaN })).toMatchObject({ matches: [], more: true })
  })
})
