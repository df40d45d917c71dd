import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import * as libraryCl100k from 'gpt-tokenizer/encoding/cl100k_base'
import * as libraryO200k from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { bpeTokenizer } from '../../../src/tokenizers/bpe.ts'
import { cl100kTokenizer } from '../../../src/tokenizers/cl100k.ts'
import { laterBpe } from '../../../src/tokenizers/later-bpe.ts'
import { CODE, DATA, PROSE } from '../../budget/counting/corpora.ts'

const AS_TEXT = { disallowedSpecial: new Set<string>(), allowedSpecial: new Set<string>() }
const encodings = [
  { name: 'o200k', tokenizer: bpeTokenizer(), library: (text: string) => libraryO200k.countTokens(text, AS_TEXT) },
  { name: 'cl100k', tokenizer: cl100kTokenizer(), library: (text: string) => libraryCl100k.countTokens(text, AS_TEXT) },
] as const

/** Long enough to need many merges, short enough for the library, which takes the square of it. */
const RUN = 600
const runs = [
  'a',
  'Z',
  'ab',
  '字',
  'あ',
  '가',
  'ж',
  '😀',
  '👩‍👩‍👧‍👦',
  '=',
  '-_',
  ' ',
  '\n',
  ' \n',
  '\t',
  '\r\n',
  '0',
  '\\',
  'é',
  '─',
]
const oddities = [
  '<|endoftext|>',
  'before <|im_start|>system<|im_sep|> after <|fim_prefix|>',
  "I'LL we've it's THEY'RE don'ts 'tis",
  'trailing spaces   ',
  '   leading, and\n\n\n   many\r\n\r\nbreaks \n ',
  '1234567890 3.14159 1,000,000 ½ ٣ ४',
  '👩‍👩‍👧‍👦 🇩🇪 👍🏽 e\u0301 1️⃣ ﷽ \u200d\u200b',
  'camelCaseHTTPServer snake_case_name SCREAMING_CASE kebab-case x²',
  '\0\u0001\u007f\u0080',
]

describe.each(encodings)('exact counts of $name', ({ name, tokenizer, library }) => {
  it('C15 · have the name of their encoding', () => {
    expect(tokenizer.name).toBe(`${name}_base`)
  })

  it.each([...PROSE, ...CODE, ...DATA])('C15 · equal those of gpt-tokenizer on $name', ({ text }) => {
    expect(tokenizer.count(text)).toBe(library(text))
  })

  it.each(runs)('case 35 · equal those of gpt-tokenizer on a run of %j', (unit) => {
    const text = unit.repeat(Math.ceil(RUN / unit.length))
    expect(tokenizer.count(text)).toBe(library(text))
    expect(tokenizer.count(`x = "${text}";`)).toBe(library(`x = "${text}";`))
  })

  it.each(oddities)('C15 · equal those of gpt-tokenizer on %j', (text) => {
    expect(tokenizer.count(text)).toBe(library(text))
  })

  it('C15 · take a byte order mark for the token it is; the library loses it while decoding and counts two', () => {
    expect(tokenizer.count('\ufeff')).toBe(1)
    expect(tokenizer.count('\ufeffusing System;')).toBe(3)
  })
})

describe('vocabularies', () => {
  it('C15 · are loaded only if they are wanted: the front door reaches none', () => {
    const reached = reachedFrom('src/index.ts')
    expect(reached).toContain('src/tokenizers/later-bpe.ts')
    expect(reached.filter((file) => file.startsWith('src/tokenizers/vocabularies/'))).toEqual([])
    const exact = reachedFrom('src/tokenizers/cl100k.ts').filter((file) => file.startsWith('src/tokenizers/vocabularies/'))
    expect(exact).toEqual(['src/tokenizers/vocabularies/cl100k.ts'])
  })

  it('C15 · are there once they are loaded, which the engine does before it opens a thread; what is counted by default is exact', async () => {
    const later = laterBpe()
    expect(() => later.count('What comes too early')).toThrow('tokens were counted before a thread was opened')
    await later.load?.()
    expect(later.count('How many tokens is this?')).toBe(libraryO200k.countTokens('How many tokens is this?'))
  })
})

/** Our own files that are loaded with a file. */
function reachedFrom(entry: string): readonly string[] {
  const files = new Set([entry])
  for (const file of files) {
    const code = readFileSync(file, 'utf8')
    for (const [, path = ''] of code.matchAll(/^(?:import|export)\s(?!type\s)[^'"]*?from '([^']+)'/gm)) {
      if (path.startsWith('.')) files.add(posix.join(posix.dirname(file), path))
    }
  }
  return [...files]
}
