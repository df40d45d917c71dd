/**
 * A copy that shares no list and no plain object with the value: its owner may change either without changing the other. Functions and
 * objects of a class are code or belong to their maker, and stay what they are.
 */
export function freshCopy<Value>(value: Value): Value
export function freshCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyItem)
  return isPlain(value) ? copyFields(value) : value
}

function copyItem(item: unknown): unknown {
  return typeof item === 'object' ? freshCopy(item) : item
}

/** Spread first: a field named `__proto__` stays a field. */
function copyFields(value: object): object {
  const copy: Record<string, unknown> = { ...value }
  for (const key in copy) {
    const item = copy[key]
    if (typeof item === 'object' && item !== null) copy[key] = freshCopy(item)
  }
  return copy
}

/** True of an object literal, of any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
