import type { CommitId } from './ids.ts'
import type { Receipt } from './receipt.ts'
import type { StoredPlan } from './stored-plan.ts'

/** A plan that took effect. The view is this plan for entries below `plan.version`, and everything after them as it is. */
export interface Commit {
  readonly id: CommitId
  readonly parent: CommitId | null
  /** The commit that this one takes back; its plan is the one that held before that. */
  readonly undoes?: CommitId
  readonly plan: StoredPlan
  readonly receipt: Receipt
}

/** A compaction, and not the taking back of one. */
export function isCompaction(commit: Commit): boolean {
  return commit.undoes === undefined
}
