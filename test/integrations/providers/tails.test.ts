import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateAnthropic } from '../../../src/dialects/anthropic/validate.ts'
import { validateOpenaiChat } from '../../../src/dialects/openai-chat/validate.ts'
import { validateOpenaiResponses } from '../../../src/dialects/openai-responses/validate.ts'
import { palimpsest as forAnthropic } from '../../../src/integrations/anthropic.ts'
import { palimpsest as forOpenai } from '../../../src/integrations/openai.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../src/schema/json.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'
import { PICTURE } from '../../support/sdk-world.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
  server.play([{ kind: 'turn', id: '1', text: 'All right.', calls: [], usage: { input: 100, output: 4 } }])
})
afterAll(() => server.close())

const WINDOW = 12_000
/** Enough to be folded. */
const words = Array.from({ length: 40 }, (_, turn) => [
  { role: 'user' as const, content: `Question ${turn}: ${'where does it leak, and since when? '.repeat(20)}` },
  { role: 'assistant' as const, content: `Answer ${turn}: ${'at the third valve, since the storm. '.repeat(20)}` },
]).flat()
const URL_OF_PICTURE = `data:image/png;base64,${PICTURE}`
const PDF = 'JVBERi0xLjQKJSVFT0YK'

const sent = (): JsonObject => {
  const body = server.requests.at(-1)?.body
  if (!isJsonObject(body)) throw new Error('nothing was sent')
  return body
}
const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
/** Marks for the cache apart, which are ours. */
const unmarked = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) => (key === 'cache_control' ? undefined : inner))
/** Words alone may stand there as a text or as a list of one. */
const plain = (message: Json): Json => {
  if (!isJsonObject(message) || typeof message['content'] !== 'string') return message
  return { ...message, content: [{ type: 'text', text: message['content'] }] }
}

const anthropicTails: Readonly<Record<string, readonly Anthropic.MessageParam[]>> = {
  'case 15 · tools that Anthropic runs itself, one of them not yet answered': [
    { role: 'user', content: 'Search.' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I search.' },
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'valves' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [
            { type: 'web_search_result', url: 'https://example.org', title: 'Valves', encrypted_content: 'RQ==', page_age: null },
          ],
        },
        { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_search', input: { query: 'storms' } },
      ],
    },
  ],
  'case 39 · citations': [
    {
      role: 'user',
      content: [
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'It leaks.' }, citations: { enabled: true } },
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'text',
          text: 'It leaks.',
          citations: [
            {
              type: 'char_location',
              cited_text: 'It leaks.',
              document_index: 0,
              document_title: null,
              start_char_index: 0,
              end_char_index: 9,
            },
          ],
        },
      ],
    },
    { role: 'user', content: 'So?' },
  ],
  'cases 41, 42 · thinking that is hidden, signed thinking and a call whose loop is open': [
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: [
        { type: 'redacted_thinking', data: 'c2VhbGVkIGFuZCBoaWRkZW4=' },
        { type: 'thinking', thinking: 'First the valve…', signature: 'c2VhbGVk' },
        { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'a leak' }] },
  ],
  'case 36 · a picture in a result': [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } }],
        },
      ],
    },
  ],
  'case 36 · nothing but a document': [
    { role: 'user', content: [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PDF } }] },
  ],
  'case 36 · nothing but a picture at an address': [
    { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }] },
  ],
}

