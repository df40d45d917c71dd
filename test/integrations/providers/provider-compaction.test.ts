import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { palimpsest } from '../../../src/integrations/openai.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  const message = 'Your input exceeds the context window of this model. Please adjust your input and try again.'
  server = await scriptedModelServer([{ kind: 'status', status: 400, code: 'context_length_exceeded', message }])
})
afterAll(() => server.close())

describe('compaction by OpenAI itself', () => {
  it('case 47 · what does not fit goes out as it is where the provider is asked to compact, and is not tried again', async () => {
    const memory = palimpsest({ thread: 'managed', window: 3_000 })
    const client = memory.wrap(new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 0 }))
    const input = Array.from({ length: 30 }, (_, at) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Message ${at}: ${'at the third valve, since the storm. '.repeat(20)}`,
    }))
    const managed: object = { context_management: [{ type: 'compaction', compact_threshold: 1_000 }] }
    await expect(client.responses.create({ model: 'gpt-5', input, store: false, ...managed })).rejects.toThrow('exceeds')
    expect(server.requests.map(({ body }) => body)).toMatchObject([{ input }])
    const thread = await memory.thread()
    expect([await thread.commits(), (await thread.entries()).length]).toEqual([[], input.length])
  })
})
