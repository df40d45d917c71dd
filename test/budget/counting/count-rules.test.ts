import { describe, expect, it } from 'vitest'
import { FILE_TOKENS } from '../../../src/budget/careful-rules.ts'
import { fileOf, fileTokens } from '../../../src/budget/files.ts'
import { measureEntry, toolTokens } from '../../../src/budget/measure.ts'
import { ALL_DIALECTS } from '../../../src/dialects/all.ts'
import { anthropic } from '../../../src/dialects/anthropic/dialect.ts'
import { DIALECT_NAMES } from '../../../src/dialects/names.ts'
import { openaiChat } from '../../../src/dialects/openai-chat/dialect.ts'
import { createCompactor } from '../../../src/index.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { Tokenizer } from '../../../src/schema/ports.ts'
import { rulesOf } from '../../support/count-rules.ts'
import { entriesFrom, neutralEntries } from '../../support/logs.ts'
import { png } from './images.ts'

/** One token a character, so that sums can be read. */
const letters: Tokenizer = { name: 'letters', count: (text) => text.length }
const tokensOf = (part: Json, dialect: string): number => {
  const file = fileOf(part)
  return file === undefined ? Number.NaN : fileTokens(file, rulesOf(dialect))
}

describe('what an image costs', () => {
  const cases: readonly (readonly [dialect: string, width: number, height: number, tokens: number])[] = [
    ['openai-chat', 512, 512, 85 + 170],
    ['openai-chat', 513, 400, 85 + 2 * 170],
    ['openai-chat', 1_024, 1_024, 85 + 4 * 170],
    ['openai-chat', 2_048, 4_096, 85 + 6 * 170],
    ['openai-chat', 10_000, 10, 85 + 4 * 170],
    ['anthropic', 200, 200, 54],
    ['anthropic', 1_000, 1_000, 1_334],
    ['anthropic', 1_092, 1_092, 1_590],
    ['anthropic', 8_000, 8_000, 1_600],
    ['anthropic', 8_000, 10, 5],
    ['gemini', 384, 384, 258],
    ['gemini', 385, 100, 258],
    ['gemini', 1_920, 1_080, 6 * 258],
    ['gemini', 9_000, 9_000, 16 * 258],
    ['neutral', 10, 10, 1_600],
  ]
  it.each(cases.map(([dialect, width, height, tokens]) => ({ dialect, width, height, tokens })))(
    'case 36 · by the rule of $dialect: $width × $height is $tokens',
    ({ dialect, width, height, tokens }) => {
      expect(rulesOf(dialect).image({ width, height })).toBe(tokens)
    },
  )

  it('case 36 · 85 in low detail at OpenAI, whatever its size', () => {
    expect(rulesOf('openai-chat').image({ width: 4_000, height: 4_000 }, 'low')).toBe(85)
    expect(rulesOf('openai-chat').image(undefined, 'low')).toBe(85)
  })

  it.each(['openai-chat', 'anthropic', 'gemini', 'neutral'] as const)(
    'case 36 · of unknown size, the worst case of the rule of %s: no size costs more',
    (dialect) => {
      const sides = [1, 100, 384, 385, 512, 768, 1_092, 1_568, 2_000, 2_048, 4_096, 20_000]
      const most = Math.max(...sides.flatMap((width) => sides.map((height) => rulesOf(dialect).image({ width, height }))))
      expect(rulesOf(dialect).image(undefined)).toBeGreaterThanOrEqual(most)
      expect(rulesOf(dialect).image(undefined)).toBeLessThanOrEqual(most * 1.1)
    },
  )
})

describe('what a file costs', () => {
  const image = png(1_000, 1_000)
  const pages = 'A'.repeat((4 / 3) * 400_000)
  const cases: readonly (readonly [what: string, part: Json, dialect: string, tokens: number])[] = [
    ['an OpenAI image', { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } }, 'openai-chat', 765],
    [
      'one in low detail',
      { type: 'image_url', image_url: { url: `data:image/png;base64,${image}`, detail: 'low' } },
      'openai-chat',
      85,
    ],
    ['one at an address', { type: 'image_url', image_url: { url: 'https://example.org/a.png' } }, 'openai-chat', 1_445],
    ['a Responses image', { type: 'input_image', image_url: `data:image/png;base64,${image}` }, 'openai-chat', 765],
    [
      'an Anthropic image',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } },
      'anthropic',
      1_334,
    ],
    ['one at an address', { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }, 'anthropic', 1_600],
    ['an uploaded one', { type: 'image', source: { type: 'file', file_id: 'file_1' } }, 'anthropic', 1_600],
    ['a Gemini image', { inlineData: { mimeType: 'image/png', data: image } }, 'gemini', 4 * 258],
    ['a damaged image', { type: 'image', source: { type: 'base64', data: '!!!' } }, 'anthropic', 1_600],
    [
      'a small PDF',
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
      'anthropic',
      3_000,
    ],
    ['a PDF of 400 kB', { type: 'file', file: { file_data: `data:application/pdf;base64,${pages}` } }, 'openai-chat', 10 * 3_000],
    ['an uploaded PDF', { type: 'file', file: { file_id: 'file-1' } }, 'openai-chat', 10 * 3_000],
    ['a PDF at Gemini', { inlineData: { mimeType: 'application/pdf', data: pages } }, 'gemini', 10 * 258],
    ['100 s of speech', { type: 'input_audio', input_audio: { data: pages, format: 'mp3' } }, 'openai-chat', 100 * 10],
    ['the same at Gemini', { inlineData: { mimeType: 'audio/mp3', data: pages } }, 'gemini', 100 * 32],
    ['a video', { inlineData: { mimeType: 'video/mp4', data: pages } }, 'gemini', 4 * 263],
    ['something else', { inlineData: { mimeType: 'model/gltf', data: pages } }, 'gemini', 1_600],
  ]
  it.each(cases.map(([what, part, dialect, tokens]) => ({ what, part, dialect, tokens })))(
    'case 36 · $what at $dialect',
    ({ part, dialect, tokens }) => {
      expect(tokensOf(part, dialect)).toBe(tokens)
    },
  )

  it('case 36 · what is no file is none', () => {
    for (const part of [null, 7, 'text', [], {}, { type: 'text', text: 'x' }, { type: 'tool_use' }])
      expect(fileOf(part)).toBeUndefined()
  })
})

