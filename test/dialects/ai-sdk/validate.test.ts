import { describe, expect, it } from 'vitest'
import { checkAiSdkMessages, validateAiSdk } from '../../../src/dialects/ai-sdk/validate.ts'
import type { Json } from '../../../src/schema/json.ts'
import { aiSdkFaults } from '../../../src/testing/provider-rules/ai-sdk.ts'
import { EVERY_PART } from '../../support/ai-sdk-inputs.ts'
import { type Mutant, mutated, rulesBroken } from '../../support/mutants.ts'

const call = (id: string, rest: object = {}): Json => ({ type: 'tool-call', toolCallId: id, toolName: 'f', input: {}, ...rest })
const result = (id: string): Json => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'f',
  output: { type: 'text', value: 'r' },
})
const request = (id: string): Json => ({ type: 'tool-approval-request', approvalId: `ap-${id}`, toolCallId: id })
const response = (id: string): Json => ({ type: 'tool-approval-response', approvalId: `ap-${id}`, approved: true })
const thought: Json = { type: 'reasoning', text: 'hm' }

/** Everything the rules look at, all of it legal. */
const GOOD: Json = {
  system: 'be brief',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'hi' },
        { type: 'image', image: 'AA==' },
        { type: 'file', data: 'AA==', mediaType: 'image/png' },
      ],
    },
    {
      role: 'assistant',
      content: [thought, { type: 'text', text: 'let me see' }, call('a'), call('b'), call('s', { providerExecuted: true })],
    },
    { role: 'tool', content: [result('b')] },
    { role: 'tool', content: [result('a')] },
    { role: 'assistant', content: 'done' },
    { role: 'user', content: 'thanks' },
    { role: 'assistant', content: [call('c'), request('c')] },
    { role: 'tool', content: [response('c')] },
  ],
}

const MUTANTS: readonly Mutant[] = [
  { rule: 'messages-present', at: ['messages'], becomes: [] },
  { rule: 'message-object', at: ['messages', 5], becomes: 'hi' },
  { rule: 'role-known', at: ['messages', 5, 'role'], becomes: 'data' },
  { rule: 'system-in-front', at: ['messages', 5, 'role'], becomes: 'system' },
  { rule: 'content-present', at: ['messages', 5, 'content'], becomes: '' },
  { rule: 'content-present', at: ['messages', 5, 'content'], becomes: [] },
  { rule: 'content-present', at: ['messages', 5, 'content'], becomes: null },
  { rule: 'content-present', at: ['messages', 7, 'content'], becomes: 'r', also: ['call-answered'] },
  { rule: 'part-object', at: ['messages', 0, 'content', 0], becomes: 'hi' },
  { rule: 'part-known', at: ['messages', 0, 'content', 0], becomes: thought },
  { rule: 'part-known', at: ['messages', 4, 'content'], becomes: [{ type: 'image', image: 'AA==' }] },
  { rule: 'part-known', at: ['messages', 7, 'content'], becomes: [{ type: 'text', text: 'a' }], also: ['call-answered'] },
  { rule: 'part-known', at: ['messages', 4, 'content'], becomes: [{ type: 'hologram' }] },
  { rule: 'text-present', at: ['messages', 1, 'content', 1, 'text'], becomes: ' \n' },
  {
    rule: 'call-id-present',
    at: ['messages', 1, 'content', 2, 'toolCallId'],
    becomes: '',
    also: ['call-answered', 'result-has-call'],
  },
  ...['functions.read:0', 'c'.repeat(41)].map((id) => ({
    rule: 'call-id-legal',
    at: ['messages'],
    becomes: [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [call(id)] },
      { role: 'tool', content: [result(id)] },
    ],
  })),
  { rule: 'tool-name-legal', at: ['messages', 1, 'content', 2, 'toolName'], becomes: 'mcp.read' },
  { rule: 'tool-name-legal', at: ['messages', 2, 'content', 0, 'toolName'], becomes: 'f'.repeat(65) },
  { rule: 'tool-name-present', at: ['messages', 1, 'content', 2, 'toolName'], becomes: '' },
  { rule: 'tool-name-present', at: ['messages', 2, 'content', 0, 'toolName'], becomes: '' },
  { rule: 'input-object', at: ['messages', 1, 'content', 2, 'input'], becomes: '{}' },
  {
    rule: 'result-names-call',
    at: ['messages', 2, 'content', 0, 'toolCallId'],
    becomes: '',
    also: ['call-answered', 'result-has-call'],
  },
  { rule: 'output-typed', at: ['messages', 2, 'content', 0, 'output'], becomes: 'r' },
  { rule: 'output-typed', at: ['messages', 2, 'content', 0, 'output', 'type'], becomes: 'words' },
  { rule: 'output-typed', at: ['messages', 2, 'content', 0, 'output'], becomes: { type: 'content', value: [{ type: 'media' }] } },
  { rule: 'output-typed', at: ['messages', 2, 'content', 0, 'output', 'value'], becomes: 7 },
  { rule: 'file-complete', at: ['messages', 0, 'content', 2], becomes: { type: 'file', data: 'AA==' } },
  { rule: 'file-complete', at: ['messages', 0, 'content', 1], becomes: { type: 'image' } },
  { rule: 'approval-complete', at: ['messages', 7, 'content', 0, 'approved'], becomes: 'yes' },
  {
    rule: 'approval-complete',
    at: ['messages', 6, 'content', 1, 'toolCallId'],
    becomes: 7,
    also: ['approval-known', 'call-answered'],
  },
  { rule: 'approval-known', at: ['messages', 7, 'content', 0, 'approvalId'], becomes: 'other', also: ['call-answered'] },
  {
    rule: 'approval-known',
    at: ['messages', 6, 'content', 1, 'toolCallId'],
    becomes: 'x',
    also: ['call-answered', 'result-has-call'],
  },
  { rule: 'reasoning-leads', at: ['messages', 4, 'content'], becomes: [{ type: 'text', text: 'done' }, thought] },
  {
    rule: 'call-answered',
    at: ['messages', 3, 'content'],
    becomes: [{ type: 'tool-approval-response', approvalId: 'x', approved: true }],
  },
  { rule: 'result-has-call', at: ['messages', 7, 'content'], becomes: [response('c'), result('z')] },
  { rule: 'result-has-call', at: ['messages', 3, 'content'], becomes: [result('a'), result('a')] },
  {
    rule: 'call-id-unique',
    at: ['messages', 6, 'content'],
    becomes: [call('a'), request('c')],
    also: ['approval-known', 'call-answered', 'result-has-call'],
  },
  { rule: 'text-well-formed', at: ['messages', 5, 'content'], becomes: 'half \ud800' },
  { rule: 'system-present', at: ['system'], becomes: '' },
  { rule: 'system-present', at: ['system'], becomes: [] },
  { rule: 'system-present', at: ['system'], becomes: [{ role: 'system', content: ' ' }] },
]

