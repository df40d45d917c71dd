import { fingerprintOf, GENESIS, nextHash } from '../log/chain.ts'
import { lostOf } from '../log/lost.ts'
import { type ChainCheck, verifyChain } from '../log/verify-chain.ts'
import type { Entry } from '../schema/entry.ts'
import type { Hash, LogRow, Store, ThreadKey } from '../schema/ports.ts'
import { rangeOf } from '../schema/range.ts'
import { fingerprintKey } from './tenant-keys.ts'

/** Checks a thread's whole log against its chain, its head and what was acknowledged: nothing changed, nothing missing, nothing put in. */
export async function verifyThread(store: Store, key: ThreadKey, hash: Hash): Promise<ChainCheck> {
  // Asked first: what is there later is at least that.
  const told = (await store.acknowledged?.(key)) ?? null
  const head = await store.head(key)
  const secret = await fingerprintKey(store, key.tenant)
  const everything = rangeOf(0, head.length)
  const rows = (await store.rows?.(key, [everything])) ?? measured(await store.read(key, 0, head.length), hash, secret)
  const check = verifyChain(rows, hash, secret)
  if (check.kind === 'broken') return check
  if (check.length !== head.length || check.hash !== head.hash) {
    return { kind: 'broken', at: check.length, detail: 'the log does not end where the thread says' }
  }
  const found = { ...head, commits: (await store.commits(key)).length, erasures: head.erasures ?? 0 }
  const lost = lostOf(told, found, (length) => rows[length - 1]?.measure?.hash)
  return lost === null ? check : { kind: 'broken', ...lost }
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