describe('an entry that is or holds a file', () => {
  const size = (entries: readonly Entry[]): number => measureEntry(entries[0] as Entry, letters, rulesOf)
  const source = { type: 'base64', media_type: 'image/png', data: png(200, 200) }

  it('case 36 · costs by the rule of the dialect it came in', () => {
    expect(size(entriesFrom(anthropic, [{ role: 'user', content: [{ type: 'image', source }] }]))).toBe(54)
    const url = `data:image/png;base64,${source.data}`
    expect(size(entriesFrom(openaiChat, [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }]))).toBe(255)
    expect(size(neutralEntries([{ role: 'user', content: [{ type: 'image', note: 'a chart' }] }]))).toBe(FILE_TOKENS)
  })

  it('case 36 · inside a tool result, too; bytes are never counted as text', () => {
    const result = (content: Json): readonly Entry[] =>
      entriesFrom(anthropic, [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'id', content }] }])
    const without = size(result([{ type: 'text', text: '[image]' }]))
    expect(size(result([{ type: 'image', source }]))).toBe(without + 54)
    const huge = { ...source, data: source.data + 'A'.repeat(1_000_000) }
    expect(size(result([{ type: 'image', source: huge }]))).toBe(without + 54)
  })

  it('case 36 · a document of plain text costs what its text does', () => {
    const document = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'word '.repeat(1_000) } }
    expect(size(entriesFrom(anthropic, [{ role: 'user', content: [document] }]))).toBeGreaterThan(5_000)
  })

  it('case 46 · reasoning counts by its text or by its signature, whichever is longer', () => {
    const thinking = (text: string, signature: string): number =>
      size(entriesFrom(anthropic, [{ role: 'assistant', content: [{ type: 'thinking', thinking: text, signature }] }]))
    expect(thinking('abc', '')).toBe(3)
    expect(thinking('abc', 'x'.repeat(400))).toBe(100)
    expect(thinking('a'.repeat(500), 'x'.repeat(400))).toBe(500)
  })
})

describe('what providers add', () => {
  it('C15 · tools cost their JSON, at Anthropic also instructions; no tools cost nothing', () => {
    const tools = [{ name: 'read', input_schema: { type: 'object' } }]
    const json = JSON.stringify(tools).length
    expect(toolTokens(tools, letters, rulesOf('openai-chat'))).toBe(json)
    expect(toolTokens(tools, letters, rulesOf('anthropic'))).toBe(json + 346)
    expect(toolTokens([], letters, rulesOf('anthropic'))).toBe(0)
  })

  it('C15 · every answer is begun for the model', () => {
    for (const dialect of DIALECT_NAMES) expect(rulesOf(dialect).priming).toBe(3)
  })

  it('C15 · a dialect has its provider’s rules; one that nobody knows the careful ones', () => {
    const limits = ['anthropic', 'gemini', 'openai-chat', 'toString'].map((dialect) => rulesOf(dialect).byteLimit)
    expect(limits).toEqual([32_000_000, 20_000_000, undefined, undefined])
    expect(rulesOf('openai-responses').image(undefined)).toBe(rulesOf('openai-chat').image(undefined))
    expect(rulesOf('toString')).toEqual(rulesOf('neutral'))
  })

  it('C15 · a user’s own dialect brings its own rules, for what came in by it and for requests in it', async () => {
    const counts = { priming: 30, toolPrompt: 200, image: () => 7 }
    const own = { ...openaiChat, traits: { ...openaiChat.traits, name: 'openai-chat', counts } }
    const content = [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }]
    const tools = [{ type: 'function', function: { name: 'read' } }]
    const tokens = async (dialect: typeof openaiChat, given: object = {}): Promise<number> => {
      const thread = await createCompactor({ dialects: [dialect], tokenizer: letters }).thread('t')
      await thread.append([{ role: 'user', content }])
      return (await thread.prepare(given)).tokens
    }
    expect(await tokens(openaiChat)).toBe(4 + 1_445 + 3)
    expect(await tokens(own)).toBe(4 + 7 + 30)
    expect(await tokens(own, { tools })).toBe(4 + 7 + 30 + JSON.stringify(tools).length + 200)
  })
})

describe('our dialects', () => {
  it('stand in one list, under their own names', () => {
    expect(ALL_DIALECTS.map(({ traits }) => traits.name)).toEqual([...DIALECT_NAMES])
  })
})
