import { describe, expect, it } from 'vitest'
import { characterTokenizer, estimateMessagesTokens, estimateTokens } from '../../src/tokenizers/characters.ts'

describe('the character estimate', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['x'.repeat(400), 100],
  ] as const)('D1 · of %j is a quarter of its length, rounded up', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
    expect(characterTokenizer().count(text)).toBe(tokens)
  })

  it.each([undefined, null, 7, true, {}, ['text'], Symbol('s'), () => 'f'])('D1 · of what is not text is 0: %s', (value) => {
    expect(estimateTokens(value)).toBe(0)
  })
})

describe('the character estimate of messages', () => {
  const json = (value: unknown): number => estimateTokens(JSON.stringify(value))

  it.each(['system', 'user', 'assistant', 'tool'])('D1 · counts 2 tokens for role %s, and the text', (role) => {
    expect(estimateMessagesTokens([{ role, content: 'abcdefgh' }])).toBe(2 + 2)
  })

  const parts: readonly (readonly [what: string, part: unknown, tokens: number])[] = [
    ['text', { type: 'text', text: 'abcdefgh' }, 2],
    ['reasoning', { type: 'reasoning', text: 'abcdefgh' }, 2],
    [
      'a tool call: name and arguments',
      { type: 'tool-call', toolCallId: '1', toolName: 'read', args: { path: 'a' } },
      1 + json({ path: 'a' }),
    ],
    [
      'a tool call as AI SDK 5 and later write it',
      { type: 'tool-call', toolName: 'read', input: { path: 'a' } },
      1 + json({ path: 'a' }),
    ],
    ['a tool result', { type: 'tool-result', toolCallId: '1', result: { ok: true } }, json({ ok: true })],
    [
      'a tool result as AI SDK 5 and later write it',
      { type: 'tool-result', output: { type: 'text', value: 'r' } },
      json({ type: 'text', value: 'r' }),
    ],
    ['an Anthropic call', { type: 'tool_use', id: '1', name: 'read', input: { path: 'a' } }, 1 + json({ path: 'a' })],
    ['an Anthropic result', { type: 'tool_result', tool_use_id: '1', content: 'abcdefgh' }, 2],
    ['a part it does not know', { type: 'step-start' }, 0],
    ['a bare string', 'abcdefgh', 2],
    ['null', null, 0],
  ]
  it.each(parts.map(([what, part, tokens]) => ({ what, part, tokens })))('D1 · counts $what', ({ part, tokens }) => {
    expect(estimateMessagesTokens([{ role: 'assistant', content: [part] }])).toBe(2 + tokens)
  })

  it('D1 · counts calls that stand beside the content, as toolCalls or tool_calls', () => {
    const beside = { role: 'assistant', content: 'abcd', toolCalls: [{ toolName: 'read', args: { path: 'a' } }] }
    expect(estimateMessagesTokens([beside])).toBe(2 + 1 + 1 + json({ path: 'a' }))
    const openai = { role: 'assistant', content: null, tool_calls: [{ id: '1', function: { name: 'read', arguments: '{}' } }] }
    expect(estimateMessagesTokens([openai])).toBe(2 + json({ name: 'read', arguments: '{}' }))
  })

  it('D1 · is the sum over all messages, and safe on what is none', () => {
    const a = { role: 'user', content: 'abcd' }
    const b = { role: 'assistant', content: [{ type: 'text', text: 'abcdefgh' }] }
    expect(estimateMessagesTokens([a, b])).toBe(estimateMessagesTokens([a]) + estimateMessagesTokens([b]))
    expect(estimateMessagesTokens([])).toBe(0)
    expect(estimateMessagesTokens([null, 7, 'x', {}, { role: 'user' }])).toBe(5 * 2)
  })
})
