import type { CommitId } from './ids.ts'
import type { Receipt } from './receipt.ts'
import type { StoredPlan } from './stored-plan.ts'

/** A plan that took effect. The view is this plan for entries below `plan.version`, and everything after them as it is. */
export interface Commit {
  readonly id: CommitId
  readonly parent: CommitId | null
  /** The commit that this one takes back; its plan is the one that held before that. */
  readonly undoes?: CommitId
  /** The undone commit whose plan this one puts into effect again. */
  readonly redoes?: CommitId
  /** The earlier commit whose plan this one puts into effect again, wherever it stands; `null` if nothing is folded any more. */
  readonly restores?: CommitId | null
  /** The commit of another thread that a branch begins with. */
  readonly copies?: CommitId
  readonly plan: StoredPlan
  readonly receipt: Receipt
}

/** How a commit came about. */
type CommitKind = 'compaction' | 'undo' | 'redo' | 'restore' | 'branch'

/** The field that tells each kind; a compaction has none of them. Stores write it first, where it can be found without reading the rest. */
export const KIND_FIELDS = { undo: 'undoes', redo: 'redoes', restore: 'restores', branch: 'copies' } as const

export function commitKind(commit: Commit): CommitKind {
  if (commit.undoes !== undefined) return 'undo'
  if (commit.redoes !== undefined) return 'redo'
  if (commit.restores !== undefined) return 'restore'
  return commit.copies === undefined ? 'compaction' : 'branch'
}

/** A compaction, and neither the taking back of one nor what another thread did. */
export function isCompaction(commit: Commit): boolean {
  return commitKind(commit) === 'compaction'
}

/** How often what a model sees was changed in each way. */
export function countsOf(
  commits: readonly Commit[],
): Record<'compactionCount' | 'undoCount' | 'redoCount' | 'restoreCount', number> {
  const count = (kind: CommitKind): number => commits.filter((commit) => commitKind(commit) === kind).length
  return {
    compactionCount: count('compaction'),
    undoCount: count('undo'),
    redoCount: count('redo'),
    restoreCount: count('restore'),
  }
}
