import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { FlatBlock } from './flatten.ts'

const CALLED = ['function_call', 'custom_tool_call', 'shell_call', 'mcp_approval_request']

/** The items of a Responses request: a bare list, a list in its field, or one text. */
export function wireItems(request: Json): readonly JsonObject[] {
  const input = Array.isArray(request) ? request : isJsonObject(request) ? request['input'] : undefined
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  return Array.isArray(input) ? input.filter(isJsonObject) : []
}

/** The author of an item: a message names its own, answers are the tools', and the rest comes from the model or its provider. */
export function itemRole(item: JsonObject): string {
  if (typeof item['role'] === 'string') return item['role']
  const type = String(item['type'])
  return type.endsWith('_call_output') || type === 'mcp_approval_response' ? 'tool' : 'assistant'
}

/** Everything that is said in a Responses request, block by block; an item that is not a message is one block. */
export function flattenItems(request: Json): readonly FlatBlock[] {
  return wireItems(request).flatMap((item, message) => {
    const blocks = typeof item['role'] === 'string' ? partsOf(item['content']) : [wholeItem(item)]
    return blocks.map((block) => ({ id: '', tool: '', ...block, role: itemRole(item), message }))
  })
}

type Loose = Pick<FlatBlock, 'kind' | 'text' | 'json'> & Partial<Pick<FlatBlock, 'id' | 'tool'>>

function partsOf(content: Json | undefined): readonly Loose[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content, json: { type: 'text', text: content } }]
  if (!Array.isArray(content)) return []
  return content.filter(isJsonObject).map((part) => {
    const said = part['text'] ?? part['refusal']
    return typeof said === 'string' ? { kind: 'text', text: said, json: part } : { kind: 'other', text: '', json: part }
  })
}

function wholeItem(item: JsonObject): Loose {
  const type = String(item['type'])
  if (type === 'reasoning') return { kind: 'reasoning', text: linesOf(item['summary']), json: item }
  if (CALLED.includes(type)) {
    const id = string(type === 'mcp_approval_request' ? item['id'] : item['call_id'])
    return { kind: 'call', id, tool: string(item['name']), text: calledWith(item), json: item }
  }
  if (!type.endsWith('_call_output')) return { kind: 'other', text: '', json: item }
  return { kind: 'result', id: string(item['call_id']), text: outputText(item), json: item }
}

function calledWith(item: JsonObject): string {
  if (item['type'] === 'shell_call') return JSON.stringify(item['action'] ?? {})
  if (item['type'] === 'mcp_approval_request') {
    const { server_label, name, arguments: given } = item
    return JSON.stringify({ server_label, name, arguments: given })
  }
  return string(item['arguments'] ?? item['input'])
}

function outputText(item: JsonObject): string {
  const { output } = item
  if (typeof output === 'string') return output
  if (!Array.isArray(output)) return ''
  return item['type'] === 'shell_call_output' ? output.filter(isJsonObject).map(printed).join('\n') : linesOf(output)
}

/** What a command printed, or, if it failed or printed nothing, how it ended. */
function printed(chunk: JsonObject): string {
  const said = [string(chunk['stdout']), string(chunk['stderr'])].filter((text) => text !== '')
  const outcome = isJsonObject(chunk['outcome']) ? chunk['outcome'] : {}
  const ended = outcome['exit_code'] === 0 && said.length > 0 ? [] : [`[exit code ${String(outcome['exit_code'])}]`]
  return [...said, ...ended].join('\n')
}

function linesOf(parts: Json | undefined): string {
  if (!Array.isArray(parts)) return ''
  return parts
    .filter(isJsonObject)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : `[${String(part['type'])}]`))
    .join('\n')
}

function string(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
