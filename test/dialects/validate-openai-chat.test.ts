import { describe, expect, it } from 'vitest'
import { validateOpenaiChat } from '../../src/dialects/openai-chat/validate.ts'
import type { Json } from '../../src/schema/json.ts'
import { type Mutant, mutated, rulesBroken } from '../support/mutants.ts'

const call = (id: string): Json => ({ id, type: 'function', function: { name: 'read_file', arguments: '{}' } })

/** Everything the rules look at, all of it legal. */
const GOOD: Json = {
  messages: [
    { role: 'developer', content: 'be brief' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'hi' },
        { type: 'image_url', image_url: { url: 'u' } },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
    { role: 'tool', tool_call_id: 'b', content: 'second' },
    { role: 'tool', tool_call_id: 'a', content: 'first' },
    { role: 'assistant', content: 'done' },
    { role: 'assistant', content: null, refusal: 'no' },
    { role: 'system', content: 'later' },
  ],
}

const MUTANTS: readonly Mutant[] = [
  { rule: 'messages-present', at: ['messages'], becomes: [] },
  { rule: 'message-object', at: ['messages', 1], becomes: 'hi' },
  { rule: 'role-known', at: ['messages', 1, 'role'], becomes: 'human' },
  { rule: 'content-present', at: ['messages', 1, 'content'], becomes: '' },
  { rule: 'content-present', at: ['messages', 1, 'content'], becomes: [] },
  { rule: 'content-present', at: ['messages', 1, 'content'], becomes: null },
  { rule: 'content-present', at: ['messages', 5, 'content'], becomes: null },
  { rule: 'content-present', at: ['messages', 5, 'content'], becomes: '' },
  { rule: 'content-present', at: ['messages', 3, 'content'], becomes: null },
  { rule: 'part-present', at: ['messages', 1, 'content', 0, 'text'], becomes: '' },
  {
    rule: 'file-by-user',
    at: ['messages', 5, 'content'],
    becomes: [{ type: 'image_url', image_url: { url: 'u' } }],
  },
  { rule: 'call-by-assistant', at: ['messages', 2, 'role'], becomes: 'user', also: ['content-present'] },
  { rule: 'calls-present', at: ['messages', 5, 'tool_calls'], becomes: [] },
  {
    rule: 'call-id-present',
    at: ['messages', 2, 'tool_calls', 0, 'id'],
    becomes: '',
    also: ['call-answered', 'result-has-call'],
  },
  { rule: 'tool-name-legal', at: ['messages', 2, 'tool_calls', 0, 'function', 'name'], becomes: 'read file' },
  { rule: 'tool-name-legal', at: ['messages', 2, 'tool_calls', 0, 'function', 'name'], becomes: 'x'.repeat(65) },
  { rule: 'arguments-text', at: ['messages', 2, 'tool_calls', 0, 'function', 'arguments'], becomes: {} },
  { rule: 'result-names-call', at: ['messages', 4, 'tool_call_id'], becomes: '', also: ['call-answered', 'result-has-call'] },
  { rule: 'call-answered', at: ['messages', 4], becomes: { role: 'user', content: 'interrupted' } },
  { rule: 'result-has-call', at: ['messages', 5], becomes: { role: 'tool', tool_call_id: 'a', content: 'again' } },
  { rule: 'result-has-call', at: ['messages', 1], becomes: { role: 'tool', tool_call_id: 'a', content: 'too early' } },
  {
    rule: 'call-id-unique',
    at: ['messages', 5],
    becomes: { role: 'assistant', content: null, tool_calls: [call('a')] },
    also: ['call-answered'],
  },
  { rule: 'text-well-formed', at: ['messages', 5, 'content'], becomes: 'half \ud800' },
  { rule: 'text-well-formed', at: ['messages', 1, 'content', 0, 'text'], becomes: 'half \udc00' },
]

describe('F3 · what OpenAI Chat Completions accept', () => {
  it('F3 · a request with every kind of message, in an envelope or as a bare array', () => {
    expect(validateOpenaiChat(GOOD)).toEqual([])
    expect(validateOpenaiChat((GOOD as { messages: Json }).messages)).toEqual([])
  })

  it.each(MUTANTS)('F3 · $rule refuses it when $at becomes $becomes', (mutant) => {
    expect(rulesBroken(validateOpenaiChat, mutated(GOOD, mutant))).toEqual([mutant.rule, ...(mutant.also ?? [])].sort())
  })

  it('F3 · names the place and what is wrong with it', () => {
    const request = mutated(GOOD, { rule: '', at: ['messages', 1, 'role'], becomes: 'human' })
    expect(validateOpenaiChat(request)).toEqual([{ rule: 'role-known', at: 'messages[1]', detail: 'role "human"' }])
  })
})
