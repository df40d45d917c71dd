import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { cl100kTokenizer } from '../../src/tokenizers/cl100k.ts'

const { count } = bpeTokenizer()
const { count: cl100k } = cl100kTokenizer()
const asText = { disallowedSpecial: new Set<string>(), allowedSpecial: new Set<string>() }
/** The library itself, with special tokens read as text. */
const exact = (text: string): number => countTokens(text, asText)
const exactCl100k = (text: string): number => countCl100k(text, asText)
const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('the o200k tokenizer', () => {
  it('counts ordinary text exactly as gpt-tokenizer does: code, prose, JSON, other scripts', () => {
    const samples = [
      file('src/plan/cut-point.ts'),
      file('package.json'),
      'Der Übermut kommt vor dem Fall — und 1.234,56 € sind weg.\r\n\r\n\tnächste Zeile',
      '今日は天気がいいです。散歩に行きましょう。',
      'שלום עולם, مرحبا بالعالم',
      '👩‍👩‍👧‍👦 🇩🇪 e\u0301 1️⃣',
    ]
    for (const text of samples) expect(count(text)).toBe(exact(text))
  })

  it('counts any text without long unbroken runs exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 30 }), (words) => {
        const text = words.join(' ')
        expect(count(text)).toBe(exact(text))
      }),
      { numRuns: 200 },
    )
  })

  it('counts lines that are mostly ASCII exactly, wherever something else stands in them, in both encodings', () => {
    const words = fc.constantFrom(
      'a',
      'Word',
      'word',
      'll',
      "'s",
      '’s',
      "'",
      '12',
      '/',
      '.',
      '(',
      '—',
      '…',
      'é',
      'É',
      'ʰ',
      '字',
      '👩‍👩‍👧',
    )
    const between = fc.constantFrom(' ', ' ', ' ', '  ', '\t', '\u00a0', '\u3000', '\u0301', ' \u0301', '')
    fc.assert(
      fc.property(fc.array(fc.tuple(words, between), { maxLength: 20 }), (parts) => {
        const text = parts.flat().join('')
        expect(count(text)).toBe(exact(text))
        expect(cl100k(text)).toBe(exactCl100k(text))
      }),
      { numRuns: 500 },
    )
  })

  it('counts line by line exactly: blank lines, indentation, slashes and signs around line breaks', () => {
    const breaks = fc.constantFrom(
      '\n',
      '\n',
      '\r\n',
      '\n\n',
      ' \n',
      '\n  ',
      '\n\t',
      '\n/',
      ')\n//',
      '\n \n',
      '\u2028',
      '\n\u00a0',
      "\n's",
      '\n\u0301',
    )
    const words = fc.constantFrom('word', ' Word', '12', ')', '};', '/', '— ', '字', '')
    fc.assert(
      fc.property(fc.array(fc.oneof(breaks, words), { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        expect(count(text)).toBe(exact(text))
        expect(cl100k(text)).toBe(exactCl100k(text))
      }),
      { numRuns: 500 },
    )
  })

  it('cuts ASCII by hand as the pattern does: words, contractions, digits, signs, white space, in any order', () => {
    const words = "the Foo HTTP camelCase x 's 'LL 're 'Ve n't ' '' 123 4567 9 _ -- ... // / ){ }; .\\n \u007f \u0000".split(' ')
    const spaces = [' ', '  ', '\t', '\t\t', '\n', '\r\n', '\n\n', ' \n', '\v', '\f', '\n  ']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, ...spaces), { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        expect(count(text)).toBe(exact(text))
      }),
      { numRuns: 1_000 },
    )
  })

  it('cuts arrows, dashes, quotation marks, boxes and emoji by hand as the pattern does, beside letters and marks of any kind', () => {
    const signs = '→ — … ’ “ ” · ─ │ └── ──────── ✓ ● € ° 🙂 🇩🇪 \u200b \u00ad ＋'.split(' ')
    const others = ['é', 'É', '字', '\u0301', '\ufe0f', '½', '٣', '𝒳', '\u00a0', '\u2028', '\u3000', '\u0085']
    const plain = ['a', 'Foo', ' it', 's', "'s", '12', '(', '/', ' ', ' ', '  ', '\t', '\n', '\n', '\r\n', '\n    ']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs, ...signs, ...plain, ...others), { maxLength: 24 }), (parts) => {
        const text = parts.join('')
        expect(count(text)).toBe(exact(text))
        expect(cl100k(text)).toBe(exactCl100k(text))
      }),
      { numRuns: 1_000 },
    )
  })

  it('counts long lines of boxes exactly, again and again', () => {
    for (const line of ['─', '-', '·', '═', '─│', '🙂']) {
      const text = `${line.repeat(300)}\n  a\n${line.repeat(1_100)}`
      expect(count(text)).toBe(exact(text))
      expect(count(`${text}é`)).toBe(exact(`${text}é`))
    }
  })

  it('counts nothing as nothing', () => {
    expect(count('')).toBe(0)
  })

  it.each(['<|endoftext|>', '<|fim_prefix|>', '<|endofprompt|>', '<|im_start|>system'])('reads %s as ordinary text', (text) => {
    expect(count(text)).toBeGreaterThan(3)
    expect(count(`before ${text} after`)).toBe(exact(`before ${text} after`))
  })

  it('counts half a surrogate pair as the replacement character that goes out', () => {
    expect(count('a\ud800b')).toBe(exact('a\ufffdb'))
  })

  it('counts unbroken runs exactly too', () => {
    for (const run of ['a', 'ab', 'kompost', '字', '-', ' ', '\n', 'aA', '1', '\u0301', '😀']) {
      const text = run.repeat(Math.ceil(2000 / run.length))
      expect(count(text)).toBe(exact(text))
    }
  })

  it('counts a text of megabytes exactly where it has lines', () => {
    const text = `${file('src/plan/cut-point.ts')}\n`.repeat(250)
    expect(text.length).toBeGreaterThan(1_000_000)
    expect(count(text)).toBe(exact(text))
  })
})
