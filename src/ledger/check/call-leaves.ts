import { isJsonObject, type Json } from '../../schema/json.ts'

/** The texts among the arguments of a call. */
export function leaves(input: string): readonly string[] {
  const args = jsonOf(input)
  return args === undefined ? [] : stringsIn(args)
}

/** The arguments of a call; broken ones say what they say. */
export function jsonOf(input: string): Json | undefined {
  try {
    return JSON.parse(input)
  } catch {
    return undefined
  }
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : []
}
