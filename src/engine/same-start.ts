import type { Json } from '../schema/json.ts'
import { isSameJson } from '../schema/same-json.ts'

/**
 * How many messages at the start are the same as last time. Strings are compared as bytes and nothing is made, so that the same
 * ten thousand messages in a fresh copy are told in a few milliseconds, before anything is read.
 */
export function sameStart(kept: readonly Json[], given: readonly unknown[]): number {
  const most = Math.min(kept.length, given.length)
  let same = 0
  while (same < most && isSameJson(kept[same] as Json, given[same])) same += 1
  return same
}
