import { CompactionError } from '../../schema/failures.ts'
import { isJsonObject, type JsonObject } from '../../schema/json.ts'

/** Most characters of what a model hands to a tool as one text: a longer one is no question. */
const MOST_CHARACTERS = 2_000_000

/** What a model handed in, as an object: models write JSON, and some SDKs parse it. */
export function readInput(given: unknown): JsonObject {
  const input = typeof given === 'string' ? parsed(given) : (given ?? {})
  if (isJsonObject(input)) return input
  throw invalid('input', 'an object', typeof given === 'string' ? 'text that is no JSON object' : `a ${typeof given}`)
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A text that must be there. */
export function textIn(input: JsonObject, name: string): string {
  const value = optionalText(input, name)
  if (value !== undefined && value.trim() !== '') return value
  throw invalid(name, 'a text', 'nothing')
}

export function optionalText(input: JsonObject, name: string): string | undefined {
  const value = input[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value.length <= MOST_CHARACTERS) return value
  throw invalid(name, 'a text', typeof value === 'string' ? `${value.length} characters` : `a ${typeof value}`)
}

/** A whole number from 0 on; models write some as text. */
export function optionalNumber(input: JsonObject, name: string): number | undefined {
  const value = input[name]
  if (value === undefined || value === null || value === '') return undefined
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number
  throw invalid(name, 'a whole number', JSON.stringify(value).slice(0, 40))
}

/** Texts; a single one will do. */
export function textsIn(input: JsonObject, name: string): readonly string[] {
  const value = input[name]
  if (value === undefined || value === null) return []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map((each) => {
    if (typeof each === 'string') return each
    throw invalid(name, 'texts', `a ${typeof each}`)
  })
}

function invalid(at: string, expected: string, found: string): CompactionError<'input-invalid'> {
  return new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found })
}
