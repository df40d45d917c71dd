/** Deeper values are not compared: they count as different. */
const MOST_DEPTH = 200

interface Fields {
  readonly [key: string]: unknown
}

/** True if two values are the same, whatever the order of their keys. Strings are compared as bytes, and nothing is made. */
export function isSameJson(kept: unknown, given: unknown): boolean {
  return isSame(kept, given, 0)
}

function isSame(kept: unknown, given: unknown, depth: number): boolean {
  if (kept === given) return true
  if (typeof kept !== 'object' || kept === null || typeof given !== 'object' || given === null || depth > MOST_DEPTH) return false
  if (Array.isArray(kept)) return Array.isArray(given) && isSameList(kept, given, depth)
  return !Array.isArray(given) && isSameObject(kept as Fields, given as Fields, depth)
}

function isSameList(kept: readonly unknown[], given: readonly unknown[], depth: number): boolean {
  if (kept.length !== given.length) return false
  for (let index = 0; index < kept.length; index += 1) {
    if (!isSame(kept[index], given[index], depth + 1)) return false
  }
  return true
}

/** A field that is `undefined` counts as missing: a copy by JSON has lost it. */
function isSameObject(kept: Fields, given: Fields, depth: number): boolean {
  let fields = 0
  for (const key in kept) {
    if (!Object.hasOwn(given, key)) return false
    if (!isSame(kept[key], given[key], depth + 1)) return false
    fields += 1
  }
  for (const key in given) {
    if (Object.hasOwn(given, key) && given[key] !== undefined) fields -= 1
  }
  return fields === 0
}
