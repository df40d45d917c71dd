import { isJsonObject } from '../../../src/schema/json.ts'

/**
 * True if two values have the same JSON text: the same values, the same keys in the same order. Most of what two requests hold is the very
 * same, so that it need not be written out to be compared.
 */
export function sameBytes(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameBytes(item, b[index]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const [keys, others] = [writtenKeys(a), writtenKeys(b)]
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && sameBytes(ownValue(a, key), ownValue(b, key)))
  )
}

/** JSON leaves out what is undefined. */
function writtenKeys(object: object): readonly string[] {
  return Object.keys(object).filter((key) => ownValue(object, key) !== undefined)
}

/** `__proto__` is a key like any other. */
function ownValue(object: object, key: string): unknown {
  return key === '__proto__' ? Object.getOwnPropertyDescriptor(object, key)?.value : (object as Record<string, unknown>)[key]
}

/** Where two values begin to differ, as text. */
export function firstDifference(a: unknown, b: unknown): string {
  const [left = '', right = ''] = [JSON.stringify(a), JSON.stringify(b)]
  let index = 0
  while (index < Math.min(left.length, right.length) && left[index] === right[index]) index += 1
  return `at ${index}: ${left.slice(index, index + 60)} | ${right.slice(index, index + 60)}`
}
