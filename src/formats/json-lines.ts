import { isJsonObject, type JsonObject } from '../schema/json.ts'
import { isTooDeep, MOST_LEVELS } from '../schema/json-depth.ts'
import type { FileFault } from '../schema/transcript-format.ts'
import { parsed } from './json-format.ts'

/** An object of a file of lines, and the line that it stands in, counted from 1. */
export interface JsonLine {
  readonly line: number
  readonly value: JsonObject
}

/** Reads lines of JSON objects. A damaged line is left out and named; objects that were glued together in one line are taken apart. */
export function readJsonLines(text: string): { readonly lines: readonly JsonLine[]; readonly faults: readonly FileFault[] } {
  const lines: JsonLine[] = []
  const faults: FileFault[] = []
  const rows = text.replace(/^\uFEFF/, '').split('\n')
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue
    const line = index + 1
    if (isTooDeep(row)) {
      faults.push({ line, detail: `it has more than ${MOST_LEVELS} levels of brackets` })
      continue
    }
    const value = parsed(row)
    if (isJsonObject(value)) lines.push({ line, value })
    else {
      const parts = value === undefined ? gluedObjects(row) : undefined
      if (parts === undefined) faults.push({ line, detail: faultIn(row, value !== undefined, index === rows.length - 1) })
      else for (const part of parts) lines.push({ line, value: part })
    }
  }
  return { lines, faults }
}

/** The first objects of a file of lines, to see what it is. Lines of a megabyte are met, so that it stops early. */
export function firstObjects(text: string, most: number): readonly JsonObject[] {
  const found: JsonObject[] = []
  for (let at = 0, tries = 0; at < text.length && found.length < most && tries < 2 * most; tries += 1) {
    const end = text.indexOf('\n', at)
    const row = text.slice(at, end === -1 ? text.length : end).replace(/^\uFEFF/, '')
    at = end === -1 ? text.length : end + 1
    if (row.length > LONGEST_LOOKED_AT || !row.trimStart().startsWith('{') || isTooDeep(row)) continue
    const value = parsed(row)
    if (isJsonObject(value)) found.push(value)
    else for (const part of gluedObjects(row) ?? []) found.push(part)
  }
  return found
}

/** A longer line does not say what a file is, and takes a while. */
const LONGEST_LOOKED_AT = 1_000_000

function faultIn(row: string, isJson: boolean, isLast: boolean): string {
  if (isJson) return 'it is not a JSON object'
  return isLast && row.trimStart().startsWith('{') ? 'it is cut off; perhaps it is being written' : 'it is not a JSON object'
}

/**
 * Objects that stand in one line with nothing between them, because a program was ended between an object and its line break.
 *
 *     {"a":"}{"}{"b":1}   →   {"a":"}{"}   {"b":1}
 */
function gluedObjects(row: string): readonly JsonObject[] | undefined {
  const parts: JsonObject[] = []
  let [depth, start, inString] = [0, 0, false]
  for (let at = 0; at < row.length; at += 1) {
    const sign = row[at]
    if (inString) {
      if (sign === '\\') at += 1
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth !== 0) continue
      const value = parsed(row.slice(start, at + 1))
      if (!isJsonObject(value)) return undefined
      parts.push(value)
      start = at + 1
    }
  }
  return depth === 0 && row.slice(start).trim() === '' && parts.length > 1 ? parts : undefined
}
