import { isJsonObject, type Json, type JsonObject } from '../../../schema/json.ts'
import type { ModelMessage, ModelPart } from '../model.ts'

type ResultPart = Extract<ModelPart, { kind: 'result' }>
type CallPart = Extract<ModelPart, { kind: 'call' }>

/** The forms that messages of LangChain have: as states hold them, as instances are serialised, as histories are stored. */
const FORMS: readonly ((type: string, fields: JsonObject) => JsonObject)[] = [
  (type, fields) => ({ type, ...fields }),
  (type, fields) => ({ lc: 1, type: 'constructor', id: ['langchain_core', 'messages', CLASSES[type] ?? ''], kwargs: fields }),
  (type, fields) => ({ type, ...fields }),
  (type, fields) => ({ type, data: fields }),
]

const CLASSES: Readonly<Record<string, string>> = {
  ...{ system: 'SystemMessage', human: 'HumanMessage', ai: 'AIMessage', tool: 'ToolMessage' },
}
const TYPES = { system: 'system', user: 'human', assistant: 'ai', tool: 'human' } as const

/** Writes generated messages as LangChain has them: results are messages of their own, calls stand beside the content or in it, too. */
export function writeLangchainMessages(messages: readonly ModelMessage[]): readonly Json[] {
  const form = FORMS[messages.length % FORMS.length] ?? plain
  return messages.flatMap((message) => writeMessage(message, form))
}

function plain(type: string, fields: JsonObject): JsonObject {
  return { type, ...fields }
}

function writeMessage(message: ModelMessage, form: typeof plain): readonly Json[] {
  const isResult = (part: ModelPart): part is ResultPart => part.kind === 'result'
  const results = message.parts.filter(isResult).map((part) => form('tool', writeResult(part)))
  const rest = message.parts.filter((part) => !isResult(part))
  const own = rest.length === 0 && results.length > 0 ? [] : [form(TYPES[message.role], writeOwn({ ...message, parts: rest }))]
  // What a person wrote before the results came stays before them.
  const first = message.parts[0]
  return first !== undefined && !isResult(first) ? [...own, ...results] : [...results, ...own]
}

function writeOwn(message: ModelMessage): JsonObject {
  const isAgents = message.role === 'assistant'
  const calls = message.parts.filter((part) => part.kind === 'call')
  // Who answers with thoughts has its calls among them.
  const isInside = isAgents && message.parts.some((part) => part.kind === 'reasoning')
  const contents = message.parts.filter((part) => part.kind !== 'call' || (isInside && isReadable(part)) || !isAgents)
  return {
    ...writeContent(message, contents),
    ...(isAgents ? listed(calls) : {}),
    ...(message.summary === true ? { additional_kwargs: { lc_source: 'summarization' } } : {}),
    ...answerFields(message),
    ...message.extras,
  }
}

function listed(calls: readonly CallPart[]): JsonObject {
  const broken = calls.filter((part) => !isReadable(part))
  return {
    tool_calls: calls
      .filter(isReadable)
      .map(({ id, tool, input }) => ({ name: tool, args: parsed(input) ?? {}, id, type: 'tool_call' })),
    ...(broken.length === 0 ? {} : { invalid_tool_calls: broken.map(writeBroken) }),
  }
}

function writeBroken({ id, tool, input }: CallPart): Json {
  return { name: tool, args: input, id, error: 'Malformed args.', type: 'invalid_tool_call' }
}

function isReadable(part: CallPart): boolean {
  return isJsonObject(parsed(part.input))
}

function parsed(input: string): Json | undefined {
  try {
    return JSON.parse(input)
  } catch {
    return undefined
  }
}

/** What an answer says about itself, and no model is told. */
function answerFields({ role, parts }: ModelMessage): JsonObject {
  const [first] = parts
  if (role !== 'assistant' || first?.kind !== 'text' || first.text.length % 3 !== 0) return {}
  const usage = { input_tokens: 3, output_tokens: 4, total_tokens: 7 }
  return {
    id: `run-${first.text.length}`,
    response_metadata: { model_name: 'm-1', finish_reason: 'stop' },
    usage_metadata: usage,
  }
}

function writeContent(message: ModelMessage, parts: readonly ModelPart[]): JsonObject {
  const [only] = parts
  if (parts.length === 0) {
    const empty = { string: '', array: [], null: null } as const
    return message.shape === 'absent' ? {} : { content: empty[message.shape] }
  }
  if (parts.length === 1 && only?.kind === 'text' && message.shape === 'string') return { content: only.text }
  return { content: parts.map(writePart) }
}

function writePart(part: ModelPart): Json {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text, ...part.extras }
    case 'reasoning':
      return writeReasoning(part)
    case 'call':
      return { type: 'tool_use', id: part.id, name: part.tool, input: parsed(part.input) ?? part.input }
    case 'file':
      return writeFile(part)
    case 'opaque':
      return { type: part.type, ...part.body }
    case 'result':
      return { type: 'text', text: '' }
  }
}

function writeReasoning({ text, seal }: Extract<ModelPart, { kind: 'reasoning' }>): Json {
  switch (seal) {
    case 'signed':
      return { type: 'thinking', thinking: text, signature: `sig-${text.length}-EqRkLmNo` }
    case 'redacted':
      return { type: 'redacted_thinking', data: `enc-${text.length}-AbCdEf` }
    case 'plain':
      return { type: 'reasoning', reasoning: text }
  }
}

function writeFile({ media, url }: Extract<ModelPart, { kind: 'file' }>): Json {
  if (media === 'audio') return { type: 'audio', data: 'UklGRg==', mimeType: 'audio/mp3' }
  if (media === 'document') return { type: 'file', url, mimeType: 'application/pdf' }
  return url.startsWith('data:') ? { type: 'image_url', image_url: { url } } : { type: 'image', url }
}

function writeResult(result: ResultPart): JsonObject {
  const { id, tool, failed } = result
  const status = failed ? 'error' : 'success'
  return { ...contentOf(result), tool_call_id: id, name: tool, status, artifact: { kept: id.length }, ...result.extras }
}

function contentOf(result: ResultPart): JsonObject {
  const text = { type: 'text', text: result.text }
  switch (result.shape) {
    case 'string':
      return { content: result.text }
    case 'array':
      return { content: [text] }
    case 'image':
      return { content: [text, { type: 'image_url', image_url: { url: 'https://example.org/shot.png' } }] }
    case 'hollow':
      return { content: [{ type: 'text', text: '' }, text] }
    case 'null':
      return { content: null }
    case 'absent':
      return {}
  }
}
