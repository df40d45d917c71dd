import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { MessagesCheck, ValidationStart } from '../../schema/ports.ts'
import type { Violation } from '../../schema/prompt.ts'
import { checkPairs } from '../validate/pairs.ts'
import {
  type MessageRule,
  messagesPresent,
  objectsIn,
  requestMessages,
  runRules,
  textIn,
  violation,
  wellFormedRule,
} from '../validate/rules.ts'
import { checkTools } from '../validate/tools.ts'
import { marksInOrder, nothingExtra } from './validate-extras.ts'

const NAME = /^[a-zA-Z0-9_-]{1,128}$/
const ID = /^[a-zA-Z0-9_-]+$/
const MOST_CACHE_MARKS = 4

/** What Anthropic's Messages accept. */
export function validateAnthropic(request: Json): readonly Violation[] {
  const messages = requestMessages(request)
  return [
    ...messagesPresent(messages),
    ...checkAnthropicMessages(messages, { index: 0, used: new Set() }).violations,
    ...systemPresent(request),
    ...cacheMarks(request, messages),
    ...marksInOrder(isJsonObject(request) ? request : { messages }),
    ...checkTools(request, { shape: 'anthropic', name: NAME }),
  ]
}

/** The same for a stretch of messages, the last of which ends the request. */
export function checkAnthropicMessages(messages: readonly Json[], start: ValidationStart): MessagesCheck {
  const pairs = checkPairs(stepsOf(messages, start.index), { together: true, taken: start.used })
  const violations = [
    ...runRules(messages, RULES, start.index),
    ...pairs.violations,
    ...(start.index === 0 ? firstUser(messages) : []),
    ...serverToolsAnswered(messages, start.index),
    ...endsClean(messages, start.index),
  ]
  return { violations, used: pairs.used }
}

const roleKnown: MessageRule = (message, at) =>
  message['role'] === 'user' || message['role'] === 'assistant'
    ? []
    : [violation('role-known', at, `role ${JSON.stringify(message['role'])}`)]

const contentPresent: MessageRule = (message, at) => {
  const content = message['content']
  if (typeof content === 'string' && content.trim() !== '') return []
  if (Array.isArray(content) && content.length > 0) return []
  return [violation('content-present', at, 'the content is empty')]
}

const textsPresent: MessageRule = (message, at) =>
  objectsIn(message, 'content').flatMap((block, index) =>
    block['type'] === 'text' && textIn(block, 'text').trim() === ''
      ? [violation('text-present', `${at}.content[${index}]`, 'a text block without text')]
      : [],
  )

const callsLegal: MessageRule = (message, at) =>
  objectsIn(message, 'content').flatMap((block, index) => {
    if (block['type'] !== 'tool_use') return []
    const place = `${at}.content[${index}]`
    return [
      ...(message['role'] === 'assistant' ? [] : [violation('call-by-assistant', place, 'tool_use in a user message')]),
      ...(ID.test(textIn(block, 'id')) ? [] : [violation('call-id-legal', place, `id ${JSON.stringify(block['id'])}`)]),
      ...(NAME.test(textIn(block, 'name')) ? [] : [violation('tool-name-legal', place, `name ${JSON.stringify(block['name'])}`)]),
      ...(isJsonObject(block['input']) ? [] : [violation('input-object', place, 'input must be an object')]),
    ]
  })

const resultsFirst: MessageRule = (message, at) => {
  const blocks = objectsIn(message, 'content')
  const results = blocks.filter((block) => block['type'] === 'tool_result').length
  const inFront = blocks.slice(0, results).every((block) => block['type'] === 'tool_result')
  const byUser = results === 0 || message['role'] === 'user'
  return [
    ...(inFront ? [] : [violation('results-first', at, 'tool_result after other content')]),
    ...(byUser ? [] : [violation('result-by-user', at, 'tool_result in an assistant message')]),
  ]
}

const reasoningLegal: MessageRule = (message, at) => {
  const last = objectsIn(message, 'content').at(-1)
  const reasoning = last?.['type'] === 'thinking' || last?.['type'] === 'redacted_thinking'
  return reasoning && message['role'] === 'assistant'
    ? [violation('reasoning-leads', at, 'a message may not end in thinking')]
    : []
}