const chatTails: Readonly<Record<string, readonly OpenAI.ChatCompletionMessageParam[]>> = {
  'case 39 · a refusal': [
    { role: 'user', content: 'Break it.' },
    { role: 'assistant', content: null, refusal: 'I will not.' },
    { role: 'user', content: 'Then look.' },
  ],
  'case 36 · a picture, a sound and a file': [
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: URL_OF_PICTURE, detail: 'low' } },
        { type: 'input_audio', input_audio: { data: 'UklGRiQAAABXQVZF', format: 'wav' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${PDF}` } },
      ],
    },
  ],
  'case 14 · a tool of free text, and arguments that are none': [
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'custom', custom: { name: 'look', input: 'at the valve' } },
        { id: 'call_2', type: 'function', function: { name: 'look', arguments: '' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'a leak' },
    { role: 'tool', tool_call_id: 'call_2', content: 'dry' },
  ],
}

const responsesTails: Readonly<Record<string, OpenAI.Responses.ResponseInput>> = {
  'case 15 · what OpenAI ran itself, with the thought before it': [
    { role: 'user', content: 'Search.' },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVk' },
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'valves' } },
  ],
  'case 16 · an approval that was given': [
    { role: 'user', content: 'Pay.' },
    { type: 'mcp_approval_request', id: 'mcpr_1', name: 'pay', arguments: '{}', server_label: 'bank' },
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
  ],
  'case 36 · a screenshot as a result, and a picture alone': [
    {
      type: 'computer_call',
      id: 'cu_1',
      call_id: 'call_1',
      status: 'completed',
      pending_safety_checks: [],
      action: { type: 'click', button: 'left', x: 1, y: 2 },
    },
    { type: 'computer_call_output', call_id: 'call_1', output: { type: 'computer_screenshot', image_url: URL_OF_PICTURE } },
    { role: 'user', content: [{ type: 'input_image', image_url: URL_OF_PICTURE, detail: 'auto' }] },
  ],
}

describe('the end of a long history, when the rest is folded', () => {
  it.each(Object.entries(anthropicTails))('%s, Anthropic: goes out as it is', async (_, tail) => {
    const client = forAnthropic({ thread: 'tail', window: WINDOW }).wrap(
      new Anthropic({ baseURL: server.anthropicUrl.replace('/v1', ''), apiKey: 'none', maxRetries: 0 }),
    )
    const tools = [{ name: 'look', input_schema: { type: 'object' as const } }]
    await client.messages.create({ model: 'claude-sonnet-5', max_tokens: 200, tools, messages: [...words, ...tail] })
    const messages = listed(sent()['messages'])
    expect(messages.length).toBeLessThan(words.length)
    expect(listed(JSON.parse(JSON.stringify(unmarked(messages.slice(-tail.length))))).map(plain)).toEqual(
      listed(JSON.parse(JSON.stringify(tail))).map(plain),
    )
    expect(validateAnthropic(sent())).toEqual([])
  })

  it.each([
    [60, 'assistant'],
    // Larger than what the window has for all of it: folded like other history, and not a word of it is torn.
    [4_000, 'user'],
  ])(
    'case 15 · an answer that Anthropic paused after its own search, of %i lines, goes on where there is room for it',
    async (lines, last) => {
      const title = 'At the third valve, since the storm. '.repeat(lines)
      const found = {
        type: 'web_search_result',
        url: 'https://example.org',
        title,
        encrypted_content: 'RQ==',
        page_age: null,
      } as const
      const paused: Anthropic.MessageParam = {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I search.' },
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'valves' } },
          { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [found] },
        ],
      }
      const memory = forAnthropic({ thread: 'paused', window: WINDOW })
      const about = { baseURL: server.anthropicUrl.replace('/v1', ''), apiKey: 'none', maxRetries: 0 }
      const asked = { model: 'claude-sonnet-5', max_tokens: 200 }
      await memory
        .wrap(new Anthropic(about))
        .messages.create({ ...asked, messages: [...words, { role: 'user', content: 'Search.' }, paused] })
      const messages = listed(sent()['messages'])
      expect(messages.length).toBeLessThan(words.length)
      expect(messages.at(-1)).toMatchObject({ role: last })
      if (last === 'assistant') expect(unmarked(messages.at(-1))).toEqual(paused)
      const [commit] = await (await memory.thread()).commits()
      const isSaid = commit?.receipt.lawOverrides.some(({ law, detail }) => law === 'L5' && detail.includes('own tools'))
      expect(isSaid).toBe(last === 'user')
      expect(validateAnthropic(sent())).toEqual([])
    },
  )

  it.each(Object.entries(chatTails))('%s, OpenAI Chat: goes out as it is', async (_, tail) => {
    const client = forOpenai({ thread: 'tail', window: WINDOW }).wrap(
      new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 0 }),
    )
    await client.chat.completions.create({ model: 'gpt-4o', messages: [...words, ...tail] })
    const messages = listed(sent()['messages'])
    expect(messages.length).toBeLessThan(words.length)
    expect(messages.slice(-tail.length)).toEqual(tail)
    expect(validateOpenaiChat(sent())).toEqual([])
  })

  it.each(Object.entries(responsesTails))('%s, Responses: goes out as it is', async (_, tail) => {
    const client = forOpenai({ thread: 'tail', window: WINDOW }).wrap(
      new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 0 }),
    )
    await client.responses.create({ model: 'gpt-5', input: [...words, ...tail], store: false })
    const items = listed(sent()['input'])
    expect(items.length).toBeLessThan(words.length)
    expect(items.slice(-tail.length)).toEqual(tail)
    expect(validateOpenaiResponses(sent())).toEqual([])
  })
})
