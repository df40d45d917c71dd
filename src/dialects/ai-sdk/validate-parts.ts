import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Violation } from '../../schema/prompt.ts'
import { type MessageRule, textIn, violation } from '../validate/rules.ts'

type PartRule = (part: JsonObject, at: string, role: string) => readonly Violation[]

/** Which parts a message of each role may hold, by the SDK's own schema. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'file'],
  assistant: ['text', 'file', 'reasoning', 'reasoning-file', 'custom', 'tool-call', 'tool-result', 'tool-approval-request'],
  tool: ['tool-result', 'tool-approval-response'],
}

const OUTPUTS = new Set(['text', 'json', 'execution-denied', 'error-text', 'error-json', 'content'])

/** "The messages do not match the ModelMessage[] schema." */
export const partsLegal: MessageRule = (message, at) => {
  const { content } = message
  if (!Array.isArray(content)) return []
  return content.flatMap((part: Json, index: number) => {
    const place = `${at}.content[${index}]`
    if (!isJsonObject(part)) return [violation('part-object', place, 'a part must be an object')]
    return RULES.flatMap((rule) => rule(part, place, textIn(message, 'role')))
  })
}

const partKnown: PartRule = (part, at, role) => {
  const legal = Object.hasOwn(PARTS, role) ? PARTS[role] : undefined
  return legal === undefined || legal.includes(textIn(part, 'type'))
    ? []
    : [violation('part-known', at, `a part ${JSON.stringify(part['type'])} in a message of ${role}`)]
}

/** The SDK drops empty text by itself; of white space, providers refuse the whole request. */
const textPresent: PartRule = (part, at) =>
  part['type'] === 'text' && textIn(part, 'text').trim() === '' ? [violation('text-present', at, 'a text part without text')] : []

const callComplete: PartRule = (part, at) => {
  if (part['type'] !== 'tool-call') return []
  return [
    ...(textIn(part, 'toolCallId') === '' ? [violation('call-id-present', at, 'the call has no id')] : []),
    ...(textIn(part, 'toolName') === '' ? [violation('tool-name-present', at, 'the call names no tool')] : []),
    ...(isJsonObject(part['input']) || part['providerExecuted'] === true
      ? []
      : [violation('input-object', at, 'input must be an object')]),
  ]
}

/** The packages hand ids and names on as they are: OpenAI has the shortest, Anthropic the fewest characters, Gemini begins with a letter. */
const namesLegal: PartRule = (part, at) => {
  if ((part['type'] !== 'tool-call' && part['type'] !== 'tool-result') || part['providerExecuted'] === true) return []
  const [id, tool] = [textIn(part, 'toolCallId'), textIn(part, 'toolName')]
  return [
    ...(id === '' || /^[a-zA-Z0-9_-]{1,40}$/.test(id) ? [] : [violation('call-id-legal', at, `call id ${JSON.stringify(id)}`)]),
    ...(tool === '' || /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(tool)
      ? []
      : [violation('tool-name-legal', at, `tool name ${JSON.stringify(tool)}`)]),
  ]
}

const resultComplete: PartRule = (part, at) => {
  if (part['type'] !== 'tool-result') return []
  const output = isJsonObject(part['output']) ? part['output'] : {}
  return [
    ...(textIn(part, 'toolCallId') === '' ? [violation('result-names-call', at, 'the result has no call id')] : []),
    ...(textIn(part, 'toolName') === '' ? [violation('tool-name-present', at, 'the result names no tool')] : []),
    ...(isTyped(output) ? [] : [violation('output-typed', at, 'output must be typed: text, json, content or an error')]),
  ]
}

function isTyped(output: JsonObject): boolean {
  const type = textIn(output, 'type')
  if (!OUTPUTS.has(type)) return false
  if (type === 'content') return Array.isArray(output['value']) && output['value'].every(isContent)
  return type === 'text' || type === 'error-text' ? typeof output['value'] === 'string' : true
}

/** Version 5 wrote files as `media`, which version 7 refuses. */
function isContent(part: Json): boolean {
  return (
    isJsonObject(part) &&
    /^(?:text|custom|file|(?:file|image)-(?:data|url|id|file-id|file-reference))$/.test(textIn(part, 'type'))
  )
}

const fileComplete: PartRule = (part, at) => {
  const { type } = part
  if (type === 'image') return 'image' in part ? [] : [violation('file-complete', at, 'an image part without an image')]
  if (type !== 'file' && type !== 'reasoning-file') return []
  return 'data' in part && typeof part['mediaType'] === 'string'
    ? []
    : [violation('file-complete', at, 'a file part needs data and a media type')]
}

const approvalComplete: PartRule = (part, at) => {
  const { type } = part
  const asks = type === 'tool-approval-request' && typeof part['toolCallId'] !== 'string'
  const answers = type === 'tool-approval-response' && typeof part['approved'] !== 'boolean'
  const named =
    type !== 'tool-approval-request' && type !== 'tool-approval-response' ? true : typeof part['approvalId'] === 'string'
  return asks || answers || !named ? [violation('approval-complete', at, 'an approval that says not what it is for')] : []
}

const RULES: readonly PartRule[] = [
  partKnown,
  textPresent,
  callComplete,
  namesLegal,
  resultComplete,
  fileComplete,
  approvalComplete,
]
