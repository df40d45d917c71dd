import { hasHour, MOST_MARKS, marksIn } from '../../dialects/anthropic/cache-marks.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { FrontLife } from '../front-life.ts'

const MARK: JsonObject = { type: 'ephemeral' }
const HOUR: JsonObject = { type: 'ephemeral', ttl: '1h' }

/** The provider looks so many blocks back from a mark for what it has kept, and no further. */
const LOOKBACK = 20

/**
 * Asks the provider to keep what it has read: up to the end of the conversation, which the next request goes on from; up to where the last one
 * ended, if that is too far back to be found from there; and up to the end of the system text, which outlives every compaction. Marks that are
 * there stay, the client's and the one behind a summary, and nothing is added where the client lets the provider decide.
 */
export function withMarks(body: JsonObject, life: FrontLife = { hour: false }): JsonObject {
  const { messages, system } = body
  if (!isJsonList(messages) || messages.length < 2 || 'cache_control' in body) return body
  let room = MOST_MARKS - marksIn([body['tools'] ?? null, system ?? null, messages])
  const marked = [...messages]
  for (const at of [messages.length - 1, ...farEnd(messages)]) {
    const message = messages[at]
    if (room <= 0 || !isJsonObject(message) || marksIn(message) > 0) continue
    const ours = markedMessage(message, markBefore(messages.slice(at + 1)))
    if (ours !== message) room -= 1
    marked[at] = ours
  }
  // What is kept for an hour may not stand behind what is kept for five minutes.
  const isMarkedInFront = marksIn(body['tools'] ?? null) > 0
  const isKept = system === undefined || system === '' || room <= 0 || marksIn(system) > 0
  const mark = life.hour && !isMarkedInFront ? HOUR : markBefore(messages)
  const front = isKept ? system : markedMessage({ content: system }, mark)['content']
  return { ...body, ...(front === undefined ? {} : { system: front }), messages: marked }
}

/** Where the last request ended, in front of what the model said last, if that is too far back. */
function farEnd(messages: readonly Json[]): readonly number[] {
  const isAgent = (message: Json | undefined): boolean => isJsonObject(message) && message['role'] === 'assistant'
  let at = messages.findLastIndex(isAgent)
  while (isAgent(messages[at])) at -= 1
  const blocks = messages.slice(at + 1).reduce<number>((sum, message) => sum + blocksIn(message), 0)
  return at >= 0 && blocks >= LOOKBACK ? [at] : []
}

function blocksIn(message: Json): number {
  const content = isJsonObject(message) ? message['content'] : undefined
  return isJsonList(content) ? content.length : 1
}

/** A mark for an hour cannot stand behind one for five minutes: what stands in front of one is kept as long. */
function markBefore(behind: Json): JsonObject {
  return hasHour(behind) ? HOUR : MARK
}

/** A message with a mark on its last block, if that may have one. */
function markedMessage(message: JsonObject, mark: JsonObject): JsonObject {
  const { content } = message
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const block = isJsonList(blocks) ? blocks.at(-1) : undefined
  if (!isJsonList(blocks) || !isJsonObject(block) || !mayBeMarked(block)) return message
  return { ...message, content: [...blocks.slice(0, -1), { ...block, cache_control: mark }] }
}

/** Thinking may not be marked, and neither may nothing. */
function mayBeMarked({ type, text }: JsonObject): boolean {
  if (type === 'thinking' || type === 'redacted_thinking') return false
  return type !== 'text' || (typeof text === 'string' && text.trim() !== '')
}
