import { isJsonObject, type Json, type JsonObject } from '../../../schema/json.ts'
import type { ModelMessage, ModelPart } from '../model.ts'

type ResultPart = Extract<ModelPart, { kind: 'result' }>

/** Writes generated messages as Anthropic Messages has them: results are blocks of user messages. */
export function writeAnthropicMessages(messages: readonly ModelMessage[]): readonly Json[] {
  return messages.map((message) => ({
    role: message.role === 'tool' ? 'user' : message.role,
    ...writeContent(message),
    ...answerFields(message),
    ...message.extras,
  }))
}

/** Some clients append the whole answer, with what it says about itself. */
function answerFields({ role, parts }: ModelMessage): JsonObject {
  const [first] = parts
  if (role !== 'assistant' || first?.kind !== 'text' || first.text.length % 3 !== 0) return {}
  const id = `msg_${first.text.length}`
  return { id, type: 'message', model: 'm-1', stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 3 } }
}

function writeContent(message: ModelMessage): JsonObject {
  const [only] = message.parts
  if (message.parts.length === 0) {
    const empty = { string: '', array: [], null: null } as const
    return message.shape === 'absent' ? {} : { content: empty[message.shape] }
  }
  if (message.parts.length === 1 && only?.kind === 'text' && message.shape === 'string') return { content: only.text }
  return { content: message.parts.map(writeBlock) }
}

function writeBlock(part: ModelPart): Json {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text, ...part.extras }
    case 'reasoning':
      return writeReasoning(part)
    case 'call':
      return { type: 'tool_use', id: part.id, name: part.tool, input: inputOf(part.input) }
    case 'result':
      return {
        type: 'tool_result',
        tool_use_id: part.id,
        ...contentOf(part),
        ...(part.failed ? { is_error: true } : {}),
        ...part.extras,
      }
    case 'file':
      return {
        type: part.media === 'image' ? 'image' : 'document',
        source: part.url.startsWith('data:')
          ? { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' }
          : { type: 'url', url: part.url },
      }
    case 'opaque':
      return { type: part.type, ...part.body }
  }
}

function writeReasoning(part: Extract<ModelPart, { kind: 'reasoning' }>): Json {
  switch (part.seal) {
    case 'signed':
      return { type: 'thinking', thinking: part.text, signature: `sig-${part.text.length}-EqRkLmNo` }
    case 'redacted':
      return { type: 'redacted_thinking', data: `enc-${part.text.length}-AbCdEf` }
    case 'plain':
      return { type: 'thinking', thinking: part.text, signature: '' }
  }
}

/** Arguments that are not JSON arrive as the text they are. */
function inputOf(input: string): Json {
  try {
    const value = JSON.parse(input) as Json
    return isJsonObject(value) || Array.isArray(value) ? value : input
  } catch {
    return input
  }
}

function contentOf(result: ResultPart): JsonObject {
  const text = { type: 'text', text: result.text }
  switch (result.shape) {
    case 'string':
      return { content: result.text }
    case 'array':
      return { content: [text] }
    case 'image':
      return { content: [text, { type: 'image', source: { type: 'url', url: 'https://example.org/shot.png' } }] }
    case 'hollow':
      return { content: [{ type: 'text', text: '' }, text] }
    case 'null':
      return { content: null }
    case 'absent':
      return {}
  }
}
