/** What stands in the copy instead of an object that is no list; `undefined` if the object is copied as any other. */
type Instead = (value: object) => unknown

/**
 * A copy that shares no list and no plain object with the value: its owner may change either without changing the other. Functions and
 * objects of a class are code or belong to their maker, and stay what they are, unless there is something to stand for them.
 */
export function freshCopy<Value>(value: Value, instead?: Instead): Value
export function freshCopy(value: unknown, instead?: Instead): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'object' ? freshCopy<unknown>(item, instead) : item))
  const other = instead?.(value)
  if (other !== undefined) return other
  return isPlain(value) ? copyFields(value, instead) : value
}

/** Spread first: a field named `__proto__` stays a field. */
function copyFields(value: object, instead: Instead | undefined): object {
  const copy: Record<string, unknown> = { ...value }
  for (const key in copy) {
    const item = copy[key]
    if (typeof item === 'object' && item !== null) copy[key] = freshCopy<unknown>(item, instead)
  }
  return copy
}

/** True of an object literal, of any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}
