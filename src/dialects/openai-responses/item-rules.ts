import { type JsonObject, wellFormedJson } from '../../schema/json.ts'
import { type MessageRule, objectsIn, textIn, violation } from '../validate/rules.ts'
import { isCall, itemType, roleOfItem } from './items.ts'

const ROLES = new Set(['system', 'developer', 'user', 'assistant'])
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/
const MOST_CALL_ID = 64

const itemKnown: MessageRule = (item, at) =>
  itemType(item) === '' ? [violation('item-known', at, `type ${JSON.stringify(item['type'])}`)] : []

const roleKnown: MessageRule = (item, at) =>
  itemType(item) === 'message' && !ROLES.has(textIn(item, 'role'))
    ? [violation('role-known', at, `role ${JSON.stringify(item['role'])}`)]
    : []

const contentPresent: MessageRule = (item, at) => {
  const content = item['content']
  const present = (typeof content === 'string' || Array.isArray(content)) && content.length > 0
  return itemType(item) !== 'message' || present ? [] : [violation('content-present', at, 'the content is empty')]
}

const partsPresent: MessageRule = (item, at) =>
  partsOf(item).flatMap((part, index) =>
    (part['type'] === 'input_text' || part['type'] === 'output_text') && textIn(part, 'text') === ''
      ? [violation('part-present', `${at}.content[${index}]`, 'a text part without text')]
      : [],
  )

const SAID = new Set(['output_text', 'refusal'])
const TOLD = new Set(['input_text', 'input_image', 'input_file', 'input_audio'])

/** What the model said is `output_text`, what it was told is `input_text`; there are no files in what it said. */
const partsFitRole: MessageRule = (item, at) => {
  const wrong = item['role'] === 'assistant' ? TOLD : SAID
  return partsOf(item).flatMap((part, index) =>
    wrong.has(textIn(part, 'type')) || part['type'] === 'text'
      ? [violation('part-fits-role', `${at}.content[${index}]`, `${textIn(part, 'type')} with role ${textIn(item, 'role')}`)]
      : [],
  )
}

const callNamed: MessageRule = (item, at) => {
  if (!isCall(item)) return []
  const { length } = textIn(item, 'call_id')
  return length > 0 && length <= MOST_CALL_ID
    ? []
    : [violation('call-id-legal', at, `a call_id has 1 to ${MOST_CALL_ID} characters, not ${length}`)]
}

const toolNamed: MessageRule = (item, at) =>
  isPlainCall(item) && !TOOL_NAME.test(textIn(item, 'name'))
    ? [violation('tool-name-legal', at, `tool name ${JSON.stringify(item['name'])}`)]
    : []

const argumentsText: MessageRule = (item, at) => {
  const field = itemType(item) === 'function_call' ? 'arguments' : 'input'
  return isPlainCall(item) && typeof item[field] !== 'string'
    ? [violation('arguments-text', at, `${field} must be a string`)]
    : []
}

const outputPresent: MessageRule = (item, at) => {
  const type = itemType(item)
  if (type !== 'function_call_output' && type !== 'custom_tool_call_output') return []
  const { output } = item
  return typeof output === 'string' || Array.isArray(output)
    ? []
    : [violation('output-present', at, 'output must be a string or a list')]
}

const summaryPresent: MessageRule = (item, at) =>
  itemType(item) === 'reasoning' && !Array.isArray(item['summary'])
    ? [violation('summary-present', at, 'reasoning needs a summary, if an empty one')]
    : []

const PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  custom_tool_call: 'ctc',
}

/** Whether the provider could have given this id to an item of this type. */
export function isLegalItemId(type: string, id: string): boolean {
  const prefix = (Object.hasOwn(PREFIXES, type) ? PREFIXES[type] : undefined) ?? ''
  return id.startsWith(prefix) && /^[a-zA-Z0-9_-]{0,63}[a-zA-Z0-9-]$/.test(id)
}

const itemIdLegal: MessageRule = (item, at) => {
  const { id } = item
  if (id === undefined || id === null || roleOfItem(item) === 'tool') return []
  return typeof id === 'string' && isLegalItemId(itemType(item), id)
    ? []
    : [violation('item-id-legal', at, `id ${JSON.stringify(id)}`)]
}

const textWellFormed: MessageRule = (item, at) =>
  wellFormedJson(item) === item ? [] : [violation('text-well-formed', at, 'half a surrogate pair')]

/** What the Responses API asks of every item, whatever stands around it. */
export const ITEM_RULES: readonly MessageRule[] = [
  itemKnown,
  roleKnown,
  contentPresent,
  partsPresent,
  partsFitRole,
  callNamed,
  toolNamed,
  argumentsText,
  outputPresent,
  summaryPresent,
  itemIdLegal,
  textWellFormed,
]

function partsOf(item: JsonObject): readonly JsonObject[] {
  return itemType(item) === 'message' ? objectsIn(item, 'content') : []
}

function isPlainCall(item: JsonObject): boolean {
  return itemType(item) === 'function_call' || itemType(item) === 'custom_tool_call'
}
