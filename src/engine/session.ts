import { isCompaction } from '../schema/commit.ts'
import { isFailure } from '../schema/failures.ts'
import type { SessionState, Store, ThreadKey } from '../schema/ports.ts'

/** A session's state, from the store or from its commits. A thread without entries was never compacted. */
export async function sessionOf(store: Store, key: ThreadKey): Promise<SessionState> {
  try {
    if (store.session !== undefined) return await store.session(key)
  } catch (error) {
    if (!isFailure(error, 'thread-unknown')) throw error
  }
  const commits = (await store.commits(key)).filter(isCompaction)
  const last = commits.at(-1)?.receipt.at ?? null
  return { compactionCount: commits.length, lastCompactionAt: last, currentlyCompacting: false }
}
