import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { generateText } from 'ai'
import { createOpenAI as createOpenAIV6 } from 'ai-sdk-openai-v6'
import { generateText as generateTextV6 } from 'ai-v6'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompactor, presets } from '../../src/index.ts'
import { compact, estimateMessagesTokens, safeCompact, shouldCompact } from '../../src/integrations/layer.ts'
import { palimpsest as forOpenai } from '../../src/integrations/openai.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import { type ScriptedModelServer, scriptedModelServer, strictProvider } from '../../src/testing/index.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

const strict = (window = 8_000) => strictProvider({ window, turn: () => ({ text: 'All right.', calls: [] }) })
const bodies = (): readonly JsonObject[] => server.requests.map(({ body }) => body as JsonObject)

describe('D13 · functions over messages, beside the real AI SDK', () => {
  const call = { toolCallId: 'c1', toolName: 'look' }
  // As version 4 had it: `args` and `result`.
  const old: readonly Json[] = [
    { role: 'user', content: 'Look at the valve.' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, args: { at: 'valve' } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, result: { leaks: true } }] },
  ]
  const history: readonly Json[] = [
    ...old,
    ...Array.from({ length: 20 }, (_, n) => [
      { role: 'assistant', content: `Answer ${n}: ${'at the third valve, since the storm. '.repeat(20)}` },
      { role: 'user', content: `Question ${n}: ${'where does it leak? '.repeat(20)}` },
    ]).flat(),
  ]

  it.each(['v6', 'v7'])('D13 · what they give is a prompt that %s takes, and a provider, too', async (version) => {
    const provider = strict()
    server.play((request) => provider.answer(request))
    const thread = await createCompactor({ policy: presets.layer() }).thread(version)
    expect(shouldCompact(history, { modelContextLimit: 6_000 })).toBe(true)
    const made = await compact(history, { thread, modelContextLimit: 6_000 })
    expect(made.event.round).toBe(1)
    expect(estimateMessagesTokens(made.messages)).toBeLessThan(estimateMessagesTokens(history))
    const prompt = JSON.stringify(made.messages)
    const at = { baseURL: server.openaiUrl, apiKey: 'none' }
    const { text } =
      version === 'v7'
        ? await generateText({ model: createOpenAI(at).chat('gpt-4o'), messages: JSON.parse(prompt), maxRetries: 0 })
        : await generateTextV6({ model: createOpenAIV6(at).chat('gpt-4o'), messages: JSON.parse(prompt), maxRetries: 0 })
    expect(text).toBe('All right.')
    expect(provider.report()).toMatchObject({ requests: 1, refused: [], overflows: 0 })
  })

  it('D9, D13 · a store that fails leaves the messages as they are, and the SDK goes on with them', async () => {
    server.play([{ kind: 'text', text: 'Fine.' }])
    const thread = await createCompactor().thread('broken')
    const told: unknown[] = []
    const broken = { ...thread, resend: () => Promise.reject(new Error('disk full')) }
    const messages = history.slice(3).toSpliced(0, 1)
    const same = await safeCompact(messages, { thread: broken, onError: (error) => told.push(error) })
    expect(same).toBe(messages)
    expect(told).toHaveLength(1)
    const model = createOpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }).chat('gpt-4o')
    const { text } = await generateText({ model, messages: JSON.parse(JSON.stringify(same)), maxRetries: 0 })
    expect(text).toBe('Fine.')
  })
})

describe('case 45 · a client that puts kept messages in again, in another order', () => {
  it('case 45 · OpenAI: the request is legal, has the client’s order, and nothing twice', async () => {
    const provider = strict(20_000)
    server.play((request) => provider.answer(request))
    const memory = forOpenai({ thread: 'reordered', window: 6_000 })
    const client = memory.wrap(new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 0 }))
    const round = (n: number): OpenAI.ChatCompletionMessageParam[] => [
      { role: 'user', content: `Question ${n}: ${'where does it leak? '.repeat(30)}` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `call_${n}`, type: 'function', function: { name: 'look', arguments: `{"at":${n}}` } }],
      },
      { role: 'tool', tool_call_id: `call_${n}`, content: `Result ${n}: ${'a leak at the third valve. '.repeat(30)}` },
      { role: 'assistant', content: `Answer ${n}.` },
    ]
    const rounds = Array.from({ length: 12 }, (_, n) => round(n))
    const ask = (messages: OpenAI.ChatCompletionMessageParam[]) =>
      client.chat.completions.create({ model: 'gpt-4o', messages: [...messages, { role: 'user', content: 'So?' }] })
    await ask(rounds.flat())
    // Another program has trimmed its history, and puts rounds of before behind later ones.
    const reordered = [...rounds.slice(8, 10), ...rounds.slice(2, 4), ...rounds.slice(10)].flat()
    await ask(reordered)
    expect(provider.report()).toMatchObject({ refused: [], overflows: 0 })
    const shown = JSON.stringify(bodies().at(-1)?.['messages'])
    for (let n = 0; n < 12; n += 1) expect(shown.split(`"tool_call_id":"call_${n}"`).length).toBeLessThanOrEqual(2)
    const order = [...shown.matchAll(/"tool_call_id":"call_(\d+)"/g)].map(([, n]) => Number(n))
    const wanted = [8, 9, 2, 3, 10, 11]
    expect(order).toEqual(wanted.filter((n) => order.includes(n)))
  })
})

describe('F17 · what is published to test with', () => {
  it('F17 · the strict provider refuses, through the real clients, what real ones refuse', async () => {
    const provider = strict()
    server.play((request) => provider.answer(request))
    const openai = new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 0 })
    const anthropic = new Anthropic({ baseURL: server.anthropicUrl.replace('/v1', ''), apiKey: 'none', maxRetries: 0 })
    const orphan = { role: 'tool' as const, tool_call_id: 'call_1', content: 'a leak' }
    await expect(
      openai.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'So?' }, orphan] }),
    ).rejects.toThrow(/answers a call/)
    await expect(
      openai.responses.create({ model: 'm', input: [{ type: 'function_call_output', call_id: 'call_1', output: 'a leak' }] }),
    ).rejects.toThrow()
    const sealed = { type: 'thinking' as const, thinking: 'the valve', signature: 'forged' }
    await expect(
      anthropic.messages.create({
        ...{ model: 'm', max_tokens: 10 },
        messages: [
          { role: 'user', content: 'Look.' },
          { role: 'assistant', content: [sealed, { type: 'text', text: 'I look.' }] },
          { role: 'user', content: 'So?' },
        ],
      }),
    ).rejects.toThrow(/seal of a thought/)
    await expect(
      anthropic.messages.create({ model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'leak '.repeat(20_000) }] }),
    ).rejects.toThrow(/prompt is too long/)
    expect(provider.report()).toMatchObject({ requests: 4, overflows: 1 })
    expect(provider.report().refused).toHaveLength(3)
  })
})
