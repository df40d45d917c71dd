import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import * as v7 from 'ai'
import { createAnthropic as createAnthropicV6 } from 'ai-sdk-anthropic-v6'
import { createOpenAI as createOpenAIV6 } from 'ai-sdk-openai-v6'
import * as v6 from 'ai-v6'
import type { Thread } from '../../src/index.ts'
import { palimpsest } from '../../src/integrations/ai-sdk/memory.ts'
import { PICTURE, SYSTEM, TASK, type World } from './sdk-world.ts'

export type Behind = 'anthropic' | 'chat' | 'responses'
export type Version = 'v6' | 'v7'

const first = [
  {
    role: 'user' as const,
    content: [
      { type: 'text' as const, text: TASK },
      { type: 'file' as const, data: Buffer.from(PICTURE, 'base64'), mediaType: 'image/png' },
    ],
  },
]

/** Anthropic's and OpenAI's models think before they speak; what is sealed goes back, and nothing is stored with the provider. */
const providerOptions = {
  anthropic: { thinking: { type: 'enabled', budgetTokens: 1_024 } },
  openai: { store: false, include: ['reasoning.encrypted_content'], reasoningEffort: 'low', reasoningSummary: 'auto' },
}

/** A loop of many steps in one call of the SDK, stopped and begun anew once if the world wants it. */
export async function aiSdkAgent(version: Version, behind: Behind, at: World): Promise<Thread> {
  return version === 'v6' ? agentV6(behind, at) : agentV7(behind, at)
}

function modelV7(behind: Behind, { anthropicUrl, openaiUrl }: World): v7.LanguageModel {
  if (behind === 'anthropic') return createAnthropic({ baseURL: anthropicUrl, apiKey: 'none' })('claude-sonnet-5')
  const openai = createOpenAI({ baseURL: openaiUrl, apiKey: 'none' })
  return behind === 'chat' ? openai.chat('gpt-4o') : openai.responses('gpt-5')
}

async function agentV7(behind: Behind, at: World): Promise<Thread> {
  const model = modelV7(behind, at)
  const { tool, jsonSchema, streamText, generateText, isStepCount } = v7
  const inputSchema = jsonSchema<object>(at.tool.schema)
  const tools = {
    [at.tool.name]: tool({ description: at.tool.description, inputSchema, execute: (input) => at.tool.work(input) }),
  }
  const messages: v7.ModelMessage[] = [...first]
  for (;;) {
    const memory = palimpsest({ thread: 'agent', store: at.store, window: at.declared })
    const stop = new AbortController()
    const { prepareStep, onStepFinish } = memory.options()
    const options = {
      ...{ model, messages, tools, system: SYSTEM, maxOutputTokens: 1_000, providerOptions },
      ...{ prepareStep, stopWhen: isStepCount(10_000), abortSignal: stop.signal },
      onStepFinish: async (step: v7.StepResult<typeof tools>) => {
        await onStepFinish(step)
        messages.push(...step.response.messages)
        if (at.isTimeToStop()) stop.abort()
      },
    }
    if (behind === 'responses') await unlessStopped(stop, generateText(options))
    else await streamText({ ...options, onError: ({ error }) => rethrow(error) }).consumeStream({ onError: rethrow })
    if (!stop.signal.aborted) return memory.thread()
  }
}

function modelV6(behind: Behind, { anthropicUrl, openaiUrl }: World): v6.LanguageModel {
  if (behind === 'anthropic') return createAnthropicV6({ baseURL: anthropicUrl, apiKey: 'none' })('claude-sonnet-5')
  const openai = createOpenAIV6({ baseURL: openaiUrl, apiKey: 'none' })
  return behind === 'chat' ? openai.chat('gpt-4o') : openai.responses('gpt-5')
}

async function agentV6(behind: Behind, at: World): Promise<Thread> {
  const model = modelV6(behind, at)
  const { tool, jsonSchema, streamText, generateText, stepCountIs } = v6
  const inputSchema = jsonSchema<object>(at.tool.schema)
  const tools = {
    [at.tool.name]: tool({ description: at.tool.description, inputSchema, execute: (input) => at.tool.work(input) }),
  }
  let messages: v6.ModelMessage[] = [...first]
  for (;;) {
    const memory = palimpsest({ thread: 'agent', store: at.store, window: at.declared })
    const stop = new AbortController()
    const { prepareStep, onStepFinish } = memory.options()
    const begun = messages
    const options = {
      ...{ model, messages, tools, system: SYSTEM, maxOutputTokens: 1_000, providerOptions },
      ...{ prepareStep, stopWhen: stepCountIs(10_000), abortSignal: stop.signal },
      onStepFinish: async (step: v6.StepResult<typeof tools>) => {
        await onStepFinish(step)
        messages = [...begun, ...step.response.messages]
        if (at.isTimeToStop()) stop.abort()
      },
    }
    if (behind === 'responses') await unlessStopped(stop, generateText(options))
    else await streamText({ ...options, onError: ({ error }) => rethrow(error) }).consumeStream({ onError: rethrow })
    if (!stop.signal.aborted) return memory.thread()
  }
}

async function unlessStopped(stop: AbortController, work: PromiseLike<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!stop.signal.aborted) throw error
  }
}

function rethrow(error: unknown): never {
  throw error
}
