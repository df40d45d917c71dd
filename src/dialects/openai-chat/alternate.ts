import { USER_FRAME } from '../../render/placeholders.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'

/** Stands where a person goes on before the agent has said a word to what its tools found. */
const AGENT_FRAME = '[No answer was given here.]'

/**
 * Messages as the strictest templates of open models take them: at most one system message, in front; then the user, and from there on user and agent in
 * turn, apart from calls and results.
 *
 *     system, system, user, user, agent   →   system, user, agent
 *     user, agent with calls, tool, user  →   user, agent with calls, tool, [No answer was given here.], user
 */
export function alternate(messages: readonly Json[]): readonly Json[] {
  const said: Json[] = []
  for (const message of messages) add(said, isJsonObject(message) ? withKnownRole(message, said) : message)
  return said
}

function add(said: Json[], message: Json): void {
  const last = said.at(-1)
  if (!isJsonObject(message)) said.push(message)
  else if (isJsonObject(last) && isJoined(last, message)) said[said.length - 1] = joined(last, message)
  else {
    const [before, role] = [isJsonObject(last) ? last['role'] : undefined, message['role']]
    if (role === 'assistant' && (before === undefined || before === 'system')) said.push({ role: 'user', content: USER_FRAME })
    if (role === 'user' && before === 'tool') said.push({ role: 'assistant', content: AGENT_FRAME })
    said.push(message)
  }
}

/** System text that comes later is said by the user: templates know it only in front. */
function withKnownRole(message: JsonObject, said: readonly Json[]): JsonObject {
  if (message['role'] !== 'system' && message['role'] !== 'developer') return message
  const isInFront = said.every((before) => isJsonObject(before) && before['role'] === 'system')
  return { ...message, role: isInFront ? 'system' : 'user' }
}

/** Neighbours of one role are one message; results are none of a conversation's turns. */
function isJoined(last: JsonObject, message: JsonObject): boolean {
  const { role } = message
  if (role !== last['role'] || (role !== 'system' && role !== 'user' && role !== 'assistant')) return false
  return !Array.isArray(last['tool_calls'])
}

function joined(last: JsonObject, message: JsonObject): JsonObject {
  return { ...last, ...message, content: joinedContent(last['content'] ?? null, message['content'] ?? null) }
}

function joinedContent(first: Json, second: Json): Json {
  if (first === null || first === '') return second
  if (second === null || second === '') return first
  if (typeof first === 'string' && typeof second === 'string') return `${first}\n\n${second}`
  return [...partsOf(first), ...partsOf(second)]
}

function partsOf(content: Json): readonly Json[] {
  return Array.isArray(content) ? content : [{ type: 'text', text: content }]
}
