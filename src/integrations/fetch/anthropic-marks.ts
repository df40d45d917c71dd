import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'

/** As many as a request may have. */
const MOST_MARKS = 4
const MARK: JsonObject = { type: 'ephemeral' }

/**
 * Asks the provider to keep what it has read: up to the end of the conversation, which the next request goes on from, and up to the end of the
 * system text, which outlives every compaction. A client's own marks stay, and nothing is added where it lets the provider decide.
 */
export function withMarks(body: JsonObject): JsonObject {
  const { messages, system } = body
  if (!isJsonList(messages) || messages.length < 2 || 'cache_control' in body) return body
  const own = marksIn([body['tools'] ?? null, system ?? null, messages])
  const last = messages.at(-1)
  const end = isJsonObject(last) && own < MOST_MARKS && marksIn(last) === 0 ? markedMessage(last) : last
  const isFull = own + (end === last ? 0 : 1) >= MOST_MARKS || marksIn(system ?? null) > 0
  const front = isFull ? system : markedSystem(system)
  return {
    ...body,
    ...(front === undefined ? {} : { system: front }),
    messages: end === undefined ? messages : [...messages.slice(0, -1), end],
  }
}

/** A message with a mark on its last block, if that may have one. */
function markedMessage(message: JsonObject): JsonObject {
  const { content } = message
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const block = isJsonList(blocks) ? blocks.at(-1) : undefined
  if (!isJsonList(blocks) || !isJsonObject(block) || !mayBeMarked(block)) return message
  return { ...message, content: [...blocks.slice(0, -1), { ...block, cache_control: MARK }] }
}

/** Thinking may not be marked, and neither may nothing. */
function mayBeMarked({ type, text }: JsonObject): boolean {
  if (type === 'thinking' || type === 'redacted_thinking') return false
  return type !== 'text' || (typeof text === 'string' && text.trim() !== '')
}

function markedSystem(system: Json | undefined): Json | undefined {
  if (system === undefined || system === '') return system
  const marked = markedMessage({ content: system })
  return marked['content']
}

/** Arguments of a call are the model's words, whatever they are called. */
function marksIn(value: Json): number {
  if (isJsonList(value)) return value.reduce<number>((sum, item) => sum + marksIn(item), 0)
  if (!isJsonObject(value)) return 0
  return Object.entries(value).reduce<number>((sum, [key, item]) => {
    if (key === 'input' || key === 'input_schema') return sum
    return sum + (key === 'cache_control' ? 1 : marksIn(item))
  }, 0)
}
