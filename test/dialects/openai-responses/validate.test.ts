import { describe, expect, it } from 'vitest'
import { checkResponseItems, validateOpenaiResponses } from '../../../src/dialects/openai-responses/validate.ts'
import type { Json } from '../../../src/schema/json.ts'
import { responsesFaults } from '../../../src/testing/provider-rules/openai-responses.ts'
import { storedItemFaults } from '../../../src/testing/provider-rules/stored-items.ts'
import { type Mutant, mutated, rulesBroken } from '../../support/mutants.ts'

const call = (id: string, more: object = {}): Json => ({
  type: 'function_call',
  call_id: id,
  name: 'read_file',
  arguments: '{}',
  ...more,
})
const output = (id: string): Json => ({ type: 'function_call_output', call_id: id, output: 'done' })
const said = (text: string): Json => ({ role: 'assistant', content: text })

/** Everything the rules look at, all of it legal. */
const GOOD: Json = {
  model: 'gpt-5',
  instructions: 'be brief',
  input: [
    { role: 'developer', content: 'be kind' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'hi' },
        { type: 'input_image', image_url: 'u', detail: 'auto' },
      ],
    },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
    call('a', { id: 'fc_1' }),
    { type: 'custom_tool_call', id: 'ctc_1', call_id: 'b', name: 'patch', input: '***' },
    { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 's', name: 'n', arguments: '{}' },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [
        { type: 'output_text', text: 'ok', annotations: [] },
        { type: 'refusal', refusal: 'no' },
      ],
    },
    { type: 'custom_tool_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'r' }] },
    output('a'),
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
    said('done'),
    { role: 'user', content: 'more' },
    { type: 'compaction_trigger' },
  ],
}

/** A recorded error of the provider, in its own words if they are known, and a request broken in exactly that way. */
interface Recorded extends Mutant {
  readonly says: string
}

const RECORDED: readonly Recorded[] = [
  { says: 'there is no input', rule: 'input-present', at: ['input'], becomes: [] },
  {
    says: "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    rule: 'role-known',
    at: ['input', 1, 'role'],
    becomes: 'tool',
  },
  {
    says: "Missing required parameter: 'input[1].content'.",
    rule: 'content-present',
    at: ['input', 1, 'content'],
    becomes: null,
  },
  { says: 'content that is an empty list', rule: 'content-present', at: ['input', 1, 'content'], becomes: [] },
  { says: 'a text part without text', rule: 'part-present', at: ['input', 1, 'content', 0, 'text'], becomes: '' },
  {
    says: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    rule: 'part-fits-role',
    at: ['input', 6, 'content', 0, 'type'],
    becomes: 'input_text',
  },
  {
    says: "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
    rule: 'part-fits-role',
    at: ['input', 1, 'content', 0, 'type'],
    becomes: 'output_text',
  },
  { says: "Invalid value: 'text'.", rule: 'part-fits-role', at: ['input', 1, 'content', 0, 'type'], becomes: 'text' },
  {
    says: "Invalid 'input[3].call_id': string too long. Expected a string with maximum length 64.",
    rule: 'call-id-legal',
    at: ['input', 3, 'call_id'],
    becomes: 'a'.repeat(65),
    also: ['call-answered', 'result-has-call'],
  },
  {
    says: "Invalid 'input[3].call_id': empty string.",
    rule: 'call-id-legal',
    at: ['input', 3, 'call_id'],
    becomes: '',
    also: ['call-answered', 'result-has-call'],
  },
  {
    says: "Invalid 'input[3].name': string does not match pattern '^[a-zA-Z0-9_-]+$'.",
    rule: 'tool-name-legal',
    at: ['input', 3, 'name'],
    becomes: 'read file',
  },
  {
    says: "Invalid 'input[3].name': string too long.",
    rule: 'tool-name-legal',
    at: ['input', 3, 'name'],
    becomes: 'x'.repeat(65),
  },
  {
    says: "Invalid type for 'input[3].arguments': expected a string, but got an object instead.",
    rule: 'arguments-text',
    at: ['input', 3, 'arguments'],
    becomes: {},
  },
  { says: "Missing required parameter: 'input[8].output'.", rule: 'output-present', at: ['input', 8, 'output'], becomes: null },
  {
    says: "Missing required parameter: 'input[2].summary'.",
    rule: 'summary-present',
    at: ['input', 2, 'summary'],
    becomes: null,
  },
  {
    says: "Invalid 'input[3].id': 'call_1'. Expected an ID that begins with 'fc'.",
    rule: 'item-id-legal',
    at: ['input', 3, 'id'],
    becomes: 'call_1',
  },
  {
    says: "Invalid 'input[6].id': 'fc_9'. Expected an ID that begins with 'msg'.",
    rule: 'item-id-legal',
    at: ['input', 6, 'id'],
    becomes: 'fc_9',
  },
  {
    says: "Invalid 'input[2].id': 'rs_é'. Expected an ID that contains letters, numbers, underscores, or dashes.",
    rule: 'item-id-legal',
    at: ['input', 2, 'id'],
    becomes: 'rs_é',
  },
  {
    says: "Invalid 'input[6].id': string too long. Expected a string with maximum length 64.",
    rule: 'item-id-legal',
    at: ['input', 6, 'id'],
    becomes: `msg_${'0'.repeat(61)}`,
  },
  {
    says: "Invalid 'input[6].id': 'msg_1_'. Expected an ID that contains letters, numbers, underscores, or dashes.",
    rule: 'item-id-legal',
    at: ['input', 6, 'id'],
    becomes: 'msg_1_',
  },
  {
    says: 'Duplicate item found with id msg_1, a person’s',
    rule: 'item-id-unique',
    at: ['input', 11, 'id'],
    becomes: 'msg_1',
  },
  {
    says: 'Duplicate item found with id msg_1.',
    rule: 'item-id-unique',
    at: ['input', 10],
    becomes: { type: 'message', id: 'msg_1', role: 'assistant', content: 'again' },
  },
  {
    says: 'No tool output found for function call a.',
    rule: 'call-answered',
    at: ['input', 8],
    becomes: { role: 'user', content: 'stop' },
  },
  {
    says: 'No tool call found for function call output with call_id z.',
    rule: 'result-has-call',
    at: ['input', 9],
    becomes: output('z'),
    also: [],
  },
  { says: 'an output before its call', rule: 'result-has-call', at: ['input', 1], becomes: output('a') },
  { says: 'two calls under one id', rule: 'call-id-unique', at: ['input', 10], becomes: call('a'), also: ['call-answered'] },
  {
    says: 'No tool call found for custom tool call output with call_id a.',
    rule: 'result-fits-call',
    at: ['input', 8, 'type'],
    becomes: 'custom_tool_call_output',
  },
  {
    says: "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    rule: 'reasoning-followed',
    at: ['input', 10],
    becomes: { type: 'reasoning', id: 'rs_2', summary: [] },
  },
  {
    says: 'an approval that was not asked for',
    rule: 'approval-asked',
    at: ['input', 9, 'approval_request_id'],
    becomes: 'mcpr_2',
  },
  {
    says: 'compaction_trigger must be the final input item',
    rule: 'trigger-last',
    at: ['input', 11],
    becomes: { type: 'compaction_trigger' },
  },
  { says: 'instructions that are a list', rule: 'instructions-text', at: ['instructions'], becomes: [] },
  { says: 'half a character', rule: 'text-well-formed', at: ['input', 11, 'content'], becomes: 'half \ud800' },
  { says: 'half a character in arguments', rule: 'text-well-formed', at: ['input', 3, 'arguments'], becomes: '\udc00' },
  { says: 'an item that is nothing we know', rule: 'item-known', at: ['input', 11], becomes: { content: 'x' } },
]

