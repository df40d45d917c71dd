/**
 * The value with every object in it frozen, once: what is frozen already is passed over, so that a value handed out again costs nothing. For
 * data of our own; what comes from outside is copied instead.
 */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    // Without a list of what is inside: this runs over every entry of a log.
    if (Array.isArray(value)) for (const inner of value) freezeInner(inner)
    else for (const key in value) freezeInner(value[key])
  }
  return value
}

function freezeInner(inner: unknown): void {
  if (typeof inner === 'object') frozen(inner)
}

/** Whether nothing in a value can be changed: it may be shared without a copy. */
export function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (!Object.isFrozen(value)) return false
  for (const inner of Object.values(value)) if (!isFrozen(inner)) return false
  return true
}
