import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { FlatBlock } from './flatten.ts'

/** A message of LangChain without the form it is kept in: the role it stands for, and its fields. */
export function langchainFields(message: JsonObject): { readonly role: string; readonly fields: JsonObject } {
  const { kwargs, data, id } = message
  const named =
    isJsonObject(kwargs) && Array.isArray(id) ? (string(id.at(-1)).split('Message')[0] ?? '') : string(message['type'])
  const fields = isJsonObject(kwargs) ? kwargs : isJsonObject(data) && !('content' in message) ? data : message
  return { role: ROLES[named.toLowerCase()] ?? string(message['role']), fields }
}

const ROLES: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' }

type Loose = Omit<FlatBlock, 'role' | 'message'>

/** Its blocks. A call that stands in the content and in a list is one call. */
export function flattenLangchain(messages: readonly JsonObject[]): readonly FlatBlock[] {
  return messages.flatMap((message, index) => {
    const { role, fields } = langchainFields(message)
    return blocksOf(role, fields).map((block) => ({ ...block, role, message: index }))
  })
}

function blocksOf(role: string, fields: JsonObject): readonly Loose[] {
  const { content } = fields
  if (role === 'tool') {
    return [{ kind: 'result', text: resultText(content), id: string(fields['tool_call_id']), tool: '', json: fields }]
  }
  const calls = [...listIn(fields, 'tool_calls'), ...listIn(fields, 'invalid_tool_calls')]
  if (typeof content === 'string') {
    const text: Loose = { kind: 'text', text: content, id: '', tool: '', json: { type: 'text', text: content } }
    return [...(content === '' && calls.length > 0 ? [] : [text]), ...calls.map(flatCall)]
  }
  const parts = Array.isArray(content) ? content : []
  const inside = parts.filter(isJsonObject).flatMap(({ type, id = '' }) => (type === 'tool_use' ? [id] : []))
  const blocks = parts.map((part) => flatPart(part, role))
  return [...blocks, ...calls.filter((call) => !takes(inside, call['id'])).map(flatCall)]
}

/** Takes an id out of a list, if it is there. */
function takes(ids: Json[], id: Json = ''): boolean {
  const index = ids.indexOf(id)
  if (index !== -1) ids.splice(index, 1)
  return index !== -1
}

function flatCall(call: JsonObject): Loose {
  const { args = {} } = call
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  return { kind: 'call', text, id: string(call['id']), tool: string(call['name']), json: call }
}

function flatPart(part: Json, role: string): Loose {
  const base = { id: '', tool: '', text: '', json: part }
  if (typeof part === 'string') return { ...base, kind: 'text', text: part, json: { type: 'text', text: part } }
  if (!isJsonObject(part)) return { ...base, kind: 'other' }
  const isAgents = role === 'assistant'
  switch (part['type']) {
    case 'text':
      return { ...base, kind: 'text', text: string(part['text']) }
    case 'thinking':
    case 'redacted_thinking':
    case 'reasoning':
      return { ...base, kind: 'reasoning', text: string(part['thinking'] ?? part['reasoning']) }
    case 'tool_use':
      return isAgents ? flatCall({ ...part, args: part['input'] ?? {} }) : { ...base, kind: 'call', id: string(part['id']) }
    default:
      return { ...base, kind: 'other' }
  }
}

/** A result's text: a string, or its text blocks line by line, others by their type. */
function resultText(content: Json | undefined): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(lineOf).join('\n') : ''
}

function lineOf(part: Json): string {
  if (!isJsonObject(part)) return ''
  return part['type'] === 'text' ? string(part['text']) : `[${string(part['type'])}]`
}

function listIn(fields: JsonObject, key: string): readonly JsonObject[] {
  const list = fields[key]
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

function string(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
