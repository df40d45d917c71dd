import { describe, expect, it } from 'vitest'
import { checkLangchainMessages, validateLangchain } from '../../../src/dialects/langchain/validate.ts'
import type { Json } from '../../../src/schema/json.ts'
import { langchainFaults } from '../../../src/testing/provider-rules/langchain.ts'
import { EVERY_BLOCK } from '../../support/langchain-inputs.ts'
import { type Mutant, mutated, rulesBroken } from '../../support/mutants.ts'

/** Everything the rules look at, all of it legal. */
const GOOD: Json = {
  messages: EVERY_BLOCK,
  tools: [{ type: 'function', function: { name: 'read_file', parameters: { type: 'object' } } }],
}

const CALL = ['messages', 2, 'tool_calls', 0]

const MUTANTS: readonly Mutant[] = [
  { rule: 'messages-present', at: ['messages'], becomes: [] },
  { rule: 'message-object', at: ['messages', 5], becomes: 7 },
  { rule: 'type-known', at: ['messages', 5, 'type'], becomes: 'robot' },
  { rule: 'type-known', at: ['messages', 5, 'type'], becomes: 'remove' },
  { rule: 'system-in-front', at: ['messages', 5, 'type'], becomes: 'system' },
  { rule: 'content-present', at: ['messages', 5, 'content'], becomes: ' ' },
  { rule: 'content-present', at: ['messages', 4, 'content'], becomes: [] },
  { rule: 'part-present', at: ['messages', 1, 'content', 0, 'text'], becomes: '' },
  { rule: 'file-by-user', at: ['messages', 2, 'content', 1], becomes: { type: 'image', url: 'https://example.org/a.png' } },
  { rule: 'call-by-agent', at: ['messages', 2, 'type'], becomes: 'human' },
  { rule: 'call-id-present', at: [...CALL, 'id'], becomes: '', also: ['call-answered', 'result-has-call'] },
  { rule: 'tool-name-legal', at: [...CALL, 'name'], becomes: 'read me' },
  { rule: 'arguments-object', at: [...CALL, 'args'], becomes: '{}' },
  { rule: 'call-readable', at: ['messages', 2, 'invalid_tool_calls'], becomes: [{ name: 'ls', args: '{', id: 'x' }] },
  { rule: 'result-names-call', at: ['messages', 3, 'tool_call_id'], becomes: '', also: ['call-answered', 'result-has-call'] },
  { rule: 'result-has-call', at: ['messages', 3, 'tool_call_id'], becomes: 'call_9', also: ['call-answered'] },
  { rule: 'reasoning-leads', at: ['messages', 4, 'content'], becomes: [{ type: 'reasoning', reasoning: 'hm' }] },
  { rule: 'text-well-formed', at: ['messages', 5, 'content'], becomes: 'half \ud83d' },
  { rule: 'tool-name-unique', at: ['tools'], becomes: [0, 1].map(() => ({ type: 'function', function: { name: 'ls' } })) },
]

describe('F3 · what LangChain, and whoever stands behind it, accepts', () => {
  it('F3 · a request with every kind of block', () => {
    expect(validateLangchain(GOOD)).toEqual([])
    expect(langchainFaults(GOOD)).toEqual([])
  })

  it.each(MUTANTS)('F3 · $rule refuses it when $at becomes $becomes', (mutant) => {
    expect(rulesBroken(validateLangchain, mutated(GOOD, mutant))).toEqual([mutant.rule, ...(mutant.also ?? [])].sort())
  })

  it.each(MUTANTS.filter(({ rule }) => rule !== 'message-object' && rule !== 'tool-name-unique'))(
    'F3 · the judge refuses it, too: $rule, $at',
    (mutant) => {
      expect(langchainFaults(mutated(GOOD, mutant))).not.toEqual([])
    },
  )

  it('F3 · ids of calls are unique over stretches', () => {
    const { used } = checkLangchainMessages(EVERY_BLOCK, { index: 0, used: new Set() })
    const again = checkLangchainMessages(EVERY_BLOCK.slice(2, 5), { index: 6, used })
    expect(again.violations.map(({ rule, at }) => `${rule} ${at}`)).toEqual(['call-id-unique messages[6]'])
  })
})
