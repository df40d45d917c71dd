import { isJsonObject, type Json } from '../schema/json.ts'

const encoder = new TextEncoder()

/** Bytes of a text. Node counts them without writing them, several times as fast. */
export const utf8Length: (text: string) => number =
  typeof Buffer === 'undefined' ? (text) => encoder.encode(text).length : (text) => Buffer.byteLength(text)

/** Bytes of a value as JSON. */
export function byteLength(value: Json): number {
  return utf8Length(JSON.stringify(value))
}

/**
 * Bytes of a request whose messages were measured when they were written: `bytes` is the sum over `wire`, with a comma for each.
 * Putting a request together may change a few of them (cache marks); then all of it is measured.
 */
export function requestBytes(request: Json, wire: readonly Json[], bytes: number): number {
  const messages = isJsonObject(request) ? request['messages'] : request
  if (!Array.isArray(messages)) return byteLength(request)
  const inFront = messages.length - wire.length
  if (wire.some((message, index) => message !== messages[inFront + index])) return byteLength(request)
  const leading = messages.slice(0, inFront)
  return byteLength(isJsonObject(request) ? { ...request, messages: leading } : leading) + bytes - (inFront === 0 ? 1 : 0)
}
