import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../../schema/json.ts'
import type { MessagesCheck, ValidationStart } from '../../schema/ports.ts'
import type { Violation } from '../../schema/prompt.ts'
import { checkPairs } from '../validate/pairs.ts'
import { type MessageRule, messagesPresent, objectsIn, requestMessages, runRules, textIn, violation } from '../validate/rules.ts'
import { approvalsKnown, waitingCalls } from './validate-approvals.ts'
import { partsLegal } from './validate-parts.ts'

/** What the AI SDK takes as `{ system, messages }`, and what the providers behind it take from it. */
export function validateAiSdk(request: Json): readonly Violation[] {
  const messages = requestMessages(request)
  return [
    ...messagesPresent(messages),
    ...checkAiSdkMessages(messages, { index: 0, used: new Set() }).violations,
    ...systemPresent(request),
  ]
}

/** The same for a stretch of messages, the last of which ends the request. */
export function checkAiSdkMessages(messages: readonly Json[], start: ValidationStart): MessagesCheck {
  const pairs = checkPairs(stepsOf(messages, start.index), { together: false, taken: start.used })
  const violations = [...runRules(messages, RULES, start.index), ...pairs.violations, ...approvalsKnown(messages, start)]
  return { violations, used: pairs.used }
}

const ROLES = new Set(['user', 'assistant', 'tool'])

/** "System messages are not allowed in the prompt or messages fields." */
const systemInFront: MessageRule = (message, at) =>
  message['role'] === 'system' ? [violation('system-in-front', at, 'system text belongs in front of the messages')] : []

const roleKnown: MessageRule = (message, at) =>
  ROLES.has(textIn(message, 'role')) || message['role'] === 'system'
    ? []
    : [violation('role-known', at, `role ${JSON.stringify(message['role'])}`)]

const contentPresent: MessageRule = (message, at) => {
  const { content, role } = message
  if (Array.isArray(content) && content.length > 0) return []
  if (typeof content === 'string' && content.trim() !== '' && role !== 'tool') return []
  return [violation('content-present', at, 'the content is empty, or not a list although it must be one')]
}

/** A provider refuses thoughts with nothing after them. */
const reasoningLeads: MessageRule = (message, at) =>
  objectsIn(message, 'content').at(-1)?.['type'] === 'reasoning'
    ? [violation('reasoning-leads', at, 'a message may not end in reasoning')]
    : []

const wellFormed: MessageRule = (message, at) =>
  wellFormedJson(message) === message ? [] : [violation('text-well-formed', at, 'half a surrogate pair')]

const RULES: readonly MessageRule[] = [systemInFront, roleKnown, contentPresent, partsLegal, reasoningLeads, wellFormed]

function systemPresent(request: Json): readonly Violation[] {
  const system = isJsonObject(request) ? [request['system'], request['instructions']] : []
  return system
    .filter((value) => value !== undefined && value !== null)
    .flatMap((value) => {
      const texts = (Array.isArray(value) ? value : [value]).map((item) => (isJsonObject(item) ? item['content'] : item))
      const present = texts.length > 0 && texts.every((text) => typeof text === 'string' && text.trim() !== '')
      return present ? [] : [violation('system-present', 'system', 'system text without text')]
    })
}

/** Calls that the provider carries out itself need no result; those that are approved at the very end are about to get theirs. */
function stepsOf(messages: readonly Json[], start: number): Parameters<typeof checkPairs>[0] {
  const waiting = waitingCalls(messages)
  return messages.filter(isJsonObject).map((message, index, all) => {
    const parts = objectsIn(message, 'content')
    const results = parts.filter((part) => part['type'] === 'tool-result').map((part) => textIn(part, 'toolCallId'))
    return {
      at: `messages[${start + index}]`,
      calls: parts.filter(isOpenCall).map((part) => textIn(part, 'toolCallId')),
      results: message['role'] === 'tool' ? [...results, ...(index === all.length - 1 ? waiting : [])] : [],
      speaks: message['role'] !== 'tool',
    }
  })
}

function isOpenCall(part: JsonObject): boolean {
  return part['type'] === 'tool-call' && part['providerExecuted'] !== true
}
