import { describe, expect, it } from 'vitest'
import { type Counting, countMessage, countRequest, countRichMessage, countRichPart } from '../../../src/budget/count-request.ts'
import { CALL_TOKENS, MESSAGE_TOKENS } from '../../../src/budget/measure.ts'
import { createCompactor } from '../../../src/index.ts'
import type { Json, JsonObject } from '../../../src/schema/json.ts'
import type { Tokenizer } from '../../../src/schema/ports.ts'
import { bpeTokenizer } from '../../../src/tokenizers/bpe.ts'
import { CODE, DATA, dice, PROSE } from './corpora.ts'
import { png } from './images.ts'

/** One token a character, so that sums can be read. */
const letters: Tokenizer = { name: 'letters', count: (text) => text.length }
const openai: Counting = { tokenizer: letters, provider: 'openai' }
const claude: Counting = { tokenizer: letters, provider: 'anthropic' }

describe('a part of a rich message', () => {
  const json = (value: Json): number => JSON.stringify(value).length
  const parts: readonly (readonly [what: string, part: JsonObject, tokens: number])[] = [
    ['text', { type: 'text', text: 'abcd' }, 4],
    ['reasoning', { type: 'reasoning', text: 'abcdef' }, 6],
    [
      'a call: its name and its input as JSON',
      { type: 'tool-call', toolName: 'read', input: { path: 'a' } },
      4 + json({ path: 'a' }),
    ],
    ['a call as older SDKs write it', { type: 'tool-call', toolName: 'read', args: { path: 'a' } }, 4 + json({ path: 'a' })],
    ['a result: its output as JSON', { type: 'tool-result', toolName: 'read', output: { ok: true } }, json({ ok: true })],
    [
      'a cleared result: its placeholder',
      { type: 'tool-result', output: 'x'.repeat(9_999), compactedAt: 5 },
      '[Output cleared]'.length,
    ],
    ['a marker: its summary', { type: 'compaction-marker', summary: 'we built it', messagesCompacted: 9 }, 11],
    ['the start of a step', { type: 'step-start' }, 4],
    ['an unknown kind', { type: 'hologram', data: 'x' }, 0],
  ]
  it.each(parts.map(([what, part, tokens]) => ({ what, part, tokens })))('A4 · $what', ({ part, tokens }) => {
    expect(countRichPart(part, letters)).toBe(tokens)
  })

  it('A4 · and four tokens for the role of its message', () => {
    expect(countRichMessage({ parts: parts.map(([, part]) => part) }, letters)).toBe(
      4 + parts.reduce((sum, [, , tokens]) => sum + tokens, 0),
    )
    expect(countRichMessage({ parts: [] }, letters)).toBe(4)
  })
})

describe('a message', () => {
  const messages: readonly (readonly [what: string, message: Json, counting: Counting, tokens: number])[] = [
    ['of text', { role: 'user', content: 'abcd' }, openai, 4],
    ['of parts', { role: 'user', content: [{ type: 'text', text: 'abcd' }, 'ef'] }, claude, 6],
    ['with nothing in it', { role: 'assistant', content: null }, openai, 0],
    [
      'with a call, in OpenAI’s shape',
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"a":1}' } }],
      },
      openai,
      2 + 4 + 7 + CALL_TOKENS,
    ],
    [
      'with a call of a custom tool',
      { role: 'assistant', content: 'ab', tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'read', input: 'abc' } }] },
      openai,
      2 + 2 + 4 + 3 + CALL_TOKENS,
    ],
    ['with a result, in OpenAI’s shape', { role: 'tool', tool_call_id: 'c1', content: 'abcd' }, openai, 2 + 4 + CALL_TOKENS],
    [
      'with a call, in Anthropic’s shape',
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read', input: { a: 1 } }] },
      claude,
      2 + 4 + 7 + CALL_TOKENS,
    ],
    [
      'with a result that holds an image',
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
      claude,
      2 + 4 + CALL_TOKENS + 54,
    ],
    [
      'with thoughts',
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'abc', signature: 'x'.repeat(40) },
          { type: 'redacted_thinking', data: 'x'.repeat(8) },
        ],
      },
      claude,
      10 + 2,
    ],
    ['with thoughts beside its content', { role: 'assistant', content: 'ab', reasoning_content: 'abcd' }, openai, 6],
  ]
  it.each(messages.map(([what, message, counting, tokens]) => ({ what, message, counting, tokens })))(
    'C15 · $what: its parts and its frame',
    ({ message, counting, tokens }) => {
      expect(countMessage(message, counting)).toBe(MESSAGE_TOKENS + tokens)
    },
  )

  it('C15 · counts unforeseen fields, because they are sent', () => {
    const extra = { annotations: ['abc'] }
    expect(countMessage({ role: 'user', content: '', ...extra }, openai)).toBe(MESSAGE_TOKENS + JSON.stringify(extra).length)
  })
})

