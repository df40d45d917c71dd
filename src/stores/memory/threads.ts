import type { CostRecords, ThreadList } from '../../schema/capabilities.ts'
import { frozen } from '../../schema/frozen.ts'
import type { ThreadLinks } from '../../schema/links.ts'
import { isWritten, type TenantLinks, type Tenants, threadsOf } from './kept.ts'

/** Which threads there are. */
export function memoryThreads(tenants: Tenants): ThreadList {
  return {
    async of(tenant) {
      const written = threadsOf(tenants, tenant).filter(([, kept]) => isWritten(kept))
      return written.map(([name]) => name).sort()
    },
    async sharing({ tenant, thread }, seq = 0) {
      const hash = tenants.get(tenant)?.get(thread)?.rows.at(seq)?.measure?.hash
      if (hash === undefined) return []
      const sharing = threadsOf(tenants, tenant).filter(
        ([name, { rows }]) => name !== thread && rows.at(seq)?.measure?.hash === hash,
      )
      return sharing.map(([name]) => name).sort()
    },
  }
}

/** What belongs together. */
export function memoryLinks(links: TenantLinks): ThreadLinks {
  return {
    async add({ tenant, thread }, { kind, linked }) {
      const before = links.get(tenant) ?? []
      const isKnown = before.some((link) => link.thread === thread && link.linked === linked && link.kind === kind)
      if (!isKnown) links.set(tenant, [...before, frozen({ kind, thread, linked })])
    },
    async of({ tenant, thread }) {
      return (links.get(tenant) ?? []).filter((link) => link.thread === thread || link.linked === thread)
    },
  }
}

/** What threads have cost. */
export function memoryCosts(tenants: Tenants): CostRecords {
  return {
    of: async ({ tenant, thread }) => tenants.get(tenant)?.get(thread)?.cost ?? null,
    async put({ tenant, thread }, expected, body) {
      const kept = tenants.get(tenant)?.get(thread)
      if (kept === undefined || !isWritten(kept) || kept.cost !== expected) return false
      kept.cost = body
      return true
    },
  }
}
