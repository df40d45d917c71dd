import { describe, expect, it } from 'vitest'
import { estimateText } from '../../src/budget/estimate-text.ts'
import type { Tokenizer } from '../../src/schema/ports.ts'
import { tokenizerCases } from '../../src/testing/tokenizer-cases.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { cl100kTokenizer } from '../../src/tokenizers/cl100k.ts'

const ours: readonly Tokenizer[] = [{ ...bpeTokenizer(), estimate: estimateText }, cl100kTokenizer(), characterTokenizer()]

describe.each(ours)('the cases of a tokenizer, by $name', (tokenizer) => {
  it.each(tokenizerCases)('$name', ({ run }) => run(tokenizer))
})

describe('the cases of a tokenizer', () => {
  const wrong: readonly (readonly [string, Partial<Tokenizer>])[] = [
    ['has no name', { name: '' }],
    ['counts nothing as something', { count: (text) => text.length + 1 }],
    ['counts in fractions', { count: (text) => text.length / 4 }],
    ['counts differently every time', { count: drifting() }],
    ['estimates far too low', { estimate: () => 1 }],
  ]

  it.each(wrong)('notice one that %s', (_, change) => {
    const tokenizer = { ...characterTokenizer(), ...change }
    expect(() => {
      for (const { run } of tokenizerCases) run(tokenizer)
    }).toThrow()
  })
})

function drifting(): (text: string) => number {
  let calls = 0
  return (text) => {
    calls += 1
    return text === '' ? 0 : calls
  }
}
