import type { Leases } from '../schema/capabilities.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import type { Lease, Store, ThreadKey } from '../schema/ports.ts'

/** How long a lease holds without being prolonged: a process that dies blocks the others no longer than this. */
const LEASE_MS = 15_000
/** How long to wait for another process's compaction. */
const PATIENCE_MS = 120_000
const SHORTEST_PAUSE = 10
const LONGEST_PAUSE = 500

/** What a holder of the lease should know. */
interface Holding {
  /** Goes with the commit; absent if the store has no leases. */
  readonly fence?: number
  /** Another process held it meanwhile: what was known before may no longer be true. */
  readonly waited: boolean
}

/** Carries out work that ends in a commit. Inside of it, more such work may be carried out. */
export type Leased = <Result>(work: (holding: Holding) => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/**
 * One compaction of a thread at a time, in all processes (A20): no process pays for a summary that another one is having written. Without
 * leases in the store, the race decides.
 */
export function leased(store: Store, key: ThreadKey): Leased {
  const holder = globalThis.crypto.randomUUID()
  let held: Lease | undefined
  return async (work, signal) => {
    const { leases } = store
    if (leases === undefined) return work({ waited: false })
    if (held !== undefined) return work({ ...held, waited: false })
    const { lease, waited } = await take(leases, key, { holder, signal })
    held = lease
    const heartbeat = setInterval(() => void leases.take(key, holder, LEASE_MS).catch(() => undefined), LEASE_MS / 3)
    try {
      return await work({ ...lease, waited })
    } finally {
      held = undefined
      clearInterval(heartbeat)
      // A lease that cannot be given back runs out.
      await leases.release(key, lease.fence).catch(() => undefined)
    }
  }
}

async function take(
  leases: Leases,
  key: ThreadKey,
  { holder, signal }: { readonly holder: string; readonly signal: AbortSignal | undefined },
): Promise<{ readonly lease: Lease; readonly waited: boolean }> {
  const started = performance.now()
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    // A caller that has gone away needs no turn.
    if (signal?.aborted === true) throw new CompactionError<'compaction-cancelled'>({ code: 'compaction-cancelled' })
    const lease = await leases.take(key, holder, LEASE_MS)
    const waited = Math.round(performance.now() - started)
    if (lease !== null) return { lease, waited: pause > SHORTEST_PAUSE }
    if (waited > PATIENCE_MS) throw new CompactionError<'lease-held'>({ code: 'lease-held', thread: key.thread, waited })
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Another process committed first, or took over because we were too slow. */
export function isLostRace(error: unknown): boolean {
  return isFailure(error, 'commit-conflict') || isFailure(error, 'lease-lost')
}
