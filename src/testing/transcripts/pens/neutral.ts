import type { Json, JsonObject } from '../../../schema/json.ts'
import type { ModelMessage, ModelPart } from '../model.ts'

/** Writes generated messages in our neutral shape: every block a part, results with role tool. */
export function writeNeutralMessages(messages: readonly ModelMessage[]): readonly Json[] {
  return messages.map((message) => ({
    role: message.role,
    ...writeContent(message),
    ...(message.summary === true ? { compactSummary: true } : {}),
    ...message.extras,
  }))
}

function writeContent(message: ModelMessage): JsonObject {
  if (message.parts.length > 0) return { content: message.parts.map(writePart) }
  const empty = { string: '', array: [], null: null } as const
  return message.shape === 'absent' ? {} : { content: empty[message.shape] }
}

function writePart(part: ModelPart): Json {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text, ...part.extras }
    case 'reasoning':
      return { type: 'reasoning', text: part.text }
    case 'call':
      return { type: 'tool_call', id: part.id, name: part.tool, arguments: part.input }
    case 'result':
      return {
        type: 'tool_result',
        tool_call_id: part.id,
        text: part.text,
        ...(part.failed ? { is_error: true } : {}),
        ...part.extras,
      }
    case 'file':
      return part.media === 'image' ? { type: 'image', note: part.url.slice(0, 40) } : { type: part.media, url: part.url }
    case 'opaque':
      return { type: part.type, ...part.body }
  }
}
