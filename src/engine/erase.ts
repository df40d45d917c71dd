import { CompactionError, isFailure } from '../schema/failures.ts'
import { type TenantId, type ThreadId, threadId } from '../schema/ids.ts'
import type { Erased, Store, ThreadKey } from '../schema/ports.ts'
import { revisionsThread } from './revisions.ts'

/** What to erase: an entry by its id, a whole thread, or, said in so many words, everything of a tenant. */
export type EraseOptions =
  | { readonly tenant?: string; readonly thread: string; readonly entry?: string }
  | { readonly tenant: string; readonly everything: true }

/** Erases, and with it what clients handed in as other versions of the same. */
export async function eraseFrom(store: Store, tenant: TenantId, what: EraseOptions): Promise<Erased> {
  const { erase } = store
  if (erase === undefined) {
    const needed = { expected: 'a store that can erase', found: 'one that cannot' }
    throw new CompactionError<'store-unusable'>({ code: 'store-unusable', at: 'the store', ...needed })
  }
  if ('everything' in what && what.everything === true) return erase({ tenant })
  // A caller without types may have left the name out: that must not erase more than was meant.
  if (!('thread' in what) || typeof what.thread !== 'string') {
    const needed = { expected: 'the name of a thread, or everything: true', found: 'neither' }
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'erase', ...needed })
  }
  const { thread, entry } = what
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
