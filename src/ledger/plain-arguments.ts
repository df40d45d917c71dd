import { isJsonObject, type Json } from '../schema/json.ts'

/**
 * A call as one writes it down, without the signs of JSON; as it is if its arguments are not JSON, or were cut. In lists of things that are
 * alike, what each value is shows in the first.
 *
 *     book {"id":"A1","legs":[{"no":"H1","day":"05-13"},{"no":"H2","day":"05-14"}]}   →   book id: A1, legs: [no: H1, day: 05-13; H2, 05-14]
 */
export function withPlainArguments(call: string): string {
  const at = call.indexOf(' ')
  // What was cut is no object any more; to find that out by reading it takes longer than to read all the others.
  const parsed = at === -1 || !call.trimEnd().endsWith('}') ? undefined : parsedJson(call.slice(at + 1))
  return isJsonObject(parsed) ? `${call.slice(0, at)} ${plain(parsed)}`.trimEnd() : call
}

function plain(value: Json, isBare = false): string {
  if (Array.isArray(value))
    return `[${value.map((one, index) => plain(one, index > 0)).join(value.some(isJsonObject) ? '; ' : ', ')}]`
  if (!isJsonObject(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([name, one]) => (isBare ? plain(one) : `${name}: ${plain(one)}`))
    .join(', ')
}

function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
