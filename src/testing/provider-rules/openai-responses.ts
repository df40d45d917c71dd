import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { brokenStrings, type Fault, must } from './fault.ts'
import { wireItems } from './flatten-items.ts'

const ROLES = ['user', 'assistant', 'system', 'developer']
const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const LONGEST_ID = 64

/** "Expected an ID that begins with 'fc'", and so on. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  custom_tool_call: 'ctc',
}

/**
 * OpenAI Responses, as its reference and its error messages have it: a function call has an output further on, an output a call
 * before it; reasoning is followed by the item it led to; no two items have one id.
 */
export function responsesFaults(request: Json): readonly Fault[] {
  const items = wireItems(request)
  return [
    ...must(items.length > 0, 'there is input', 'input'),
    ...items.flatMap((item, index) => itemFaults(item, `input[${index}]`)),
    ...items.flatMap((item, index) => orderFaults(items, item, index)),
    ...callFaults(items),
    ...idFaults(items),
    ...instructionFaults(request),
  ]
}

function itemFaults(item: JsonObject, where: string): readonly Fault[] {
  const broken = brokenStrings({ ...item }, where)
  switch (kindOf(item)) {
    case 'message':
      return [...messageFaults(item, where), ...broken]
    case 'reasoning':
      return [...must(Array.isArray(item['summary']), 'reasoning has a summary', where), ...broken]
    case 'function_call':
      return [
        ...must(typeof item['arguments'] === 'string', 'arguments are a string', where),
        ...nameFaults(item, where),
        ...broken,
      ]
    case 'custom_tool_call':
      return [...must(typeof item['input'] === 'string', 'input is a string', where), ...nameFaults(item, where), ...broken]
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { output } = item
      return [...must(typeof output === 'string' || Array.isArray(output), 'an output is text or a list', where), ...broken]
    }
    case 'shell_call_output':
      return [...must(Array.isArray(item['output']), 'a shell’s output is a list', where), ...broken]
    default:
      return [...must(kindOf(item) !== '', 'an item has a type', where), ...broken]
  }
}

function messageFaults(item: JsonObject, where: string): readonly Fault[] {
  const { role, content } = item
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : []
  // "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'."
  const side = role === 'assistant' ? /^(?:output_text|refusal)$/ : /^input_/
  const known = /^(?:output_text|refusal|text|input_text|input_image|input_file|input_audio)$/
  return [
    ...must(ROLES.includes(String(role)), 'the role is known', where),
    ...must((typeof content === 'string' || Array.isArray(content)) && content.length > 0, 'a message has content', where),
    ...parts.flatMap((part) => {
      const type = String(part['type'])
      return [
        ...must(!known.test(type) || side.test(type), 'parts are of the types that the role takes', where),
        ...must(
          !type.endsWith('put_text') || (typeof part['text'] === 'string' && part['text'] !== ''),
          'text parts hold text',
          where,
        ),
      ]
    }),
  ]
}

function nameFaults(item: JsonObject, where: string): readonly Fault[] {
  return must(NAME.test(String(item['name'])), 'the tool name is legal', where)
}

/** What depends on the neighbours. */
function orderFaults(items: readonly JsonObject[], item: JsonObject, index: number): readonly Fault[] {
  const where = `input[${index}]`
  const next = items[index + 1]
  const isOutput = (other: JsonObject): boolean => /_output$|^mcp_approval_response$/.test(kindOf(other))
  const byModel = next !== undefined && (next['role'] === undefined ? !isOutput(next) : next['role'] === 'assistant')
  return [
    ...must(kindOf(item) !== 'reasoning' || byModel, 'reasoning is followed by what it led to', where),
    ...must(kindOf(item) !== 'compaction_trigger' || next === undefined, 'the wish to compact is the last item', where),
  ]
}

/** The kinds of call that a client carries out, each with the kind of output it takes. */
const ANSWERED: Readonly<Record<string, RegExp>> = {
  function_call: /^function_call_output$/,
  custom_tool_call: /^custom_tool_call_output$/,
  shell_call: /^shell_call_output$/,
  local_shell_call: /^(?:local_shell|function)_call_output$/,
  apply_patch_call: /^apply_patch_call_output$/,
  computer_call: /^computer_call_output$/,
  mcp_approval_request: /^mcp_approval_response$/,
}

/** "No tool output found for function call …", "No tool call found for function call output with call_id …". */
function callFaults(items: readonly JsonObject[]): readonly Fault[] {
  const open = new Map<string, string>()
  const ever = new Set<string>()
  const faults: Fault[] = []
  for (const [index, item] of items.entries()) {
    const [kind, where] = [kindOf(item), `input[${index}]`]
    if (Object.hasOwn(ANSWERED, kind)) {
      const id = String(kind === 'mcp_approval_request' ? item['id'] : item['call_id'])
      faults.push(
        ...must(id.length > 0 && id.length <= LONGEST_ID, `a call id has 1 to ${LONGEST_ID} characters`, where),
        ...must(!ever.has(id), 'call ids are unique', where),
      )
      ever.add(id)
      open.set(id, kind)
    } else if (Object.values(ANSWERED).some((answers) => answers.test(kind))) {
      const id = String(item['call_id'] ?? item['approval_request_id'] ?? item['id'])
      const call = open.get(id)
      faults.push(...must(call !== undefined && ANSWERED[call]?.test(kind) === true, 'an output has its call before it', where))
      open.delete(id)
    }
  }
  const left = [...open].filter(([, kind]) => kind !== 'mcp_approval_request').map(([id]) => id)
  return [...faults, ...must(left.length === 0, 'every call has an output', left.join(' '))]
}

function idFaults(items: readonly JsonObject[]): readonly Fault[] {
  const seen = new Set<string>()
  return items.flatMap((item, index) => {
    const { id } = item
    const where = `input[${index}]`
    if (typeof id !== 'string' || kindOf(item) === 'item_reference' || /_output$|_response$/.test(kindOf(item))) return []
    const again = seen.has(id)
    seen.add(id)
    return [
      ...must(id.startsWith(BEGINNINGS[kindOf(item)] ?? ''), 'an id begins as its kind of item does', where),
      ...must(/^[a-zA-Z0-9_-]{1,64}$/.test(id), 'an id has letters, numbers, underscores or dashes, 64 at most', where),
      ...must(!id.endsWith('_'), 'an id does not end in an underscore', where),
      ...must(!again, 'no two items have one id', where),
    ]
  })
}

function instructionFaults(request: Json): readonly Fault[] {
  const instructions = isJsonObject(request) ? (request['instructions'] ?? '') : ''
  return [
    ...must(typeof instructions === 'string', 'instructions are text', 'instructions'),
    ...brokenStrings(instructions, 'instructions'),
  ]
}

function kindOf(item: JsonObject): string {
  if (typeof item['type'] === 'string') return item['type']
  return 'role' in item ? 'message' : 'id' in item ? 'item_reference' : ''
}
