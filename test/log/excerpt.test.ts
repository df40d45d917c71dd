import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryAtOrBefore, excerptText, fitExcerpt } from '../../src/log/excerpt.ts'

/** What readers see as one character, each in several code units. */
const CLUSTERS = [
  '👩‍👩‍👧‍👦',
  '🇩🇪',
  'e\u0301',
  '👍🏽',
  'क्षि',
  '각',
  '\r\n',
  '😀',
  'ש\u05b8\u05c1',
  'שלום',
  '한',
  '字',
  'a',
  ' ',
  '\n',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '1️⃣',
  '\u0000',
]
/** Rows of one cluster and mixtures of all. */
const clustered = fc
  .array(fc.tuple(fc.constantFrom(...CLUSTERS), fc.integer({ min: 1, max: 60 })), { maxLength: 12 })
  .map((rows) => rows.map(([cluster, times]) => cluster.repeat(times)).join(''))

/** Every place where a text may be cut, by segmenting all of it. */
function boundaries(text: string): ReadonlySet<number> {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  return new Set([...[...segmenter.segment(text)].map((segment) => segment.index), text.length])
}

describe('case 33 · a cut', () => {
  it('case 33 · never falls inside a grapheme: ZWJ emoji, flags, combining marks, Hangul, right-to-left, CR LF', () => {
    fc.assert(
      fc.property(clustered, fc.nat(3000), (text, index) => {
        const cut = boundaryAtOrBefore(text, index)
        expect(cut).toBeLessThanOrEqual(Math.min(index, text.length))
        expect(boundaries(text).has(cut)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('case 33 · finds the borders between flags in a long row of them', () => {
    const flags = '🇩🇪'.repeat(3000)
    for (let index = 0; index <= flags.length; index += 7) expect(boundaryAtOrBefore(flags, index) % 4).toBe(0)
  })

  it('case 33 · keeps surrogate pairs whole even in a cluster longer than it can see', () => {
    const zalgo = `a${'\u0301'.repeat(9000)}😀${'\u0301'.repeat(9000)}`
    for (const index of [100, 9000, 9001, 9002, 9003, 15_000]) {
      expect(zalgo.slice(0, boundaryAtOrBefore(zalgo, index)).isWellFormed()).toBe(true)
    }
  })

  it('stays at the ends where it is asked for something outside the text', () => {
    expect([boundaryAtOrBefore('abc', -5), boundaryAtOrBefore('abc', 0), boundaryAtOrBefore('abc', 99)]).toEqual([0, 0, 3])
  })
})

describe('an excerpt', () => {
  it('shows head and tail, and says how much is left out and where it is', () => {
    expect(excerptText('0123456789', { head: 3, tail: 2 }, 'e7')).toBe('012\n[… 5 characters left out: e7 …]\n89')
  })

  it('is the whole text where head and tail meet', () => {
    expect(excerptText('0123456789', { head: 6, tail: 4 }, 'e7')).toBe('0123456789')
    expect(excerptText('0123456789', { head: 9, tail: 9 }, 'e7')).toBe('0123456789')
  })

  it('is only the handle where nothing is to be shown', () => {
    expect(excerptText('0123456789', { head: 0, tail: 0 }, 'e7')).toBe('[cut: e7]')
  })

  it('case 33 · is made of unbroken graphemes from both ends, and stays well-formed', () => {
    fc.assert(
      fc.property(clustered, fc.nat(200), fc.nat(200), (text, head, tail) => {
        const shown = excerptText(text, { head, tail }, 'e1')
        const note = /\n\[… (\d+) characters left out: e1 …\]\n/.exec(shown)
        if (note === null) {
          expect(['[cut: e1]', text]).toContain(shown)
          return
        }
        const [start, end] = [shown.slice(0, note.index), shown.slice(note.index + note[0].length)]
        expect(text.startsWith(start) && text.endsWith(end)).toBe(true)
        expect(start.length + Number(note[1]) + end.length).toBe(text.length)
        expect(boundaries(text).has(start.length) && boundaries(text).has(text.length - end.length)).toBe(true)
        expect(shown.isWellFormed()).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('fitting an excerpt', () => {
  /** One token a character, the note included. */
  const fitted = (text: string, tokens: number): { readonly shown: string; readonly tries: number } => {
    let tries = 0
    const count = (excerpt: { head: number; tail: number }): number => {
      tries += 1
      return excerptText(text, excerpt, 'e1').length
    }
    return { shown: excerptText(text, fitExcerpt({ text, size: text.length, tokens, count }), 'e1'), tries }
  }

  it('uses nearly all of what it may cost, and never more', () => {
    const text = 'x'.repeat(5000)
    for (let tokens = 60; tokens < 5000; tokens += 217) {
      const { shown, tries } = fitted(text, tokens)
      expect(shown.length).toBeLessThanOrEqual(tokens)
      expect(shown.length).toBeGreaterThan(tokens * 0.9)
      expect(tries).toBeLessThanOrEqual(8)
    }
  })

  it('shows more of the head than of the tail', () => {
    const { shown } = fitted(`${'h'.repeat(500)}${'t'.repeat(500)}`, 300)
    const letters = (letter: string): number => shown.replace(/\[.*\]/, '').split(letter).length - 1
    expect(letters('h')).toBeGreaterThan(letters('t'))
    expect(letters('t')).toBeGreaterThan(50)
  })

  it('ends with a whole line where one ends nearby', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `line number ${i} of the log`).join('\n')
    const { shown } = fitted(lines, 500)
    const [head, tail] = shown.split(/\n\[… .* …\]\n/)
    expect(lines.startsWith(`${head}\n`)).toBe(true)
    expect(lines.endsWith(`\n${tail}`)).toBe(true)
  })

  it('leaves only the handle where nothing fits', () => {
    expect(fitted('x'.repeat(100), 5).shown).toBe('[cut: e1]')
  })
})
