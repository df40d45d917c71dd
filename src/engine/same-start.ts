import type { Json } from '../schema/json.ts'

/** Deeper values are not compared: they are read again. */
const MOST_DEPTH = 200

/**
 * How many messages at the start are the same as last time. Strings are compared as bytes and nothing is made, so that the same
 * ten thousand messages in a fresh copy are told in a few milliseconds, before anything is read.
 */
export function sameStart(kept: readonly Json[], given: readonly unknown[]): number {
  const most = Math.min(kept.length, given.length)
  let same = 0
  while (same < most && isSame(kept[same] as Json, given[same], 0)) same += 1
  return same
}

function isSame(kept: Json, given: unknown, depth: number): boolean {
  if (kept === given) return true
  if (typeof kept !== 'object' || kept === null || typeof given !== 'object' || given === null || depth > MOST_DEPTH) return false
  if (Array.isArray(kept)) return Array.isArray(given) && isSameList(kept, given, depth)
  return !Array.isArray(given) && isSameObject(kept as { readonly [key: string]: Json }, given, depth)
}

function isSameList(kept: readonly Json[], given: readonly unknown[], depth: number): boolean {
  if (kept.length !== given.length) return false
  for (let index = 0; index < kept.length; index += 1) {
    if (!isSame(kept[index] as Json, given[index], depth + 1)) return false
  }
  return true
}

/** A field without a value is no field: a copy by JSON has lost it. */
function isSameObject(kept: { readonly [key: string]: Json }, given: object, depth: number): boolean {
  let fields = 0
  for (const key in kept) {
    if (!Object.hasOwn(given, key)) return false
    if (!isSame(kept[key] as Json, (given as { readonly [key: string]: unknown })[key], depth + 1)) return false
    fields += 1
  }
  for (const key in given) {
    if (Object.hasOwn(given, key) && (given as { readonly [key: string]: unknown })[key] !== undefined) fields -= 1
  }
  return fields === 0
}
