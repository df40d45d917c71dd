import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { LedgerOperation } from '../../src/schema/ledger.ts'
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

/** Operations as a model writes them. */
export function says(operations: readonly LedgerOperation[], more: object = {}): ScriptedAnswer {
  return { kind: 'text', text: JSON.stringify({ operations, ...more }) }
}
