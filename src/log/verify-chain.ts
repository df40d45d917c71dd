import type { Hash, LogRow } from '../schema/ports.ts'
import { fingerprintOf, GENESIS, nextHash } from './chain.ts'
import { isTombstone } from './is-tombstone.ts'

/** What a chain says about its log. */
type ChainCheck =
  | { readonly kind: 'whole'; readonly length: number; readonly hash: string; readonly erased: number }
  | { readonly kind: 'broken'; readonly at: number; readonly detail: string }

/**
 * Checks that rows 0, 1, 2, … are the ones that were appended, each unchanged and none missing. An erased entry has lost its content but
 * not its fingerprint, so that a log with tombstones is checked as well.
 */
export function verifyChain(rows: readonly LogRow[], hash: Hash, secret = ''): ChainCheck {
  let last = GENESIS
  let erased = 0
  for (const [at, { entry, measure }] of rows.entries()) {
    if (entry.seq !== at) return { kind: 'broken', at, detail: `entry ${entry.seq} stands at number ${at}` }
    if (measure === null) return { kind: 'broken', at, detail: 'it has no hash' }
    if (isTombstone(entry)) erased += 1
    else if (fingerprintOf(entry, hash, secret) !== measure.fingerprint) {
      return { kind: 'broken', at, detail: 'its content is not what was appended' }
    }
    last = nextHash(last, measure.fingerprint, hash)
    if (last !== measure.hash) return { kind: 'broken', at, detail: 'it does not follow the entry before it' }
  }
  return { kind: 'whole', length: rows.length, hash: last, erased }
}
