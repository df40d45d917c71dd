import { isJsonList, type Json, type JsonObject } from '../../schema/json.ts'
import { isSameJson } from '../../schema/same-json.ts'

/** A body, and the text that it was read from. */
interface Written {
  readonly text: string
  readonly body: JsonObject
}

/**
 * A body as text: the very text that was handed in, if it says the same. If only the end of its history differs, the beginning is cut out of
 * that text, because to write a thousand messages takes longer than all else.
 *
 *     handed in  {"model":"m","messages":[a,b,c]}     sent  {"model":"m","messages":[a,b,  and then c with a mark
 */
export function writtenAgain(body: JsonObject, { text, body: given }: Written): string {
  if (body === given) return text
  const name = historyOf(given)
  const [was, is] = [given[name], body[name]]
  const same = isJsonList(was) && isJsonList(is) ? sameInFront(was, is) : 0
  if (!isJsonList(was) || !isJsonList(is) || same === 0) return JSON.stringify(body)
  if (same === is.length && same === was.length && isSameJson({ ...body, [name]: 0 }, { ...given, [name]: 0 })) return text
  const [before, after] = around(given, name, was.slice(same))
  // Whoever wrote it otherwise, with blanks in it, has all of it written again.
  if (!text.startsWith(before) || !text.endsWith(after)) return JSON.stringify(body)
  const [front, end] = around(body, name, is.slice(same))
  return `${front}${text.slice(before.length, text.length - after.length)}${end}`
}

/** Where a body has its history, in either protocol. */
export function historyOf(body: JsonObject): 'input' | 'messages' {
  return 'input' in body ? 'input' : 'messages'
}

function sameInFront(was: readonly Json[], is: readonly Json[]): number {
  const at = was.findIndex((message, index) => !isSameJson(message, is[index]))
  return at === -1 ? was.length : at
}

/** What is written in front of a history, and what behind the part of it that is the same. */
export function around(body: JsonObject, name: string, rest: readonly Json[]): readonly [before: string, after: string] {
  const names = Object.keys(body)
  const at = names.indexOf(name)
  const field = (key: string): string => `${JSON.stringify(key)}:${JSON.stringify(body[key])}`
  const front = names.slice(0, at).map((key) => `${field(key)},`)
  const behind = names.slice(at + 1).map((key) => `,${field(key)}`)
  const more = rest.map((message) => `,${JSON.stringify(message)}`)
  return [`{${front.join('')}${JSON.stringify(name)}:[`, `${more.join('')}]${behind.join('')}}`]
}
