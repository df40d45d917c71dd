import type { Outcome } from '../compact/plan-compaction.ts'
import { PIN_STRATEGY } from '../compact/show-pins.ts'
import type { Commit } from '../schema/commit.ts'
import { type CommitId, commitId, type ThreadId } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Hash } from '../schema/ports.ts'
import type { Occasion, Receipt } from '../schema/receipt.ts'
import { type StoredPlan, storedRecords } from '../schema/stored-plan.ts'

/** The commit that makes an outcome the view. Its id is a hash of the plan as it is stored. */
export function commitOf({ receipt, fitted }: Outcome, thread: ThreadId, parent: CommitId | null, hash: Hash): Commit {
  const plan: StoredPlan = {
    thread,
    version: receipt.inputs.head,
    createdAt: receipt.at,
    originalTokens: receipt.tokens.before,
    compactedTokens: receipt.tokens.after,
    records: storedRecords(fitted.records),
    warnings: fitted.warnings,
  }
  return { id: commitId(hash(JSON.stringify([parent, plan]))), parent, plan, receipt }
}

/** The commit that takes `undone` back, with the plan that held before it. */
export function undoingCommit(options: {
  readonly undone: Commit
  readonly back: StoredPlan | undefined
  /** The records of that plan, with what was pinned since. */
  readonly records: readonly PlanRecord[]
  readonly receipt: Receipt
  readonly thread: ThreadId
  readonly parent: CommitId | null
  readonly hash: Hash
}): Commit {
  const { undone, back, records, receipt, thread, parent, hash } = options
  const plan: StoredPlan = {
    ...{
      thread,
      version: back?.version ?? 0,
      createdAt: receipt.at,
      records: storedRecords(records),
      warnings: back?.warnings ?? [],
    },
    ...{ originalTokens: receipt.tokens.before, compactedTokens: receipt.tokens.after },
  }
  return { id: commitId(hash(JSON.stringify([parent, plan, undone.id]))), parent, undoes: undone.id, plan, receipt }
}

/** A commit as the first of another thread. Its spans hold there: the entries, and so their chain hashes, are the same. */
export function commitFor(thread: ThreadId, { undoes: _, ...commit }: Commit, hash: Hash): Commit {
  const plan = { ...commit.plan, thread }
  return { ...commit, id: commitId(hash(JSON.stringify([null, plan]))), parent: null, plan }
}

/** The commits that were not taken back, oldest first: the last one holds. One that only shows pins again stands in place of the plan that it changed. */
export function inForce(commits: readonly Commit[]): readonly Commit[] {
  const standing: Commit[] = []
  for (const commit of commits) {
    if (commit.undoes !== undefined || commit.receipt.strategy === PIN_STRATEGY) standing.pop()
    if (commit.undoes === undefined) standing.push(commit)
  }
  return standing
}

/**
 * How large the request was that an undo gave back. What a person wanted to see again stays: the next compaction that comes by itself folds
 * only what has come since, or what does not fit. `undefined` if the last commit is not an undo, or the compaction was asked for.
 */
export function restoredBy(commit: Commit | null, occasion: Occasion): number | undefined {
  return commit?.undoes === undefined || occasion === 'manual' ? undefined : commit.receipt.tokens.after
}
