import { describe, expect, it } from 'vitest'
import { CALL_TOKENS, MESSAGE_TOKENS } from '../../../src/budget/measure.ts'
import { createCompactor, type RequestOptions } from '../../../src/index.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { Tokenizer } from '../../../src/schema/ports.ts'
import { bpeTokenizer } from '../../../src/tokenizers/bpe.ts'
import { CODE, DATA, dice, PROSE } from './corpora.ts'
import { png } from './images.ts'

/** One token a character, so that sums can be read. */
const letters: Tokenizer = { name: 'letters', count: (text) => text.length }
type Format = 'openai-chat' | 'anthropic'
const [openai, claude]: readonly [Format, Format] = ['openai-chat', 'anthropic']

/** What the engine counts for a request of these messages. */
async function counted(messages: readonly Json[], dialect: Format, options: RequestOptions = {}): Promise<number> {
  const thread = await createCompactor({ tokenizer: letters }).thread('t')
  await thread.append(messages, { dialect })
  return (await thread.prepare({ dialect, window: 1_000_000, ...options })).tokens
}

const asked: Json = { role: 'user', content: 'abcd' }
const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"a":1}' } }
const use: Json = { type: 'tool_use', id: 'c1', name: 'read', input: { a: 1 } }
const CALL = 2 + 4 + 7 + CALL_TOKENS
const RESULT = 2 + 4 + CALL_TOKENS

describe('messages', () => {
  const cases: readonly (readonly [what: string, messages: readonly Json[], dialect: Format, tokens: number])[] = [
    ['text', [asked], openai, 4],
    [
      'parts',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'abcd' },
            { type: 'text', text: 'ef' },
          ],
        },
      ],
      claude,
      6,
    ],
    [
      'a call and its result, in OpenAI’s shape',
      [asked, { role: 'assistant', content: null, tool_calls: [call] }, { role: 'tool', tool_call_id: 'c1', content: 'abcd' }],
      openai,
      4 + CALL + RESULT,
    ],
    [
      'a call of a custom tool',
      [
        asked,
        {
          role: 'assistant',
          content: 'ab',
          tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'read', input: 'abcdefg' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'abcd' },
      ],
      openai,
      4 + 2 + CALL + RESULT,
    ],
    [
      'a result that holds an image, in Anthropic’s shape',
      [
        asked,
        { role: 'assistant', content: [use] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'c1',
              content: [
                { type: 'text', text: 'abcd' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png(200, 200) } },
              ],
            },
          ],
        },
      ],
      claude,
      // Its text names the picture.
      4 + CALL + RESULT + '\n[image]'.length + 54,
    ],
    [
      'thoughts, by their text or by their seal',
      [
        asked,
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'abc', signature: 'x'.repeat(40) },
            { type: 'redacted_thinking', data: 'x'.repeat(8) },
            { type: 'text', text: 'ok' },
          ],
        },
        asked,
      ],
      claude,
      4 + 10 + 2 + 2 + 4,
    ],
    [
      'fields that nobody foresaw, because they are sent',
      [{ ...asked, annotations: ['a'] }],
      openai,
      4 + '{"annotations":["a"]}'.length,
    ],
  ]
  it.each(cases.map(([what, messages, dialect, tokens]) => ({ what, messages, dialect, tokens })))(
    'C15 · cost their parts and their frames: $what',
    async ({ messages, dialect, tokens }) => {
      expect(await counted(messages, dialect)).toBe(tokens + messages.length * MESSAGE_TOKENS + 3)
    },
  )
})

describe('a whole request', () => {
  it('C15 · is system text, messages, tools and what the provider adds', async () => {
    const tools = [{ name: 'read', input_schema: {} }]
    const fixed = 3 + 4 + 2 * MESSAGE_TOKENS + 3
    expect(await counted([asked], claude, { system: 'abc', tools })).toBe(fixed + JSON.stringify(tools).length + 346)
    expect(await counted([asked], openai, { system: 'abc', tools: TOOLS.openai })).toBe(
      fixed + JSON.stringify(TOOLS.openai).length,
    )
  })
})

const texts = [...PROSE, ...CODE, ...DATA].map((one) => one.text)
const SCHEMA = { type: 'object', properties: { path: { type: 'string', description: 'A file, from the root of the project.' } } }

/** A session of an agent that reads files, in OpenAI’s shape. */
function transcript(seed: number, rounds: number): readonly Json[] {
  const roll = dice(seed)
  const text = (): string => texts[roll(texts.length)] ?? ''
  const messages: Json[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [id, path] = [`call_${seed}_${round}`, `src/file-${roll(99)}.ts`]
    const calls = [{ id, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path }) } }]
    messages.push({ role: 'user', content: text().slice(0, 400) })
    messages.push(
      { role: 'assistant', content: 'Let me look.', tool_calls: calls },
      { role: 'tool', tool_call_id: id, content: text() },
    )
    messages.push({ role: 'assistant', content: text().slice(0, 600) })
  }
  return [...messages, { role: 'user', content: 'Go on.' }]
}

const TOOLS = {
  openai: [{ type: 'function', function: { name: 'read', description: 'Reads a file.', parameters: SCHEMA } }],
} as const

describe('counts', () => {
  it('A4, A25 · are cached: a request with nothing new asks for next to none of what was counted', async () => {
    let asked = 0
    const counting: Tokenizer = {
      name: 'asked',
      count(text) {
        asked += text.length
        return bpeTokenizer().count(text)
      },
    }
    const thread = await createCompactor({ tokenizer: counting }).thread('cached')
    await thread.append(transcript(4, 30), { dialect: 'openai-chat' })
    await thread.prepare({ window: 400_000, tools: TOOLS.openai })
    const first = asked
    await thread.prepare({ window: 400_000, tools: TOOLS.openai })
    const second = asked - first
    await thread.append([{ role: 'user', content: 'One more thing.' }], { dialect: 'openai-chat' })
    await thread.prepare({ window: 400_000, tools: TOOLS.openai })
    expect(first).toBeGreaterThan(40_000)
    expect(second).toBeLessThan(100)
    expect(asked - first).toBeLessThan(1_000)
  })
})
