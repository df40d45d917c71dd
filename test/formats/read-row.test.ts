import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLegacyRow } from '../../src/formats/legacy-rows/format.ts'
import { createCompactor } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'

const read = (row: Json) => readLegacyRow(row)

/** Kinds of what a row holds, or why it cannot be read. */
function shapeOf(row: Json): string {
  const found = read(row)
  if (found.kind === 'unreadable') return found.detail
  return found.drafts
    .map(({ role, shell, blocks }) => `${shell.dialect} ${role}: ${blocks.map(({ kind }) => kind).join(' ')}`)
    .join(' | ')
}

const json = (value: Json): string => JSON.stringify(value)

describe('an old row with one content field', () => {
  it.each<[string, Json, string]>([
    ['plain text', { role: 'user', content: 'hello' }, 'openai-chat user: text'],
    ['a text that begins like JSON', { role: 'user', content: '[sic] {really}' }, 'openai-chat user: text'],
    ['JSON of a text', { role: 'user', content: json('hello') }, 'openai-chat user: text'],
    ['an object with a text', { role: 'user', content: json({ text: 'hello' }) }, 'openai-chat user: text'],
    [
      'parts of the AI SDK',
      {
        role: 'assistant',
        content: json([
          { type: 'text', text: 'a' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'f', args: {} },
        ]),
      },
      'ai-sdk assistant: text tool-call',
    ],
    [
      'a result of the AI SDK',
      { role: 'tool', content: json([{ type: 'tool-result', toolCallId: 'c', toolName: 'f', result: 'r' }]) },
      'ai-sdk tool: tool-result',
    ],
    [
      'a message for people',
      {
        role: 'assistant',
        content: json([
          { type: 'step-start' },
          { type: 'tool-weather', toolCallId: 'w', state: 'output-available', input: {}, output: 'sun' },
          { type: 'text', text: 'Sunny' },
        ]),
      },
      'ai-sdk assistant: opaque tool-call text | ai-sdk tool: tool-result',
    ],
    [
      'blocks of Anthropic',
      {
        role: 'assistant',
        content: json([
          { type: 'text', text: 'a' },
          { type: 'tool_use', id: 't', name: 'f', input: {} },
        ]),
      },
      'anthropic assistant: text tool-call',
    ],
    [
      'a call of OpenAI',
      {
        role: 'assistant',
        content: null,
        tool_calls: json([{ id: 'x', type: 'function', function: { name: 'g', arguments: '{}' } }]),
      },
      'openai-chat assistant: tool-call',
    ],
    ['a result of OpenAI', { role: 'tool', content: 'done', tool_call_id: 'x' }, 'openai-chat tool: tool-result'],
    ['a whole message', { content: json({ role: 'user', content: 'hello' }) }, 'openai-chat user: text'],
    [
      'several messages',
      {
        content: json([
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'b' },
        ]),
      },
      'openai-chat user: text | openai-chat assistant: text',
    ],
    ['content that is JSON already', { role: 'user', content: [{ type: 'text', text: 'a' }] }, 'openai-chat user: text'],
    ['another word for a role', { role: 'HUMAN', content: 'a' }, 'openai-chat user: text'],
  ])('A16 · loads %s', (_, row, shape) => {
    expect(shapeOf(row)).toBe(shape)
  })

  it.each<[Json, string]>([
    [7, 'it is not an object'],
    [{ role: 'user', content: '[{"type":"te' }, 'its content looks like JSON and is cut off or damaged'],
    [{ role: 'wizard', content: 'x' }, 'its role is "wizard"'],
    [{ content: 'x' }, 'its role is missing'],
    [{ role: 'user', content: 7 }, 'its content is 7'],
    [{ role: 'user', content: { foo: 1 } }, 'its content is an object with foo in it'],
    [{ role: 'user', content: [1] }, 'part 1 of its content has no type'],
  ])('A16 · says why %j cannot be read', (row, detail) => {
    expect(shapeOf(row)).toBe(detail)
  })

  it('A16 · keeps id, time, model and thread', () => {
    const row = { id: 41, role: 'user', content: 'a', created_at: '2024-01-01T00:00:00Z', model: 'm', conversation_id: 9 }
    expect(read(row)).toMatchObject({ thread: '9', drafts: [{ id: '41', time: 1_704_067_200_000, model: 'm' }] })
    expect(read({ role: 'user', content: 'a', timestamp: 1_704_067_200 })).toMatchObject({
      drafts: [{ time: 1_704_067_200_000 }],
    })
  })

  it('A16 · never throws, whatever the row is', () => {
    const content = fc.oneof(fc.json(), fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(fc.record({ role: fc.constantFrom('user', 'assistant', 'tool', 'system'), content }), (row) => {
        expect(['messages', 'unreadable']).toContain(read(row as Json).kind)
      }),
      { numRuns: 300 },
    )
  })

  it('A16 · loads on the fly into a thread that mixes formats, and a valid request comes of it', async () => {
    const rows: readonly Json[] = [
      { role: 'user', content: 'read it' },
      { role: 'assistant', content: json([{ type: 'tool-call', toolCallId: 'c', toolName: 'read', args: { path: 'a' } }]) },
      { role: 'tool', content: json([{ type: 'tool-result', toolCallId: 'c', toolName: 'read', result: 'words' }]) },
      { role: 'assistant', content: json([{ type: 'text', text: 'Done.' }]) },
      { role: 'user', content: json([{ type: 'text', text: 'thanks' }]) },
    ]
    const thread = await createCompactor().thread('old')
    for (const row of rows) {
      const found = read(row)
      if (found.kind === 'messages') await thread.appendDrafts(found.drafts)
    }
    for (const dialect of ['openai-chat', 'anthropic', 'ai-sdk']) {
      const { request } = await thread.prepare({ dialect, window: 8_000 })
      expect(JSON.stringify(request)).toContain('words')
    }
  })
})
