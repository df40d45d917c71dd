import type { Json } from '../schema/json.ts'

const encoder = new TextEncoder()

/** Bytes of a value as JSON. */
export function byteLength(value: Json): number {
  return encoder.encode(JSON.stringify(value)).length
}
