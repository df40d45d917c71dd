import { describe, expect, it } from 'vitest'
import { makeSpan } from '../../src/log/span.ts'
import type { Json } from '../../src/schema/json.ts'
import { spanContains } from '../../src/schema/span.ts'
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
    expect(makeSpan(log, 1, 4)).toEqual({
      from: 1,
      to: 4,
      hash: log.hashes[4],
      messages: 3,
      firstMessage: 'two-blocks',
      lastMessage: 'm4',
      firstTurn: 1,
      lastTurn: 2,
    })
  })

  it('C2 · of one entry has one message; one that begins inside a message counts it', () => {
    expect(makeSpan(log, 0, 0).messages).toBe(1)
    expect(makeSpan(log, 2, 3)).toMatchObject({ messages: 2, firstMessage: 'two-blocks', lastMessage: 'm3' })
  })

  it('C2 · contains both of its ends and nothing outside', () => {
    const span = makeSpan(log, 1, 3)
    expect([0, 1, 2, 3, 4].map((seq) => spanContains(span, seq))).toEqual([false, true, true, true, false])
  })

  it('C2 · is never empty, reversed or outside the log', () => {
    for (const [from, to] of [
      [2, 1],
      [0, 5],
      [5, 5],
      [-1, 0],
    ] as const)
      expect(() => makeSpan(log, from, to)).toThrow(/span/)
  })

  it('C2 · is plain data that needs no thread to be read: it survives JSON', () => {
    const span = makeSpan(log, 1, 4)
    expect(JSON.parse(JSON.stringify(span))).toEqual(span)
  })

  it('C2 · names the same entries after more were appended, and other entries on another branch', () => {
    const longer = logOf(neutralEntries([...messages, text('assistant', 'd')]))
    const branch = logOf(neutralEntries([text('user', 'another start'), ...messages.slice(1)]))
    expect(makeSpan(longer, 1, 4)).toEqual(makeSpan(log, 1, 4))
    expect(makeSpan(branch, 1, 4).hash).not.toBe(makeSpan(log, 1, 4).hash)
  })
})
