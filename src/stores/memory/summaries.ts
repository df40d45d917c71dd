import type { TenantId } from '../../schema/ids.ts'
import type { SummaryCache } from '../../schema/ports.ts'
import type { SummaryAnswer } from '../../schema/summary.ts'

/** Summaries of a tenant that are kept. */
const MOST_EACH = 256

/** Summaries that were paid for once, in this process. */
export function memorySummaries(): SummaryCache & { forget(tenant: TenantId): Promise<void> } {
  const tenants = new Map<TenantId, Map<string, SummaryAnswer>>()
  return {
    async get(tenant, key) {
      return structuredClone(tenants.get(tenant)?.get(key) ?? null)
    },
    async put(tenant, key, answer) {
      const own = tenants.get(tenant) ?? new Map<string, SummaryAnswer>()
      tenants.set(tenant, own)
      own.delete(key)
      own.set(key, structuredClone(answer))
      const [oldest] = own.keys()
      if (own.size > MOST_EACH && oldest !== undefined) own.delete(oldest)
    },
    async forget(tenant) {
      tenants.delete(tenant)
    },
  }
}
