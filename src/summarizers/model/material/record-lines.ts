import { isJsonObject, type Json, type JsonObject } from '../../../schema/json.ts'
import { plainRecord } from './tidy-output.ts'

/** An element as long as this stands on one line; a longer one is taken apart. */
const ELEMENT = 400
const DEEPEST = 8
/** More than this is not read. */
const MOST = 400_000
/** A number that reading would round. */
const LONG_NUMBER = /\d{16}/

/**
 * A record with each of its elements on a line of its own, so that whole elements can be left out; nothing if it is none, or short. Elements
 * of the same form are rows under the names of their fields.
 *
 *     [{"id":1,"at":{"x":5}},{"id":2,"at":{"x":6}}]   →   each: id, at(x) · 1, (5) · 2, (6)
 */
export function recordLines(text: string): string | undefined {
  const plain = text.trim()
  if (!/^[{[]/.test(plain) || plain.length <= ELEMENT || plain.length > MOST || LONG_NUMBER.test(plain)) return undefined
  try {
    return linesOf(JSON.parse(plain) as Json, '', 0).join('\n')
  } catch {
    return undefined // Cut off, or no JSON at all: it is told as a text.
  }
}

function linesOf(value: Json, name: string, depth: number): readonly string[] {
  const line = `${name}${plainRecord(JSON.stringify(value))}`
  const isWhole = typeof value !== 'object' || value === null
  if (line.length <= ELEMENT / 2 || isWhole || depth === DEEPEST) return [line]
  if (!isJsonObject(value)) return rowsOf(value, name) ?? value.flatMap((element) => linesOf(element, name, depth + 1))
  if (line.length <= ELEMENT) return [line]
  const parts = Object.entries(value).map(([field, one]) => linesOf(one, `${name}${field}: `, depth + 1))
  // Short fields share a line: together they say what the record is.
  const isShort = (lines: readonly string[]): boolean => lines.length === 1 && (lines[0]?.length ?? 0) <= ELEMENT / 4
  const short = parts.filter(isShort).flat()
  return [...(short.length === 0 ? [] : [short.join(', ')]), ...parts.filter((lines) => !isShort(lines)).flat()]
}

/** Elements of one form as rows, those of a list in a list with its number; nothing if their forms differ. */
function rowsOf(list: readonly Json[], name: string): readonly string[] | undefined {
  const grouped = list.flatMap((element, at): readonly Grouped[] =>
    isList(element) ? element.map((one) => ({ group: `${at + 1}: `, one })) : [{ group: '', one: element }],
  )
  const objects = grouped.flatMap(({ group, one }) => (isJsonObject(one) ? [{ group, one }] : []))
  const form = formOf(objects[0]?.one ?? {})
  if (grouped.length < 2 || objects.length < grouped.length || objects.some(({ one }) => formOf(one) !== form)) return undefined
  return [`${name}each: ${form}`, ...objects.map(({ group, one }) => `${group}${valuesOf(one)}`)]
}

interface Grouped {
  readonly group: string
  readonly one: Json
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** The names of the fields, with those of records inside. */
function formOf(record: JsonObject): string {
  return Object.entries(record)
    .map(([name, value]) => (isJsonObject(value) ? `${name}(${formOf(value)})` : name))
    .join(', ')
}

function valuesOf(record: JsonObject): string {
  return Object.values(record)
    .map((value) =>
      isJsonObject(value)
        ? `(${valuesOf(value)})`
        : typeof value === 'string'
          ? quoted(value)
          : plainRecord(JSON.stringify(value)),
    )
    .join(', ')
}

/** Words that a comma or a bracket would tear apart keep their quotation marks. */
function quoted(text: string): string {
  return /^[^,()"\n]{1,80}$/.test(text) ? text : JSON.stringify(text)
}
