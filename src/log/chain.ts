import type { Entry } from '../schema/entry.ts'
import type { Hash } from '../schema/ports.ts'

/** The chain hash of an empty log. */
export const GENESIS = '0'

/**
 * The chain hash after each entry: `hash(before + entry)`. One hash at the end of a span vouches for everything up to there.
 */
export function chainHashes(before: string, entries: readonly Entry[], hash: Hash): readonly string[] {
  let last = before
  return entries.map((entry) => {
    last = hash(`${last}\n${JSON.stringify(entry)}`)
    return last
  })
}
