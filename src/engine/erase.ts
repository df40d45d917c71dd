import { CompactionError, isFailure } from '../schema/failures.ts'
import { type TenantId, type ThreadId, threadId } from '../schema/ids.ts'
import type { Erased, Store, ThreadKey } from '../schema/ports.ts'
import { revisionsThread } from './revisions.ts'

/** What to erase: an entry by its id, a whole thread, or everything of a tenant. */
export interface EraseOptions {
  readonly thread?: string
  readonly entry?: string
}

/** Erases, and with it what clients handed in as other versions of the same. */
export async function eraseFrom(store: Store, tenant: TenantId, { thread, entry }: EraseOptions): Promise<Erased> {
  const { erase } = store
  if (erase === undefined) {
    const needed = { expected: 'a store that can erase', found: 'one that cannot' }
    throw new CompactionError<'store-unusable'>({ code: 'store-unusable', at: 'the store', ...needed })
  }
  if (thread === undefined) return erase({ tenant })
  const key: ThreadKey = { tenant, thread: threadId(thread) }
  const erased = await (entry === undefined ? erase(key) : erase({ ...key, entry: seqOf(entry, key.thread) }))
  try {
    await erase({ ...key, thread: revisionsThread(key.thread) })
  } catch (error) {
    if (!isFailure(error, 'thread-unknown')) throw error
  }
  return erased
}

function seqOf(entry: string, thread: ThreadId): number {
  const [, digits] = /^e(\d+)$/.exec(entry) ?? []
  if (digits === undefined) throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread, entry })
  return Number(digits)
}
