import { createAnthropic } from '@ai-sdk/anthropic'
import type { LanguageModelV4GenerateResult, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { generateText, type ModelMessage, streamText, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../../src/index.ts'
import { palimpsest } from '../../../src/integrations/ai-sdk/memory.ts'
import { scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'

const DRY: LanguageModelV4GenerateResult = {
  content: [{ type: 'text', text: 'Dry.' }],
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
}

describe('the AI SDK and what it does not know yet', () => {
  it('case 15, L16 · a part of a newer version goes through the middleware untouched', async () => {
    const prompts: unknown[] = []
    const doGenerate = async ({ prompt }: { readonly prompt: unknown }) => {
      prompts.push(prompt)
      return DRY
    }
    const model = wrapLanguageModel({ model: new MockLanguageModelV4({ doGenerate }), middleware: palimpsest().middleware() })
    const newer = '[{"role":"user","content":[{"type":"text","text":"So?"},{"type":"hologram","depth":3}]}]'
    const prompt: LanguageModelV4Prompt = JSON.parse(newer)
    await model.doGenerate({ prompt })
    expect(prompts).toEqual([prompt])
  })

  it('D9 · a thread that is erased while the model answers costs nobody the answer', async () => {
    const compactor = createCompactor()
    const errors: unknown[] = []
    const memory = palimpsest({ thread: 'gone', compactor, onError: (error) => errors.push(error) })
    const doGenerate = async () => {
      await compactor.erase({ thread: 'gone' })
      return DRY
    }
    const { text } = await generateText({
      ...memory.options(),
      model: new MockLanguageModelV4({ doGenerate }),
      prompt: 'So?',
    })
    expect([text, errors.length]).toEqual(['Dry.', 1])
  })

  it('A4 · v7: what it keeps of how a stream of Anthropic’s began is in the log, and neither counted nor sent', async () => {
    const server = await scriptedModelServer([{ kind: 'text', text: 'Dry.' }])
    const model = createAnthropic({ baseURL: server.anthropicUrl, apiKey: 'none' })('claude-sonnet-5')
    const memory = palimpsest({ thread: 'begun' })
    const question = { role: 'user' as const, content: 'So?' }
    const answer = await streamText({ ...memory.options(), model, messages: [question] }).responseMessages
    await server.close()
    const kinds = answer.flatMap(({ content }) => (typeof content === 'string' ? [] : content.map(({ type }) => type)))
    expect(kinds).toEqual(['custom', 'text'])
    expect((await (await memory.thread()).entries()).map(({ kind }) => kind)).toEqual(['text', 'opaque', 'text'])
    const [whole, bare] = [await preparedOf([question, ...answer]), await preparedOf([question, textOf(answer)])]
    expect(whole.tokens).toBe(bare.tokens)
    expect(whole.request).toEqual(bare.request)
  })
})

function textOf(answer: readonly ModelMessage[]): ModelMessage {
  const [message] = answer
  if (message?.role !== 'assistant' || typeof message.content === 'string') throw new Error('no answer in parts')
  return { ...message, content: message.content.filter(({ type }) => type === 'text') }
}

async function preparedOf(messages: readonly ModelMessage[]) {
  const thread = await createCompactor().thread('held against')
  await thread.append(messages, { dialect: 'ai-sdk' })
  return thread.prepare({ dialect: 'ai-sdk', model: 'claude-sonnet-5' })
}
