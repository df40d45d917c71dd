import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { palimpsest } from '../../../src/integrations/openai.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  const message = "This model's maximum context length is 6000 tokens. However, you requested 9000 tokens."
  server = await scriptedModelServer((_, count) => {
    if (count === 1) return { kind: 'status', status: 400, code: 'context_length_exceeded', message }
    return count === 2 ? { kind: 'reset' } : { kind: 'text', text: 'Fine.' }
  })
})
afterAll(() => server.close())

describe('a network that fails', () => {
  it('F3 · while a request is sent again that was too large: the client tries again, with the smaller one', async () => {
    const errors: unknown[] = []
    const memory = palimpsest({ thread: 'cut', window: 100_000, onError: (error) => errors.push(error) })
    const client = memory.wrap(new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }))
    const messages = Array.from({ length: 31 }, (_, at) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Message ${at}: ${'at the third valve, since the storm. '.repeat(30)}`,
    }))
    const { choices } = await client.chat.completions.create({ model: 'm', messages })
    expect([choices[0]?.message.content, errors]).toEqual(['Fine.', []])
    const sizes = server.requests.map(({ text }) => text.length)
    expect(sizes).toHaveLength(3)
    expect(sizes[2]).toBeLessThan((sizes[0] ?? 0) / 2)
  })
})
