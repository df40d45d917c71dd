import { type GenerateContentParameters, GoogleGenAI } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { gemini } from '../../../src/dialects/gemini/dialect.ts'
import { createCompactor, type Json } from '../../../src/index.ts'
import { EVERY_PART } from '../../support/gemini-inputs.ts'

/** What Google's own client sends for a request, and what it makes of the answer. */
async function sendWithClient(request: Json): Promise<{ readonly url: string; readonly body: Json }> {
  const seen: { url: string; body: Json }[] = []
  const client = new GoogleGenAI({
    apiKey: 'none',
    httpOptions: {
      fetch: async (url: string | URL | Request, init?: RequestInit) => {
        seen.push({ url: String(url), body: JSON.parse(String(init?.body)) })
        const answer = { candidates: [{ content: { role: 'model', parts: [{ text: 'fine' }] } }] }
        return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
      },
    },
  })
  const answer = await client.models.generateContent(request as unknown as GenerateContentParameters)
  expect(answer.text).toBe('fine')
  expect(seen).toHaveLength(1)
  return seen[0] as { url: string; body: Json }
}

const tools = [{ functionDeclarations: [{ name: 'read_file', description: 'Reads.', parametersJsonSchema: { type: 'object' } }] }]

describe('requests go through the Google Gen AI client', () => {
  it('F13 · whole: what arrives is what came in', async () => {
    const input = {
      model: 'gemini-3-pro',
      contents: EVERY_PART,
      config: { systemInstruction: 'be brief', tools, temperature: 0 },
    }
    const { messages, ...around } = gemini.read(input)
    const thread = await createCompactor().thread('client')
    await thread.appendDrafts(messages)
    const { request } = await thread.prepare({ around })
    expect(request).toEqual(input)
    const { url, body } = await sendWithClient(request)
    expect(url).toContain('models/gemini-3-pro:generateContent')
    expect(body).toMatchObject({ contents: EVERY_PART, systemInstruction: { parts: [{ text: 'be brief' }] }, tools })
  })

  it('F13 · compacted, and translated from another provider', async () => {
    const long = (index: number): string => `step ${index}: ${'the build is green and the tests pass. '.repeat(40)}`
    const chat = Array.from({ length: 12 }, (_, index): readonly Json[] => [
      { role: 'user', content: `please do step ${index}` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c${index}`, type: 'function', function: { name: 'run', arguments: '{"n":1}' } }],
      },
      { role: 'tool', tool_call_id: `c${index}`, content: long(index) },
      { role: 'assistant', content: `step ${index} is done` },
    ]).flat()
    const thread = await createCompactor().thread('translated')
    await thread.append([{ role: 'system', content: 'be careful' }, ...chat, { role: 'user', content: 'and now?' }])
    const { request, receipt } = await thread.compact({ dialect: 'gemini', window: 2_000 })
    expect(receipt.tokens.after).toBeLessThanOrEqual(2_000)
    const { contents, systemInstruction } = request as { readonly contents: Json; readonly systemInstruction: Json }
    const { body } = await sendWithClient({ model: 'gemini-3-pro', contents, config: { systemInstruction } })
    expect(body).toEqual({ contents, systemInstruction: { parts: [{ text: 'be careful' }] }, generationConfig: {} })
  })

  it('F3 · which refuses what our validator refuses without contents', async () => {
    await expect(sendWithClient({ model: 'gemini-3-pro', contents: [] })).rejects.toThrow('contents are required')
    expect(gemini.validate({ contents: [] })).toMatchObject([{ rule: 'messages-present' }])
  })
})
