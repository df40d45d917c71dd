import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { recogniseDialect } from '../../src/dialects/recognise.ts'
import type { Json } from '../../src/schema/json.ts'

const recognised = (input: Json): string => recogniseDialect(input, [openaiChat, anthropic, neutral]).traits.name
const plain: Json = { role: 'user', content: 'hello' }

const MARKS: readonly (readonly [mark: string, format: string, input: Json])[] = [
  ['a bare array of roles and strings', 'openai-chat', [plain, { role: 'assistant', content: 'hi' }]],
  ['roles and strings in an envelope', 'openai-chat', { messages: [plain] }],
  ['no messages', 'openai-chat', []],
  ['tool_calls', 'openai-chat', [plain, { role: 'assistant', content: null, tool_calls: [] }]],
  ['a message with role tool and a tool_call_id', 'openai-chat', [{ role: 'tool', tool_call_id: '1', content: 'r' }]],
  ['a developer message', 'openai-chat', [{ role: 'developer', content: 'd' }]],
  ['an image_url part', 'openai-chat', [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'u' } }] }]],
  ['tools with a function', 'openai-chat', { tools: [{ type: 'function', function: { name: 'f' } }], messages: [plain] }],
  ['a system field', 'anthropic', { system: 's', messages: [plain] }],
  ['a system field of blocks', 'anthropic', { system: [{ type: 'text', text: 's' }], messages: [plain] }],
  ['tools with an input_schema', 'anthropic', { tools: [{ name: 'f', input_schema: {} }], messages: [plain] }],
  ['a tool_use block', 'anthropic', [{ role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'f', input: {} }] }]],
  [
    'a tool_result block with a tool_use_id',
    'anthropic',
    [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: '1' }] }],
  ],
  ['thinking', 'anthropic', [{ role: 'assistant', content: [{ type: 'thinking', thinking: 't', signature: 's' }] }]],
  ['an image with a source', 'anthropic', [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'u' } }] }]],
  ['source and licence at the top', 'neutral', { source: 's', licence: 'MIT', messages: [plain] }],
  ['a tool_call part', 'neutral', [{ role: 'assistant', content: [{ type: 'tool_call', id: '1', name: 'f', arguments: '{}' }] }]],
  [
    'a tool_result part with a tool_call_id',
    'neutral',
    [{ role: 'tool', content: [{ type: 'tool_result', tool_call_id: '1', text: 'r' }] }],
  ],
  ['a reasoning part', 'neutral', [{ role: 'assistant', content: [{ type: 'reasoning', text: 'r' }] }]],
  ['the mark of an earlier summary', 'neutral', [{ role: 'user', content: [], compactSummary: true }]],
]

describe('a format is recognised by itself', () => {
  it.each(MARKS.map(([mark, format, input]) => ({ mark, format, input })))('$mark: $format', ({ format, input }) => {
    expect(recognised(input)).toBe(format)
  })

  it('by what most of the messages say, where one looks like another format', () => {
    const calls = Array.from({ length: 5 }, (_, i) => ({ role: 'tool', tool_call_id: `${i}`, content: 'r' }))
    expect(recognised([...calls, { role: 'user', content: [{ type: 'tool_use' }] }])).toBe('openai-chat')
  })

  it('is not at all sure of anything that is not a request', () => {
    for (const input of [null, 7, 'text', true, {}, { messages: 'no' }, [1, 2]] as const) {
      for (const dialect of [openaiChat, anthropic, neutral]) expect(dialect.recognise(input)).toBe(0)
    }
  })
})
