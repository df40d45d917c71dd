import type { LearnedRecord, LearnedRecords } from '../../schema/capabilities.ts'
import type { TenantId } from '../../schema/ids.ts'

/** Records of a tenant that are kept. */
const MOST_EACH = 256

/** What was learned about models, in this process. */
export function memoryLearned(): LearnedRecords & { forget(tenant: TenantId): void } {
  const tenants = new Map<TenantId, Map<string, LearnedRecord>>()
  return {
    of: async (tenant) => [...(tenants.get(tenant)?.values() ?? [])],
    async put(tenant, key, body) {
      const own = tenants.get(tenant) ?? new Map<string, LearnedRecord>()
      tenants.set(tenant, own)
      own.delete(key)
      own.set(key, { key, body, at: Date.now() })
      const [oldest] = own.keys()
      if (own.size > MOST_EACH && oldest !== undefined) own.delete(oldest)
    },
    forget: (tenant) => void tenants.delete(tenant),
  }
}
