import type { Role } from '../../schema/entry.ts'
import { type JsonObject, stringField } from '../../schema/json.ts'

/** Every kind of call that is answered by another item, with the kinds that may answer it. */
export const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  function_call: ['function_call_output'],
  custom_tool_call: ['custom_tool_call_output'],
  local_shell_call: ['local_shell_call_output', 'function_call_output'],
  shell_call: ['shell_call_output'],
  apply_patch_call: ['apply_patch_call_output'],
  computer_call: ['computer_call_output'],
  tool_search_call: ['tool_search_output'],
  mcp_approval_request: ['mcp_approval_response'],
}

const OUTPUTS = new Set(
  Object.values(ANSWERS)
    .flat()
    .filter((type) => type !== 'mcp_approval_response'),
)

/** The type of an item: one without is a message, or refers to a stored item; the empty text if it is nothing that we know. */
export function itemType(item: JsonObject): string {
  const type = stringField(item, 'type')
  if (type !== undefined) return type
  if (typeof item['role'] === 'string') return 'message'
  return typeof item['id'] === 'string' ? 'item_reference' : ''
}

/** True for a call that an output answers: neither what the provider looks up by itself, nor a question to a person. */
export function isCall(item: JsonObject): boolean {
  const type = itemType(item)
  if (type === 'mcp_approval_request' || !Object.hasOwn(ANSWERS, type)) return false
  return type !== 'tool_search_call' || typeof item['call_id'] === 'string'
}

/** True for the output of a call. What the provider found by itself answers nothing. */
export function isAnswer(item: JsonObject): boolean {
  const type = itemType(item)
  return OUTPUTS.has(type) && (type !== 'tool_search_output' || typeof item['call_id'] === 'string')
}

/** The author of an item: what is neither a message nor an answer comes from the model or its provider. */
export function roleOfItem(item: JsonObject): Role {
  const type = itemType(item)
  if (type === 'message') return messageRole(stringField(item, 'role'))
  if (type === 'mcp_approval_response' || isAnswer(item)) return 'tool'
  if (type === 'compaction_trigger') return 'user'
  return type === 'additional_tools' || type === 'configuration_update' ? 'system' : 'assistant'
}

function messageRole(role: string | undefined): Role {
  return role === 'assistant' || role === 'user' ? role : 'system'
}
