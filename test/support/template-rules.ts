import { isJsonObject } from '../../src/schema/json.ts'

/**
 * What a template of Mistral's models says to messages, written by what it answers: "After the optional system message, conversation roles must alternate
 * user and assistant roles except for tool calls and results." A system message further back is one "roles" do not know; nor may a user speak after a tool.
 * `undefined` if it takes them.
 */
export function templateFault(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return 'messages is not a list'
  const roles = messages.map((message) => (isJsonObject(message) ? String(message['role']) : 'none'))
  const [first, ...rest] = roles
  const isSystem = first === 'system'
  const later = isSystem ? rest : roles
  const strange = later.find((role) => !['user', 'assistant', 'tool'].includes(role))
  if (strange !== undefined) return `Only user, assistant and tool roles are supported, got ${strange}`
  const turns = messages.slice(isSystem ? 1 : 0).flatMap((message) => {
    if (!isJsonObject(message) || message['role'] === 'tool') return []
    return message['role'] === 'assistant' && Array.isArray(message['tool_calls']) ? [] : [String(message['role'])]
  })
  const wrong = turns.findIndex((role, index) => role !== (index % 2 === 0 ? 'user' : 'assistant'))
  if (wrong !== -1) return `Conversation roles must alternate, and turn ${wrong} is of the ${turns[wrong]}`
  if (later[0] !== 'user') return `the first message is of the ${later[0] ?? 'nobody'}`
  const interrupted = later.findIndex((role, index) => role === 'user' && later[index - 1] === 'tool')
  return interrupted === -1 ? undefined : `Unexpected role 'user' after role 'tool'`
}
