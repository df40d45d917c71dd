import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import type { Asker, Question } from '../../src/summarizers/asker.ts'
import { messagesAsker } from '../../src/summarizers/askers/anthropic.ts'
import { keepsThoughts } from '../../src/summarizers/askers/keeps-thoughts.ts'
import { chatAsker } from '../../src/summarizers/askers/openai-chat.ts'
import { responsesAsker } from '../../src/summarizers/askers/openai-responses.ts'
import { providerFaults } from '../../src/testing/provider-rules/provider-rules.ts'

/** Clients that note what they are asked, and answer nothing. */
const bodies: JsonObject[] = []
const create = async (body: object): Promise<AsyncIterable<unknown>> => {
  bodies.push(body as JsonObject)
  return (async function* () {})()
}
const ASKERS = {
  'openai-chat': chatAsker({ baseURL: 'https://api.openai.com/v1', chat: { completions: { create } } }, 'm', 'm'),
  'openai-responses': responsesAsker({ responses: { create } }, 'm', 'm'),
  anthropic: messagesAsker({ messages: { create } }, 'm', 'm'),
} satisfies Record<string, Asker>
type Name = keyof typeof ASKERS

const again = (dialect: Name, request: Json) => ASKERS[dialect].again({ dialect, request })
const whyNot = (dialect: Name, request: Json): string => {
  const found = again(dialect, request)
  return found.kind === 'not' ? found.why : 'it is sent'
}
/** The body that goes out if a request is sent again with words behind it. */
const sentAgain = async (dialect: Name, request: Json): Promise<JsonObject> => {
  const found = again(dialect, request)
  if (found.kind === 'not') throw new Error(found.why)
  const { signal } = new AbortController()
  const question: Question = {
    ...{ system: undefined, again: found, maxOutput: 100, temperature: undefined, signal, onText: undefined },
    messages: [{ role: 'user', content: 'Write.' }],
  }
  await ASKERS[dialect].ask(question)
  return bodies.at(-1) ?? {}
}

const chatTool = { type: 'function', function: { name: 'look', parameters: { type: 'object' } } }
const responsesTool = { type: 'function', name: 'look', parameters: { type: 'object' }, strict: false }
const anthropicTool = { name: 'look', input_schema: { type: 'object' } }
const chatCall = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })
const mark = { cache_control: { type: 'ephemeral' } }

