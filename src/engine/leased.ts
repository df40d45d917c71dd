import { CompactionError } from '../schema/failures.ts'
import type { CommitId } from '../schema/ids.ts'
import type { Lease, Store, ThreadKey } from '../schema/ports.ts'

/** How long a lease holds without being prolonged: a process that dies blocks nobody for longer. */
export const LEASE_MS = 15_000
/** How long to wait for somebody else's compaction. */
const PATIENCE_MS = 120_000
const SHORTEST_PAUSE = 10
const LONGEST_PAUSE = 500

/** Carries out work that ends in a commit; `fence` goes with that commit. */
export type Leased = <Result>(latest: CommitId | null, work: (fence: number | undefined) => Promise<Result>) => Promise<Result>

/**
 * One compaction of a thread at a time, in all processes (A20): nobody pays for a summary that somebody else is having written. Who
 * had to wait looks again at what the other has done, as after a lost race. Without leases in the store, the race decides.
 */
export function leased(store: Store, key: ThreadKey): Leased {
  const holder = globalThis.crypto.randomUUID()
  return async (latest, work) => {
    if (store.lease === undefined) return work(undefined)
    const { lease, waited } = await take(store, key, holder)
    const heartbeat = setInterval(() => void store.lease?.(key, holder, LEASE_MS).catch(() => undefined), LEASE_MS / 3)
    try {
      const { commit: actual } = waited ? await store.head(key) : { commit: latest }
      if (actual !== latest) {
        throw new CompactionError<'commit-conflict'>({ code: 'commit-conflict', thread: key.thread, expected: latest, actual })
      }
      return await work(lease.fence)
    } finally {
      clearInterval(heartbeat)
      // A lease that cannot be given back runs out.
      await store.release?.(key, lease.fence).catch(() => undefined)
    }
  }
}

async function take(store: Store, key: ThreadKey, holder: string): Promise<{ readonly lease: Lease; readonly waited: boolean }> {
  const started = performance.now()
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    const lease = await store.lease?.(key, holder, LEASE_MS)
    const waited = Math.round(performance.now() - started)
    if (lease) return { lease, waited: pause > SHORTEST_PAUSE }
    if (waited > PATIENCE_MS) throw new CompactionError<'lease-held'>({ code: 'lease-held', thread: key.thread, waited })
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
