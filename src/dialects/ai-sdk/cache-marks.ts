import { isJsonList, isJsonObject, type JsonObject } from '../../schema/json.ts'

/** As many as Anthropic takes in a request. */
const MOST_MARKS = 4

/** For how long a cache keeps what stands in front of a mark. */
export interface Lifetime {
  readonly hour: boolean
}

/**
 * The marks for Anthropic's cache on messages, parts and tools, in the order in which they are sent. What a call's arguments are named is none
 * of our business.
 */
export function marksIn(places: readonly unknown[]): readonly JsonObject[] {
  return places.flatMap((place) => (isJsonObject(place) ? [...marksIn(insideOf(place)), ...marksOn(place)] : []))
}

function insideOf({ content, output }: JsonObject): readonly unknown[] {
  const inside = isJsonObject(output) ? output['value'] : content
  return isJsonList(inside) ? inside : []
}

function marksOn({ providerOptions }: JsonObject): readonly JsonObject[] {
  const options = isJsonObject(providerOptions) ? Object.values(providerOptions).filter(isJsonObject) : []
  return options.map((option) => option['cacheControl'] ?? option['cache_control']).filter(isJsonObject)
}

/** The same with a mark of ours. */
export function marked<Place extends { readonly providerOptions?: unknown }>(place: Place, { hour }: Lifetime): Place {
  const cacheControl = { type: 'ephemeral', ...(hour ? { ttl: '1h' } : {}) }
  const { providerOptions } = place
  return { ...place, providerOptions: { ...(isJsonObject(providerOptions) ? providerOptions : {}), anthropic: { cacheControl } } }
}

/**
 * How the place behind the summary may be marked beside the marks of others: not at all if there are four, and no longer than what stands in
 * front of it ("a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block").
 */
export function roomAtCut(cut: Lifetime, inFront: readonly unknown[], behind: readonly unknown[]): Lifetime | undefined {
  const before = marksIn(inFront)
  if (before.length + marksIn(behind).length >= MOST_MARKS) return undefined
  return { hour: cut.hour && before.every(({ ttl }) => ttl === '1h') }
}
