import { jsonText } from '../../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'

/** One kind of call item: what it calls, with what, and how it says something else instead. */
interface CallKind {
  /** The type of the item that answers it. */
  readonly answer: string
  /** The field that holds the id its answer names. */
  readonly id: 'call_id' | 'id'
  /** Calls by name with a text; the others have a shape of their own, which stays as it came while it is shown whole. */
  readonly plain: boolean
  tool(item: JsonObject): string
  input(item: JsonObject): string
  withInput(item: JsonObject, text: string): JsonObject
}

/** Every kind of call that the provider does not carry out itself. */
const CALLS: Readonly<Record<string, CallKind>> = {
  function_call: {
    answer: 'function_call_output',
    id: 'call_id',
    plain: true,
    tool: nameOf,
    input: (item) => asText(item['arguments']),
    withInput: (item, text) => ({ ...item, arguments: text }),
  },
  custom_tool_call: {
    answer: 'custom_tool_call_output',
    id: 'call_id',
    plain: true,
    tool: nameOf,
    input: (item) => asText(item['input']),
    withInput: (item, text) => ({ ...item, input: text }),
  },
  local_shell_call: {
    ...shaped('local_shell', 'action'),
    answer: 'local_shell_call_output',
    withInput: (item, text) => ({ ...item, action: { type: 'exec', env: {}, ...objectAt(item, 'action'), command: [text] } }),
  },
  shell_call: {
    ...shaped('shell', 'action'),
    answer: 'shell_call_output',
    withInput: (item, text) => ({ ...item, action: { ...objectAt(item, 'action'), commands: [text] } }),
  },
  apply_patch_call: {
    ...shaped('apply_patch', 'operation'),
    answer: 'apply_patch_call_output',
    withInput: (item, text) => ({
      ...item,
      operation: { path: '', ...objectAt(item, 'operation'), type: 'update_file', diff: text },
    }),
  },
  computer_call: {
    ...shaped('computer', 'action', 'actions'),
    answer: 'computer_call_output',
    withInput: ({ actions: _, ...item }, text) => ({ ...item, action: { type: 'type', text } }),
  },
  tool_search_call: {
    ...shaped('tool_search', 'arguments'),
    answer: 'tool_search_output',
    withInput: (item, text) => ({ ...item, arguments: { shortened: text } }),
  },
  mcp_approval_request: {
    answer: 'mcp_approval_response',
    id: 'id',
    plain: false,
    tool: () => 'mcp_approval_request',
    input: ({ server_label = null, name = null, arguments: given = null }) =>
      JSON.stringify({ server_label, name, arguments: given }),
    withInput: (item, text) => ({ ...item, arguments: text }),
  },
}

/** The kind of a call item; `undefined` if the item is something else, or no id ties it to an answer. */
export function callKindOf(item: JsonObject): CallKind | undefined {
  const type = stringField(item, 'type') ?? ''
  const kind = Object.hasOwn(CALLS, type) ? CALLS[type] : undefined
  // The provider searches by itself if there is no id.
  return type === 'tool_search_call' && typeof item['call_id'] !== 'string' ? undefined : kind
}

/** The type of item that answers a call of this type. */
export function answerTo(callType: string): string {
  return (Object.hasOwn(CALLS, callType) ? CALLS[callType]?.answer : undefined) ?? 'function_call_output'
}

/** A call without a name: what it does stands in one of these fields. */
function shaped(tool: string, ...fields: readonly string[]): Pick<CallKind, 'id' | 'plain' | 'tool' | 'input'> {
  const found = (item: JsonObject): Json => fields.map((field) => item[field]).find((value) => value !== undefined) ?? {}
  return { id: 'call_id', plain: false, tool: () => tool, input: (item) => asText(found(item)) }
}

function nameOf(item: JsonObject): string {
  return stringField(item, 'name') ?? ''
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : jsonText(value ?? {})
}

function objectAt(item: JsonObject, field: string): JsonObject {
  const value = item[field]
  return isJsonObject(value) ? value : {}
}
