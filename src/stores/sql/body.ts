import type { Entry } from '../../schema/entry.ts'
import { isJsonObject, type Json } from '../../schema/json.ts'

/** Fields of an entry that usually stand word for word in its raw block, too. */
const FIELDS = ['text', 'input'] as const

/** Where those fields stand in the raw block. Bodies keep the numbers of these places: only ever add to the end. */
const PLACES: readonly ((raw: Json) => Json | undefined)[] = [
  (raw) => raw,
  (raw) => (isJsonObject(raw) ? raw['text'] : undefined),
  (raw) => (isJsonObject(raw) ? raw['content'] : undefined),
  (raw) => (isJsonObject(raw) && isJsonObject(raw['function']) ? raw['function']['arguments'] : undefined),
  (raw) => (isJsonObject(raw) ? raw['arguments'] : undefined),
  (raw) => (isJsonObject(raw) ? raw['output'] : undefined),
]

/** Shorter words are not worth a look when they are read. */
const WORTH_IT = 16

/**
 * An entry as a row keeps it: JSON, in which the number of a place stands for words that are there already. What is read most, long
 * texts, is then read and kept once.
 */
export function bodyOf(entry: Entry): string {
  const kept: Record<string, unknown> = { ...entry }
  for (const field of FIELDS) {
    const words = kept[field]
    if (typeof words !== 'string' || words.length < WORTH_IT) continue
    const place = PLACES.findIndex((find) => find(entry.raw) === words)
    if (place >= 0) kept[field] = place
  }
  return JSON.stringify(kept)
}

/** The entry that `bodyOf` wrote. */
export function entryIn(body: string): Entry {
  const parsed = JSON.parse(body)
  const kept: Record<(typeof FIELDS)[number], unknown> & { readonly raw: Json } = parsed
  for (const field of FIELDS) {
    const place = kept[field]
    if (typeof place === 'number') kept[field] = PLACES[place]?.(kept.raw)
  }
  return parsed
}
