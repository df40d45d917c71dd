import { capableOf } from '../schema/capabilities.ts'
import type { TenantId, ThreadId } from '../schema/ids.ts'
import type { Store, ThreadKey } from '../schema/ports.ts'
import { rangeOf } from '../schema/range.ts'
import { archiveOf } from './archive.ts'
import { eraseFrom } from './erase.ts'
import { branchesOf } from './links.ts'
import type { EnginePorts } from './ports.ts'
import { readableLength } from './readable-length.ts'

/** Which threads are kept no longer. */
export interface ExpireOptions {
  readonly tenant?: string | undefined
  /** Threads that nothing was appended to since then go; in milliseconds since 1970, or a date. */
  readonly before: number | Date
  /** Is handed each thread as an archive before it goes; if it throws, the thread stays and nothing further is done. */
  readonly keep?: ((thread: string, archive: string) => unknown) | undefined
  /** Only says what would go. */
  readonly dryRun?: boolean | undefined
}

/** What retention did. */
export interface Expired {
  /** Threads that went, or would go; with those that branched off them. */
  readonly threads: readonly ThreadId[]
  /** Threads that stay because nobody knows how old they are: they were written before times were kept. */
  readonly undated: readonly ThreadId[]
}

/** Erases threads by their age. A thread goes together with its branches, and only if all of them are as old. */
export async function expire(
  ports: EnginePorts,
  tenant: TenantId,
  { before, keep, dryRun = false }: Omit<ExpireOptions, 'before'> & { readonly before: number },
): Promise<Expired> {
  const needed = 'compactor.expire'
  const store = capableOf(capableOf(ports.store, 'threads', { needed }), 'links', { needed })
  const ages = new Map<ThreadId, number | undefined>()
  for (const thread of await store.threads.of(tenant)) ages.set(thread, await lastWritten(store, { tenant, thread }))
  const isOld = (thread: ThreadId): boolean => !ages.has(thread) || (ages.get(thread) ?? Number.POSITIVE_INFINITY) < before
  const gone: ThreadId[] = []
  for (const thread of ages.keys()) {
    const branches = await branchesOf(store, { tenant, thread })
    if (gone.includes(thread) || !isOld(thread) || !branches.every(isOld)) continue
    const all = [thread, ...branches].filter((each) => ages.has(each) && !gone.includes(each))
    gone.push(...all)
    if (dryRun) continue
    for (const each of all) await keep?.(each, await archiveOf(ports, { tenant, thread: each }))
    await eraseFrom(ports, tenant, { thread })
  }
  return { threads: gone, undated: [...ages].flatMap(([thread, at]) => (at === undefined ? [thread] : [])) }
}

/** When something was last appended; `undefined` if that is not known, as of a thread whose end is damaged. */
async function lastWritten(store: Store, key: ThreadKey): Promise<number | undefined> {
  const { length, damage } = await readableLength(store, key)
  if (damage !== null) return undefined
  const [last] = (await store.rows?.(key, [rangeOf(Math.max(0, length - 1), length)])) ?? []
  return last?.measure?.at
}
