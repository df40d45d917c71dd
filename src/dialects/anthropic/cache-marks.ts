import { isJsonObject, type Json } from '../../schema/json.ts'

const MOST_MARKS = 4

/** A request with more cache marks than the provider takes loses the earliest in its messages; the later ones cover them. */
export function limitCacheMarks(request: Json): Json {
  const whole = isJsonObject(request) ? request : { messages: request }
  const messages = whole['messages'] ?? []
  const surplus = surenessOf([whole['system'] ?? null, whole['tools'] ?? null, messages]) - MOST_MARKS
  if (surplus <= 0) return request
  const kept = withoutMarks(messages, { left: surplus })
  return isJsonObject(request) ? { ...request, messages: kept } : kept
}

/** Marks the last block of each of these messages. */
export function markMessages(messages: readonly Json[], marks: readonly number[]): readonly Json[] {
  const marked = new Set(marks)
  return messages.map((message, index) => (marked.has(index) ? markLast(message) : message))
}

function markLast(message: Json): Json {
  if (!isJsonObject(message)) return message
  const content = message['content'] ?? null
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : []
  const last = blocks.at(-1)
  if (!isJsonObject(last)) return message
  return { ...message, content: [...blocks.slice(0, -1), { ...last, cache_control: { type: 'ephemeral' } }] }
}

/** Marks stand on blocks, and on blocks inside results. What a call's arguments are named is none of our business. */
function surenessOf(node: Json): number {
  if (Array.isArray(node)) return node.reduce<number>((sum, item) => sum + surenessOf(item), 0)
  if (!isJsonObject(node)) return 0
  return (isJsonObject(node['cache_control']) ? 1 : 0) + surenessOf(node['content'] ?? null)
}

function withoutMarks(node: Json, surplus: { left: number }): Json {
  if (surplus.left <= 0) return node
  if (Array.isArray(node)) return node.map((item) => withoutMarks(item, surplus))
  if (!isJsonObject(node) || surenessOf(node) === 0) return node
  const own = isJsonObject(node['cache_control'])
  if (own) surplus.left -= 1
  const entries = Object.entries(node).filter(([key]) => !own || key !== 'cache_control')
  return Object.fromEntries(entries.map(([key, value]) => [key, key === 'content' ? withoutMarks(value, surplus) : value]))
}
