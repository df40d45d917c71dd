import { isJsonObject, type Json, type JsonObject, stringField } from '../schema/json.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { countItem } from './count-items.ts'
import { MESSAGE_TOKENS, measureCall, measureFile, measureReasoning, measureResult, measureShell } from './measure.ts'
import { type Provider, primingTokens, toolTokens } from './overheads.ts'

/** How requests are counted. */
export interface Counting {
  readonly tokenizer: Tokenizer
  readonly provider: Provider
}

/**
 * Tokens of a whole request (C15), straight from the JSON that goes to OpenAI (Chat Completions, Responses) or Anthropic: system
 * text, messages, tool definitions, and what the provider adds. The same rules as the log's, so that the two agree.
 */
export function countRequest(request: Json, counting: Counting): number {
  const top: JsonObject = Array.isArray(request) ? { messages: request } : isJsonObject(request) ? request : {}
  const system = top['system'] ?? top['instructions']
  const fixed = system === undefined || system === null ? 0 : countMessage({ role: 'system', content: system }, counting)
  const messages = messagesIn(top).reduce<number>((sum, message) => sum + countMessage(message, counting), 0)
  const tools = toolTokens(listAt(top, 'tools'), counting.tokenizer, counting.provider)
  return fixed + messages + tools + primingTokens(counting.provider)
}

function messagesIn(top: JsonObject): readonly Json[] {
  const { input } = top
  return typeof input === 'string' ? [{ role: 'user', content: input }] : [...listAt(top, 'messages'), ...listAt(top, 'input')]
}

/** Tokens of one message of OpenAI or Anthropic: its frame, its text, its calls and results, its files. */
export function countMessage(message: Json, counting: Counting): number {
  if (!isJsonObject(message)) return 0
  const { tokenizer } = counting
  if (message['role'] === undefined) return countItem(message, counting.provider, tokenizer)
  if (message['role'] === 'tool') return MESSAGE_TOKENS + countResult(message, 'tool_call_id', counting)
  const sides = SIDE_FIELDS.map((field) => message[field] ?? null).filter((side) => side !== null && side !== '')
  const beside = sides.reduce<number>((sum, side) => sum + tokenizer.count(asText(side)), 0)
  const calls = listAt(message, 'tool_calls').reduce<number>((sum, call) => sum + countPart(call, counting), 0)
  return frameTokens(message, tokenizer) + countContent(message['content'], counting) + beside + calls
}

/** Fields of an assistant message that stand beside its content. */
const SIDE_FIELDS = ['reasoning_content', 'reasoning', 'refusal', 'audio', 'function_call']

function frameTokens(message: JsonObject, tokenizer: Tokenizer): number {
  const rest = Object.fromEntries(Object.entries(message).filter(([field]) => !SIDE_FIELDS.includes(field)))
  return measureShell({ dialect: '', raw: rest, holes: [] }, tokenizer)
}

function countContent(content: Json | undefined, counting: Counting): number {
  if (typeof content === 'string') return counting.tokenizer.count(content)
  return Array.isArray(content) ? content.reduce<number>((sum, part) => sum + countPart(part, counting), 0) : 0
}

function countPart(part: Json, counting: Counting): number {
  const { tokenizer, provider } = counting
  if (typeof part === 'string') return tokenizer.count(part)
  if (!isJsonObject(part)) return 0
  switch (part['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return tokenizer.count(stringField(part, 'text') ?? '')
    case 'refusal':
      return tokenizer.count(stringField(part, 'refusal') ?? '')
    case 'thinking':
      return measureReasoning(stringField(part, 'thinking') ?? '', stringField(part, 'signature'), tokenizer)
    case 'redacted_thinking':
      return measureReasoning('', stringField(part, 'data'), tokenizer)
    case 'tool_use':
      return measureCall(nameOf(part, part), asText(part['input'] ?? {}), tokenizer)
    case 'tool_result':
      return countResult(part, 'tool_use_id', counting)
    case 'function':
      return countCall(part, 'function', tokenizer)
    case 'custom':
      return countCall(part, 'custom', tokenizer)
    default:
      return measureFile(part, provider, tokenizer)
  }
}

/** A call of OpenAI's: what it calls stands inside. */
function countCall(call: JsonObject, field: 'function' | 'custom', tokenizer: Tokenizer): number {
  const inside = call[field]
  const body = isJsonObject(inside) ? inside : {}
  return measureCall(nameOf(call, body), asText(body['arguments'] ?? body['input'] ?? {}), tokenizer)
}

function nameOf(call: JsonObject, body: JsonObject): { readonly tool: string; readonly callId: string } {
  return { tool: stringField(body, 'name') ?? '', callId: stringField(call, 'id') ?? '' }
}

function countResult(result: JsonObject, id: string, counting: Counting): number {
  const named = { callId: stringField(result, id) ?? '' }
  return measureResult(named, '', counting.tokenizer) + countContent(result['content'], counting)
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function listAt(object: JsonObject, field: string): readonly Json[] {
  const value = object[field]
  return Array.isArray(value) ? value : []
}

/** A cleared result as the cms agent shows it. */
const CLEARED_RESULT = '[Output cleared]'
const STEP_START_TOKENS = 4

/** Tokens of a part of a rich message (A4). */
export function countRichPart(part: JsonObject, tokenizer: Tokenizer): number {
  switch (part['type']) {
    case 'text':
    case 'reasoning':
      return tokenizer.count(stringField(part, 'text') ?? '')
    case 'tool-call':
      return tokenizer.count(stringField(part, 'toolName') ?? '') + countJson(part['input'] ?? part['args'], tokenizer)
    case 'tool-result':
      if (typeof part['compactedAt'] === 'number') return tokenizer.count(CLEARED_RESULT)
      return countJson(part['output'] ?? part['result'], tokenizer)
    case 'compaction-marker':
      return tokenizer.count(stringField(part, 'summary') ?? '')
    case 'step-start':
      return STEP_START_TOKENS
    default:
      return 0
  }
}

/** Tokens of a rich message: its parts and its role. */
export function countRichMessage(message: { readonly parts: readonly JsonObject[] }, tokenizer: Tokenizer): number {
  return message.parts.reduce((sum, part) => sum + countRichPart(part, tokenizer), MESSAGE_TOKENS)
}

function countJson(value: Json | undefined, tokenizer: Tokenizer): number {
  return value === undefined ? 0 : tokenizer.count(JSON.stringify(value))
}
