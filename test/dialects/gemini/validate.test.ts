import { describe, expect, it } from 'vitest'
import { checkGeminiMessages, validateGemini } from '../../../src/dialects/gemini/validate.ts'
import type { Json } from '../../../src/schema/json.ts'
import { geminiFaults } from '../../../src/testing/provider-rules/gemini.ts'
import { type Mutant, mutated, rulesBroken } from '../../support/mutants.ts'

const sealed = { thoughtSignature: 'c2VhbA==' }
const call = (name: string, id?: string): { readonly [key: string]: Json } => ({
  functionCall: { ...(id === undefined ? {} : { id }), name, args: { path: 'a' } },
})
const response = (name: string, id?: string): Json => ({
  functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output: 'r' } },
})

/** Everything the rules look at, all of it legal. */
const GOOD: Json = {
  model: 'gemini-3-pro',
  systemInstruction: { parts: [{ text: 'be brief' }] },
  contents: [
    { role: 'user', parts: [{ text: 'hi' }, { inlineData: { mimeType: 'image/png', data: '' } }] },
    {
      role: 'model',
      parts: [{ text: 'hm', thought: true }, { text: 'let me see' }, { ...call('read_file', 'a'), ...sealed }, call('ls')],
    },
    { role: 'user', parts: [response('ls'), response('read_file', 'a')] },
    { role: 'model', parts: [{ text: 'done' }, { text: '', ...sealed }] },
    { parts: [{ text: 'and this?' }] },
    { role: 'model', parts: [{ ...call('ns:read.me-2', 'b'), ...sealed }] },
    { role: 'function', parts: [response('ns:read.me-2', 'b')] },
  ],
}

/** The part of the last call. */
const LAST_CALL = ['contents', 5, 'parts', 0]

const MUTANTS: readonly Mutant[] = [
  { rule: 'messages-present', at: ['contents'], becomes: [] },
  { rule: 'message-object', at: ['contents', 4], becomes: 'hi' },
  { rule: 'role-known', at: ['contents', 6, 'role'], becomes: 'assistant' },
  { rule: 'role-known', at: ['contents', 6, 'role'], becomes: 'tool' },
  { rule: 'parts-present', at: ['contents', 4, 'parts'], becomes: [] },
  { rule: 'part-object', at: ['contents', 3, 'parts', 0], becomes: 'done' },
  { rule: 'part-has-data', at: ['contents', 3, 'parts', 0], becomes: {} },
  { rule: 'part-has-data', at: ['contents', 3, 'parts', 0], becomes: { thought: true, ...sealed } },
  { rule: 'text-present', at: ['contents', 3, 'parts', 0, 'text'], becomes: '' },
  { rule: 'call-by-model', at: ['contents', 5, 'role'], becomes: 'user' },
  { rule: 'response-by-user', at: ['contents', 6, 'role'], becomes: 'model', also: ['ends-with-user'] },
  { rule: 'tool-name-legal', at: [...LAST_CALL, 'functionCall', 'name'], becomes: 'read me', also: ['result-matches-call'] },
  {
    rule: 'tool-name-legal',
    at: ['contents', 6, 'parts', 0, 'functionResponse', 'name'],
    becomes: '',
    also: ['result-matches-call'],
  },
  { rule: 'tool-name-legal', at: [...LAST_CALL, 'functionCall', 'name'], becomes: '9read', also: ['result-matches-call'] },
  {
    rule: 'tool-name-legal',
    at: [...LAST_CALL, 'functionCall', 'name'],
    becomes: 'n'.repeat(129),
    also: ['result-matches-call'],
  },
  { rule: 'args-object', at: [...LAST_CALL, 'functionCall', 'args'], becomes: '{}' },
  { rule: 'args-object', at: [...LAST_CALL, 'functionCall', 'args'], becomes: [1] },
  { rule: 'response-object', at: ['contents', 6, 'parts', 0, 'functionResponse', 'response'], becomes: 'r' },
  { rule: 'response-object', at: ['contents', 6, 'parts', 0, 'functionResponse', 'response'], becomes: null },
  { rule: 'call-turn-placed', at: ['contents', 4, 'role'], becomes: 'model' },
  { rule: 'starts-with-user', at: ['contents', 0, 'role'], becomes: 'model', also: ['call-turn-placed'] },
  { rule: 'ends-with-user', at: ['contents', 6], becomes: { role: 'model', parts: [{ text: 'x' }] }, also: ['call-answered'] },
  { rule: 'call-answered', at: ['contents', 2, 'parts'], becomes: [response('ls')] },
  { rule: 'call-answered', at: ['contents', 6, 'parts'], becomes: [{ text: 'never mind' }] },
  {
    rule: 'call-answered',
    at: ['contents', 6, 'parts'],
    becomes: [response('ns:read.me-2', 'b'), response('ns:read.me-2', 'b')],
  },
  { rule: 'result-has-call', at: ['contents', 4, 'parts'], becomes: [response('ls')] },
  { rule: 'result-matches-call', at: ['contents', 6, 'parts', 0, 'functionResponse', 'name'], becomes: 'ls' },
  { rule: 'result-matches-call', at: ['contents', 6, 'parts', 0, 'functionResponse', 'id'], becomes: 'x' },
  { rule: 'call-id-unique', at: [...LAST_CALL, 'functionCall', 'id'], becomes: 'a', also: ['result-matches-call'] },
  { rule: 'text-well-formed', at: ['contents', 4, 'parts', 0, 'text'], becomes: 'half \ud800' },
  { rule: 'system-present', at: ['systemInstruction'], becomes: { parts: [] } },
  { rule: 'system-present', at: ['systemInstruction', 'parts', 0, 'text'], becomes: '' },
  { rule: 'call-sealed', at: [...LAST_CALL], becomes: call('ns:read.me-2', 'b') },
]

