import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { FlatBlock } from './flatten.ts'

/** The blocks of one message of the AI SDK. */
export function flattenAiSdk(message: JsonObject): readonly Omit<FlatBlock, 'role' | 'message'>[] {
  const { content, role } = message
  if (typeof content === 'string')
    return [{ kind: 'text', text: content, id: '', tool: '', json: { type: 'text', text: content } }]
  return Array.isArray(content) ? content.map((part) => flattenPart(part, String(role))) : []
}

function flattenPart(part: Json, role: string): Omit<FlatBlock, 'role' | 'message'> {
  const base = { id: '', tool: '', text: '', json: part }
  if (typeof part === 'string') return { ...base, kind: 'text', text: part, json: { type: 'text', text: part } }
  if (!isJsonObject(part)) return { ...base, kind: 'other' }
  const named = { id: string(part['toolCallId']), tool: string(part['toolName']) }
  switch (part['type']) {
    case 'text':
      return { ...base, kind: 'text', text: string(part['text']) }
    case 'reasoning':
      return { ...base, kind: role === 'assistant' ? 'reasoning' : 'other', text: string(part['text']) }
    case 'tool-call':
      if (part['providerExecuted'] === true || role !== 'assistant') return { ...base, kind: 'other' }
      return {
        ...base,
        ...named,
        kind: 'call',
        text: typeof part['input'] === 'string' ? part['input'] : JSON.stringify(part['input'] ?? {}),
      }
    case 'tool-result':
      return role === 'tool'
        ? { ...base, ...named, kind: 'result', text: outputText(part['output'] ?? part['result'] ?? null) }
        : { ...base, kind: 'other' }
    default:
      return { ...base, kind: 'other' }
  }
}

/** What an output says: its text, its JSON, or its parts line by line. */
export function outputText(output: Json): string {
  if (!isJsonObject(output)) return typeof output === 'string' ? output : ''
  const { type, value } = output
  if (type === 'content') return Array.isArray(value) ? value.map(lineOf).join('\n') : ''
  if (isJsonObject(value) && value['status'] === 'compacted') return string(value['message'])
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
}

function lineOf(part: Json): string {
  if (!isJsonObject(part)) return ''
  if (part['type'] === 'text') return string(part['text'])
  return string(part['type']).startsWith('image') ? '[image]' : '[file]'
}

function string(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
