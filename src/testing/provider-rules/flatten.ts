import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { DialectName } from '../transcripts/transcripts.ts'
import { flattenAiSdk } from './flatten-ai-sdk.ts'
import { flattenGemini } from './flatten-gemini.ts'
import { flattenItems, itemRole, wireItems } from './flatten-items.ts'
import { flattenLangchain, langchainFields } from './flatten-langchain.ts'

/** One block of a request or transcript, read off its JSON without the library's adapters. */
export interface FlatBlock {
  readonly role: string
  readonly kind: 'text' | 'reasoning' | 'call' | 'result' | 'other'
  /** Text, thinking, arguments, or a result's text. */
  readonly text: string
  /** Of a call, or of the call that a result answers. */
  readonly id: string
  readonly tool: string
  /** Which message it stands in. */
  readonly message: number
  readonly json: Json
}

/** Messages of a request in the shape of a dialect, each with the role it stands for. */
export function rolesIn(dialect: DialectName, request: Json): readonly string[] {
  if (dialect === 'langchain') return wireMessages(request).map((message) => langchainFields(message).role)
  return dialect === 'openai-responses'
    ? wireItems(request).map(itemRole)
    : wireMessages(request).map((message) => (message['role'] === 'model' ? 'assistant' : string(message['role'])))
}

/** Messages of a request in its own shape: a bare array, or a field of an object. */
export function wireMessages(request: Json): readonly JsonObject[] {
  const messages = Array.isArray(request)
    ? request
    : isJsonObject(request)
      ? (request['messages'] ?? request['contents'])
      : undefined
  return Array.isArray(messages) ? messages.filter(isJsonObject) : []
}

/** A block without its cache mark, which says nothing about its content. */
export function unmarked(json: Json): Json {
  if (!isJsonObject(json) || !('cache_control' in json)) return json
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== 'cache_control'))
}

/** Everything that is said in a request, block by block, in order; string content is one text block. */
export function flatten(dialect: DialectName, request: Json): readonly FlatBlock[] {
  if (dialect === 'gemini') return flattenGemini(wireMessages(request))
  if (dialect === 'openai-responses') return flattenItems(request)
  if (dialect === 'langchain') return flattenLangchain(wireMessages(request))
  return wireMessages(request).flatMap((message, index) =>
    flattenMessage(dialect, message).map((block) => ({ ...block, role: string(message['role']), message: index })),
  )
}

type Loose = Omit<FlatBlock, 'role' | 'message'>

function flattenMessage(dialect: DialectName, message: JsonObject): readonly Loose[] {
  if (dialect === 'ai-sdk') return flattenAiSdk(message)
  if (dialect === 'openai-chat' && message['role'] === 'tool') {
    return [block('result', message, { text: resultText(message['content']), id: string(message['tool_call_id']) })]
  }
  const content = message['content']
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : []
  const thoughts = typeof message['reasoning_content'] === 'string' ? message['reasoning_content'] : ''
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : []
  return [
    ...(thoughts === '' ? [] : [block('reasoning', thoughts, { text: thoughts })]),
    ...parts.map(flattenPart),
    ...calls.map(flattenOpenaiCall),
  ]
}

function flattenPart(part: Json): Loose {
  if (typeof part === 'string') return block('text', { type: 'text', text: part }, { text: part })
  if (!isJsonObject(part)) return block('other', part, {})
  switch (part['type']) {
    case 'text':
      return block('text', part, { text: string(part['text']) })
    case 'thinking':
      return block('reasoning', part, { text: string(part['thinking']) })
    case 'redacted_thinking':
      return block('reasoning', part, { text: '' })
    case 'reasoning':
      return block('reasoning', part, { text: string(part['text']) })
    case 'tool_use':
      return block('call', part, {
        text: typeof part['input'] === 'string' ? part['input'] : JSON.stringify(part['input'] ?? {}),
        id: string(part['id']),
        tool: string(part['name']),
      })
    case 'tool_call':
      return block('call', part, { text: string(part['arguments']), id: string(part['id']), tool: string(part['name']) })
    case 'tool_result':
      return block('result', part, {
        text: typeof part['text'] === 'string' ? part['text'] : resultText(part['content']),
        id: string(part['tool_use_id'] ?? part['tool_call_id']),
      })
    default:
      return block('other', part, {})
  }
}

function flattenOpenaiCall(call: Json): Loose {
  if (!isJsonObject(call)) return block('other', call, {})
  const body = isJsonObject(call['function']) ? call['function'] : {}
  return block('call', call, { text: string(body['arguments']), id: string(call['id']), tool: string(body['name']) })
}

/** A result's text: a string, or its text parts line by line, other parts by their type. */
function resultText(content: Json | undefined): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(lineOf).join('\n') : ''
}

/** The same, and how it reads without parts that say nothing: a provider refuses them, so they may be left out. */
export function resultTexts(raw: Json, text: string): readonly string[] {
  const output = isJsonObject(raw) ? raw['output'] : undefined
  const content = isJsonObject(output) ? output['value'] : isJsonObject(raw) ? raw['content'] : undefined
  if (!Array.isArray(content)) return [text.toWellFormed(), sendableJson(text)]
  const spoken = content.map(lineOf).filter((line) => line.trim() !== '')
  // Packages of the AI SDK drop a result of nothing but files: it says that they are there.
  const isFiles = spoken.length > 0 && spoken.every((line) => /^\[.*\]$/.test(line))
  const attached = isFiles ? [[ATTACHED, ...spoken].join('\n')] : []
  const texts = [text, spoken.join('\n'), ...attached].map((line) => line.toWellFormed())
  // Anthropic takes nothing but text with `is_error`: a picture of the failure comes with a sentence instead.
  return isJsonObject(raw) && raw['is_error'] === true ? [...texts, ...texts.map((line) => `${FAILED}\n${line}`)] : texts
}

const FAILED = '[The tool reported an error.]'
const ATTACHED = '[The result is attached.]'

/** JSON in which half characters are replaced, as they are when it is sent; any other text as it is. */
function sendableJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (_, item: Json) => (typeof item === 'string' ? item.toWellFormed() : item)))
  } catch {
    return text.toWellFormed()
  }
}

function lineOf(part: Json): string {
  if (!isJsonObject(part)) return ''
  if (part['type'] === 'text') return string(part['text'])
  return part['type'] === 'image-url' && 'url' in part ? '[image]' : `[${string(part['type'])}]`
}

function block(kind: FlatBlock['kind'], json: Json, said: Partial<Pick<FlatBlock, 'text' | 'id' | 'tool'>>): Loose {
  return { kind, json, text: said.text ?? '', id: said.id ?? '', tool: said.tool ?? '' }
}

function string(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
