import { countsOf, isCompaction } from '../schema/commit.ts'
import { isFailure } from '../schema/failures.ts'
import type { SessionState, Store, ThreadKey } from '../schema/ports.ts'

/** What a user interface shows of a thread. */
export interface ThreadSession extends SessionState {
  /** Branches that were made of it; 0 if the store does not know. */
  readonly branchCount: number
}

/** A session's state, from the store or from its commits. A thread without entries was never compacted. */
export async function sessionOf(store: Store, key: ThreadKey): Promise<ThreadSession> {
  const links = (await store.links?.of(key)) ?? []
  const branchCount = links.filter(({ kind, thread }) => kind === 'branch' && thread === key.thread).length
  return { ...(await stateOf(store, key)), branchCount }
}

async function stateOf(store: Store, key: ThreadKey): Promise<SessionState> {
  try {
    if (store.session !== undefined) return await store.session(key)
  } catch (error) {
    if (!isFailure(error, 'thread-unknown')) throw error
  }
  const commits = await store.commits(key)
  const last = commits.findLast(isCompaction)?.receipt.at ?? null
  return { ...countsOf(commits), lastCompactionAt: last, currentlyCompacting: false }
}
