import type { Outcome } from '../compact/plan-compaction.ts'
import { type Commit, commitKind } from '../schema/commit.ts'
import { type CommitId, commitId, type ThreadId } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Hash } from '../schema/ports.ts'
import type { Occasion, Receipt } from '../schema/receipt.ts'
import { type StoredPlan, storedRecords } from '../schema/stored-plan.ts'

/** Of an outcome, what its commit is made of. */
interface Accounted {
  readonly receipt: Receipt
  readonly fitted: Pick<Outcome['fitted'], 'records' | 'warnings'>
}

/** The commit that makes an outcome the view. Its id is a hash of the plan as it is stored. */
export function commitOf({ receipt, fitted }: Accounted, thread: ThreadId, parent: CommitId | null, hash: Hash): Commit {
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

/** How a commit goes back to a plan that there was. */
export type GoingBack = Pick<Commit, 'undoes' | 'redoes' | 'restores'>

/** The commit that puts an earlier plan, or none, into effect again. */
export function returningCommit(options: {
  readonly how: GoingBack
  readonly back: StoredPlan | undefined
  /** The records of that plan, with what was pinned since, and results as a client shows them. */
  readonly records: readonly PlanRecord[]
  readonly receipt: Receipt
  readonly thread: ThreadId
  readonly parent: CommitId | null
  readonly hash: Hash
}): Commit {
  const { how, back, records, receipt, thread, parent, hash } = options
  const plan: StoredPlan = {
    ...{
      thread,
      version: Math.max(back?.version ?? 0, records.at(-1)?.span.end ?? 0),
      createdAt: receipt.at,
      records: storedRecords(records),
      warnings: back?.warnings ?? [],
    },
    ...{ originalTokens: receipt.tokens.before, compactedTokens: receipt.tokens.after },
  }
  // An undo is named by what it undoes alone, as it always was.
  const id = hash(JSON.stringify([parent, plan, how.undoes ?? how]))
  return { id: commitId(id), parent, ...how, plan, receipt }
}

/** A commit as the first of another thread. Its spans hold there: the entries, and so their chain hashes, are the same. */
export function commitFor(thread: ThreadId, { id: copies, plan: made, receipt }: Commit, hash: Hash): Commit {
  const plan = { ...made, thread }
  return { id: commitId(hash(JSON.stringify([null, plan]))), parent: null, copies, plan, receipt }
}

/**
 * How large the request was that an undo, or a return to an earlier plan, gave back. What a person wanted to see again stays: the next compaction that comes by itself folds
 * only what has come since, or what does not fit. `undefined` if the last commit is neither, or the compaction was asked for.
 */
export function restoredBy(commit: Commit | null, occasion: Occasion): number | undefined {
  if (commit === null || occasion === 'manual') return undefined
  const kind = commitKind(commit)
  return kind === 'undo' || kind === 'restore' ? commit.receipt.tokens.after : undefined
}
