import type { StoreCapabilities } from '../../schema/capabilities.ts'
import { countsOf, isCompaction } from '../../schema/commit.ts'
import { known, open, type Tenants } from './kept.ts'

/** Who may compact a thread, and what a user interface shows of it. */
export function memoryLeases(tenants: Tenants): Pick<StoreCapabilities, 'leases' | 'session'> {
  /** Leases outlive what they were for: their numbers only grow. */
  let fences = 0
  return {
    leases: {
      async take(key, holder, milliseconds) {
        const kept = open(tenants, key)
        const now = Date.now()
        const isSame = kept.lease.holder === holder && kept.lease.fence > 0
        if (!isSame && kept.lease.expires > now) return null
        if (!isSame) fences += 1
        const fence = isSame ? kept.lease.fence : fences
        kept.lease = { holder, fence, expires: now + milliseconds }
        return { fence }
      },
      async release(key, fence) {
        const kept = open(tenants, key)
        if (kept.lease.fence === fence) kept.lease = { ...kept.lease, expires: 0 }
      },
    },
    async session(key) {
      const { commits, lease } = known(tenants, key)
      const made = commits.filter(isCompaction)
      const last = made.at(-1)?.receipt.at ?? null
      return { ...countsOf(commits), lastCompactionAt: last, currentlyCompacting: lease.expires > Date.now() }
    },
  }
}
