import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { brokenStrings, type Fault, must } from './fault.ts'
import { wireMessages } from './flatten.ts'

/** The parts of each kind of ModelMessage in the SDK's types. */
const USER = ['text', 'image', 'file']
const ASSISTANT = ['text', 'custom', 'file', 'reasoning', 'reasoning-file', 'tool-call', 'tool-result', 'tool-approval-request']
const TOOL = ['tool-result', 'tool-approval-response']

/**
 * The AI SDK, as its types and its errors have it: AI_InvalidPromptError for what is not a ModelMessage and for system text among the
 * messages, AI_MissingToolResultsError for a call without a result before the user speaks or at the end, AI_InvalidToolApprovalError for an
 * answer to a request that was never made. On top of it, what providers refuse: an agent that begins, results without calls, empty
 * text, thoughts at the end.
 */
export function aiSdkFaults(request: Json): readonly Fault[] {
  const messages = wireMessages(request)
  const given = Array.isArray(request)
    ? request.length
    : isJsonObject(request) && Array.isArray(request['messages'])
      ? request['messages'].length
      : 0
  return [
    ...must(messages.length > 0, 'messages must not be empty', 'messages'),
    ...must(messages.length === given, 'messages are objects', 'messages'),
    ...must(messages[0]?.['role'] !== 'assistant', 'the agent does not speak first', 'messages[0]'),
    ...messages.flatMap((message, index) => messageFaults(message, `messages[${index}]`)),
    ...pairFaults(messages),
    ...systemFaults(request),
  ]
}

function messageFaults(message: JsonObject, where: string): readonly Fault[] {
  const { role, content } = message
  const parts = partsOf(message)
  const legal = role === 'user' ? USER : role === 'assistant' ? ASSISTANT : role === 'tool' ? TOOL : []
  const isWords = typeof content === 'string' && role !== 'tool'
  return [
    ...must(role !== 'system', 'system messages are not allowed in the messages', where),
    ...must(legal.length > 0 || role === 'system', 'the role is known', where),
    ...must(isWords ? content.trim() !== '' : Array.isArray(content) && content.length > 0, 'content is not empty', where),
    ...must(!Array.isArray(content) || content.length === parts.length, 'parts are objects', where),
    ...must(
      parts.every((part) => role === 'system' || legal.includes(String(part['type']))),
      'the part may stand in the message',
      where,
    ),
    ...must(parts.at(-1)?.['type'] !== 'reasoning', 'a message does not end in reasoning', where),
    ...parts.flatMap((part, index) => partFaults(part, `${where}.content[${index}]`)),
    ...brokenStrings({ ...message }, where),
  ]
}

function partFaults(part: JsonObject, where: string): readonly Fault[] {
  const has = (key: string): boolean => typeof part[key] === 'string' && part[key] !== ''
  switch (part['type']) {
    case 'text':
      return must(has('text') && String(part['text']).trim() !== '', 'text parts hold text', where)
    case 'reasoning':
      return must(typeof part['text'] === 'string', 'reasoning has a text', where)
    case 'image':
      return must('image' in part, 'an image part has an image', where)
    case 'file':
    case 'reasoning-file':
      return must('data' in part && has('mediaType'), 'a file part has data and a media type', where)
    case 'tool-call':
      return [
        ...must(
          has('toolCallId') && has('toolName') && (isJsonObject(part['input']) || part['providerExecuted'] === true),
          'a call has id, tool and input',
          where,
        ),
        ...nameFaults(part, where),
      ]
    case 'tool-result':
      return [
        ...must(
          has('toolCallId') && has('toolName') && isOutput(part['output']),
          'a result has id, tool and typed output',
          where,
        ),
        ...nameFaults(part, where),
      ]
    case 'tool-approval-request':
      return must(has('approvalId') && has('toolCallId'), 'an approval request names its call', where)
    case 'tool-approval-response':
      return must(has('approvalId') && typeof part['approved'] === 'boolean', 'an approval response decides', where)
    default:
      return []
  }
}

/** What every provider takes: OpenAI has the shortest ids and names, Anthropic the fewest characters, Gemini begins with a letter. */
function nameFaults({ toolCallId, toolName }: JsonObject, where: string): readonly Fault[] {
  return [
    ...must(/^[a-zA-Z0-9_-]{1,40}$/.test(String(toolCallId)), 'the call id is legal everywhere', where),
    ...must(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(String(toolName)), 'the tool name is legal everywhere', where),
  ]
}

function isOutput(output: Json | undefined): boolean {
  if (!isJsonObject(output)) return false
  const { type, value } = output
  if (type === 'text' || type === 'error-text') return typeof value === 'string'
  if (type === 'content') return Array.isArray(value) && value.every((part) => isJsonObject(part) && !isHollow(part))
  return type === 'json' || type === 'error-json' || type === 'execution-denied'
}

function isHollow(part: JsonObject): boolean {
  return part['type'] === 'media' || (part['type'] === 'text' && String(part['text'] ?? '').trim() === '')
}

function pairFaults(messages: readonly JsonObject[]): readonly Fault[] {
  const faults: Fault[] = []
  const asked = new Map<string, string>()
  const made = new Set<string>()
  let open = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const where = `messages[${index}]`
    const isEnd = index === messages.length - 1
    if (message['role'] !== 'tool') {
      faults.push(...must(open.size === 0, 'every call has its result before anybody speaks', where))
      open = new Set()
    }
    for (const part of partsOf(message)) {
      const id = String(part['toolCallId'])
      if (part['type'] === 'tool-approval-request') asked.set(String(part['approvalId']), id)
      if (part['type'] === 'tool-call') {
        faults.push(...must(!made.has(id) || part['providerExecuted'] === true, 'call ids are unique', where))
        made.add(id)
        if (part['providerExecuted'] !== true) open.add(id)
      }
      if (part['type'] === 'tool-result' && message['role'] === 'tool') {
        faults.push(...must(open.delete(id), 'a result answers an open call', where))
      }
    }
    for (const part of isEnd ? partsOf(message).filter((one) => one['type'] === 'tool-approval-response') : []) {
      const call = asked.get(String(part['approvalId']))
      faults.push(...must(call !== undefined && made.has(call), 'an approval response at the end was asked for', where))
      // The SDK carries it out, or denies it, before it calls the model.
      if (call !== undefined) open.delete(call)
    }
  }
  return [...faults, ...must(open.size === 0, 'every call has its result', 'the end')]
}

function systemFaults(request: Json): readonly Fault[] {
  const system = isJsonObject(request) ? (request['instructions'] ?? request['system'] ?? null) : null
  if (system === null) return []
  const texts = (Array.isArray(system) ? system : [system]).map((one) =>
    isJsonObject(one) && one['role'] === 'system' ? one['content'] : one,
  )
  return [
    ...must(
      texts.length > 0 && texts.every((text) => typeof text === 'string' && text.trim() !== ''),
      'system holds text',
      'system',
    ),
    ...brokenStrings(system, 'system'),
  ]
}

function partsOf(message: JsonObject): readonly JsonObject[] {
  return Array.isArray(message['content']) ? message['content'].filter(isJsonObject) : []
}
