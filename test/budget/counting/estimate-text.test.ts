import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateText } from '../../../src/budget/estimate-text.ts'
import { bpeTokenizer } from '../../../src/tokenizers/bpe.ts'
import { estimateTokens } from '../../../src/tokenizers/characters.ts'
import { realSessions } from '../../support/real-sessions.ts'
import { CODE, type Corpus, DATA, PROSE, RUNS, randomBytes } from './corpora.ts'

const { count } = bpeTokenizer()
/** 1 is exact, 0.9 a tenth too low. */
const ratio = (text: string): number => estimateText(text) / count(text)
const corpus = (name: string): string => [...PROSE, ...CODE, ...DATA].find((one) => one.name === name)?.text ?? ''

describe('the estimate of text', () => {
  it.each(PROSE)('case 34 · is at most a tenth below the exact count of $name', ({ text }: Corpus) => {
    expect(ratio(text)).toBeGreaterThanOrEqual(0.9)
    expect(ratio(text)).toBeLessThanOrEqual(1.35)
  })

  it.each(CODE)('A5 · is at most a tenth below and a third above the exact count of $name', ({ text }: Corpus) => {
    expect(ratio(text)).toBeGreaterThanOrEqual(0.9)
    expect(ratio(text)).toBeLessThanOrEqual(1.35)
  })

  it.each(DATA)('case 35 · is at most a tenth below the exact count of $name', ({ text }: Corpus) => {
    expect(ratio(text)).toBeGreaterThanOrEqual(0.9)
    expect(ratio(text)).toBeLessThanOrEqual(1.4)
  })

  it.each(RUNS)('case 35 · is not below the exact count of a long run of $name by more than a tenth', ({ text }: Corpus) => {
    expect(ratio(text)).toBeGreaterThanOrEqual(0.9)
  })

  it('A5 · holds for every source file of this project', () => {
    // Lists of words in other languages, without the short words between them, are neither code nor prose: up to 15 % below.
    const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('-signs.ts'))
    expect(files.length).toBeGreaterThan(50)
    const off = files.filter((file) => {
      const share = ratio(readFileSync(file, 'utf8'))
      return share < 0.9 || share > 1.35
    })
    expect(off).toEqual([])
  })

  it('A5 · holds for any mixture of languages, code and data', () => {
    const all = [...PROSE, ...CODE, ...DATA]
    const slice = fc.tuple(fc.nat(all.length - 1), fc.nat(500), fc.integer({ min: 200, max: 2_000 }))
    fc.assert(
      fc.property(fc.array(slice, { minLength: 1, maxLength: 8 }), (slices) => {
        const text = slices.map(([which, from, length]) => all[which]?.text.slice(from % 120, from + length)).join('\n')
        expect(ratio(text)).toBeGreaterThanOrEqual(0.9)
      }),
      { numRuns: 150 },
    )
  })

  it('A5 · counts base64 that is new each time, hex and text around it', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.constantFrom('base64', 'hex', 'base64url'), (seed, encoding) => {
        const text = `fetched 1 file\n${randomBytes(seed, 1_500).toString(encoding as BufferEncoding)}\ndone, 1 file in 3 ms\n`
        expect(ratio(text)).toBeGreaterThanOrEqual(0.9)
      }),
      { numRuns: 60 },
    )
  })

  it('A25 · can be added up over the entries of a log: parts are together what the whole is', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('  ', '\n\n', '====', 'foo(', '12', 'ÄÖ'),
    )
    fc.assert(
      fc.property(piece, piece, (a, b) => {
        expect(Math.abs(estimateText(a + b) - estimateText(a) - estimateText(b))).toBeLessThanOrEqual(4)
      }),
    )
  })

  it('A5 · takes any string: nothing, half a character, control characters', () => {
    expect(estimateText('')).toBe(0)
    for (const text of ['\ud800', '\udc00', '\0\0', '\uffff', '\r', ' ']) expect(estimateText(text)).toBeGreaterThanOrEqual(0)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => Number.isSafeInteger(estimateText(text)) && estimateText(text) >= 0),
    )
  })

  it('D1 · is what four characters a token is not: right about Chinese', () => {
    const text = corpus('Chinese')
    expect(estimateTokens(text)).toBeLessThan(0.5 * count(text))
    expect(estimateText(text)).toBeGreaterThanOrEqual(0.9 * count(text))
  })

  it('A25, case 35 · is as good on a minified file of 10 MB on one line', () => {
    const text = corpus('minified code').repeat(12_000)
    expect(text.length).toBeGreaterThan(9_500_000)
    expect(estimateText(text) / 12_000).toBeCloseTo(estimateText(corpus('minified code')), -1)
  })

  const sessions = realSessions()
  it.skipIf(sessions.length === 0)(
    'A5 · holds for 99 of 100 texts of real sessions (skipped where ../shared/sessions/neutral is not there)',
    () => {
      const texts = sessions.flatMap(textsOf).filter((text) => text.length > 500)
      const sample = texts.filter((_, index) => index % 20 === 0).map((text) => text.slice(0, 20_000))
      const ratios = sample.map(ratio).sort((a, b) => a - b)
      expect(ratios.length).toBeGreaterThan(100)
      expect(ratios[Math.floor(ratios.length / 100)]).toBeGreaterThanOrEqual(0.9)
      expect(ratios[Math.floor(ratios.length * 0.99)]).toBeLessThanOrEqual(1.35)
    },
  )
})

function textsOf(file: string): readonly string[] {
  const session = JSON.parse(readFileSync(file, 'utf8')) as { messages: { content: { text?: string }[] }[] }
  return session.messages.flatMap((message) => message.content.flatMap((part) => part.text ?? []))
}