/** Blocks that only one side may send. */
const SIDES: Readonly<Record<string, RegExp>> = {
  assistant: /^(?:image|document|search_result|container_upload)$/,
  user: /^(?:thinking|redacted_thinking|(?:server|mcp)_tool_use|.+_tool_result)$/,
}

const blocksInPlace: MessageRule = (message, at) => {
  const role = textIn(message, 'role')
  const foreign = Object.hasOwn(SIDES, role) ? SIDES[role] : undefined
  return objectsIn(message, 'content').flatMap((block, index) =>
    foreign?.test(textIn(block, 'type'))
      ? [violation('block-in-place', `${at}.content[${index}]`, `${textIn(block, 'type')} in a message of ${role}`)]
      : [],
  )
}

const RULES: readonly MessageRule[] = [
  blocksInPlace,
  roleKnown,
  contentPresent,
  textsPresent,
  callsLegal,
  resultsFirst,
  reasoningLegal,
  nothingExtra,
  wellFormedRule,
]

function firstUser(messages: readonly Json[]): readonly Violation[] {
  const first = messages[0]
  if (first === undefined || (isJsonObject(first) && first['role'] === 'user')) return []
  return [violation('starts-with-user', 'messages[0]', 'the first message must have role user')]
}

/** "tool use with id … was found without a corresponding … block": within one run of the agent's, but for a turn that was paused. */
function serverToolsAnswered(messages: readonly Json[], start: number): readonly Violation[] {
  const violations: Violation[] = []
  let waiting = new Map<string, string>()
  for (const [index, message] of messages.entries()) {
    if (!isJsonObject(message)) continue
    if (message['role'] !== 'assistant') {
      for (const [id, at] of waiting) violations.push(violation('server-tool-answered', at, `no result for ${id}`))
      waiting = new Map()
    }
    for (const block of objectsIn(message, 'content')) {
      const type = textIn(block, 'type')
      if (/^(?:server|mcp)_tool_use$/.test(type)) waiting.set(textIn(block, 'id'), `messages[${start + index}]`)
      else if (/._tool_result$/.test(type) && !waiting.delete(textIn(block, 'tool_use_id')))
        violations.push(violation('server-result-has-tool', `messages[${start + index}]`, `${type} without its tool`))
    }
  }
  return violations
}

function endsClean(messages: readonly Json[], start: number): readonly Violation[] {
  const last = messages.at(-1)
  if (!isJsonObject(last) || last['role'] !== 'assistant') return []
  const block = objectsIn(last, 'content').at(-1)
  const text = typeof last['content'] === 'string' ? last['content'] : block?.['type'] === 'text' ? textIn(block, 'text') : ''
  return text === text.trimEnd() ? [] : [violation('ends-clean', `messages[${start + messages.length - 1}]`, 'final white space')]
}

function systemPresent(request: Json): readonly Violation[] {
  const system = isJsonObject(request) ? request['system'] : undefined
  if (system === undefined) return []
  const texts = Array.isArray(system) ? system.map((block) => (isJsonObject(block) ? textIn(block, 'text') : '')) : [system]
  const blank = texts.length === 0 || texts.some((text) => typeof text !== 'string' || text.trim() === '')
  return blank ? [violation('system-present', 'system', 'system text without text')] : []
}

function cacheMarks(request: Json, messages: readonly Json[]): readonly Violation[] {
  const system = isJsonObject(request) ? objectsIn(request, 'system') : []
  const tools = isJsonObject(request) ? objectsIn(request, 'tools') : []
  const blocks = messages.filter(isJsonObject).flatMap((message) => objectsIn(message, 'content'))
  const marks = [...system, ...tools, ...blocks].filter((block) => hasMark(block)).length
  return marks <= MOST_CACHE_MARKS
    ? []
    : [violation('cache-marks', 'request', `${marks} cache_control marks, at most ${MOST_CACHE_MARKS}`)]
}

function hasMark(block: JsonObject): boolean {
  return isJsonObject(block['cache_control'])
}

function stepsOf(messages: readonly Json[], start: number): Parameters<typeof checkPairs>[0] {
  return messages.filter(isJsonObject).map((message, index) => {
    const blocks = objectsIn(message, 'content')
    return {
      at: `messages[${start + index}]`,
      calls: blocks.filter((block) => block['type'] === 'tool_use').map((block) => textIn(block, 'id')),
      results: blocks.filter((block) => block['type'] === 'tool_result').map((block) => textIn(block, 'tool_use_id')),
      speaks: true,
    }
  })
}
