/**
 * The value with every object in it frozen, once: what is frozen already is passed over, so that a value handed out again costs nothing. For
 * data of our own; what comes from outside is copied instead.
 */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) if (typeof inner === 'object') frozen(inner)
  }
  return value
}

/** Whether nothing in a value can be changed: it may be shared without a copy. */
export function isFrozen(value: unknown): boolean {
  return typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
}