describe('F3 · what the AI SDK and the providers behind it accept', () => {
  it('F3 · a request with every kind of part', () => {
    for (const good of [GOOD, { messages: EVERY_PART }]) {
      expect(validateAiSdk(good)).toEqual([])
      expect(aiSdkFaults(good)).toEqual([])
    }
  })

  it.each(MUTANTS)('F3 · $rule refuses it when $at becomes $becomes', (mutant) => {
    expect(rulesBroken(validateAiSdk, mutated(GOOD, mutant))).toEqual([mutant.rule, ...(mutant.also ?? [])].sort())
  })

  it.each(MUTANTS)('F3 · the judge refuses it, too: $rule, $at', (mutant) => {
    expect(aiSdkFaults(mutated(GOOD, mutant))).not.toEqual([])
  })

  it('case 16 · an approved call may wait for its result only at the very end', () => {
    const { messages } = GOOD as { readonly messages: readonly Json[] }
    const later = { messages: [...messages, { role: 'user', content: 'well?' }] }
    expect(rulesBroken(validateAiSdk, later)).toEqual(['call-answered'])
    expect(aiSdkFaults(later)).not.toEqual([])
  })

  it('F3 · a stretch is checked as the whole is, with its places and the ids used before', () => {
    const { messages } = GOOD as { readonly messages: readonly Json[] }
    const first = checkAiSdkMessages(messages.slice(0, 4), { index: 0, used: new Set() })
    expect(first).toEqual({ violations: [], used: new Set(['a', 'b']) })
    expect(checkAiSdkMessages(messages.slice(4), { index: 4, used: first.used }).violations).toEqual([])
    expect(checkAiSdkMessages(messages.slice(4), { index: 4, used: new Set(['c']) }).violations).toMatchObject([
      { rule: 'call-id-unique', at: 'messages[6]' },
    ])
  })
})
