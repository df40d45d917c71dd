import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { gemini } from '../../src/dialects/gemini/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { openaiResponses } from '../../src/dialects/openai-responses/dialect.ts'
import { createCompactor, type Json } from '../../src/index.ts'
import type { Dialect } from '../../src/ports.ts'
import { providerFaults } from '../../src/testing/generators.ts'
import type { DialectName } from '../../src/testing/transcripts/transcripts.ts'

async function sent(dialect: Dialect, messages: readonly Json[]): Promise<{ request: Json; repairs: readonly string[] }> {
  const thread = await createCompactor().thread('empty')
  await thread.appendDrafts(dialect.readMessages(messages))
  const around = { dialect: dialect.traits.name, envelope: null, tools: [] }
  const { request, prompt } = await thread.prepare({ dialect, around })
  expect(providerFaults(dialect.traits.name as DialectName, request as Json)).toEqual([])
  return { request: request as Json, repairs: prompt.repairs.map(({ kind }) => kind) }
}

const chatCall = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }
const chat = (content: Json, result: Json, more: object = {}): readonly Json[] => [
  { role: 'user', content: 'go' },
  { role: 'assistant', content, ...more, tool_calls: [chatCall] },
  { role: 'tool', tool_call_id: 'c1', content: result },
]
const blocks = (result: object): readonly Json[] => [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', ...result }] },
]
const items = (output: Json): readonly Json[] => [
  { role: 'user', content: 'go' },
  { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' },
  { type: 'function_call_output', call_id: 'c1', output },
]
const contents = (response: Json): readonly Json[] => [
  { role: 'user', parts: [{ text: 'go' }] },
  { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'read', args: {} } }] },
  { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'read', response } }] },
]

const TAKEN: readonly (readonly [string, Dialect, readonly Json[]])[] = [
  ['content beside calls, and a result, in Chat', openaiChat, chat('', '')],
  ['content beside calls and thoughts in Chat', openaiChat, chat('', 'fine', { reasoning_content: 'hm' })],
  ['a result of white space in Chat', openaiChat, chat(null, ' \n')],
  ['a result in Messages', anthropic, blocks({ content: '' })],
  ['a result without content in Messages', anthropic, blocks({})],
  ['an output in Responses', openaiResponses, items('')],
  ['a response in Gemini', gemini, contents({})],
  ['an output in a response of Gemini', gemini, contents({ output: '' })],
]

const REFUSED: readonly (readonly [string, Dialect, readonly Json[]])[] = [
  ['null in Chat', openaiChat, chat('well', null)],
  ['an empty list in Chat', openaiChat, chat('well', [])],
  [
    'a list of nothing in Chat',
    openaiChat,
    chat(
      'well',
      [1, 2].map(() => ({ type: 'text', text: '' })),
    ),
  ],
  ['white space in Messages', anthropic, blocks({ content: ' \n' })],
  ['a failure in Messages', anthropic, blocks({ content: '', is_error: true })],
]

describe('what is empty', () => {
  it.each(TAKEN)('L16 · goes back as it came if the provider takes it: %s', async (_, dialect, messages) => {
    expect(await sent(dialect, messages)).toEqual({ request: messages, repairs: [] })
  })

  it.each(REFUSED)('case 32 · is a placeholder if the provider refuses it: %s', async (_, dialect, messages) => {
    const { request, repairs } = await sent(dialect, messages)
    expect(repairs).toEqual(['empty-result'])
    expect(JSON.stringify(request)).toMatch(/\[read: (?:success|failure), no output\]/)
  })
})
