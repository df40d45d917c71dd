import { type ChainCheck, verifyChain } from '../log/verify-chain.ts'
import type { Hash, Store, ThreadKey } from '../schema/ports.ts'

/** Checks a thread's whole log against its chain and its head: nothing changed, nothing missing, nothing put in. */
export async function verifyThread(store: Store, key: ThreadKey, hash: Hash): Promise<ChainCheck> {
  const head = await store.head(key)
  const everything = [{ from: 0, to: head.length }]
  const rows = (await store.rows?.(key, everything)) ?? []
  const check = verifyChain(rows, hash, await store.secret?.(key.tenant))
  if (check.kind === 'broken' || (check.length === head.length && check.hash === head.hash)) return check
  return { kind: 'broken', at: check.length, detail: 'the log does not end where the thread says' }
}
