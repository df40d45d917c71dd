/** Any JSON value. Foreign messages and blocks are kept as JSON, exactly as they came in. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** JSON as a caller has it: with the types of an SDK, which lack index signatures, or as `Json`. */
export type GivenJson = object | Json

export interface JsonObject {
  readonly [key: string]: Json
}

/** Tells an object from an array, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Tells an array. Its items are JSON if it came from outside as such: nothing is looked at here. */
export function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** The value of a string field, or undefined if there is none or it is of another type. */
export function stringField(object: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/**
 * The value with every half character (a lone surrogate) replaced, in texts and in keys: it cannot be sent as UTF-8. The value itself if
 * there is none.
 */
export function wellFormedJson(value: Json): Json {
  return isWellFormedJson(value) ? value : repairJson(value)
}

/** True if no text and no key holds half a character. Nearly always so, and asked of everything that is shown: it makes nothing. */
export function isWellFormedJson(value: Json): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isWellFormedJson)
  for (const key of Object.keys(value)) {
    if (!key.isWellFormed() || !isWellFormedJson((value as JsonObject)[key] ?? null)) return false
  }
  return true
}

function repairJson(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(wellFormedJson)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormedJson(item)]))
}
