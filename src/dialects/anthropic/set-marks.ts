import type { CacheMark } from '../../schema/cache-mark.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { hasHour, MOST_MARKS, marksIn } from './cache-marks.ts'

/**
 * A request with our marks, most needed first, as many as there is room for. A client that marks its request itself knows what it does:
 * then only our own words are marked, and the ends of rounds where the policy says so, and its marks stay what they are.
 */
export function setMarks(request: Json, marks: readonly CacheMark[]): Json {
  const whole = isJsonObject(request) ? request : { messages: request }
  const own = marksIn(whole['tools'] ?? null) + marksIn(whole['system'] ?? null) + marksIn(whole['messages'] ?? null)
  const isOwn = own > 0 || isJsonObject(whole['cache_control'])
  const ours = marks.filter(({ kind }) => !isOwn || kind === 'cut' || kind === 'round')
  // Of rounds, the later a mark stands, the more it covers.
  const rounds = ours.filter(({ kind }) => kind === 'round').toReversed()
  const others = ours.filter((mark) => mark.kind !== 'round' && isThere(whole, mark))
  const room = Math.max(0, MOST_MARKS - own - (isJsonObject(whole['cache_control']) ? 1 : 0))
  const marked = [...rounds, ...others].slice(0, room).reduce(withMark, whole)
  return isJsonObject(request) ? marked : (marked['messages'] ?? [])
}

function isThere(whole: JsonObject, mark: CacheMark): boolean {
  if ('at' in mark) return true
  const place = whole[mark.kind] ?? null
  return typeof place === 'string' ? place !== '' : Array.isArray(place) && place.length > 0
}

function withMark(whole: JsonObject, mark: CacheMark): JsonObject {
  const control = markFor(mark, hasHour(behind(whole, mark)))
  if (!('at' in mark)) return { ...whole, [mark.kind]: onLast(whole[mark.kind] ?? null, control) }
  const { messages } = whole
  if (!Array.isArray(messages)) return whole
  return { ...whole, messages: messages.map((message, index) => (index === mark.at ? markLast(message, control) : message)) }
}

/** What a request has behind a mark. */
function behind({ system = null, messages = null }: JsonObject, mark: CacheMark): Json {
  if ('at' in mark) return Array.isArray(messages) ? messages.slice(mark.at + 1) : null
  return mark.kind === 'system' ? messages : [system, messages]
}

function markFor({ hour }: CacheMark, isBeforeHour: boolean): JsonObject {
  return { type: 'ephemeral', ...(hour || isBeforeHour ? { ttl: '1h' } : {}) }
}

function markLast(message: Json, control: JsonObject): Json {
  return isJsonObject(message) ? { ...message, content: onLast(message['content'] ?? null, control) } : message
}

/** The last block of a list, or a text as a block. A mark of the client's own stays what it is; thinking cannot have one. */
function onLast(blocks: Json, control: JsonObject): Json {
  if (typeof blocks === 'string') return blocks === '' ? blocks : [{ type: 'text', text: blocks, cache_control: control }]
  const last = Array.isArray(blocks) ? blocks.at(-1) : undefined
  if (!Array.isArray(blocks) || !isJsonObject(last) || isJsonObject(last['cache_control']) || !isMarkable(last)) return blocks
  return [...blocks.slice(0, -1), { ...last, cache_control: control }]
}

/** "cache_control cannot be set on thinking blocks", nor on empty text. */
function isMarkable({ type, text }: JsonObject): boolean {
  return type !== 'thinking' && type !== 'redacted_thinking' && text !== ''
}
