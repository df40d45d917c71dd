import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../../schema/json.ts'
import type { MessagesCheck, ValidationStart } from '../../schema/ports.ts'
import type { Violation } from '../../schema/prompt.ts'
import { checkPairs } from '../validate/pairs.ts'
import { type MessageRule, messagesPresent, objectsIn, requestMessages, runRules, textIn, violation } from '../validate/rules.ts'
import { checkTools } from '../validate/tools.ts'
import { fieldsOf } from './fields.ts'

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** What LangChain takes as messages, and what the providers behind it take of them. */
export function validateLangchain(request: Json): readonly Violation[] {
  const messages = requestMessages(request)
  const leading = messages.findIndex((message) => !isSystem(message))
  return [
    ...messagesPresent(messages),
    ...systemInFront(messages, leading),
    ...checkLangchainMessages(messages, { index: 0, used: new Set() }).violations,
    ...checkTools(request, { shape: 'openai-chat', name: TOOL_NAME }),
  ]
}

/** The same for a stretch of messages. */
export function checkLangchainMessages(messages: readonly Json[], start: ValidationStart): MessagesCheck {
  const pairs = checkPairs(stepsOf(messages, start.index), { together: false, taken: start.used })
  return { violations: [...runRules(messages, RULES, start.index), ...pairs.violations], used: pairs.used }
}

function isSystem(message: Json): boolean {
  return ['system', 'developer'].includes(fieldsOf(message)?.type ?? '')
}

/** "System messages are only permitted as the first passed message." */
function systemInFront(messages: readonly Json[], leading: number): readonly Violation[] {
  return messages.flatMap((message, index) =>
    leading !== -1 && index > leading && isSystem(message)
      ? [violation('system-in-front', `messages[${index}]`, 'system text belongs in front of the messages')]
      : [],
  )
}

const typeKnown: MessageRule = (message, at) => {
  const type = fieldsOf(message)?.type
  return type === undefined || type === 'remove'
    ? [violation('type-known', at, `type ${JSON.stringify(message['type'] ?? message['role'] ?? null)}`)]
    : []
}

/** An answer may say nothing beside its calls, a tool nothing at all. */
const contentPresent: MessageRule = (message, at) => {
  const { content } = fieldsIn(message)
  if (Array.isArray(content) ? content.length > 0 : typeof content === 'string' && content.trim() !== '') return []
  const mayBeEmpty = content === '' && (isOf(message, 'tool') || callsIn(message).length > 0)
  return mayBeEmpty || ['function', 'remove', undefined].includes(fieldsOf(message)?.type)
    ? []
    : [violation('content-present', at, 'the content is empty')]
}

const partsPresent: MessageRule = (message, at) =>
  objectsIn(fieldsIn(message), 'content').flatMap((part, index) =>
    part['type'] === 'text' && textIn(part, 'text').trim() === ''
      ? [violation('part-present', `${at}.content[${index}]`, 'a text block without text')]
      : [],
  )

const FILES = /^(?:image|image_url|audio|input_audio|video|file|document|media|text-plain)$/

const filesByPeople: MessageRule = (message, at) =>
  isOf(message, 'human') || isOf(message, 'tool')
    ? []
    : objectsIn(fieldsIn(message), 'content').flatMap((part, index) =>
        FILES.test(textIn(part, 'type'))
          ? [violation('file-by-user', `${at}.content[${index}]`, `${textIn(part, 'type')} in a message of nobody's`)]
          : [],
      )

const callsByAgent: MessageRule = (message, at) =>
  isOf(message, 'ai') || callsIn(message).length === 0 ? [] : [violation('call-by-agent', at, 'only the agent calls tools')]

const callsComplete: MessageRule = (message, at) =>
  callsIn(message).flatMap((call, index) => callViolations(call, `${at}.tool_calls[${index}]`))

function callViolations(call: JsonObject, at: string): readonly Violation[] {
  return [
    ...(textIn(call, 'id') === '' ? [violation('call-id-present', at, 'the call has no id')] : []),
    ...(TOOL_NAME.test(textIn(call, 'name'))
      ? []
      : [violation('tool-name-legal', at, `tool name ${JSON.stringify(call['name'] ?? null)}`)]),
    ...(isJsonObject(call['args']) ? [] : [violation('arguments-object', at, 'args must be an object')]),
  ]
}

/** What could not be read as a call is not sent as one: its result would answer nothing. */
const noCallsUnread: MessageRule = (message, at) =>
  objectsIn(fieldsIn(message), 'invalid_tool_calls').length === 0
    ? []
    : [violation('call-readable', at, 'invalid_tool_calls are not sent')]

const resultNamesCall: MessageRule = (message, at) =>
  isOf(message, 'tool') && textIn(fieldsIn(message), 'tool_call_id') === ''
    ? [violation('result-names-call', at, 'tool_call_id is missing')]
    : []

/** A provider refuses thoughts with nothing after them. */
const reasoningLeads: MessageRule = (message, at) =>
  /^(?:thinking|redacted_thinking|reasoning)$/.test(textIn(objectsIn(fieldsIn(message), 'content').at(-1) ?? {}, 'type')) &&
  callsIn(message).length === 0
    ? [violation('reasoning-leads', at, 'a message may not end in reasoning')]
    : []

const wellFormed: MessageRule = (message, at) =>
  wellFormedJson(message) === message ? [] : [violation('text-well-formed', at, 'half a surrogate pair')]

const RULES: readonly MessageRule[] = [
  ...[typeKnown, contentPresent, partsPresent, filesByPeople, callsByAgent, callsComplete, noCallsUnread, resultNamesCall],
  ...[reasoningLeads, wellFormed],
]

function isOf(message: JsonObject, type: string): boolean {
  return fieldsOf(message)?.type === type
}

function fieldsIn(message: JsonObject): JsonObject {
  return fieldsOf(message)?.fields ?? {}
}

function callsIn(message: JsonObject): readonly JsonObject[] {
  return objectsIn(fieldsIn(message), 'tool_calls')
}

function stepsOf(messages: readonly Json[], start: number): Parameters<typeof checkPairs>[0] {
  return messages.filter(isJsonObject).map((message, index) => ({
    at: `messages[${start + index}]`,
    calls: callsIn(message).map((call) => textIn(call, 'id')),
    results: isOf(message, 'tool') ? [textIn(fieldsIn(message), 'tool_call_id')] : [],
    speaks: !isOf(message, 'tool'),
  }))
}
