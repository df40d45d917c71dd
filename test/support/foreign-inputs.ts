import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Dialect } from '../../src/schema/ports.ts'

/** Comes from JSON, so that `__proto__` is a key like any other. */
export const TRICKY: Json = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"$&":"$1","":[]}')

type Row = readonly [dialect: Dialect, what: string, input: Json]

const ROWS: readonly Row[] = [
  [openaiChat, 'a bare array', [{ role: 'user', content: 'hello' }]],
  [openaiChat, 'no messages', { model: 'm', messages: [] }],
  [openaiChat, 'unforeseen fields', { temperature: 0, messages: [{ role: 'user', content: 'a', x: { y: [1, null] } }], z: null }],
  [
    openaiChat,
    'messages in the middle of the keys',
    { a: 1, messages: [{ content: 'b', role: 'user', name: 'ann' }], tools: [], b: 2 },
  ],
  [
    openaiChat,
    'content that is null, absent or empty',
    {
      messages: [
        { role: 'assistant', content: null },
        { role: 'assistant' },
        { role: 'user', content: '' },
        { role: 'user', content: [] },
      ],
    },
  ],
  [
    openaiChat,
    'content as a string and as parts',
    {
      messages: [
        { role: 'user', content: 'a' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a', x: 1 },
            { type: 'image_url', image_url: { url: 'data:,' } },
          ],
        },
      ],
    },
  ],
  [openaiChat, 'a bare string among the parts', { messages: [{ role: 'user', content: ['a', { type: 'text', text: 'b' }] }] }],
  [
    openaiChat,
    'calls between other keys',
    {
      messages: [
        {
          role: 'assistant',
          tool_calls: [
            { index: 0, id: '1', type: 'function', function: { arguments: '{ "a": 1 }', name: 'f', x: 0 } },
            { id: '2', type: 'custom', custom: { name: 'g', input: 'raw' } },
          ],
          content: 'first',
          refusal: null,
          annotations: [],
        },
        { tool_call_id: '1', role: 'tool', content: [{ type: 'text', text: 'r' }], name: 'f', y: 1 },
      ],
    },
  ],
  [
    openaiChat,
    'reasoning, refusal, audio and an old function call',
    {
      messages: [
        { role: 'assistant', content: 'a', reasoning_content: 'because', refusal: 'no', audio: { id: 'x' } },
        { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      ],
    },
  ],
  [
    openaiChat,
    'system and developer messages anywhere',
    {
      messages: [
        { role: 'developer', content: 'd' },
        { role: 'user', content: 'u' },
        { role: 'system', content: [{ type: 'text', text: 's' }] },
      ],
    },
  ],
  [
    openaiChat,
    'unknown part types',
    { messages: [{ role: 'user', content: [{ type: 'hologram', data: { a: 1 } }, { type: 'constructor' }] }] },
  ],
  [
    openaiChat,
    'keys that are dangerous in JavaScript',
    {
      messages: [
        { role: 'user', content: 'a', extra: TRICKY },
        { role: 'user', content: [{ type: 'text', text: 'b', extra: TRICKY }] },
      ],
      extra: TRICKY,
    },
  ],
  [openaiChat, 'dangerous keys on the message itself', { messages: [JSON.parse('{"__proto__":1,"role":"user","content":"a"}')] }],

  [anthropic, 'a system string', { system: 'be brief', messages: [{ role: 'user', content: 'a' }] }],
  [
    anthropic,
    'system blocks with a cache mark',
    {
      messages: [{ role: 'user', content: 'a' }],
      system: [
        { type: 'text', text: 's', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 't' },
      ],
    },
  ],
  [anthropic, 'an empty system array', { system: [], messages: [{ role: 'user', content: 'a' }] }],
  [
    anthropic,
    'a system that is null',
    {
      system: null,
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b' },
      ],
    },
  ],
  [anthropic, 'no system at all', { max_tokens: 5, messages: [{ role: 'user', content: 'a' }] }],
  [
    anthropic,
    'thinking, signed and redacted',
    {
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 't', signature: 's' },
            { type: 'redacted_thinking', data: 'd' },
            { type: 'text', text: 'a', citations: null },
          ],
        },
      ],
    },
  ],
  [
    anthropic,
    'calls and results of every shape',
    {
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: '1', name: 'f', input: { z: 1, a: [] } },
            { type: 'tool_use', id: '2', name: 'g', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: '1',
              content: [
                { type: 'text', text: 'r' },
                { type: 'image', source: { type: 'base64', data: '' } },
              ],
              is_error: false,
            },
            { type: 'tool_result', tool_use_id: '2' },
            { type: 'text', text: 'and now?' },
          ],
        },
      ],
    },
  ],
  [
    anthropic,
    'unknown blocks',
    {
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'server_tool_use', id: 's', name: 'web', input: {} },
            { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
          ],
        },
      ],
    },
  ],
  [
    anthropic,
    'empty contents',
    {
      messages: [
        { role: 'user', content: '' },
        { role: 'assistant', content: [] },
        { role: 'assistant', content: [{ type: 'text', text: '' }] },
      ],
    },
  ],
  [
    anthropic,
    'dangerous keys',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', extra: TRICKY }], extra: TRICKY }], metadata: TRICKY },
  ],

  [
    neutral,
    'every part type',
    {
      id: 'x',
      source: 's',
      licence: 'MIT',
      messages: [
        { role: 'system', content: [{ type: 'text', text: 's' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'image', note: 'a cat' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'hm' },
            { type: 'tool_call', id: 'None', name: 'f', arguments: '{"broken' },
          ],
        },
        { role: 'tool', content: [{ type: 'tool_result', tool_call_id: 'None', text: '', is_error: true }] },
      ],
    },
  ],
  [
    neutral,
    "another product's summary, and unforeseen fields",
    {
      messages: [{ role: 'user', compactSummary: true, content: [{ type: 'text', text: 'we did this' }], at: 3 }],
      real_compactions: [{ at: 1 }],
    },
  ],
  [
    neutral,
    'arguments that are an object',
    {
      messages: [
        { role: 'assistant', content: [{ type: 'tool_call', id: '1', name: 'f', arguments: { b: 1, a: 2 } }] },
        { role: 'tool', content: [{ type: 'tool_result', tool_call_id: '1', text: 'r' }] },
      ],
    },
  ],
  [
    neutral,
    'empty contents and plain strings',
    {
      messages: [
        { role: 'user', content: [] },
        { role: 'user', content: 'plain' },
        { role: 'assistant', content: null },
      ],
    },
  ],
  [
    neutral,
    'dangerous keys',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', extra: TRICKY }], extra: TRICKY }] },
  ],
]

export interface ForeignInput {
  readonly dialect: Dialect
  readonly name: string
  readonly what: string
  readonly input: Json
}

/** Inputs with everything a dialect can hold, each under what is particular about it. */
export const FOREIGN_INPUTS: readonly ForeignInput[] = ROWS.map(([dialect, what, input]) => ({
  dialect,
  name: dialect.traits.name,
  what,
  input,
}))
