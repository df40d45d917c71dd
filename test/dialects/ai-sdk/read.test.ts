import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../../src/dialects/ai-sdk/dialect.ts'
import { anthropic } from '../../../src/dialects/anthropic/dialect.ts'
import { gemini } from '../../../src/dialects/gemini/dialect.ts'
import { neutral } from '../../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../../src/dialects/openai-chat/dialect.ts'
import { recogniseDialect } from '../../../src/dialects/recognise.ts'
import type { Json } from '../../../src/schema/json.ts'
import { EVERY_PART, OLD, OUTPUTS, UI_MESSAGES } from '../../support/ai-sdk-inputs.ts'
import { caught } from '../../support/caught.ts'
import { entriesFrom } from '../../support/logs.ts'

const kinds = (messages: readonly Json[]): readonly string[] =>
  entriesFrom(aiSdk, messages).map((entry) =>
    entry.kind === 'opaque' ? `${entry.role} ${entry.type}` : `${entry.role} ${entry.kind}`,
  )

describe('reading model messages', () => {
  it('case 15 · knows every part for what it is; what the provider ran itself is its own affair', () => {
    expect(kinds(EVERY_PART)).toEqual([
      'user text',
      'user file',
      'user file',
      'user file',
      'assistant reasoning',
      'assistant reasoning',
      'assistant text',
      'assistant tool-call',
      'assistant tool-result',
      'assistant custom',
      'assistant reasoning-file',
      'assistant file',
      'assistant tool-call',
      'assistant tool-call',
      'assistant tool-approval-request',
      'tool tool-result',
      'tool tool-approval-response',
      'tool tool-result',
      'assistant text',
      'user text',
    ])
    const executed = entriesFrom(aiSdk, EVERY_PART)
      .filter((entry) => entry.kind === 'opaque')
      .map((entry) => entry.type)
    expect(executed.slice(0, 2)).toEqual(['tool-call', 'tool-result'])
  })

  it('case 42 · finds the seal of any provider', () => {
    const entries = entriesFrom(aiSdk, EVERY_PART)
    expect(entries.flatMap((entry) => ('signature' in entry ? [[entry.kind, entry.signature]] : []))).toEqual([
      ['reasoning', 'c2lnbmVk'],
      ['reasoning', 'ZW5j'],
      ['tool-call', 'Z29vZ2xl'],
    ])
  })

  it('A13 · takes the words of an output, and how it went', () => {
    const results = OUTPUTS.map((output) => {
      const [message] = aiSdk.readMessages([
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'f', output }] },
      ])
      const [block] = message?.blocks ?? []
      return block?.kind === 'tool-result' ? [block.text, block.outcome ?? '-'] : []
    })
    expect(results).toEqual([
      ['words', '-'],
      ['{"a":[1,null]}', '-'],
      ['not now', 'failure'],
      ['Tool call execution denied.', 'failure'],
      ['no such file', 'failure'],
      ['{"code":1}', 'failure'],
      ['a\n[file]\n[file]\n[file]', '-'],
    ])
  })

  it('D13 · reads older core messages: args, result, toolCalls, signed and redacted reasoning', () => {
    const entries = entriesFrom(aiSdk, OLD)
    expect(entries.map((entry) => entry.kind)).toEqual([
      'text',
      'file',
      'file',
      'reasoning',
      'reasoning',
      'text',
      'tool-call',
      'tool-result',
      'text',
      'tool-call',
      'tool-result',
    ])
    expect(entries.filter((entry) => entry.kind === 'tool-call').map((entry) => entry.input)).toEqual([
      '{"path":"a"}',
      '{"path":"b"}',
    ])
    expect(entries.filter((entry) => entry.kind === 'tool-result')).toMatchObject([
      { text: '{"lines":3}', answers: { kind: 'call', seq: 6 }, envelope: { outcome: 'success' } },
      { text: 'no such file', answers: { kind: 'call', seq: 9 }, envelope: { outcome: 'failure' } },
    ])
    expect(entries.flatMap((entry) => ('signature' in entry ? [entry.signature] : []))).toEqual(['c2ln', 'cmVk'])
  })

  it('case 15 · keeps a part that may not stand where it stands, and never sends it', () => {
    const entries = entriesFrom(aiSdk, [
      {
        role: 'user',
        content: [
          { type: 'hologram' },
          { type: 'reasoning', text: 'a' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} },
        ],
      },
      { role: 'assistant', content: [{ type: 'image', image: 'x' }, { type: 'constructor' }] },
    ])
    expect(entries.map((entry) => entry.kind === 'opaque' && entry.unsent)).toEqual([true, true, true, true, true])
  })

  it('v7 · knows its own words when they come back, by their mark and never by how they begin', () => {
    const mark = (kind: string): object => ({ providerOptions: { palimpsest: { kind } } })
    const [summary, frame, mixed, look] = aiSdk.readMessages([
      { role: 'assistant', content: [{ type: 'text', text: 'we did this' }], ...mark('summary') },
      { role: 'user', content: 'go on', ...mark('frame') },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'quoted', ...mark('note') },
          { type: 'text', text: 'mine' },
        ],
      },
      { role: 'user', content: '[Previous conversation summary]\nwe did this', providerOptions: { other: { kind: 'summary' } } },
    ] as Json[])
    expect(summary?.blocks).toMatchObject([{ author: 'harness', foreignSummary: true }])
    expect(frame?.blocks).toMatchObject([{ author: 'harness' }])
    expect(mixed?.blocks.map((block) => 'author' in block)).toEqual([true, false])
    expect(look?.blocks[0]).not.toHaveProperty('author')
  })

  it('A13 · takes tools by name', () => {
    const { tools } = aiSdk.read({ messages: [], tools: { read: { description: 'Reads.', inputSchema: { type: 'object' } } } })
    expect(tools).toEqual([{ type: 'function', name: 'read', description: 'Reads.', inputSchema: { type: 'object' } }])
    expect(anthropic.writeTools(tools)).toEqual([{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }])
    expect(aiSdk.writeTools(anthropic.writeTools(tools))).toEqual(tools)
  })
})

