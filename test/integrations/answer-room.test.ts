import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { palimpsest as forAiSdk } from '../../src/integrations/ai-sdk/memory.ts'
import { palimpsest as forAnthropic } from '../../src/integrations/anthropic.ts'
import { palimpsest as forLangchain } from '../../src/integrations/langchain/memory.ts'
import { palimpsest as forOpenai } from '../../src/integrations/openai.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { type ScriptedModelServer, scriptedModelServer, strictProvider } from '../../src/testing/index.ts'

const messages = [{ role: 'user' as const, content: 'Look at the valve.' }]
const key = { apiKey: 'none' }

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

/** Two calls of one conversation that ask for more than their provider has in all. Gives what it was asked for, call by call. */
async function asked(call: (server: ScriptedModelServer) => Promise<unknown>): Promise<readonly unknown[]> {
  const provider = strictProvider({ window: 8_192, turn: () => ({ text: 'It leaks.', calls: [] }) })
  server.play((request) => provider.answer(request))
  const before = server.requests.length
  await call(server)
  expect(provider.report().refused).toEqual([])
  return server.requests.slice(before).map(({ body }) => (body as JsonObject)['max_tokens'])
}

describe('F11 · an answer that is to be longer than the window', () => {
  it('is refused once and then shorter: OpenAI', async () => {
    const lengths = await asked(async ({ openaiUrl }) => {
      const client = forOpenai({ thread: 't' }).wrap(new OpenAI({ ...key, baseURL: openaiUrl }))
      for (const _ of [1, 2]) await client.chat.completions.create({ model: 'served', max_tokens: 16_384, messages })
    })
    expect(lengths).toEqual([16_384, 4_096, 4_096])
  })

  it('is refused once and then shorter: Anthropic', async () => {
    const lengths = await asked(async ({ anthropicUrl }) => {
      const client = forAnthropic({ thread: 't' }).wrap(new Anthropic({ ...key, baseURL: anthropicUrl.replace('/v1', '') }))
      for (const _ of [1, 2]) await client.messages.create({ model: 'served', max_tokens: 16_384, messages })
    })
    expect(lengths).toEqual([16_384, 4_096, 4_096])
  })

  it('is refused once and then shorter: the AI SDK, by the call and by what its package asks for', async () => {
    const memory = forAiSdk({ thread: 't' })
    const byCall = await asked(async ({ openaiUrl }) => {
      const model = createOpenAI({ ...key, baseURL: openaiUrl }).chat('served')
      for (const _ of [1, 2]) await generateText({ ...memory.options(), model, messages, maxOutputTokens: 16_384, maxRetries: 0 })
    })
    expect(byCall).toEqual([16_384, 4_096, 4_096])
    const byPackage = await asked(async ({ anthropicUrl }) => {
      const model = createAnthropic({ ...key, baseURL: anthropicUrl })('claude-sonnet-4-5')
      for (const _ of [1, 2]) await generateText({ ...memory.options(), model, messages, maxRetries: 0 })
    })
    expect(byPackage.slice(1)).toEqual([2_048, 2_048])
  })

  it.each([undefined, 2_000])('is made to fit the window that was named, and no call fails for it: %s', async (window) => {
    const memory = forAiSdk({ thread: 't', ...(window === undefined ? {} : { window }) })
    const ways = forLangchain({ thread: 't', ...(window === undefined ? {} : { window }) }).middleware()
    await asked(async ({ openaiUrl }) => {
      const model = createOpenAI({ ...key, baseURL: openaiUrl }).chat('served')
      await generateText({ ...memory.options(), model, messages, maxOutputTokens: 6_000, maxRetries: 0 })
      const chat = new ChatOpenAI({ ...key, model: 'served', maxTokens: 6_000, configuration: { baseURL: openaiUrl } })
      const said = [new HumanMessage('Look at the valve.')]
      await ways.wrapModelCall({ model: chat, messages: said, tools: [] }, () => chat.invoke(said))
    })
  })
})
