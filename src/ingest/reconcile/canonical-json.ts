import { isJsonObject, type Json } from '../../schema/json.ts'

/** Fields that say nothing about content: cache marks, which clients move from message to message, and what SDKs keep beside a part. */
const VOLATILE = new Set(['cache_control', 'cacheControl', 'cachePoint', 'providerOptions', 'providerMetadata'])

/** Deeper values are compared as they are written: nobody writes them but to break a reader. */
const MOST_DEPTH = 200

/** A value in one spelling, whatever the order of its keys; `undefined` where it is too deep to look at. */
export function canonicalJson(value: Json): string | undefined {
  const pieces: string[] = []
  return spell(value, pieces, 0) ? pieces.join('') : undefined
}

function spell(value: Json, pieces: string[], depth: number): boolean {
  if (depth > MOST_DEPTH) return false
  if (typeof value === 'string') pieces.push(JSON.stringify(value.toWellFormed()))
  else if (typeof value !== 'object' || value === null) pieces.push(String(value))
  else if (Array.isArray(value)) {
    pieces.push('[')
    for (const item of value) {
      if (!spell(item, pieces, depth + 1)) return false
      pieces.push(',')
    }
    pieces.push(']')
  } else {
    pieces.push('{')
    const fields = Object.entries(value).filter(([key]) => !VOLATILE.has(key))
    for (const [key, item] of fields.sort(([a], [b]) => (a < b ? -1 : 1))) {
      pieces.push(JSON.stringify(key.toWellFormed()), ':')
      if (!spell(item, pieces, depth + 1)) return false
      pieces.push(',')
    }
    pieces.push('}')
  }
  return true
}

/** An item without its own id, which providers give and clients leave out. */
export function withoutId(item: Json): Json {
  if (!isJsonObject(item) || !Object.hasOwn(item, 'id')) return item
  const { id: _, ...rest } = item
  return rest
}

/** Arguments of a call in one spelling: models and SDKs differ in spaces and in the order of keys. What is no JSON stays as it is. */
export function canonicalArguments(input: string): string {
  try {
    const value: Json = JSON.parse(input)
    return canonicalJson(value) ?? input
  } catch {
    return input // Models write broken JSON.
  }
}
