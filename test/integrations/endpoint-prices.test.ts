import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import * as v7 from 'ai'
import { createOpenAI as createOpenAIV6 } from 'ai-sdk-openai-v6'
import * as v6 from 'ai-v6'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Compactor } from '../../src/engine/create-compactor.ts'
import { createCompactor, modelSources } from '../../src/index.ts'
import { palimpsest as forAiSdk } from '../../src/integrations/ai-sdk/memory.ts'
import { palimpsest as forAnthropic } from '../../src/integrations/anthropic.ts'
import { addressOfModel } from '../../src/integrations/base-url.ts'
import { palimpsest as forLangchain } from '../../src/integrations/langchain/memory.ts'
import { palimpsest as forOpenai } from '../../src/integrations/openai.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
beforeEach(() => server.play([{ kind: 'turn', id: '1', text: 'All right.', calls: [], usage: { input: 100, output: 4 } }]))
afterAll(() => server.close())

const HERE = 100
const flat = (price: number) => ({
  window: 100_000,
  prices: [{ above: 0, input: price, output: price, cacheRead: price }] as const,
})
const SAID = [{ role: 'user' as const, content: 'Is it open?' }]
const openai = () => ({ baseURL: server.openaiUrl, apiKey: 'none' })

type Door = (at: { readonly thread: string; readonly compactor: Compactor }) => Promise<unknown>

const DOORS: readonly (readonly [name: string, call: Door])[] = [
  [
    'OpenAI, Chat Completions',
    (at) => forOpenai(at).wrap(new OpenAI(openai())).chat.completions.create({ model: 'gpt-5', messages: SAID }),
  ],
  ['OpenAI, Responses', (at) => forOpenai(at).wrap(new OpenAI(openai())).responses.create({ model: 'gpt-5', input: SAID })],
  [
    'Anthropic',
    (at) =>
      forAnthropic(at)
        .wrap(new Anthropic({ baseURL: server.anthropicUrl.replace('/v1', ''), apiKey: 'none' }))
        .messages.create({ model: 'claude-sonnet-4-5', max_tokens: 100, messages: SAID }),
  ],
  ['AI SDK 7', (at) => v7.generateText({ ...forAiSdk(at).options(), model: createOpenAI(openai())('gpt-5'), messages: SAID })],
  [
    'AI SDK 7, Anthropic',
    (at) => {
      const model = createAnthropic({ baseURL: server.anthropicUrl, apiKey: 'none' })('claude-sonnet-4-5')
      return v7.generateText({ ...forAiSdk(at).options(), model, messages: SAID })
    },
  ],
  [
    'AI SDK 6',
    (at) => v6.generateText({ ...forAiSdk(at).options(), model: createOpenAIV6(openai()).chat('gpt-5'), messages: SAID }),
  ],
  [
    'AI SDK, a middleware',
    (at) => {
      const model = v7.wrapLanguageModel({ model: createOpenAI(openai())('gpt-5'), middleware: forAiSdk(at).middleware() })
      return v7.generateText({ model, messages: SAID })
    },
  ],
  [
    'LangChain',
    (at) => {
      const model = new ChatOpenAI({ model: 'gpt-5', apiKey: 'none', configuration: { baseURL: server.openaiUrl } })
      const { wrapModelCall } = forLangchain(at).middleware()
      return wrapModelCall({ messages: [new HumanMessage('Is it open?')], model }, ({ messages }) => model.invoke([...messages]))
    },
  ],
]

describe('F9 · prices of an endpoint', () => {
  it.each(DOORS)(
    'hold for what is sent there, whatever the model is called, without being told the address: %s',
    async (name, call) => {
      const { host } = new URL(server.openaiUrl)
      const models = modelSources({ 'gpt-5': flat(1), 'claude-sonnet-4-5': flat(1), [`* at ${host}`]: flat(HERE) })
      const compactor = createCompactor({ models })
      await call({ thread: name, compactor })
      const { last } = await (await compactor.thread(name)).cost()
      const { read = 0, written = 0, new: fresh = 0, output = 0 } = last?.tokens ?? {}
      expect(read + written + fresh).toBeGreaterThan(0)
      expect(last?.dollars).toBeCloseTo(((read + written + fresh + output) * HERE) / 1e6, 9)
    },
  )

  it('the address is the one that a model tells, however it tells it, and nothing if that is the provider itself', () => {
    const told = [
      createOpenAI(openai())('gpt-5'),
      createOpenAIV6(openai()).chat('gpt-5'),
      createAnthropic({ baseURL: server.openaiUrl, apiKey: 'none' })('claude-sonnet-4-5'),
      new ChatOpenAI({ model: 'gpt-5', apiKey: 'none', configuration: { baseURL: server.openaiUrl } }),
      { apiUrl: server.openaiUrl },
      { baseUrl: `${server.openaiUrl}/` },
    ]
    expect(told.map(addressOfModel)).toEqual(told.map(() => server.openaiUrl))
    expect(addressOfModel({ baseURL: 'https://abc.execute-api.us-east-1.amazonaws.com/v1' })).toBe(
      'https://abc.execute-api.us-east-1.amazonaws.com/v1',
    )
    const untold = [
      createOpenAI({ apiKey: 'none' })('gpt-5'),
      createAnthropic({ apiKey: 'none' })('claude-sonnet-4-5'),
      new ChatOpenAI({ model: 'gpt-5', apiKey: 'none' }),
      {
        config: {
          url: () => {
            throw new Error('none')
          },
        },
      },
      { baseURL: 'no address' },
      { baseURL: 'https://bedrock-runtime.us-east-1.amazonaws.com' },
      'openai/gpt-5',
      null,
    ]
    expect(untold.map(addressOfModel)).toEqual(untold.map(() => undefined))
  })
})
