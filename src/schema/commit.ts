import type { CommitId } from './ids.ts'
import type { Plan } from './plan.ts'
import type { Receipt } from './receipt.ts'

/** A plan that took effect. The view is this plan for entries below `plan.version`, and everything after them as it is. */
export interface Commit {
  readonly id: CommitId
  readonly parent: CommitId | null
  readonly plan: Plan
  readonly receipt: Receipt
}
