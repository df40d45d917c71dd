import { describe, expect, it } from 'vitest'
import { FILE_TOKENS, measureEntry } from '../../../src/budget/measure.ts'
import {
  fileOf,
  fileTokens,
  imageTokens,
  type Provider,
  primingTokens,
  providerOf,
  toolTokens,
} from '../../../src/budget/overheads.ts'
import { anthropic } from '../../../src/dialects/anthropic/dialect.ts'
import { openaiChat } from '../../../src/dialects/openai-chat/dialect.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { Tokenizer } from '../../../src/schema/ports.ts'
import { entriesFrom, neutralEntries } from '../../support/logs.ts'
import { png } from './images.ts'

/** One token a character, so that sums can be read. */
const letters: Tokenizer = { name: 'letters', count: (text) => text.length }
const tokensOf = (part: Json, provider: Provider): number => {
  const file = fileOf(part)
  return file === undefined ? Number.NaN : fileTokens(file, provider)
}

describe('what an image costs', () => {
  const cases: readonly (readonly [Provider, width: number, height: number, tokens: number])[] = [
    ['openai', 512, 512, 85 + 170],
    ['openai', 513, 400, 85 + 2 * 170],
    ['openai', 1_024, 1_024, 85 + 4 * 170],
    ['openai', 2_048, 4_096, 85 + 6 * 170],
    ['openai', 10_000, 10, 85 + 4 * 170],
    ['anthropic', 200, 200, 54],
    ['anthropic', 1_000, 1_000, 1_334],
    ['anthropic', 1_092, 1_092, 1_590],
    ['anthropic', 8_000, 8_000, 1_600],
    ['anthropic', 8_000, 10, 5],
    ['gemini', 384, 384, 258],
    ['gemini', 385, 100, 258],
    ['gemini', 1_920, 1_080, 6 * 258],
    ['gemini', 9_000, 9_000, 16 * 258],
    ['unknown', 10, 10, 1_600],
  ]
  it.each(cases.map(([provider, width, height, tokens]) => ({ provider, width, height, tokens })))(
    'case 36 · by the rule of $provider: $width × $height is $tokens',
    ({ provider, width, height, tokens }) => {
      expect(imageTokens({ width, height }, provider)).toBe(tokens)
    },
  )

  it('case 36 · 85 in low detail at OpenAI, whatever its size', () => {
    expect(imageTokens({ width: 4_000, height: 4_000 }, 'openai', 'low')).toBe(85)
    expect(imageTokens(undefined, 'openai', 'low')).toBe(85)
  })

  it.each(['openai', 'anthropic', 'gemini', 'unknown'] as const)(
    'case 36 · of unknown size, the worst case of the rule of %s: no size costs more',
    (provider) => {
      const sides = [1, 100, 384, 385, 512, 768, 1_092, 1_568, 2_000, 2_048, 4_096, 20_000]
      const most = Math.max(...sides.flatMap((width) => sides.map((height) => imageTokens({ width, height }, provider))))
      expect(imageTokens(undefined, provider)).toBeGreaterThanOrEqual(most)
      expect(imageTokens(undefined, provider)).toBeLessThanOrEqual(most * 1.1)
    },
  )
})

describe('what a file costs', () => {
  const image = png(1_000, 1_000)
  const pages = 'A'.repeat((4 / 3) * 400_000)
  const cases: readonly (readonly [what: string, part: Json, provider: Provider, tokens: number])[] = [
    ['an OpenAI image', { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } }, 'openai', 765],
    [
      'one in low detail',
      { type: 'image_url', image_url: { url: `data:image/png;base64,${image}`, detail: 'low' } },
      'openai',
      85,
    ],
    ['one at an address', { type: 'image_url', image_url: { url: 'https://example.org/a.png' } }, 'openai', 1_445],
    ['a Responses image', { type: 'input_image', image_url: `data:image/png;base64,${image}` }, 'openai', 765],
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
    ['a PDF of 400 kB', { type: 'file', file: { file_data: `data:application/pdf;base64,${pages}` } }, 'openai', 10 * 3_000],
    ['an uploaded PDF', { type: 'file', file: { file_id: 'file-1' } }, 'openai', 10 * 3_000],
    ['a PDF at Gemini', { inlineData: { mimeType: 'application/pdf', data: pages } }, 'gemini', 10 * 258],
    ['100 s of speech', { type: 'input_audio', input_audio: { data: pages, format: 'mp3' } }, 'openai', 100 * 10],
    ['the same at Gemini', { inlineData: { mimeType: 'audio/mp3', data: pages } }, 'gemini', 100 * 32],
    ['a video', { inlineData: { mimeType: 'video/mp4', data: pages } }, 'gemini', 4 * 263],
    ['something else', { inlineData: { mimeType: 'model/gltf', data: pages } }, 'gemini', 1_600],
  ]
  it.each(cases.map(([what, part, provider, tokens]) => ({ what, part, provider, tokens })))(
    'case 36 · $what at $provider',
    ({ part, provider, tokens }) => {
      expect(tokensOf(part, provider)).toBe(tokens)
    },
  )

  it('case 36 · what is no file is none', () => {
    for (const part of [null, 7, 'text', [], {}, { type: 'text', text: 'x' }, { type: 'tool_use' }])
      expect(fileOf(part)).toBeUndefined()
  })
})

describe('an entry that is or holds a file', () => {
  const size = (entries: readonly Entry[]): number => measureEntry(entries[0] as Entry, letters)
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
    expect(toolTokens(tools, letters, 'openai')).toBe(json)
    expect(toolTokens(tools, letters, 'anthropic')).toBe(json + 346)
    expect(toolTokens([], letters, 'anthropic')).toBe(0)
  })

  it('C15 · every answer is begun for the model', () => {
    for (const provider of ['openai', 'anthropic', 'gemini', 'unknown'] as const) expect(primingTokens(provider)).toBe(3)
  })

  it('C15 · a dialect tells the provider; some dialects have none', () => {
    expect(['anthropic', 'openai-chat', 'openai-responses', 'neutral', 'toString'].map(providerOf)).toEqual([
      'anthropic',
      'openai',
      'openai',
      'unknown',
      'unknown',
    ])
  })
})
