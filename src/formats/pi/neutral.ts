import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { PiLine } from './lines.ts'

/** Stands in front of a summary, so that the model that goes on knows what it is. */
export const SUMMARY_PREFIX =
  'Another language model worked on this task and produced a summary. Use this to continue the work without duplicating effort:'

/** A summary as the message that stands for what it replaces. */
export function summaryMessage(summary: string): JsonObject {
  return { ...user(`${SUMMARY_PREFIX}\n${summary}`), compactSummary: true }
}

/** The message that a line of a session holds, in our neutral shape; `null` if it holds no message for the model. */
export function neutralMessage({ value }: PiLine): JsonObject | null {
  switch (value['type']) {
    case 'message':
      return isJsonObject(value['message']) ? fromMessage(value['message']) : null
    case 'branch_summary':
      return user(`Summary of a branch that was left:\n${stringField(value, 'summary') ?? ''}`)
    case 'custom_message':
      return user(textOf(value['content']))
    default:
      return null
  }
}

function fromMessage(message: JsonObject): JsonObject | null {
  switch (message['role']) {
    case 'user':
      return { role: 'user', content: partsOf(message['content']).flatMap(fromPart) }
    case 'assistant':
      return { role: 'assistant', content: partsOf(message['content']).flatMap(fromPart) }
    case 'toolResult':
      return { role: 'tool', content: [resultOf(message)] }
    case 'bashExecution': {
      const exit =
        message['exitCode'] === undefined || message['exitCode'] === null ? '' : `\nexit code: ${String(message['exitCode'])}`
      return user(`Ran ${stringField(message, 'command') ?? ''}\n${stringField(message, 'output') ?? ''}${exit}`)
    }
    case 'compactionSummary':
    case 'branchSummary':
      return user(stringField(message, 'summary') ?? '')
    case 'custom':
      return user(textOf(message['content']))
    default:
      return null
  }
}

function resultOf(message: JsonObject): JsonObject {
  return {
    type: 'tool_result',
    tool_call_id: stringField(message, 'toolCallId') ?? '',
    text: textOf(message['content']),
    ...(message['isError'] === true ? { is_error: true } : {}),
  }
}

function fromPart(part: JsonObject): readonly JsonObject[] {
  switch (part['type']) {
    case 'text':
      return [{ type: 'text', text: stringField(part, 'text') ?? '' }]
    case 'thinking':
      return [{ type: 'reasoning', text: stringField(part, 'thinking') ?? '' }]
    case 'toolCall':
      return [
        {
          type: 'tool_call',
          id: stringField(part, 'id') ?? '',
          name: stringField(part, 'name') ?? '',
          arguments: JSON.stringify(part['arguments'] ?? {}),
        },
      ]
    case 'image':
      return [{ type: 'image', note: stringField(part, 'mimeType') ?? 'attached' }]
    default:
      return [{ ...part, type: stringField(part, 'type') ?? 'unknown' }]
  }
}

function user(text: string): JsonObject {
  return { role: 'user', content: [{ type: 'text', text }] }
}

/** Content as parts: a string is one text. */
function partsOf(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isJsonObject) : []
}

/** The words of content; for parts without words, their kind. */
export function textOf(content: Json | undefined): string {
  return partsOf(content)
    .map((part) => stringField(part, 'text') ?? `[${stringField(part, 'type') ?? 'unknown'}]`)
    .join('\n')
}
