import { describe, expect, it } from 'vitest'
import { fileOf } from '../../../src/budget/files.ts'
import { MESSAGE_TOKENS, measureEntry, measureShell } from '../../../src/budget/measure.ts'
import { aiSdk } from '../../../src/dialects/ai-sdk/dialect.ts'
import { gemini } from '../../../src/dialects/gemini/dialect.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { Tokenizer } from '../../../src/schema/ports.ts'
import { rulesOf } from '../../support/count-rules.ts'
import { entriesFrom } from '../../support/logs.ts'

/** One token a character, so that sums can be read. */
const letters: Tokenizer = { name: 'letters', count: (text) => text.length }
const size = (role: string, part: Json): number => {
  const [entry] = entriesFrom(gemini, [{ role, parts: [part] }])
  return entry === undefined ? 0 : measureEntry(entry, letters, rulesOf)
}

describe('C15 · what Gemini’s parts cost', () => {
  it('C15 · a seal costs a token for every four characters, on words and on calls (case 46)', () => {
    const seal = { thoughtSignature: 's'.repeat(400) }
    expect(size('model', { text: 'abc', ...seal }) - size('model', { text: 'abc' })).toBe(100)
    const call = { functionCall: { name: 'f', args: {} } }
    expect(size('model', { ...call, ...seal }) - size('model', call)).toBe(100)
  })

  it('C15 · files by Gemini’s own rules: in the message, uploaded, inside a result', () => {
    expect(fileOf({ fileData: { mimeType: 'video/mp4', fileUri: 'u' } })).toEqual({ media: 'video', data: undefined })
    expect(fileOf({ file_data: { mime_type: 'application/pdf' } })).toMatchObject({ media: 'pdf' })
    const bare = { functionResponse: { name: 'f', response: { output: 'r' } } }
    const shown = { functionResponse: { ...bare.functionResponse, parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] } }
    expect(size('user', shown) - size('user', bare)).toBeGreaterThanOrEqual(258)
  })
})

describe('C15 · what files of the AI SDK cost', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAyAAAAJYCAYAAACadoJw' // 800 × 600

  it.each([
    ['an image', { type: 'image', image: png }, { media: 'image', data: png }],
    ['an image at an address', { type: 'image', image: 'https://example.org/a' }, { media: 'image' }],
    ['a file with its type', { type: 'file', data: png, mediaType: 'image/png' }, { media: 'image', data: png }],
    ['a file with a tag', { type: 'file', data: { type: 'data', data: png }, mediaType: 'image' }, { media: 'image', data: png }],
    [
      'a file at an address',
      { type: 'file', data: { type: 'url', url: 'https://example.org/a' }, mediaType: 'application/pdf' },
      { media: 'pdf' },
    ],
    ['a data URL', { type: 'file', url: `data:image/png;base64,${png}`, mediaType: 'image/png' }, { media: 'image', data: png }],
    ['an old file', { type: 'file', data: png, mimeType: 'audio/mp3' }, { media: 'audio', data: png }],
    ['a picture in a result', { type: 'image-data', data: png, mediaType: 'image/png' }, { media: 'image', data: png }],
    ['a file in a result of version 5', { type: 'media', data: png, mediaType: 'video/mp4' }, { media: 'video', data: png }],
  ] as const)('C15 · %s is measured as what it is', (_, part, file) => {
    expect(fileOf(part)).toMatchObject(file)
  })

  it('C15 · a document of plain text is no file', () => {
    expect(fileOf({ type: 'file', data: { type: 'text', text: 'a' }, mediaType: 'text/plain' })).toBeUndefined()
  })

  it('C15 · pictures inside a result count', () => {
    const sizeOf = (value: Json): number => {
      const content = [{ type: 'tool-result', toolCallId: 'c', toolName: 'f', output: { type: 'content', value } }]
      const [entry] = entriesFrom(aiSdk, [{ role: 'tool', content }])
      return entry === undefined ? 0 : measureEntry(entry, letters, rulesOf)
    }
    const text = { type: 'text', text: 'r' }
    expect(sizeOf([text, { type: 'image-url', url: 'https://example.org/a' }]) - sizeOf([text])).toBeGreaterThan(1_000)
  })

  it('C15 · what a chat page keeps with its messages is sent to no model, and costs nothing', () => {
    const [entry] = entriesFrom(aiSdk, [
      { id: 'a', role: 'user', metadata: { note: 'x'.repeat(500) }, parts: [{ type: 'text', text: 'a' }] },
    ])
    expect(measureShell(entry?.message.shell, letters, rulesOf)).toBe(MESSAGE_TOKENS)
  })
})