describe('F3 · what Gemini accepts', () => {
  it('F3 · a request with every kind of part', () => {
    expect(validateGemini(GOOD)).toEqual([])
    expect(geminiFaults(GOOD)).toEqual([])
    expect(validateGemini([{ role: 'user', parts: [{ text: 'hi' }] }])).toEqual([])
  })

  it.each(MUTANTS)('F3 · $rule refuses it when $at becomes $becomes', (mutant) => {
    expect(rulesBroken(validateGemini, mutated(GOOD, mutant))).toEqual([mutant.rule, ...(mutant.also ?? [])].sort())
  })

  it.each(MUTANTS)('F3 · the judge refuses it, too: $rule, $at', (mutant) => {
    expect(geminiFaults(mutated(GOOD, mutant))).not.toEqual([])
  })

  it('case 44 · an earlier model does not ask for seals, nor do earlier turns', () => {
    const unsealed = mutated(GOOD, { rule: '', at: [...LAST_CALL], becomes: call('ns:read.me-2', 'b') })
    expect(validateGemini(mutated(unsealed, { rule: '', at: ['model'], becomes: 'gemini-2.5-pro' }))).toEqual([])
    const earlier = mutated(GOOD, { rule: '', at: ['contents', 1, 'parts', 2], becomes: call('read_file', 'a') })
    expect([...validateGemini(earlier), ...geminiFaults(earlier)]).toEqual([])
  })

  it('F3 · results may not be spread over two contents', () => {
    const spread = [
      { role: 'user', parts: [{ text: 'hi' }] },
      { role: 'model', parts: [call('ls'), call('ls')] },
      { role: 'user', parts: [response('ls')] },
      { role: 'user', parts: [response('ls')] },
    ]
    expect(rulesBroken(validateGemini, { contents: spread })).toEqual(['call-answered', 'result-has-call'])
    expect(geminiFaults({ contents: spread })).not.toEqual([])
  })

  it('F3 · a stretch is checked as the whole is, with its places and the ids used before', () => {
    const { contents } = GOOD as { readonly contents: readonly Json[] }
    const first = checkGeminiMessages(contents.slice(0, 5), { index: 0, used: new Set() })
    expect(first).toEqual({ violations: [], used: new Set(['a']) })
    expect(checkGeminiMessages(contents.slice(5), { index: 5, used: first.used }).violations).toEqual([])
    expect(checkGeminiMessages(contents.slice(5), { index: 5, used: new Set(['b']) }).violations).toMatchObject([
      { rule: 'call-id-unique', at: 'contents[5]' },
    ])
  })
})
