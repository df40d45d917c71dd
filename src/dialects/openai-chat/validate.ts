import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { MessagesCheck, ValidationStart } from '../../schema/ports.ts'
import type { Violation } from '../../schema/prompt.ts'
import { checkPairs } from '../validate/pairs.ts'
import {
  type MessageRule,
  objectsIn,
  runRules,
  textIn,
  validateByMessages,
  violation,
  wellFormedRule,
} from '../validate/rules.ts'
import { checkTools } from '../validate/tools.ts'

/** `function` is deprecated, and still taken. */
const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** What OpenAI's Chat Completions accept. */
export function validateOpenaiChat(request: Json): readonly Violation[] {
  return [
    ...validateByMessages(request, checkOpenaiChatMessages),
    ...checkTools(request, { shape: 'openai-chat', name: TOOL_NAME }),
  ]
}

/** The same for a stretch of messages. */
export function checkOpenaiChatMessages(messages: readonly Json[], start: ValidationStart): MessagesCheck {
  const pairs = checkPairs(stepsOf(messages, start.index), { together: false, taken: start.used })
  return { violations: [...runRules(messages, RULES, start.index), ...pairs.violations], used: pairs.used }
}

const roleKnown: MessageRule = (message, at) =>
  ROLES.has(textIn(message, 'role')) ? [] : [violation('role-known', at, `role ${JSON.stringify(message['role'])}`)]

/** Content may be missing only if an assistant message says something in another field, and empty only beside calls or in a result. */
const contentPresent: MessageRule = (message, at) => {
  const content = message['content']
  if (typeof content === 'string' && content !== '') return []
  if (Array.isArray(content) && content.length > 0) return []
  const speaks = ['tool_calls', 'refusal', 'audio', 'function_call'].some((field) => hasValue(message[field]))
  const nothing = content === null || content === undefined
  if (textIn(message, 'role') === 'assistant' && nothing && speaks) return []
  if (content === '' && (message['role'] === 'tool' || hasValue(message['tool_calls']))) return []
  if (message['role'] === 'function' && content !== undefined) return []
  return [violation('content-present', at, 'the content is empty')]
}

const partsPresent: MessageRule = (message, at) =>
  objectsIn(message, 'content').flatMap((part, index) =>
    part['type'] === 'text' && textIn(part, 'text') === ''
      ? [violation('part-present', `${at}.content[${index}]`, 'an empty text part')]
      : [],
  )

/** "Image URLs are only allowed for messages with role 'user'." */
const partsAreObjects: MessageRule = (message, at) =>
  Array.isArray(message['content']) && !message['content'].every(isJsonObject)
    ? [violation('part-object', at, 'a part must be an object')]
    : []

const filesByUser: MessageRule = (message, at) =>
  !['assistant', 'system', 'developer'].includes(textIn(message, 'role'))
    ? []
    : objectsIn(message, 'content').flatMap((part, index) =>
        /^(?:image_url|input_audio|file)$/.test(textIn(part, 'type'))
          ? [
              violation(
                'file-by-user',
                `${at}.content[${index}]`,
                `${textIn(part, 'type')} in a message of ${textIn(message, 'role')}`,
              ),
            ]
          : [],
      )

/** Only the agent calls tools. */
const callsByAssistant: MessageRule = (message, at) =>
  message['role'] === 'assistant' || objectsIn(message, 'tool_calls').length === 0
    ? []
    : [violation('call-by-assistant', at, `tool_calls in a message of ${textIn(message, 'role')}`)]

const callsComplete: MessageRule = (message, at) => {
  if (Array.isArray(message['tool_calls']) && message['tool_calls'].length === 0) {
    return [violation('calls-present', at, 'tool_calls is an empty array')]
  }
  return objectsIn(message, 'tool_calls').flatMap((call, index) => callViolations(call, `${at}.tool_calls[${index}]`))
}

function callViolations(call: JsonObject, at: string): readonly Violation[] {
  const body = [call['function'], call['custom']].find(isJsonObject) ?? {}
  return [
    ...(textIn(call, 'id') === '' ? [violation('call-id-present', at, 'the call has no id')] : []),
    ...(TOOL_NAME.test(textIn(body, 'name'))
      ? []
      : [violation('tool-name-legal', at, `tool name ${JSON.stringify(body['name'])}`)]),
    ...(typeof (body['arguments'] ?? body['input']) === 'string'
      ? []
      : [violation('arguments-text', at, 'arguments must be a string')]),
  ]
}

const resultNamesCall: MessageRule = (message, at) =>
  message['role'] === 'tool' && textIn(message, 'tool_call_id') === ''
    ? [violation('result-names-call', at, 'tool_call_id is missing')]
    : []

const RULES: readonly MessageRule[] = [
  roleKnown,
  contentPresent,
  partsPresent,
  partsAreObjects,
  filesByUser,
  callsByAssistant,
  callsComplete,
  resultNamesCall,
  wellFormedRule,
]

function hasValue(value: Json | undefined): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}

function stepsOf(messages: readonly Json[], start: number): Parameters<typeof checkPairs>[0] {
  return messages.filter(isJsonObject).map((message, index) => ({
    at: `messages[${start + index}]`,
    calls: objectsIn(message, 'tool_calls').map((call) => textIn(call, 'id')),
    results: message['role'] === 'tool' ? [textIn(message, 'tool_call_id')] : [],
    speaks: message['role'] !== 'tool',
  }))
}
