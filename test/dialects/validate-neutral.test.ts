import { describe, expect, it } from 'vitest'
import { validateNeutral } from '../../src/dialects/neutral/validate.ts'
import type { Json } from '../../src/schema/json.ts'
import { type Mutant, mutated, rulesBroken } from '../support/mutants.ts'

const call = (id: string): Json => ({ type: 'tool_call', id, name: 'read file', arguments: '{"half' })
const result = (id: string): Json => ({ role: 'tool', content: [{ type: 'tool_result', tool_call_id: id, text: 'r' }] })
const text = (role: string, said: string): Json => ({ role, content: [{ type: 'text', text: said }] })

const GOOD: Json = {
  messages: [
    text('system', 'be brief'),
    text('user', 'hi'),
    { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }, call('a'), call('b')] },
    result('b'),
    result('a'),
    text('assistant', 'done'),
    { role: 'user', content: [{ type: 'image', note: 'cat' }] },
  ],
}

const MUTANTS: readonly Mutant[] = [
  { rule: 'messages-present', at: ['messages'], becomes: [] },
  { rule: 'message-object', at: ['messages', 1], becomes: null },
  { rule: 'role-known', at: ['messages', 1, 'role'], becomes: 'developer' },
  { rule: 'content-present', at: ['messages', 1, 'content'], becomes: [] },
  { rule: 'content-present', at: ['messages', 1, 'content'], becomes: '' },
  { rule: 'content-present', at: ['messages', 1, 'content'], becomes: null },
  { rule: 'part-present', at: ['messages', 1, 'content', 0, 'text'], becomes: '' },
  { rule: 'part-present', at: ['messages', 3, 'content', 0, 'text'], becomes: '' },
  { rule: 'call-answered', at: ['messages', 4], becomes: text('user', 'interrupted') },
  { rule: 'result-has-call', at: ['messages', 5], becomes: result('a') },
  { rule: 'call-id-unique', at: ['messages', 5, 'content'], becomes: [call('a')], also: ['call-answered'] },
  { rule: 'text-well-formed', at: ['messages', 1, 'content', 0, 'text'], becomes: 'half \ud800' },
]

describe('F3 · what the neutral shape holds, so that any provider can take it', () => {
  it('F3 · a request with every kind of part', () => {
    expect(validateNeutral(GOOD)).toEqual([])
  })

  it.each(MUTANTS)('F3 · $rule refuses it when $at becomes $becomes', (mutant) => {
    expect(rulesBroken(validateNeutral, mutated(GOOD, mutant))).toEqual([mutant.rule, ...(mutant.also ?? [])].sort())
  })
})