const WRONG: readonly (readonly [input: Json, says: string])[] = [
  ['text', 'input: expected an object with messages, or an array of messages, found "text".'],
  [{}, 'messages: expected an array, found nothing.'],
  [{ prompt: 7 }, 'prompt: expected an array, found 7.'],
  [[null], 'messages[0]: expected a message object, found null.'],
  [[{ role: 'data', content: 'x' }], 'messages[0].role: expected system, user, assistant or tool, found "data".'],
  [[{ role: 'tool', parts: [] }], 'messages[0].role: expected system, user or assistant, found "tool".'],
  [[{ role: 'user', content: 7 }], 'messages[0].content: expected a string, an array of parts or null, found 7.'],
  [[{ role: 'user', content: [{}] }], 'messages[0].content[0].type: expected a part type, found nothing.'],
  [[{ role: 'user', content: [{ type: 'text' }] }], 'messages[0].content[0].text: expected a string, found nothing.'],
  [
    [{ role: 'tool', content: [{ type: 'tool-result' }] }],
    'messages[0].content[0].toolCallId: expected a string, found nothing.',
  ],
  [[{ role: 'assistant', parts: [7] }], 'messages[0].parts[0]: expected a part, found 7.'],
  [[{ role: 'user', parts: [{}] }], 'messages[0].parts[0].type: expected a part type, found nothing.'],
  [{ system: 7, messages: [] }, 'system: expected a string or a system message, found 7.'],
  [{ instructions: [{ role: 'system' }], messages: [] }, 'instructions[0].content: expected a string, found nothing.'],
]

describe('what cannot be read is refused with its place', () => {
  it.each(WRONG.map(([input, says]) => ({ input, says })))('$says', ({ input, says }) => {
    expect(caught(() => aiSdk.read(input))).toMatchObject({ message: says, failure: { code: 'input-invalid' } })
  })
})

describe('the AI SDK is recognised', () => {
  const recognised = (input: Json): string => recogniseDialect(input, [openaiChat, anthropic, neutral, gemini, aiSdk]).traits.name
  const call: Json = { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} }] }

  it.each([
    ['a tool-call part', [call]],
    ['a tool-call part, in spite of a system field', { system: 's', messages: [{ role: 'user', content: 'a' }, call] }],
    [
      'a tool-call with args',
      [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', args: {} }] }],
    ],
    ['a file with a media type', [{ role: 'user', content: [{ type: 'file', data: '', mediaType: 'image/png' }] }]],
    ['options for providers', [{ role: 'user', content: 'a', providerOptions: {} }]],
    ['messages for people', UI_MESSAGES],
    ['instructions', { instructions: 's', messages: [{ role: 'user', content: 'a' }] }],
  ] as const)('F13 · by %s', (_, input) => {
    expect(recognised(input as Json)).toBe('ai-sdk')
  })

  it('F13 · not in messages of others, nor in what is no request', () => {
    const others: readonly Json[] = [
      [{ role: 'user', parts: [{ text: 'a' }] }],
      [{ role: 'user', content: [{ type: 'image', source: {} }] }],
      [{ role: 'user', content: 'a' }],
      null,
      7,
      [1],
      {},
    ]
    for (const input of others) expect(aiSdk.recognise(input)).toBe(0)
  })
})
