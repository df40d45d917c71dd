import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { brokenStrings, type Fault, must, onceEach } from './fault.ts'
import { wireMessages } from './flatten.ts'

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function']
/** Parts that only users may send, by the reference; results with pictures are refused by some servers only. */
const FILES = ['image_url', 'input_audio', 'file']
const WITHOUT_FILES = ['system', 'developer', 'assistant']
const NAME = /^[a-zA-Z0-9_-]{1,64}$/
/** The API answers longer ones with "string too long. Expected a string with maximum length 40". */
const LONGEST_ID = 40

/**
 * OpenAI Chat Completions, as its reference has it: an assistant message with `tool_calls` must be followed by one tool message
 * for each of them before any other message, and a tool message must answer such a call.
 */
export function openaiFaults(request: Json): readonly Fault[] {
  const messages = wireMessages(request)
  const faults: Fault[] = [
    ...must(messages.length > 0, 'there is at least one message', 'messages'),
    ...must(firstSpeaker(messages) !== 'assistant', 'the agent does not speak first', 'messages'),
  ]
  const everUsed = new Set<string>()
  let waiting = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const where = `messages[${index}]`
    faults.push(...messageFaults(message, where))
    if (message['role'] === 'tool') {
      const id = String(message['tool_call_id'])
      faults.push(...must(waiting.delete(id), 'a tool message answers a call of the message before it', where))
      continue
    }
    faults.push(...must(waiting.size === 0, 'every call is answered before anybody speaks', where))
    waiting = new Set()
    for (const call of listOf(message['tool_calls'])) {
      const id = String(call['id'])
      faults.push(...must(!everUsed.has(id), 'call ids are unique', where))
      everUsed.add(id)
      waiting.add(id)
    }
  }
  return [...faults, ...must(waiting.size === 0, 'every call is answered', 'the end')]
}

/** OpenAI itself takes any beginning; the servers that speak like it stand in front of providers and templates that do not. */
function firstSpeaker(messages: readonly JsonObject[]): Json | undefined {
  return messages.find((message) => message['role'] !== 'system' && message['role'] !== 'developer')?.['role']
}

const messageFaults = onceEach((message, where) => {
  const { content, tool_calls: calls } = message
  const speaks = message['role'] === 'assistant' && (listOf(calls).length > 0 || 'refusal' in message || 'audio' in message)
  const silent = content === null || content === undefined
  const mayBeEmpty = message['role'] === 'tool' || listOf(calls).length > 0
  return [
    ...must(ROLES.includes(String(message['role'])), 'the role is known', where),
    ...must(!silent || speaks, 'content is given', where),
    ...must(!('parsed' in message), 'parameters are known', where),
    ...must(!Array.isArray(content) || content.every(isJsonObject), 'parts are objects', where),
    ...must(
      silent || (typeof content === 'string' && (content !== '' || mayBeEmpty)) || (Array.isArray(content) && content.length > 0),
      'content is not empty',
      where,
    ),
    ...must(
      !('tool_calls' in message) || (message['role'] === 'assistant' && listOf(calls).length > 0),
      'tool_calls is not empty',
      where,
    ),
    ...must(
      !WITHOUT_FILES.includes(String(message['role'])) || !listOf(content).some((part) => FILES.includes(String(part['type']))),
      'files are the user’s',
      where,
    ),
    ...listOf(content).flatMap((part) =>
      must(
        part['type'] !== 'text' || (typeof part['text'] === 'string' && part['text'] !== ''),
        'text parts are not empty',
        where,
      ),
    ),
    ...listOf(calls).flatMap((call) => callFaults(call, where)),
    ...brokenStrings(message, where),
  ]
})

function callFaults(call: JsonObject, where: string): readonly Fault[] {
  const { id } = call
  const body = isJsonObject(call['function']) ? call['function'] : {}
  return [
    ...must(
      typeof id === 'string' && id.length > 0 && id.length <= LONGEST_ID,
      `a call id has 1 to ${LONGEST_ID} characters`,
      where,
    ),
    ...must(NAME.test(String(body['name'])), 'the function name is legal', where),
    ...must(typeof body['arguments'] === 'string', 'arguments are a string', where),
  ]
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
