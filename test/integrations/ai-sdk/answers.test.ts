import { createAnthropic } from '@ai-sdk/anthropic'
import type { LanguageModelV4GenerateResult, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { APICallError, generateText, type ModelMessage, streamText, wrapLanguageModel } from 'ai'
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

  it('case 16 · of a request that is made smaller, no part is sent that the SDK would not send: an approval is asked for among people', async () => {
    const prompts: LanguageModelV4Prompt[] = []
    const doGenerate = async ({ prompt }: { readonly prompt: LanguageModelV4Prompt }) => {
      prompts.push(prompt)
      if (prompts.length === 1) throw new Error('prompt is too long: 9000 tokens > 5000 maximum')
      return DRY
    }
    const call = { toolCallId: 'call_1', toolName: 'remove', input: {} }
    const long = (at: number): ModelMessage => ({ role: 'user', content: `Page ${at}: ${'where does it leak? '.repeat(60)}` })
    const messages: ModelMessage[] = [
      ...Array.from({ length: 12 }, (_, at) => long(at)),
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', ...call },
          { type: 'tool-approval-request', approvalId: 'ap_1', toolCallId: 'call_1' },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-approval-response', approvalId: 'ap_1', approved: true },
          { type: 'tool-result', toolCallId: 'call_1', toolName: 'remove', output: { type: 'text', value: 'gone' } },
        ],
      },
      { role: 'user', content: 'So?' },
    ]
    const model = new MockLanguageModelV4({ doGenerate })
    await generateText({ ...palimpsest().options(), model, messages, maxRetries: 0 })
    const types = prompts.map((prompt) =>
      prompt.flatMap(({ content }) => (typeof content === 'string' ? [] : content.map(({ type }) => type))),
    )
    expect(types.map((list) => list.filter((type) => type.startsWith('tool-')))).toEqual([
      ['tool-call', 'tool-result'],
      ['tool-call', 'tool-result'],
    ])
    expect(prompts[1]?.length).toBeLessThan(prompts[0]?.length ?? 0)
  })

  it('F3 · a request that was made smaller stays so if the network then fails, and the SDK tries the step again', async () => {
    const sizes: number[] = []
    const about = {
      url: 'http://127.0.0.1',
      requestBodyValues: {},
      isRetryable: true,
      responseHeaders: { 'retry-after-ms': '1' },
    }
    const doGenerate = async ({ prompt }: { readonly prompt: LanguageModelV4Prompt }) => {
      sizes.push(JSON.stringify(prompt).length)
      const [first = 0] = sizes
      if (sizes.length === 2) throw new APICallError({ ...about, message: 'the connection was closed' })
      if ((sizes.at(-1) ?? 0) > first / 2) throw new Error('prompt is too long: 9000 tokens > 5000 maximum')
      return DRY
    }
    const messages = Array.from({ length: 25 }, (_, at): ModelMessage => {
      const content = `Page ${at}: ${'where does it leak? '.repeat(60)}`
      return at % 2 === 0 ? { role: 'user', content } : { role: 'assistant', content }
    })
    const { text } = await generateText({ ...palimpsest().options(), model: new MockLanguageModelV4({ doGenerate }), messages })
    expect([text, sizes.length]).toEqual(['Dry.', 3])
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
