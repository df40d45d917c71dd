import { describe, expect, it } from 'vitest'
import { validateAnthropic } from '../../src/dialects/anthropic/validate.ts'
import type { Json } from '../../src/schema/json.ts'
import { type Mutant, mutated, rulesBroken } from '../support/mutants.ts'

const call = (id: string): Json => ({ type: 'tool_use', id, name: 'read_file', input: {} })
const result = (id: string): Json => ({ type: 'tool_result', tool_use_id: id, content: 'r' })
const thinking: Json = { type: 'thinking', thinking: 'hm', signature: 's' }
const search: Json = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
const hits: Json = { type: 'web_search_tool_result', tool_use_id: 's', content: [] }
const mark = { cache_control: { type: 'ephemeral' } }

/** Everything the rules look at, all of it legal. */
const GOOD: Json = {
  system: [{ type: 'text', text: 'be brief', ...mark }],
  tools: [{ name: 'read_file', input_schema: {}, ...mark }],
  messages: [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: [thinking, { type: 'text', text: 'let me see' }, call('a'), call('b')] },
    { role: 'user', content: [result('b'), result('a'), { type: 'text', text: 'and?', ...mark }] },
    { role: 'assistant', content: 'done' },
    { role: 'user', content: [{ type: 'text', text: 'thanks', ...mark }] },
    { role: 'assistant', content: [search, hits, { type: 'text', text: 'bye' }] },
  ],
}

const MUTANTS: readonly Mutant[] = [
  { rule: 'messages-present', at: ['messages'], becomes: [] },
  { rule: 'message-object', at: ['messages', 4], becomes: 'hi' },
  { rule: 'role-known', at: ['messages', 4, 'role'], becomes: 'system' },
  { rule: 'content-present', at: ['messages', 4, 'content'], becomes: [] },
  { rule: 'content-present', at: ['messages', 4, 'content'], becomes: ' \n' },
  { rule: 'content-present', at: ['messages', 4, 'content'], becomes: null },
  { rule: 'text-present', at: ['messages', 4, 'content', 0, 'text'], becomes: ' ' },
  { rule: 'starts-with-user', at: ['messages', 0], becomes: { role: 'assistant', content: 'hello' } },
  { rule: 'ends-clean', at: ['messages', 5, 'content', 2, 'text'], becomes: 'bye ' },
  { rule: 'ends-clean', at: ['messages', 5, 'content'], becomes: 'bye\n' },
  { rule: 'call-by-assistant', at: ['messages', 4, 'content', 0], becomes: call('c'), also: ['call-answered'] },
  { rule: 'call-id-legal', at: ['messages', 1, 'content', 2, 'id'], becomes: 'a.b', also: ['call-answered', 'result-has-call'] },
  { rule: 'tool-name-legal', at: ['messages', 1, 'content', 2, 'name'], becomes: 'read file' },
  { rule: 'tool-name-legal', at: ['messages', 1, 'content', 2, 'name'], becomes: '' },
  { rule: 'input-object', at: ['messages', 1, 'content', 2, 'input'], becomes: '{}' },
  { rule: 'results-first', at: ['messages', 2, 'content'], becomes: [{ type: 'text', text: 'and?' }, result('a'), result('b')] },
  { rule: 'result-by-user', at: ['messages', 2, 'role'], becomes: 'assistant' },
  { rule: 'reasoning-leads', at: ['messages', 5, 'content'], becomes: [{ type: 'text', text: 'bye' }, thinking] },
  { rule: 'reasoning-leads', at: ['messages', 5, 'content'], becomes: [{ type: 'redacted_thinking', data: 'x' }] },
  { rule: 'call-answered', at: ['messages', 2, 'content'], becomes: [result('b')] },
  { rule: 'call-answered', at: ['messages', 5, 'content'], becomes: [call('c')] },
  { rule: 'result-has-call', at: ['messages', 4, 'content'], becomes: [result('a')] },
  { rule: 'result-has-call', at: ['messages', 2, 'content'], becomes: [result('a'), result('b'), result('b')] },
  { rule: 'call-id-unique', at: ['messages', 3, 'content'], becomes: [call('a')], also: ['call-answered'] },
  { rule: 'text-well-formed', at: ['messages', 3, 'content'], becomes: 'half \ud800' },
  { rule: 'system-present', at: ['system'], becomes: '' },
  { rule: 'system-present', at: ['system'], becomes: [] },
  { rule: 'system-present', at: ['system', 0, 'text'], becomes: '\n' },
  { rule: 'block-in-place', at: ['messages', 4, 'content', 0], becomes: thinking },
  { rule: 'block-in-place', at: ['messages', 5, 'content', 2], becomes: { type: 'image', source: {} } },
  { rule: 'server-tool-answered', at: ['messages', 1, 'content', 1], becomes: search },
  { rule: 'server-result-has-tool', at: ['messages', 5, 'content', 0], becomes: { type: 'text', text: 'bye' } },
  { rule: 'cache-marks', at: ['messages', 5, 'content'], becomes: [{ type: 'text', text: 'bye', ...mark }] },
]

describe('F3 · what Anthropic Messages accept', () => {
  it('F3 · a request with every kind of block', () => {
    expect(validateAnthropic(GOOD)).toEqual([])
    expect(validateAnthropic({ system: 'be brief', messages: [{ role: 'user', content: 'hi' }] })).toEqual([])
  })

  it('F3 · two messages of one role in a row: the provider joins them', () => {
    const two = [
      { role: 'user', content: 'hi' },
      { role: 'user', content: 'there' },
    ]
    expect(validateAnthropic({ messages: two })).toEqual([])
  })

  it.each(MUTANTS)('F3 · $rule refuses it when $at becomes $becomes', (mutant) => {
    expect(rulesBroken(validateAnthropic, mutated(GOOD, mutant))).toEqual([mutant.rule, ...(mutant.also ?? [])].sort())
  })

  it('F3 · results may not be spread over two messages', () => {
    const spread = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [call('a'), call('b')] },
      { role: 'user', content: [result('a')] },
      { role: 'user', content: [result('b')] },
    ]
    expect(rulesBroken(validateAnthropic, { messages: spread })).toEqual(['call-answered', 'result-has-call'])
  })
})
