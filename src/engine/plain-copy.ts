import type { Json } from '../schema/json.ts'

/** A field that an object cannot be given by writing to it, and one that says that an object is written as something else. */
const LEFT_TO_JSON: ReadonlySet<string> = new Set(['__proto__', 'toJSON', '$palimpsest'])

/**
 * A copy of a value that is nothing but JSON, without writing and reading all of its texts; `undefined` of anything else, of which JSON itself
 * decides what can be kept.
 */
export function plainCopy(value: unknown, levels: number): Json | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined
  if (typeof value !== 'object' || levels === 0) return undefined
  return Array.isArray(value) ? copyOfList(value, levels - 1) : copyOfObject(value, levels - 1)
}

function copyOfList(list: readonly unknown[], levels: number): Json | undefined {
  if ('toJSON' in list) return undefined
  const copy: Json[] = []
  for (const item of list) {
    const own = plainCopy(item, levels)
    if (own === undefined) return undefined
    copy.push(own)
  }
  return copy
}

function copyOfObject(value: object, levels: number): Json | undefined {
  const prototype: unknown = Object.getPrototypeOf(value)
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in value) return undefined
  const copy: Record<string, Json> = {}
  const fields: readonly (readonly [string, unknown])[] = Object.entries(value)
  for (const [key, item] of fields) {
    if (LEFT_TO_JSON.has(key)) return undefined
    // A field without a value is none.
    if (item === undefined) continue
    const own = plainCopy(item, levels)
    if (own === undefined) return undefined
    copy[key] = own
  }
  return copy
}
