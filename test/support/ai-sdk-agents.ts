import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import * as v7 from 'ai'
import { createAnthropic as createAnthropicV6 } from 'ai-sdk-anthropic-v6'
import { createOpenAI as createOpenAIV6 } from 'ai-sdk-openai-v6'
import * as v6 from 'ai-v6'
import type { Thread } from '../../src/index.ts'
import { palimpsest } from '../../src/integrations/ai-sdk/memory.ts'
import { PICTURE, readPart, SYSTEM, TASK, TOOL, type World } from './sdk-world.ts'

export type Behind = 'anthropic' | 'chat'
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

/** A loop of many steps in one call of `streamText`, stopped and begun anew once if the world wants it. */
export async function aiSdkAgent(version: Version, behind: Behind, at: World): Promise<Thread> {
  return version === 'v6' ? agentV6(behind, at) : agentV7(behind, at)
}

async function agentV7(behind: Behind, at: World): Promise<Thread> {
  const model =
    behind === 'anthropic'
      ? createAnthropic({ baseURL: at.server.anthropicUrl, apiKey: 'none' })('claude-sonnet-5')
      : createOpenAI({ baseURL: at.server.openaiUrl, apiKey: 'none' }).chat('gpt-5')
  const { tool, jsonSchema, streamText, isStepCount } = v7
  const read = tool({ description: TOOL.description, inputSchema: jsonSchema<Asked>(TOOL.schema), execute: readPart })
  const messages: v7.ModelMessage[] = [...first]
  for (;;) {
    const memory = palimpsest({ thread: 'agent', store: at.store, window: at.declared })
    const stop = new AbortController()
    const { prepareStep, onStepFinish } = memory.options()
    const result = streamText({
      ...{ model, messages, tools: { read_part: read }, system: SYSTEM, maxOutputTokens: 1_000, maxRetries: 0 },
      ...{ prepareStep, stopWhen: isStepCount(10_000), abortSignal: stop.signal },
      onStepFinish: async (step) => {
        await onStepFinish(step)
        messages.push(...step.response.messages)
        if (at.isTimeToStop()) stop.abort()
      },
      onError: ({ error }) => {
        throw error
      },
    })
    await result.consumeStream({ onError: rethrow })
    if (!stop.signal.aborted) return memory.thread()
  }
}

async function agentV6(behind: Behind, at: World): Promise<Thread> {
  const model =
    behind === 'anthropic'
      ? createAnthropicV6({ baseURL: at.server.anthropicUrl, apiKey: 'none' })('claude-sonnet-5')
      : createOpenAIV6({ baseURL: at.server.openaiUrl, apiKey: 'none' }).chat('gpt-5')
  const { tool, jsonSchema, streamText, stepCountIs } = v6
  const read = tool({ description: TOOL.description, inputSchema: jsonSchema<Asked>(TOOL.schema), execute: readPart })
  let messages: v6.ModelMessage[] = [...first]
  for (;;) {
    const memory = palimpsest({ thread: 'agent', store: at.store, window: at.declared })
    const stop = new AbortController()
    const { prepareStep, onStepFinish } = memory.options()
    const begun = messages
    const result = streamText({
      ...{ model, messages, tools: { read_part: read }, system: SYSTEM, maxOutputTokens: 1_000, maxRetries: 0 },
      ...{ prepareStep, stopWhen: stepCountIs(10_000), abortSignal: stop.signal },
      onStepFinish: async (step) => {
        await onStepFinish(step)
        messages = [...begun, ...step.response.messages]
        if (at.isTimeToStop()) stop.abort()
      },
      onError: ({ error }) => {
        throw error
      },
    })
    await result.consumeStream({ onError: rethrow })
    if (!stop.signal.aborted) return memory.thread()
  }
}

interface Asked {
  readonly part: number
  readonly lines: number
}

function rethrow(error: unknown): void {
  throw error
}
