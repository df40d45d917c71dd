import type { Leases } from '../schema/capabilities.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import type { Lease, Store, ThreadKey } from '../schema/ports.ts'

/**
 * How long a lease holds without being prolonged, in milliseconds: a process that dies blocks the others no longer than this. Planning alone
 * is soon done; a model is asked for minutes, and the lease is prolonged meanwhile. Whoever takes longer is refused by the fence.
 */
export const LEASE_MS = { planning: 250, asking: 1_000 } as const
/** How long to wait for another process's compaction. */
const PATIENCE_MS = 120_000
const SHORTEST_PAUSE = 10
const LONGEST_PAUSE = 500

/** What a holder of the lease should know. */
export interface Holding {
  /** Goes with the commit; absent if the store has no leases. */
  readonly fence?: number
  /** Another process held it meanwhile: what was known before may no longer be true. */
  readonly waited: boolean
}

/** Carries out work that ends in a commit. Inside of it, more such work may be carried out. */
export type Leased = <Result>(work: (holding: Holding) => Promise<Result>, turn?: Turn<Result>) => Promise<Result>

/** How to wait for one's turn. */
interface Turn<Result> {
  readonly signal?: AbortSignal | undefined
  /** What to do instead of waiting. */
  readonly otherwise?: (() => Promise<Result>) | undefined
}

/**
 * One compaction of a thread at a time, in all processes (A20): no process pays for a summary that another one is having written. Without
 * leases in the store, the race decides.
 */
export function leased(store: Store, key: ThreadKey, term: number): Leased {
  const holder = globalThis.crypto.randomUUID()
  let held: Lease | undefined
  return async (work, { signal, otherwise } = {}) => {
    const { leases } = store
    if (leases === undefined) return work({ waited: false })
    if (held !== undefined) return work({ ...held, waited: false })
    const first = otherwise === undefined ? undefined : await leases.take(key, holder, term)
    if (otherwise !== undefined && first === null) return otherwise()
    const { lease, waited } = first == null ? await take(leases, key, { holder, term, signal }) : { lease: first, waited: false }
    held = lease
    const heartbeat = setInterval(() => void leases.take(key, holder, term).catch(() => undefined), term / 4)
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
  { holder, term, signal }: { readonly holder: string; readonly term: number; readonly signal: AbortSignal | undefined },
): Promise<{ readonly lease: Lease; readonly waited: boolean }> {
  const started = performance.now()
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    // A caller that has gone away needs no turn.
    if (signal?.aborted === true) throw new CompactionError<'compaction-cancelled'>({ code: 'compaction-cancelled' })
    const lease = await leases.take(key, holder, term)
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
