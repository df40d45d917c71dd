import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { brokenStrings, type Fault, must, onceEach } from './fault.ts'
import { wireMessages } from './flatten.ts'

/** What plain objects may be, by LangChain's own coercion of them. */
const TYPES = ['system', 'developer', 'human', 'ai', 'tool']
const FILES = ['image', 'image_url', 'audio', 'input_audio', 'video', 'file', 'document']
const THOUGHTS = ['thinking', 'redacted_thinking', 'reasoning']
const NAME = /^[a-zA-Z0-9_-]{1,64}$/
/** What both OpenAI (40 characters) and Anthropic (these characters) take. */
const CALL_ID = /^[a-zA-Z0-9_-]{1,40}$/

/**
 * LangChain, as its coercion and its converters have it, and what the providers behind take of it: plain objects with a type, system text in
 * front, a person first, every call of `tool_calls` answered by a tool message before anybody speaks. `invalid_tool_calls` are sent to
 * nobody, so that a result of one would answer nothing.
 */
export function langchainFaults(request: Json): readonly Fault[] {
  const messages = wireMessages(request)
  const spoken = messages.filter((message) => !isSystem(message))
  return [
    ...must(messages.length > 0, 'there is at least one message', 'messages'),
    ...must(spoken[0] === undefined || spoken[0]['type'] === 'human', 'a person speaks first', 'messages'),
    ...must(!messages.slice(messages.length - spoken.length).some(isSystem), 'system text stands in front', 'messages'),
    ...messages.flatMap((message, index) => messageFaults(message, `messages[${index}]`)),
    ...pairFaults(messages),
  ]
}

function isSystem({ type }: JsonObject): boolean {
  return type === 'system' || type === 'developer'
}

const messageFaults = onceEach((message, where) => {
  const { type, content } = message
  const calls = listOf(message['tool_calls'])
  const parts = listOf(content)
  const isEmptyRightly = content === '' && (type === 'tool' || calls.length > 0)
  return [
    ...must(TYPES.includes(String(type)) && !('role' in message), 'the message has a type that LangChain takes', where),
    ...must(typeof content === 'string' || Array.isArray(content), 'content is given', where),
    ...must(
      isEmptyRightly || (typeof content === 'string' ? content.trim() !== '' : parts.length > 0),
      'content is not empty',
      where,
    ),
    ...must(!Array.isArray(content) || content.every(isJsonObject), 'blocks are objects', where),
    ...must(
      parts.every((part) => part['type'] !== 'text' || String(part['text']).trim() !== ''),
      'text blocks hold text',
      where,
    ),
    ...must(
      type === 'human' || type === 'tool' || !parts.some((part) => FILES.includes(String(part['type']))),
      'files are the user’s',
      where,
    ),
    ...must(type === 'ai' || calls.length === 0, 'calls are the agent’s', where),
    ...must(listOf(message['invalid_tool_calls']).length === 0, 'calls can be read', where),
    ...must(calls.length > 0 || !THOUGHTS.includes(String(parts.at(-1)?.['type'])), 'a message does not end in thoughts', where),
    ...calls.flatMap((call) => callFaults(call, where)),
    ...insideFaults(parts, calls, where),
    ...brokenStrings(message, where),
  ]
})

function callFaults(call: JsonObject, where: string): readonly Fault[] {
  return [
    ...must(CALL_ID.test(String(call['id'])), 'the id of a call is legal', where),
    ...must(NAME.test(String(call['name'])), 'the name of a tool is legal', where),
    ...must(isJsonObject(call['args']), 'arguments are an object', where),
  ]
}

/** A call that stands in the content as well says the same there: some converters read the one, some the other. */
function insideFaults(parts: readonly JsonObject[], calls: readonly JsonObject[], where: string): readonly Fault[] {
  return parts
    .filter(({ type }) => type === 'tool_use')
    .flatMap(({ id, name, input }) =>
      must(
        calls.some(
          (call) => call['id'] === id && call['name'] === name && JSON.stringify(call['args']) === JSON.stringify(input ?? null),
        ),
        'a call says the same in both places',
        where,
      ),
    )
}

function pairFaults(messages: readonly JsonObject[]): readonly Fault[] {
  const faults: Fault[] = []
  const used = new Set<string>()
  const waiting = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const where = `messages[${index}]`
    if (message['type'] === 'tool') {
      faults.push(...must(waiting.delete(String(message['tool_call_id'])), 'a result answers an open call', where))
      continue
    }
    faults.push(...must(waiting.size === 0, 'every call is answered before anybody speaks', where))
    waiting.clear()
    for (const { id } of listOf(message['tool_calls'])) {
      faults.push(...must(!used.has(String(id)), 'call ids are unique', where))
      used.add(String(id))
      waiting.add(String(id))
    }
  }
  return [...faults, ...must(waiting.size === 0, 'every call is answered', 'the end')]
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
