import { describe, expect, it } from 'vitest'
import { gemini } from '../../../src/adapters/gemini/dialect.ts'
import { measureEntry } from '../../../src/budget/measure.ts'
import { fileOf, providerOf } from '../../../src/budget/overheads.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { Tokenizer } from '../../../src/schema/ports.ts'
import { entriesFrom } from '../../support/logs.ts'

/** One token a character, so that sums can be read. */
const letters: Tokenizer = { name: 'letters', count: (text) => text.length }
const size = (role: string, part: Json): number => {
  const [entry] = entriesFrom(gemini, [{ role, parts: [part] }])
  return entry === undefined ? 0 : measureEntry(entry, letters)
}

describe('C15 · what Gemini’s parts cost', () => {
  it('C15 · a seal costs a token for every four characters, on words and on calls (case 46)', () => {
    const seal = { thoughtSignature: 's'.repeat(400) }
    expect(size('model', { text: 'abc', ...seal }) - size('model', { text: 'abc' })).toBe(100)
    const call = { functionCall: { name: 'f', args: {} } }
    expect(size('model', { ...call, ...seal }) - size('model', call)).toBe(100)
  })

  it('C15 · files by Gemini’s own rules: in the message, uploaded, inside a result', () => {
    expect(providerOf('gemini')).toBe('gemini')
    expect(fileOf({ fileData: { mimeType: 'video/mp4', fileUri: 'u' } })).toEqual({ media: 'video', data: undefined })
    expect(fileOf({ file_data: { mime_type: 'application/pdf' } })).toMatchObject({ media: 'pdf' })
    const bare = { functionResponse: { name: 'f', response: { output: 'r' } } }
    const shown = { functionResponse: { ...bare.functionResponse, parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] } }
    expect(size('user', shown) - size('user', bare)).toBeGreaterThanOrEqual(258)
  })
})
