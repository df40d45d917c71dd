/** Any JSON value. Foreign messages and blocks are kept as JSON, exactly as they came in. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

/** Tells an object from an array, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a string field, or undefined where there is none or it is of another type. */
export function stringField(object: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/**
 * The value with every half character (a lone surrogate) replaced, in texts and in keys: it cannot be sent as UTF-8. The value
 * itself where there is none.
 */
export function wellFormedJson(value: Json): Json {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(wellFormedJson)
    return items.every((item, index) => item === value[index]) ? value : items
  }
  const entries = Object.entries(value)
  const sound = entries.map(([key, item]) => [key.toWellFormed(), wellFormedJson(item)] as const)
  const same = sound.every(([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1])
  return same ? value : Object.fromEntries(sound)
}