describe('the last request, with words behind it', () => {
  it.each([
    [
      'openai-chat',
      {
        tools: [chatTool],
        messages: [
          { role: 'user', content: 'Look.' },
          { role: 'assistant', content: null, tool_calls: [chatCall('a'), chatCall('b')] },
          { role: 'tool', tool_call_id: 'a', content: 'seen' },
        ],
      },
    ],
    [
      'openai-responses',
      {
        tools: [responsesTool],
        input: [
          { role: 'user', content: 'Look.' },
          { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
          { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
        ],
      },
    ],
    [
      'anthropic',
      {
        tools: [anthropicTool],
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Look.', ...mark }] },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
        ],
      },
    ],
  ] as const)(
    '%s: ends before calls that nobody has answered, and takes them into the message of the user that stands last',
    async (dialect, request) => {
      const body = await sentAgain(dialect, { model: 'm', ...request })
      expect(providerFaults(dialect, body)).toEqual([])
      const list = dialect === 'openai-responses' ? body['input'] : body['messages']
      const type = dialect === 'openai-responses' ? 'input_text' : 'text'
      const first = dialect === 'anthropic' ? { type, text: 'Look.', ...mark } : { type, text: 'Look.' }
      expect(list).toEqual([{ role: 'user', content: [first, { type, text: 'Write.' }] }])
      expect(body['tools']).toEqual(request.tools)
    },
  )

  it('has results behind calls, and a message of its own behind an answer', async () => {
    const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] }
    const result = { type: 'tool_result', tool_use_id: 'a', content: 'seen', ...mark }
    const messages = [{ role: 'user', content: 'Look.' }, use, { role: 'user', content: [result] }]
    const within = await sentAgain('anthropic', { model: 'm', tools: [anthropicTool], messages })
    expect(within['messages']).toEqual([messages[0], use, { role: 'user', content: [result, { type: 'text', text: 'Write.' }] }])
    expect(providerFaults('anthropic', within)).toEqual([])
    const answered = { role: 'assistant', content: 'Seen.' }
    const behind = await sentAgain('anthropic', { model: 'm', tools: [anthropicTool], messages: [...messages, answered] })
    expect(behind['messages']).toEqual([...messages, answered, { role: 'user', content: 'Write.' }])
  })

  it('has nothing that would end the answer, store it, or make several', async () => {
    const messages = [{ role: 'user', content: 'Look.' }]
    expect(
      await sentAgain('openai-chat', {
        ...{
          model: 'large',
          messages,
          tools: [chatTool],
          tool_choice: 'auto',
          n: 2,
          stop: ['x'],
          store: true,
          metadata: { a: 'b' },
        },
        ...{ max_tokens: 7, seed: 1, prompt_cache_key: 'k', stream: false, response_format: { type: 'json_object' } },
      }),
    ).toEqual({
      ...{ model: 'large', seed: 1, prompt_cache_key: 'k', tools: [chatTool], tool_choice: 'none', max_tokens: 100 },
      ...{ messages: [{ role: 'user', content: [...['Look.', 'Write.'].map((text) => ({ type: 'text', text }))] }] },
      ...{ stream: true, stream_options: { include_usage: true } },
    })
    const items = { model: 'large', input: 'Look.', text: { verbosity: 'low', format: { type: 'text' } }, background: true }
    expect(await sentAgain('openai-responses', { ...items, previous_response_id: 'r', reasoning: { effort: 'low' } })).toEqual({
      ...{ model: 'large', text: { verbosity: 'low' }, reasoning: { effort: 'low' }, stream: true, store: false },
      input: [{ role: 'user', content: ['Look.', 'Write.'].map((text) => ({ type: 'input_text', text })) }],
      max_output_tokens: 100,
    })
  })

  it('is not sent if it must be answered in another form, or by a call', () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Look.', ...mark }] }]
    const form = { type: 'json_schema', json_schema: { name: 'x', schema: {} } }
    expect(whyNot('openai-chat', { messages, response_format: form })).toContain('a form of its own')
    expect(whyNot('openai-responses', { input: messages, text: { format: form } })).toContain('a form of its own')
    expect(whyNot('anthropic', { messages, output_config: { format: form } })).toContain('a form of its own')
    expect(whyNot('openai-chat', { messages, tool_choice: 'required' })).toContain('call a tool')
    expect(whyNot('openai-chat', { messages, tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto' } } })).toBe(
      'it is sent',
    )
    expect(whyNot('openai-responses', { input: messages, tool_choice: { type: 'function', name: 'look' } })).toContain(
      'call a tool',
    )
    expect(whyNot('anthropic', { messages, tool_choice: { type: 'any' } })).toContain('call a tool')
    expect(whyNot('anthropic', { messages, tool_choice: { type: 'auto' } })).toBe('it is sent')
    for (const dialect of ['openai-chat', 'openai-responses', 'anthropic'] as const) {
      expect(ASKERS[dialect].again({ dialect: 'gemini', request: {} })).toMatchObject({
        why: 'the last request is in another format',
      })
      expect(whyNot(dialect, [])).toContain('another format')
    }
  })

  it('is not sent behind thoughts that its model does not keep, whatever the host says of the cache', () => {
    const thought = { type: 'thinking', thinking: 'Well.', signature: 's' }
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'Look.', ...mark }] },
      { role: 'assistant', content: [thought, { type: 'tool_use', id: 'a', name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'seen' }] },
    ]
    expect(whyNot('anthropic', { model: 'claude-haiku-4-5', messages })).toContain('from the cache')
    expect(whyNot('anthropic', { model: 'claude-opus-4-8', messages })).toBe('it is sent')
    // What was thought before a person spoke is not shown any more in any case.
    const spoken = [...messages, { role: 'assistant', content: 'Seen.' }, { role: 'user', content: 'Go on.' }]
    expect(whyNot('anthropic', { model: 'claude-haiku-4-5', messages: spoken })).toBe('it is sent')
  })

  it('is not cached where nothing is marked', () => {
    expect(again('anthropic', { messages: [{ role: 'user', content: 'Look.' }] })).toMatchObject({
      uncached: 'nothing in the last request is marked for the cache',
    })
    expect(again('anthropic', { messages: [{ role: 'user', content: 'Look.' }], ...mark })).not.toHaveProperty('uncached')
  })

  it('is refused no room for thoughts, which count as its answer', () => {
    const messages = [{ role: 'user', content: 'Look.' }]
    const thoughts = (thinking: Json) => {
      const found = again('anthropic', { messages, thinking, ...mark })
      return found.kind === 'again' ? found.thoughts : undefined
    }
    expect(thoughts({ type: 'enabled', budget_tokens: 9_000 })).toBe(9_000)
    expect(thoughts({ type: 'adaptive' })).toBe(4_096)
    expect(thoughts({ type: 'disabled' })).toBe(undefined)
  })
})

it.each([
  ['claude-opus-4-5-20251101', true],
  ['claude-opus-4-1-20250805', false],
  ['claude-opus-4-20250514', false],
  ['us.anthropic.claude-sonnet-4-6-v1:0', true],
  ['claude-sonnet-4-5-20250929', false],
  ['claude-sonnet-5', true],
  ['claude-haiku-4-5', false],
  ['claude-fable-5-1', true],
  ['claude-3-7-sonnet-latest', false],
  ['deepseek-chat', false],
])('%s keeps its thoughts behind a word: %s', (model, keeps) => {
  expect(keepsThoughts(model)).toBe(keeps)
})
