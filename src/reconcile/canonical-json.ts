import { isJsonObject, type Json } from '../schema/json.ts'

/** Cache marks, which clients move from message to message. */
const MARKS = ['cache_control', 'cacheControl', 'cachePoint']
/** Fields that say nothing about content: marks, and what SDKs keep beside a part. */
const VOLATILE: ReadonlySet<string> = new Set([...MARKS, 'providerOptions', 'providerMetadata'])
const ONLY_MARKS: ReadonlySet<string> = new Set(MARKS)

/** Deeper values are compared as they are written: such depth serves only to break a reader. */
const MOST_DEPTH = 200

/** A value in one spelling, whatever the order of its keys; `undefined` if it is too deep to look at. */
export function canonicalJson(value: Json): string | undefined {
  return spelled(value, VOLATILE)
}

/**
 * A block of a kind we do not know, in one spelling. It has no id, which providers give and clients leave out; and if an SDK passes on a
 * block that it does not know either, the options are all that the block says.
 */
export function canonicalItem(item: Json): string | undefined {
  if (!isJsonObject(item)) return canonicalJson(item)
  const { id: _, ...rest } = item
  return spelled(rest, rest['type'] === 'custom' ? ONLY_MARKS : VOLATILE)
}

function spelled(value: Json, left: ReadonlySet<string>): string | undefined {
  const pieces: string[] = []
  return spell(value, { pieces, left }, 0) ? pieces.join('') : undefined
}

interface Spelling {
  readonly pieces: string[]
  /** Fields to leave out. */
  readonly left: ReadonlySet<string>
}

function spell(value: Json, spelling: Spelling, depth: number): boolean {
  const { pieces, left } = spelling
  if (depth > MOST_DEPTH) return false
  if (typeof value === 'string') pieces.push(JSON.stringify(value.toWellFormed()))
  else if (typeof value !== 'object' || value === null) pieces.push(String(value))
  else if (Array.isArray(value)) {
    pieces.push('[')
    for (const item of value) {
      if (!spell(item, spelling, depth + 1)) return false
      pieces.push(',')
    }
    pieces.push(']')
  } else {
    pieces.push('{')
    const fields = Object.entries(value).filter(([key]) => !left.has(key))
    for (const [key, item] of fields.sort(([a], [b]) => (a < b ? -1 : 1))) {
      pieces.push(JSON.stringify(key.toWellFormed()), ':')
      if (!spell(item, spelling, depth + 1)) return false
      pieces.push(',')
    }
    pieces.push('}')
  }
  return true
}

/** Arguments of a call in one spelling: models and SDKs differ in spaces and in the order of keys. What is not JSON stays as it is. */
export function canonicalArguments(input: string): string {
  try {
    const value: Json = JSON.parse(input)
    return canonicalJson(value) ?? input
  } catch {
    return input.toWellFormed() // Models write broken JSON.
  }
}
