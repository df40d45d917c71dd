import type { RequestRecords, ThreadList } from '../../schema/capabilities.ts'
import { frozen } from '../../schema/frozen.ts'
import { isWritten, open, type Tenants, threadsOf } from './kept.ts'

/** Which threads there are. */
export function memoryThreads(tenants: Tenants): ThreadList {
  return {
    async of(tenant) {
      const written = threadsOf(tenants, tenant).filter(([, kept]) => isWritten(kept))
      return written.map(([name]) => name).sort()
    },
    async sharing({ tenant, thread }, seq = 0) {
      const hash = tenants.get(tenant)?.get(thread)?.rows[seq]?.measure?.hash
      if (hash === undefined) return []
      const sharing = threadsOf(tenants, tenant).filter(
        ([name, { rows }]) => name !== thread && rows[seq]?.measure?.hash === hash,
      )
      return sharing.map(([name]) => name).sort()
    },
  }
}

/** What was sent. */
export function memoryRequests(tenants: Tenants): RequestRecords {
  return {
    async add(key, sent, most) {
      const kept = open(tenants, key)
      kept.requests = [...kept.requests, frozen(structuredClone(sent))].slice(most === 0 ? Number.POSITIVE_INFINITY : -most)
    },
    of: async (key) => [...open(tenants, key).requests],
  }
}
