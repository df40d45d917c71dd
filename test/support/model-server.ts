import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import type { LanguageModel } from 'ai'
import OpenAI from 'openai'
import type { LedgerOperation } from '../../src/schema/ledger.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import { aiSdkSummarizer } from '../../src/summarizers/ai-sdk.ts'
import { anthropicSummarizer } from '../../src/summarizers/anthropic.ts'
import type { SummarizerOptions } from '../../src/summarizers/model/settings.ts'
import { openaiSummarizer } from '../../src/summarizers/openai.ts'
import type { ScriptedAnswer } from '../../src/testing/scripted-model/script.ts'
import type { ScriptedModelServer } from '../../src/testing/scripted-model/server.ts'

export type ModelProtocol = 'openai' | 'anthropic'
export const PROTOCOLS: readonly ModelProtocol[] = ['openai', 'anthropic']

/** A model of the real AI SDK providers, behind a scripted server. */
export function modelAt(server: ScriptedModelServer, protocol: ModelProtocol, id = 'scripted-1'): LanguageModel {
  return protocol === 'openai'
    ? createOpenAICompatible({ name: 'scripted', baseURL: server.openaiUrl, apiKey: 'none', includeUsage: true })(id)
    : createAnthropic({ baseURL: server.anthropicUrl, apiKey: 'none' })(id)
}

/** A summarizer over a model behind a scripted server. */
export type Door = (server: ScriptedModelServer, options?: SummarizerOptions & { readonly model?: string }) => Summarizer

/** The clients themselves, as their users make them. */
export const openaiClient = (server: ScriptedModelServer): OpenAI => new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none' })
export const anthropicClient = (server: ScriptedModelServer): Anthropic =>
  new Anthropic({ baseURL: server.anthropicUrl.replace(/\/v1$/, ''), apiKey: 'none' })

type DoorName =
  | 'the AI SDK, OpenAI’s protocol'
  | 'the AI SDK, Anthropic’s protocol'
  | 'OpenAI’s client, Chat Completions'
  | 'OpenAI’s client, Responses'
  | 'Anthropic’s client'

/** Every client through which a model can be asked. */
export const DOORS: Readonly<Record<DoorName, Door>> = {
  'the AI SDK, OpenAI’s protocol': (server, { model, ...options } = {}) =>
    aiSdkSummarizer({ model: modelAt(server, 'openai', model), ...options }),
  'the AI SDK, Anthropic’s protocol': (server, { model, ...options } = {}) =>
    aiSdkSummarizer({ model: modelAt(server, 'anthropic', model), ...options }),
  'OpenAI’s client, Chat Completions': (server, options) =>
    openaiSummarizer({ client: openaiClient(server), model: 'scripted-1', ...options }),
  'OpenAI’s client, Responses': (server, options) =>
    openaiSummarizer({ client: openaiClient(server), model: 'scripted-1', api: 'responses', ...options }),
  'Anthropic’s client': (server, options) =>
    anthropicSummarizer({ client: anthropicClient(server), model: 'scripted-1', ...options }),
}

/** Operations as a model writes them. */
export function says(operations: readonly LedgerOperation[], more: object = {}): ScriptedAnswer {
  return { kind: 'text', text: JSON.stringify({ operations, ...more }) }
}