describe('a whole request', () => {
  it('C15 · is system text, messages, tools and what the provider adds', () => {
    const tools = [{ name: 'read', input_schema: {} }]
    const request = { system: 'abc', tools, messages: [{ role: 'user', content: 'de' }] }
    expect(countRequest(request, claude)).toBe(3 + 2 + 2 * MESSAGE_TOKENS + JSON.stringify(tools).length + 346 + 3)
    const blocks = { ...request, system: [{ type: 'text', text: 'abc' }] }
    expect(countRequest(blocks, claude)).toBe(countRequest(request, claude))
  })

  it('C15 · may be a bare array of messages; what is no request counts nothing but the beginning of the answer', () => {
    expect(countRequest([{ role: 'user', content: 'de' }], openai)).toBe(2 + MESSAGE_TOKENS + 3)
    for (const odd of [null, 7, 'text', {}, { messages: 'none' }, { messages: [null, 7] }])
      expect(countRequest(odd, openai)).toBe(3)
  })
})

const texts = [...PROSE, ...CODE, ...DATA].map((one) => one.text)
const SCHEMA = { type: 'object', properties: { path: { type: 'string', description: 'A file, from the root of the project.' } } }

/** A session of an agent that reads files, in the shape of a provider. */
function transcript(seed: number, rounds: number, dialect: 'openai' | 'anthropic'): readonly Json[] {
  const roll = dice(seed)
  const text = (): string => texts[roll(texts.length)] ?? ''
  const messages: Json[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [id, path] = [`call_${seed}_${round}`, `src/file-${roll(99)}.ts`]
    const calls = [{ id, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path }) } }]
    messages.push({ role: 'user', content: text().slice(0, 400) })
    if (dialect === 'openai') {
      messages.push(
        { role: 'assistant', content: 'Let me look.', tool_calls: calls },
        { role: 'tool', tool_call_id: id, content: text() },
      )
    } else {
      messages.push(
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me look.' },
            { type: 'tool_use', id, name: 'read', input: { path } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text() }] },
      )
    }
    messages.push({ role: 'assistant', content: text().slice(0, 600) })
  }
  return [...messages, { role: 'user', content: 'Go on.' }]
}

const TOOLS = {
  openai: [{ type: 'function', function: { name: 'read', description: 'Reads a file.', parameters: SCHEMA } }],
  anthropic: [{ name: 'read', description: 'Reads a file.', input_schema: SCHEMA }],
} as const

describe('the count of a request that the engine made', () => {
  it.each([
    { provider: 'openai', dialect: 'openai-chat', rounds: 20, window: 400_000 },
    { provider: 'openai', dialect: 'openai-chat', rounds: 80, window: 40_000 },
    { provider: 'anthropic', dialect: 'anthropic', rounds: 30, window: 400_000 },
    { provider: 'anthropic', dialect: 'anthropic', rounds: 80, window: 48_000 },
  ] as const)(
    'C15 · is what its receipt says, within 2 %: $dialect, $rounds rounds in $window',
    async ({ provider, dialect, rounds, window }) => {
      for (const seed of [1, 2, 3]) {
        const thread = await createCompactor({ clock: () => 0 }).thread(`t${seed}`)
        await thread.append(transcript(seed, rounds, provider), { dialect })
        const system = 'You are a careful engineer. Answer in short sentences.'
        const prepared = await thread.prepare({ system, tools: TOOLS[provider], window, dialect })
        const counted = countRequest(prepared.request, { tokenizer: bpeTokenizer(), provider })
        expect(Math.abs(counted / prepared.tokens - 1)).toBeLessThanOrEqual(0.02)
        expect(prepared.receipt === null).toBe(window === 400_000)
        if (prepared.receipt !== null) expect(Math.abs(counted / prepared.receipt.tokens.after - 1)).toBeLessThanOrEqual(0.02)
      }
    },
  )
})

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
    await thread.append(transcript(4, 30, 'openai'), { dialect: 'openai-chat' })
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
