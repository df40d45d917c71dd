import type { Outcome } from '../../schema/entry.ts'
import { jsonText } from '../../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'

export const DENIED = 'Tool call execution denied.'

/** What a tool gave back, in words, and how it went if the output says so. */
interface Said {
  readonly text: string
  readonly outcome?: Outcome
}

/** The words of an output as the SDK types it. */
export function saidBy(output: Json): Said {
  const { type, value = null, reason = null } = isJsonObject(output) ? output : { type: 'json', value: output }
  switch (type) {
    case 'execution-denied':
      return { text: typeof reason === 'string' && reason !== '' ? reason : DENIED, outcome: 'failure' }
    case 'error-text':
    case 'error-json':
      return { text: wordsOf(value), outcome: 'failure' }
    case 'content':
      return { text: Array.isArray(value) ? value.map(lineOf).join('\n') : wordsOf(value) }
    default:
      return { text: wordsOf(type === 'text' || type === 'json' ? value : output) }
  }
}

/** Any value as text: a string is its own, everything else is JSON. */
export function wordsOf(value: Json): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : jsonText(value)
}

/** A line for each part of a result: its text, or what it is. */
function lineOf(part: Json): string {
  if (!isJsonObject(part)) return wordsOf(part)
  const type = stringField(part, 'type') ?? 'part'
  if (type === 'text') return stringField(part, 'text') ?? ''
  return type.startsWith('image') ? '[image]' : '[file]'
}

/** An untyped value, as tools return it, typed as the SDK types it. */
export function outputOf(value: Json, failed: boolean): JsonObject {
  if (typeof value === 'string') return { type: failed ? 'error-text' : 'text', value }
  return { type: failed ? 'error-json' : 'json', value }
}
