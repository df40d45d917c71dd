import { fingerprintOf, GENESIS, nextHash } from '../log/chain.ts'
import { type ChainCheck, verifyChain } from '../log/verify-chain.ts'
import type { Entry } from '../schema/entry.ts'
import type { Hash, LogRow, Store, ThreadKey } from '../schema/ports.ts'
import { rangeOf } from '../schema/range.ts'
import { fingerprintKey } from './tenant-keys.ts'

/** Checks a thread's whole log against its chain and its head: nothing changed, nothing missing, nothing put in. */
export async function verifyThread(store: Store, key: ThreadKey, hash: Hash): Promise<ChainCheck> {
  const head = await store.head(key)
  const secret = await fingerprintKey(store, key.tenant)
  const everything = rangeOf(0, head.length)
  const rows = (await store.rows?.(key, [everything])) ?? measured(await store.read(key, 0, head.length), hash, secret)
  const check = verifyChain(rows, hash, secret)
  if (check.kind === 'broken' || (check.length === head.length && check.hash === head.hash)) return check
  return { kind: 'broken', at: check.length, detail: 'the log does not end where the thread says' }
}

/** A store that keeps no hashes of entries still has the one at the end: it is found again from the first. */
function measured(entries: readonly Entry[], hash: Hash, secret: string): readonly LogRow[] {
  let last = GENESIS
  return entries.map((entry) => {
    const fingerprint = fingerprintOf(entry, hash, secret)
    last = nextHash(last, fingerprint, hash)
    return { entry, measure: { hash: last, fingerprint, tokens: 0, exact: true, frame: 0, bytes: 0, counter: '' } }
  })
}
