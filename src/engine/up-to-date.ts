import { type Outcome, type Planning, rebased } from '../compact/plan-compaction.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import { catchUp } from './latest.ts'
import type { ThreadState } from './thread-state.ts'

/**
 * A plan after others may have worked on the thread: what they appended stands behind it. If they changed the view, the race is lost: the
 * plan rests on the commit that it was made on.
 */
export async function upToDate(
  state: ThreadState,
  planning: Planning,
  outcome: Outcome,
  expected: Commit | null,
): Promise<Outcome> {
  await catchUp(state)
  const { commit, key } = state
  if (commit?.id !== expected?.id) {
    const ids = { expected: expected?.id ?? null, actual: commit?.id ?? null }
    throw new CompactionError<'commit-conflict'>({ code: 'commit-conflict', thread: key.thread, ...ids })
  }
  const now = state.log.head()
  return now.length === outcome.receipt.inputs.head ? outcome : rebased(planning, outcome, now)
}
