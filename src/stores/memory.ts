import type { Capability, StoreWith, TenantSecrets } from '../schema/capabilities.ts'
import { type TenantLinks, type Tenants, threadsOf } from './memory/kept.ts'
import { memoryLearned } from './memory/learned.ts'
import { memoryLeases } from './memory/leases.ts'
import { memoryCommits, memoryLogs } from './memory/log.ts'
import { memoryRequests } from './memory/requests.ts'
import { memorySummaries } from './memory/summaries.ts'
import { memoryCosts, memoryLinks, memoryThreads } from './memory/threads.ts'

/** Keeps threads in this process. For tests, and for agents that do not outlive it. */
export function memoryStore(): StoreWith<Capability> {
  const tenants: Tenants = new Map()
  const links: TenantLinks = new Map()
  const summaries = memorySummaries()
  const learned = memoryLearned()
  return {
    ...memoryLogs(tenants),
    ...memoryCommits(tenants),
    ...memoryLeases(tenants),
    secrets: memorySecrets(),
    threads: memoryThreads(tenants),
    links: memoryLinks(links),
    requests: memoryRequests(tenants),
    costs: memoryCosts(tenants),
    summaries,
    learned,
    async search(tenant, query) {
      const candidates = threadsOf(tenants, tenant).flatMap(([thread, { rows }]) =>
        query.thread === undefined || query.thread === thread ? rows.entries(0).map((entry) => ({ thread, entry })) : [],
      )
      const { searchEntries } = await import('../recall/search-entries.ts')
      return searchEntries(candidates, query)
    },
    async erase(target) {
      const { eraseFrom } = await import('./memory/erase.ts')
      const erased = eraseFrom(tenants, links, target)
      await summaries.forget(target.tenant)
      if (!('thread' in target)) learned.forget(target.tenant)
      return erased
    },
    async close() {},
  }
}

function memorySecrets(): TenantSecrets {
  /** Tokens of secrets are shown to models: their key must not be guessed, though nothing here outlives the process. */
  const salt = globalThis.crypto.randomUUID()
  return {
    // Nothing here is at rest, so that there is nothing to protect from guessing; but the same entries have the same hashes in every run.
    fingerprintKey: async (tenant) => `memory ${tenant}`,
    redactionKey: async (tenant) => `${salt} ${tenant}`,
  }
}
