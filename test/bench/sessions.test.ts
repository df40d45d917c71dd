import { describe, expect, it } from 'vitest'
import { medianOf } from '../../bench/clock.ts'
import { seeded } from '../../bench/random.ts'
import { type ChatMessage, makeSession, SESSION_KINDS } from '../../bench/sessions.ts'
import { type TextKind, writeCharacters, writeText } from '../../bench/texts.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import type { Json } from '../../src/schema/json.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'

const { count } = bpeTokenizer()
const KINDS: readonly TextKind[] = ['prose', 'code', 'json', 'listing', 'chinese', 'base64', 'hex']

function tokensOf(message: ChatMessage): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  return calls.reduce((sum, call) => sum + count(call.function.name + call.function.arguments), count(message.content))
}

describe('a session to measure with', () => {
  it.each([
    ['lean', 55],
    ['real', 400],
  ] as const)('%s has a median of %d tokens a message', (kind, median) => {
    const found = medianOf(makeSession(kind, 4_000).map(tokensOf))
    expect(found).toBeGreaterThan(median * 0.95)
    expect(found).toBeLessThan(median * 1.05)
  })

  it('real has a tail to 20,000 tokens, and half a million in a thousand messages', () => {
    const sizes = makeSession('real', 1_000).map(tokensOf)
    const sum = sizes.reduce((total, size) => total + size, 0)
    expect(sum).toBeGreaterThan(456_000)
    expect(sum).toBeLessThan(504_000)
    const largest = Math.max(...makeSession('real', 6_000).map(tokensOf))
    expect(largest).toBeGreaterThan(12_000)
    expect(largest).toBeLessThan(21_000)
  })

  it.each(SESSION_KINDS)('%s is the same in every run, and its beginning is that of a longer one', (kind) => {
    expect(makeSession(kind, 300)).toEqual(makeSession(kind, 500).slice(0, 300))
    expect(makeSession(kind, 300, 2)).not.toEqual(makeSession(kind, 300))
  })

  it.each(SESSION_KINDS)('%s would be accepted by a provider', (kind) => {
    const messages = makeSession(kind, 1_000)
    // Cut anywhere, a session may end between a call and its result; the whole turns before that are legal.
    const end = messages.findLastIndex((message) => message.role === 'user')
    expect(messages).toHaveLength(1_000)
    expect(openaiChat.validate({ messages: messages.slice(0, end + 1) as unknown as Json })).toEqual([])
  })

  it('has users, answers, calls and results', () => {
    const shares = Map.groupBy(makeSession('real', 2_000), (message) =>
      message.role === 'assistant' && message.tool_calls !== undefined ? 'call' : message.role,
    )
    const share = (who: string): number => (shares.get(who as never)?.length ?? 0) / 2_000
    expect([share('user'), share('assistant'), share('call'), share('tool')].every((part) => part > 0.05)).toBe(true)
  })
})

describe('texts to measure with', () => {
  it.each(KINDS)('%s comes out as long as asked for', (kind) => {
    expect(writeCharacters(kind, 5_000, seeded(1)).length).toBeGreaterThan(4_990)
    expect(writeCharacters(kind, 5_000, seeded(1)).length).toBeLessThanOrEqual(5_000)
    const tokens = count(writeText(kind, 2_000, seeded(3)))
    expect(tokens).toBeGreaterThan(1_700)
    expect(tokens).toBeLessThan(2_300)
  })
})

describe('numbers that look random', () => {
  it('fill the range evenly, from any seed', () => {
    for (const seed of [0, 1, 2, -1, 2 ** 31, 2 ** 40]) {
      const random = seeded(seed)
      const drawn = Array.from({ length: 4_000 }, () => random.next())
      expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
      expect(Math.abs(drawn.reduce((sum, value) => sum + value, 0) / drawn.length - 0.5)).toBeLessThan(0.03)
      expect(new Set(drawn).size).toBeGreaterThan(3_990)
    }
  })
})
