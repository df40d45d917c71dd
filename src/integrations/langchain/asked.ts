import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import type { RequestOptions } from '../../engine/request-options.ts'
import { addressOfModel } from '../base-url.ts'
import type { Conversation } from '../conversation.ts'
import type { WatchedPolicies } from '../watched.ts'
import type { ModelRequest } from './shapes.ts'

export type Asked = RequestOptions<'langchain'>

/** What is known of a request besides its messages: system text, tools, the model and the room that its answer takes. */
export function askedFor({ given }: Conversation, policies: WatchedPolicies, request: ModelRequest): Asked {
  const { window, model = named(request.model), reserve } = given
  const { baseUrl = addressOfModel(request.model) } = given
  const maxOutputTokens = answerRoom(request.model)
  const signal = request.runtime?.signal
  const system = request.systemPrompt || request.systemMessage?.text
  return {
    ...{ dialect: 'langchain', tools: (request.tools ?? []).flatMap((tool) => definitionOf(tool, policies)) },
    ...(system === undefined || system === '' ? {} : { system }),
    ...(model === undefined ? {} : { model }),
    ...(window === undefined ? {} : { window }),
    ...(reserve === undefined ? {} : { reserve }),
    ...(maxOutputTokens === undefined ? {} : { around: { dialect: 'langchain', envelope: { maxOutputTokens }, tools: [] } }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(signal === undefined ? {} : { signal }),
  }
}

/** Chat models say what they are called under one of two names. */
function named(model: unknown): string | undefined {
  if (typeof model === 'string') return model
  return ['model', 'modelName'].map((name) => fieldOf(model, name)).find((name) => typeof name === 'string')
}

/** Most tokens of an answer, if the model was made with a limit. */
function answerRoom(model: unknown): number | undefined {
  const limits = ['maxTokens', 'maxOutputTokens'].map((name) => fieldOf(model, name)).filter((limit) => typeof limit === 'number')
  return limits.find((limit) => limit > 0 && Number.isFinite(limit))
}

function fieldOf(model: unknown, name: string): unknown {
  return typeof model === 'object' && model !== null ? Reflect.get(model, name) : undefined
}

/** A tool as OpenAI defines it, with what it says about its results. */
function definitionOf(tool: unknown, policies: WatchedPolicies): readonly object[] {
  if (typeof tool !== 'object' || tool === null) return []
  const definition = isStructured(tool) ? convertToOpenAITool(tool) : tool
  const name = fieldOf(tool, 'name') ?? fieldOf(fieldOf(tool, 'function'), 'name')
  const policy = typeof name === 'string' && Object.hasOwn(policies, name) ? policies[name] : undefined
  if (policy === undefined) return [definition]
  const { determinism: _, ...declared } = policy
  return [{ ...definition, palimpsest: declared }]
}

/** A tool of LangChain's own; others are definitions already. */
function isStructured(tool: object): tool is Parameters<typeof convertToOpenAITool>[0] {
  return 'schema' in tool && 'name' in tool
}
