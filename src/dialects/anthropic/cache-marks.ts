import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'

export const MOST_MARKS = 4

/** In the order in which a provider reads a request, and so in which marks follow each other. */
const PLACES = ['tools', 'system', 'messages'] as const

export type MarkPlace = (typeof PLACES)[number]
/** Hears of each mark that is taken away, or kept for a shorter time. */
export type MarkListener = (change: 'removed' | 'shortened', mark: JsonObject, place: MarkPlace) => void
type Hear = (change: 'removed' | 'shortened', mark: JsonObject) => void

/**
 * A request with cache marks that the provider takes: at most four, and none for an hour behind one for five minutes. What is too much
 * goes, first the earliest in the messages, which later ones cover, then in system text, then among tools.
 */
export function limitCacheMarks(request: Json, listen: MarkListener = () => undefined): Json {
  const whole = isJsonObject(request) ? request : { messages: request }
  const counts = PLACES.map((place) => marksIn(whole[place] ?? null))
  const own = isJsonObject(whole['cache_control']) ? 1 : 0
  const surplus = { left: counts.reduce((sum, count) => sum + count, own) - MOST_MARKS }
  const changed: { [key: string]: Json } = {}
  for (const place of surplus.left > 0 ? PLACES.toReversed() : []) {
    if (marksIn(whole[place] ?? null) > 0) {
      changed[place] = withoutMarks(whole[place] ?? null, surplus, (change, mark) => listen(change, mark, place))
    }
  }
  const kept = inOrder(Object.keys(changed).length === 0 ? whole : { ...whole, ...changed }, listen)
  if (kept === whole) return request
  return isJsonObject(request) ? kept : (kept['messages'] ?? [])
}

/** "A ttl='1h' cache_control block must not come after a ttl='5m' cache_control block": the later one is kept for five minutes, too. */
function inOrder(whole: JsonObject, listen: MarkListener): JsonObject {
  const seen = { short: false, mended: false }
  const places = PLACES.filter((place) => Object.hasOwn(whole, place)).map(
    (place) => [place, mended(whole[place] ?? null, seen, (change, mark) => listen(change, mark, place))] as const,
  )
  return seen.mended ? { ...whole, ...Object.fromEntries(places) } : whole
}

function mended(node: Json, seen: { short: boolean; mended: boolean }, hear: Hear): Json {
  if (Array.isArray(node)) return node.map((item) => mended(item, seen, hear))
  if (!isJsonObject(node) || marksIn(node) === 0) return node
  const content = Object.hasOwn(node, 'content') ? { content: mended(node['content'] ?? null, seen, hear) } : {}
  const mark = node['cache_control']
  if (!isJsonObject(mark)) return { ...node, ...content }
  const isLong = mark['ttl'] === '1h'
  if (!isLong) seen.short = true
  if (!isLong || !seen.short) return { ...node, ...content }
  seen.mended = true
  hear('shortened', mark)
  return { ...node, ...content, cache_control: { ...mark, ttl: '5m' } }
}

/** Marks stand on blocks, and on blocks inside results. What a call's arguments are named is none of our business. */
export function marksIn(node: Json): number {
  if (Array.isArray(node)) {
    let sum = 0
    for (const item of node) sum += marksIn(item)
    return sum
  }
  if (!isJsonObject(node)) return 0
  const { cache_control: mark, content } = node
  return (isJsonObject(mark) ? 1 : 0) + (typeof content === 'object' ? marksIn(content) : 0)
}

/** Whether a mark for an hour stands somewhere: then what stands in front of it is marked for an hour, too, or that one would be refused. */
export function hasHour(node: Json): boolean {
  if (Array.isArray(node)) return node.some(hasHour)
  if (!isJsonObject(node)) return false
  const { cache_control: mark, content = null } = node
  return (isJsonObject(mark) && mark['ttl'] === '1h') || hasHour(content)
}

function withoutMarks(node: Json, surplus: { left: number }, hear: Hear): Json {
  if (surplus.left <= 0) return node
  if (Array.isArray(node)) return node.map((item) => withoutMarks(item, surplus, hear))
  if (!isJsonObject(node) || marksIn(node) === 0) return node
  const mark = node['cache_control']
  const own = isJsonObject(mark)
  if (own) {
    surplus.left -= 1
    hear('removed', mark)
  }
  const entries = Object.entries(node).filter(([key]) => !own || key !== 'cache_control')
  return Object.fromEntries(entries.map(([key, value]) => [key, key === 'content' ? withoutMarks(value, surplus, hear) : value]))
}
