import { describe, expect, it } from 'vitest'
import { rememberCounts } from '../../src/budget/remember-counts.ts'
import type { Tokenizer } from '../../src/schema/ports.ts'

function counting(): { readonly tokenizer: Tokenizer; readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    tokenizer: {
      name: 'length',
      count(text) {
        asked.push(text)
        return text.length
      },
    },
  }
}

describe('a tokenizer with a memory', () => {
  it('says what the tokenizer says, and asks it once', () => {
    const { tokenizer, asked } = counting()
    const remembering = rememberCounts(tokenizer)
    expect(['a', '', 'abc', 'a', ''].map((text) => remembering.count(text))).toEqual([1, 0, 3, 1, 0])
    expect(asked).toEqual(['a', '', 'abc'])
    expect(remembering.name).toBe('length')
  })

  it('keeps no long texts, and forgets all before it holds too much', () => {
    const { tokenizer, asked } = counting()
    const { count } = rememberCounts(tokenizer)
    const long = 'x'.repeat(60_000)
    expect([count(long), count(long)]).toEqual([60_000, 60_000])
    expect(asked).toHaveLength(2)
    count('first')
    for (let index = 0; index < 12; index += 1) count(`${index}`.padEnd(45_000))
    asked.length = 0
    count('first')
    expect(asked).toEqual(['first'])
  })
})
