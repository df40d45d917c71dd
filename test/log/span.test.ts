import { describe, expect, it } from 'vitest'
import { makeSpan } from '../../src/log/span.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeAt, rangeContains, rangeOf } from '../../src/schema/range.ts'
import { logOf, neutralEntries } from '../support/logs.ts'

const text = (role: string, said: string): Json => ({ role, content: [{ type: 'text', text: said }] })
const messages: readonly Json[] = [
  text('user', 'a'),
  {
    role: 'assistant',
    id: 'two-blocks',
    content: [
      { type: 'text', text: 'b' },
      { type: 'tool_call', id: '1', name: 'f', arguments: '{}' },
    ],
  },
  { role: 'tool', content: [{ type: 'tool_result', tool_call_id: '1', text: 'r' }] },
  text('user', 'c'),
]
const log = logOf(neutralEntries(messages))

describe('a span', () => {
  it('C2 · names its entries, and knows its messages and turns', () => {
    expect(makeSpan(log, rangeOf(1, 5))).toEqual({
      from: 1,
      end: 5,
      hash: log.hashes.at(4),
      messages: 3,
      firstMessage: 'two-blocks',
      lastMessage: 'm4',
      firstTurn: 1,
      lastTurn: 2,
    })
  })

  it('C2 · of one entry has one message; one that begins inside a message counts it', () => {
    expect(makeSpan(log, rangeAt(0)).messages).toBe(1)
    expect(makeSpan(log, rangeOf(2, 4))).toMatchObject({ messages: 2, firstMessage: 'two-blocks', lastMessage: 'm3' })
  })

  it('C2 · contains what lies from its first entry up to its end, and nothing outside', () => {
    const span = makeSpan(log, rangeOf(1, 4))
    expect([0, 1, 2, 3, 4].map((seq) => rangeContains(span, seq))).toEqual([false, true, true, true, false])
  })

  it('C2 · is never empty, reversed or outside the log', () => {
    for (const [from, end] of [
      [2, 2],
      [0, 6],
      [5, 6],
      [-1, 1],
    ] as const)
      expect(() => makeSpan(log, rangeOf(from, end))).toThrow(/span/)
  })

  it('C2 · is plain data that needs no thread to be read: it survives JSON', () => {
    const span = makeSpan(log, rangeOf(1, 5))
    expect(JSON.parse(JSON.stringify(span))).toEqual(span)
  })

  it('C2 · names the same entries after more were appended, and other entries on another branch', () => {
    const longer = logOf(neutralEntries([...messages, text('assistant', 'd')]))
    const branch = logOf(neutralEntries([text('user', 'another start'), ...messages.slice(1)]))
    expect(makeSpan(longer, rangeOf(1, 5))).toEqual(makeSpan(log, rangeOf(1, 5)))
    expect(makeSpan(branch, rangeOf(1, 5)).hash).not.toBe(makeSpan(log, rangeOf(1, 5)).hash)
  })
})
