import type { Entry } from '../schema/entry.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import { utf8Length } from './byte-length.ts'

/** An entry as JSON, and the bytes of the block that it was read from. */
interface EntryJson {
  readonly json: string
  readonly rawBytes: number
}

/** A shorter text is written twice in less time. */
const SHORT = 256
/** So deep in a block its text is looked for. */
const DEEPEST = 4
/** Stands for the text; the characters in front stand in no text of a program. */
const HOLE = '\u0001\u0002hole'
const WRITTEN_HOLE = JSON.stringify(HOLE)

/**
 * Most entries hold their text twice, in the block that they were read from and by itself. It is written once and put where it belongs, so that neither
 * its fingerprint nor its bytes need it again.
 *
 *     { raw: { content: "a b" }, text: "a b" }   →   {"raw":{"content":·},"text":·}  and  "a b"
 */
export function entryJson(entry: Entry): EntryJson {
  return withHoles(entry) ?? { json: JSON.stringify(entry), rawBytes: utf8Length(JSON.stringify(entry.raw)) }
}

function withHoles(entry: Entry): EntryJson | undefined {
  const isCall = entry.kind === 'tool-call'
  if (!isCall && entry.kind !== 'text' && entry.kind !== 'tool-result') return undefined
  const text = isCall ? entry.input : entry.text
  const raw = text.length < SHORT ? undefined : withHole(entry.raw, text, DEEPEST)
  if (raw === undefined) return undefined
  const parts = JSON.stringify(isCall ? { ...entry, raw, input: HOLE } : { ...entry, raw, text: HOLE }).split(WRITTEN_HOLE)
  // Somebody else may have written what stands for it.
  if (parts.length !== 3) return undefined
  const written = JSON.stringify(text)
  const rawBytes = utf8Length(written) + utf8Length(JSON.stringify(raw)) - WRITTEN_HOLE.length
  return { json: `${parts[0]}${written}${parts[1]}${written}${parts[2]}`, rawBytes }
}

/** A block with a hole in place of its text; `undefined` if it does not hold it. */
function withHole(value: Json, text: string, depth: number): Json | undefined {
  if (value === text) return HOLE
  if (depth === 0) return undefined
  if (Array.isArray(value)) {
    const only = value.length === 1 ? withHole(value[0] ?? null, text, depth - 1) : undefined
    return only === undefined ? undefined : [only]
  }
  // An object of a class may say itself how it is written.
  if (!isJsonObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return undefined
  for (const key in value) {
    const hollow = withHole(value[key] ?? null, text, depth - 1)
    if (hollow !== undefined) return { ...value, [key]: hollow }
  }
  return undefined
}
