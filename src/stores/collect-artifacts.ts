import type { ManagedArtifacts, Swept } from '../schema/artifacts.ts'
import { capableOf } from '../schema/capabilities.ts'
import type { Commit } from '../schema/commit.ts'
import { type ArtifactId, type TenantId, tenantId, threadId } from '../schema/ids.ts'
import type { Store } from '../schema/ports.ts'

/** What nothing points to stays so long, in milliseconds: a compaction puts content away before the commit that points to it. */
const USUAL_GRACE = 60 * 60 * 1000

/** Every artifact that a plan of these commits points to, the undone ones too: undo and branches may go back to them. */
export function artifactsIn(commits: readonly Commit[]): ReadonlySet<ArtifactId> {
  const records = commits.flatMap((commit) => commit.plan.records)
  return new Set(records.flatMap((record) => (record.action === 'externalize' ? [record.artifact] : [])))
}

/**
 * Deletes a tenant's artifacts that have expired, and those that no commit of any of its threads points to, branches included. For a store
 * that cannot list its threads, all of them have to be named: what only other threads point to is deleted. The log keeps the content either
 * way.
 */
export async function collectArtifacts(options: {
  readonly store: Store
  readonly artifacts: ManagedArtifacts
  readonly tenant?: string
  /** By default all that the store knows of. */
  readonly threads?: readonly string[]
  readonly now?: number
  readonly graceMs?: number
}): Promise<Swept> {
  const { store, artifacts, now = Date.now(), graceMs = USUAL_GRACE } = options
  const tenant = tenantId(options.tenant ?? 'default')
  const reachable = new Set<ArtifactId>()
  for (const thread of options.threads ?? (await threadsIn(store, tenant))) {
    for (const id of artifactsIn(await store.commits({ tenant, thread: threadId(thread) }))) reachable.add(id)
  }
  return artifacts.sweep(tenant, { reachable, unreachableBefore: now - graceMs })
}

async function threadsIn(store: Store, tenant: TenantId): Promise<readonly string[]> {
  const orElse = 'name all threads of the tenant'
  return capableOf(store, 'threads', { needed: 'collectArtifacts', orElse }).threads.of(tenant)
}
