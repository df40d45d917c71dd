import { createOpenAI } from '@ai-sdk/openai'
import { HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import * as v7 from 'ai'
import { createOpenAI as createOpenAIV6 } from 'ai-sdk-openai-v6'
import * as v6 from 'ai-v6'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import { palimpsest } from '../../src/integrations/ai-sdk/memory.ts'
import { palimpsest as forLangchain } from '../../src/integrations/langchain/memory.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
beforeEach(() => server.play([{ kind: 'text', text: 'All right.' }]))
afterAll(() => server.close())

type PromptCache = 'off' | 'key' | '24h'

const MODEL = 'gpt-5'
const compactorFor = (promptCache: PromptCache) => createCompactor({ promptCache })
const messages = [{ role: 'user' as const, content: 'Hello.' }]
const OWN = { openai: { promptCacheKey: 'mine' } }

/** What the server was sent of it. */
function sent(): readonly unknown[] {
  const body = (server.requests.at(-1)?.body ?? {}) as JsonObject
  return [body['prompt_cache_key'], body['prompt_cache_retention']]
}

type Way = (promptCache: PromptCache, own?: typeof OWN) => Promise<readonly unknown[]>

const memoryFor = (promptCache: PromptCache) => palimpsest({ thread: 't', compactor: compactorFor(promptCache) })
const at = () => ({ baseURL: server.openaiUrl, apiKey: 'none' })

const ways: Record<string, Way> = {
  'AI SDK 7, Responses': async (promptCache, own) => {
    const options = memoryFor(promptCache).options()
    await v7.generateText({
      ...options,
      model: createOpenAI(at()).responses(MODEL),
      messages,
      ...(own && { providerOptions: own }),
    })
    return sent()
  },
  'AI SDK 6, Chat Completions': async (promptCache, own) => {
    const options = memoryFor(promptCache).options()
    const asked = { ...options, model: createOpenAIV6(at()).chat(MODEL), messages, ...(own && { providerOptions: own }) }
    await v6.generateText(asked as never)
    return sent()
  },
  'AI SDK 7, the middleware': async (promptCache, own) => {
    const model = v7.wrapLanguageModel({
      model: createOpenAI(at()).chat(MODEL),
      middleware: memoryFor(promptCache).middleware() as never,
    })
    await v7.generateText({ model, messages, ...(own && { providerOptions: own }) })
    return sent()
  },
  LangChain: async (promptCache, own) => {
    const model = new ChatOpenAI({ model: MODEL, apiKey: 'none', configuration: { baseURL: server.openaiUrl } })
    const memory = forLangchain({ thread: 't', compactor: compactorFor(promptCache) })
    const modelSettings = own === undefined ? {} : own.openai
    await memory.middleware().wrapModelCall({ messages: [new HumanMessage('Hello.')], model, modelSettings }, (request) => {
      return model.invoke(request.messages, request.modelSettings)
    })
    return sent()
  },
}

describe('F9 · the name by which OpenAI finds what it has kept', () => {
  it.each(Object.entries(ways))('goes out with every call where the host allows it, and not otherwise: %s', async (_, way) => {
    const [key, retention] = await way('24h')
    expect([key, retention]).toEqual([expect.stringMatching(/^[0-9a-f]{16,64}$/), '24h'])
    expect(await way('key')).toEqual([key, undefined])
    expect(await way('off')).toEqual([undefined, undefined])
    expect(await way('key', OWN)).toEqual(['mine', undefined])
  })

  it('is the same by hand: options of a call, as each SDK takes them', async () => {
    const thread = await compactorFor('24h').thread('t')
    await thread.append(messages, { dialect: 'ai-sdk' })
    const sdk = (await thread.prepare({ dialect: 'ai-sdk', model: MODEL })).request
    const { openai } = sdk.providerOptions ?? {}
    expect(openai).toEqual({ promptCacheKey: expect.any(String), promptCacheRetention: '24h' })
    const { messages: _, ...options } = (await thread.prepare({ dialect: 'langchain', model: MODEL })).request
    expect(options).toEqual(openai)
  })

  it('is not asked of other models of LangChain, whose servers may not take it', async () => {
    const memory = forLangchain({ thread: 't', compactor: compactorFor('key') })
    const asked: unknown[] = []
    for (const name of ['ChatDeepSeek', 'ChatAnthropic', 'AzureChatOpenAI']) {
      const model = { getName: () => name, model: MODEL }
      const modelSettings = {}
      await memory.middleware().wrapModelCall({ messages: [new HumanMessage('Hello.')], model, modelSettings }, (request) => {
        asked.push(Object.keys(request.modelSettings))
        return undefined
      })
    }
    expect(asked).toEqual([[], ['cache_control'], ['promptCacheKey']])
  })
})