describe('F3 · what OpenAI Responses accept', () => {
  it('F3 · a request with every kind of item, in an envelope or as a bare list, or one text', () => {
    for (const request of [GOOD, (GOOD as { input: Json }).input, { input: 'hello' }]) {
      expect(validateOpenaiResponses(request)).toEqual([])
      expect(responsesFaults(request)).toEqual([])
    }
  })

  it.each(RECORDED)('F3 · $rule · $says', (mutant) => {
    const request = mutated(GOOD, mutant)
    expect(rulesBroken(validateOpenaiResponses, request)).toEqual([mutant.rule, ...(mutant.also ?? [])].sort())
    expect(responsesFaults(request)).not.toEqual([])
  })

  it('F3 · an item that is no object is refused by itself', () => {
    expect(rulesBroken(validateOpenaiResponses, mutated(GOOD, { rule: '', at: ['input', 11], becomes: 'hi' }))).toEqual([
      'item-object',
    ])
  })

  it('F3 · names the place and what is wrong with it', () => {
    const request = mutated(GOOD, { rule: '', at: ['input', 1, 'role'], becomes: 'human' })
    expect(validateOpenaiResponses(request)).toEqual([{ rule: 'role-known', at: 'input[1]', detail: 'role "human"' }])
  })

  it('F3 · case 16 · a question to a person, and a call that runs on, need no answer', () => {
    const waiting = [
      { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 's', name: 'n', arguments: '' },
      call('a', { async: true }),
      said('wait'),
    ]
    expect(validateOpenaiResponses(waiting)).toEqual([])
    expect(validateOpenaiResponses([...waiting, output('a')])).toEqual([])
  })
})

describe('a stretch of items', () => {
  const first = [call('a', { id: 'fc_1' }), output('a')]

  it('F3 · goes on where an earlier one ended', () => {
    const before = checkResponseItems(first, { index: 0, used: new Set() })
    const after = checkResponseItems([call('a', { id: 'fc_1' }), output('a')], { index: 2, used: before.used })
    expect(before.violations).toEqual([])
    expect(after.violations.map(({ rule, at }) => [rule, at])).toEqual([
      ['call-id-unique', 'input[2]'],
      ['item-id-unique', 'input[2]'],
    ])
  })

  it('F3 · in two is what it is in one', () => {
    const { input } = GOOD as { readonly input: readonly Json[] }
    const head = checkResponseItems(input.slice(0, 10), { index: 0, used: new Set() })
    const tail = checkResponseItems(input.slice(10), { index: 10, used: head.used })
    expect([...head.violations, ...tail.violations]).toEqual([])
    expect(new Set([...head.used, ...tail.used])).toEqual(checkResponseItems(input, { index: 0, used: new Set() }).used)
  })
})

describe('what the provider remembers of items it stored', () => {
  const { input } = GOOD as { readonly input: readonly Json[] }
  const withoutReasoning = input.filter((_, index) => index !== 2)

  it('F3 · lets a whole conversation pass', () => {
    expect(storedItemFaults(input, input)).toEqual([])
  })

  it("F3 · case 43 · Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item", () => {
    const broken = storedItemFaults(withoutReasoning, input).map((fault) => fault.rule)
    expect(new Set(broken)).toEqual(new Set(['an item comes with the reasoning that led to it']))
    expect(broken).toHaveLength(3) // The call, the custom call and the message: all that came of one thought.
  })

  it("F3 · case 43 · Item 'rs_1' of type 'reasoning' was provided without its required following item", () => {
    const [rule] = storedItemFaults(
      input.filter((_, index) => index !== 3),
      input,
    ).map((fault) => fault.rule)
    expect(rule).toBe('reasoning comes with the item it led to')
  })
})
