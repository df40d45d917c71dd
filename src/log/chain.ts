import type { Entry } from '../schema/entry.ts'
import type { Hash } from '../schema/ports.ts'

/** The chain hash of an empty log. */
export const GENESIS = '0'

/**
 * The hash of one entry, under a key. It stays when the entry's content is erased; without the key it does not reveal what the content was,
 * not even by trying.
 */
export function fingerprintOf(entry: Entry, hash: Hash, secret = ''): string {
  return fingerprintOfJson(JSON.stringify(entry), hash, secret)
}

/** The same of an entry that was written as JSON. */
export function fingerprintOfJson(json: string, hash: Hash, secret = ''): string {
  return hash(`${secret}\n${json}`)
}

/** The chain hash after an entry. One hash at the end of a span vouches for everything up to there. */
export function nextHash(before: string, fingerprint: string, hash: Hash): string {
  return hash(`${before}\n${fingerprint}`)
}

/** The chain hash after each entry. */
export function chainHashes(before: string, entries: readonly Entry[], hash: Hash, secret = ''): readonly string[] {
  let last = before
  return entries.map((entry) => {
    last = nextHash(last, fingerprintOf(entry, hash, secret), hash)
    return last
  })
}
