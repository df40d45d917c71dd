import { CompactionError, isFailure } from '../schema/failures.ts'
import { type ArtifactId, type Seq, type TenantId, type ThreadId, threadId } from '../schema/ids.ts'
import type { Erased, Store, ThreadKey } from '../schema/ports.ts'
import { spanContains } from '../schema/span.ts'
import type { EnginePorts } from './ports.ts'
import { revisionsThread } from './revisions.ts'

/** What to erase: an entry by its id, a whole thread, or, said in so many words, everything of a tenant. */
export type EraseOptions =
  | { readonly tenant?: string; readonly thread: string; readonly entry?: string }
  | { readonly tenant: string; readonly everything: true }

type ErasePorts = Pick<EnginePorts, 'store' | 'artifacts'>

/** Erases, and with it what was put away of it, and what clients handed in as other versions of the same. */
export async function eraseFrom(ports: ErasePorts, tenant: TenantId, what: EraseOptions): Promise<Erased> {
  const { store, artifacts } = ports
  const { erase } = store
  if (erase === undefined) {
    const needed = { expected: 'a store that can erase', found: 'one that cannot' }
    throw new CompactionError<'store-unusable'>({ code: 'store-unusable', at: 'the store', ...needed })
  }
  if ('everything' in what && what.everything === true) {
    await artifacts?.eraseTenant?.(tenant)
    return erase({ tenant })
  }
  // A caller without types may have left the name out: that must not erase more than was meant.
  if (!('thread' in what) || typeof what.thread !== 'string') {
    const needed = { expected: 'the name of a thread, or everything: true', found: 'neither' }
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'erase', ...needed })
  }
  const { thread, entry } = what
  const key: ThreadKey = { tenant, thread: threadId(thread) }
  const seq = entry === undefined ? undefined : seqOf(entry, key.thread)
  // Before the plans that name them: where this is cut short, erasing again finds them.
  await artifacts?.erase?.(tenant, await artifactsOf(store, key, seq))
  const erased = await (seq === undefined ? erase(key) : erase({ ...key, entry: seq }))
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

/** What any plan of a thread has put away: of one entry, or of all. */
async function artifactsOf(store: Store, key: ThreadKey, seq: Seq | undefined): Promise<readonly ArtifactId[]> {
  const records = (await store.commits(key)).flatMap(({ plan }) => plan.records)
  const found = records.flatMap((record) =>
    record.action === 'externalize' && (seq === undefined || spanContains(record.span, seq)) ? [record.artifact] : [],
  )
  return [...new Set(found)]
}
