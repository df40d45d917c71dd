import type { Json, JsonObject } from '../../../schema/json.ts'
import type { ModelMessage, ModelPart } from '../model.ts'

type ResultPart = Extract<ModelPart, { kind: 'result' }>

/** Writes generated messages as OpenAI Chat Completions has them: results are messages of their own. */
export function writeOpenaiMessages(messages: readonly ModelMessage[]): readonly Json[] {
  return messages.flatMap(writeMessage)
}

function writeMessage(message: ModelMessage): readonly Json[] {
  const isResult = (part: ModelPart): part is ResultPart => part.kind === 'result'
  const results = message.parts.filter(isResult)
  const rest = message.parts.filter((part) => !isResult(part))
  const own = rest.length === 0 && results.length > 0 ? [] : [writeOwn({ ...message, parts: rest })]
  // What a person wrote before the results came stays before them.
  const first = message.parts[0]
  return first !== undefined && !isResult(first) ? [...own, ...results.map(writeResult)] : [...results.map(writeResult), ...own]
}

function writeOwn(message: ModelMessage): Json {
  const role = message.role === 'tool' ? 'user' : message.role
  const contents = message.parts.filter((part) => part.kind === 'text' || part.kind === 'file' || part.kind === 'opaque')
  const calls = message.parts.filter((part) => part.kind === 'call')
  const thoughts = message.parts.filter((part) => part.kind === 'reasoning')
  return {
    role,
    ...writeContent(message, contents),
    ...(thoughts.length === 0 ? {} : { reasoning_content: thoughts.map((part) => part.text).join('\n') }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(writeCall) }),
    ...emptyFields(message),
    ...message.extras,
  }
}

/** Some clients append what an SDK returned, with fields that are there and empty. */
function emptyFields({ role, parts }: ModelMessage): JsonObject {
  const [first] = parts
  if (role !== 'assistant' || first?.kind !== 'text' || first.text.length % 3 !== 0) return {}
  const hasCalls = parts.some((part) => part.kind === 'call')
  return { annotations: [], audio: null, function_call: null, parsed: null, ...(hasCalls ? {} : { tool_calls: null }) }
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
    case 'file':
      return part.media === 'audio'
        ? { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'mp3' } }
        : part.media === 'image'
          ? { type: 'image_url', image_url: { url: part.url } }
          : { type: 'file', file: { filename: 'report.pdf', file_data: part.url } }
    case 'opaque':
      return { type: part.type, ...part.body }
    case 'reasoning':
    case 'call':
    case 'result':
      return { type: 'text', text: '' }
  }
}

function writeCall(call: ModelPart): Json {
  if (call.kind !== 'call') return null
  return { id: call.id, type: 'function', function: { name: call.tool, arguments: call.input } }
}

function writeResult(result: ResultPart): Json {
  return { role: 'tool', tool_call_id: result.id, ...contentOf(result), ...result.extras }
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
