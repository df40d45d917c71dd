import { isJsonObject, type Json } from '../../schema/json.ts'
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

const ROLES = new Set(['system', 'user', 'assistant', 'tool'])

/** What a request in the neutral shape must hold, so that it can be handed to any provider. */
export function validateNeutral(request: Json): readonly Violation[] {
  return validateByMessages(request, checkNeutralMessages)
}

/** The same for a stretch of messages. */
export function checkNeutralMessages(messages: readonly Json[], start: ValidationStart): MessagesCheck {
  const pairs = checkPairs(stepsOf(messages, start.index), { together: false, taken: start.used })
  return { violations: [...runRules(messages, RULES, start.index), ...pairs.violations], used: pairs.used }
}

const roleKnown: MessageRule = (message, at) =>
  ROLES.has(textIn(message, 'role')) ? [] : [violation('role-known', at, `role ${JSON.stringify(message['role'])}`)]

const contentPresent: MessageRule = (message, at) => {
  const content = message['content']
  if ((typeof content === 'string' || Array.isArray(content)) && content.length > 0) return []
  return [violation('content-present', at, 'the content is empty')]
}

const partsPresent: MessageRule = (message, at) =>
  objectsIn(message, 'content').flatMap((part, index) => {
    const shows = part['type'] === 'text' || part['type'] === 'tool_result'
    return shows && textIn(part, 'text') === ''
      ? [violation('part-present', `${at}.content[${index}]`, 'a part without text')]
      : []
  })

const RULES: readonly MessageRule[] = [roleKnown, contentPresent, partsPresent, wellFormedRule]

function stepsOf(messages: readonly Json[], start: number): Parameters<typeof checkPairs>[0] {
  return messages.filter(isJsonObject).map((message, index) => {
    const parts = objectsIn(message, 'content')
    const results = parts.filter((part) => part['type'] === 'tool_result')
    return {
      at: `messages[${start + index}]`,
      calls: parts.filter((part) => part['type'] === 'tool_call').map((part) => textIn(part, 'id')),
      results: results.map((part) => textIn(part, 'tool_call_id')),
      speaks: results.length < parts.length || results.length === 0,
    }
  })
}
