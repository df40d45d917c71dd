import { CompactionError, isFailure } from '../schema/failures.ts'
import type { Lease, Store, ThreadKey } from '../schema/ports.ts'
import type { Turns } from './turns.ts'

/**
 * How long a lease holds without being prolonged, in milliseconds: a process that dies blocks the others no longer than this. Planning alone
 * is soon done; a model is asked for minutes, and the lease is prolonged meanwhile. Whoever takes longer is refused by the fence.
 */
export const LEASE_MS = { planning: 250, asking: 1_000 } as const
/**
 * Planning lets no timer go off, so that a lease is not prolonged meanwhile: on a machine that is busy, others take over, plan as long, and lose
 * it in turn. Whoever lost one takes the next for so many times as long.
 */
const LONGER = 4
const LONGEST_MS = 60_000
/** How long to wait for another process's compaction. */
const PATIENCE_MS = 120_000
const SHORTEST_PAUSE = 10
const LONGEST_PAUSE = 500

/** What a holder of the lease should know. */
interface Holding {
  /** Goes with the commit; absent if the store has no leases. */
  readonly fence?: number
  /** Somebody else held it meanwhile: what was known before may no longer be true. */
  readonly waited: boolean
}

/** Carries out work that ends in a commit. */
export type Leased = <Result>(work: (holding: Holding) => Promise<Result>, turn?: Turn<Result>) => Promise<Result>

/** How to wait for one's turn. */
interface Turn<Result> {
  readonly signal?: AbortSignal | undefined
  /** What to do instead of waiting. */
  readonly otherwise?: (() => Promise<Result>) | undefined
}

/**
 * One compaction of a thread at a time, in all processes (A20): nobody pays for a summary that another one is having written. Without leases
 * in the store, only the verbs of one handle wait for each other, and between processes the race decides. While it waits, it stands aside.
 */
export function leased(store: Store, key: ThreadKey, { term, aside }: { readonly term: number } & Pick<Turns, 'aside'>): Leased {
  const holder = globalThis.crypto.randomUUID()
  const { leases } = store
  let isHeld = false
  let length = term

  /** `null` if somebody has it: another process, or another verb of this handle. */
  async function take(): Promise<Partial<Lease> | null> {
    if (isHeld) return null
    isHeld = true
    let taken: Partial<Lease> | null = null
    try {
      taken = leases === undefined ? {} : await leases.take(key, holder, length)
    } finally {
      isHeld = taken !== null
    }
    return taken
  }

  return async (work, { signal, otherwise } = {}) => {
    const started = performance.now()
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      // A caller that has gone away needs no turn.
      if (signal?.aborted === true) throw new CompactionError<'compaction-cancelled'>({ code: 'compaction-cancelled' })
      const lease = await take()
      if (lease !== null) return holding(lease, pause > SHORTEST_PAUSE, work)
      if (otherwise !== undefined) return otherwise()
      const waited = Math.round(performance.now() - started)
      if (waited > PATIENCE_MS) throw new CompactionError<'lease-held'>({ code: 'lease-held', thread: key.thread, waited })
      await aside(() => new Promise((resolve) => setTimeout(resolve, pause)))
    }
  }

  async function holding<Result>(
    lease: Partial<Lease>,
    waited: boolean,
    work: (holding: Holding) => Promise<Result>,
  ): Promise<Result> {
    const beating = heartbeat(leases === undefined ? undefined : () => leases.take(key, holder, length), length / 4)
    try {
      const made = await work({ ...lease, waited })
      length = term
      return made
    } catch (error) {
      if (isFailure(error, 'lease-lost')) length = Math.min(LONGEST_MS, length * LONGER)
      throw error
    } finally {
      const prolonged = await beating.stop()
      // If others had it in between, what was prolonged is another lease. What cannot be given back runs out.
      for (const fence of new Set([lease.fence, prolonged?.fence]))
        if (fence !== undefined) await leases?.release(key, fence).catch(() => undefined)
      isHeld = false
    }
  }
}

/** Prolongs a lease now and then. Once stopped, nothing is on its way any more that would hold it again; gives what came of the last time. */
function heartbeat(
  prolong: (() => Promise<Lease | null>) | undefined,
  pause: number,
): { stop(): Promise<Lease | null | undefined> } {
  let last: Promise<Lease | null | undefined> = Promise.resolve(undefined)
  const beat = (): void => {
    last = prolong?.().catch(() => undefined) ?? last
  }
  const timer = prolong === undefined ? undefined : setInterval(beat, pause)
  return {
    stop() {
      clearInterval(timer)
      return last
    },
  }
}

/** Another process committed first, or took over because we were too slow. */
export function isLostRace(error: unknown): boolean {
  return isFailure(error, 'commit-conflict') || isFailure(error, 'lease-lost')
}
