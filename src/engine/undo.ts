import { accountOf, bytesOf } from '../compact/compaction.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import { commitId, type ThreadId } from '../schema/ids.ts'
import type { Occasion, PlanningInputs, Receipt } from '../schema/receipt.ts'
import { recordsOf } from '../schema/stored-plan.ts'
import { liveView, type View } from '../view/live-view.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import type { EnginePorts } from './ports.ts'
import { assembleRequest, type Setting } from './request.ts'

/** The commits that were not taken back, oldest first: the last one holds. */
export function inForce(commits: readonly Commit[]): readonly Commit[] {
  const standing: Commit[] = []
  for (const commit of commits) {
    if (commit.undoes === undefined) standing.push(commit)
    else standing.pop()
  }
  return standing
}

/**
 * How large the request was that an undo gave back. What a person wanted to see again stays: the next compaction that nobody asks for
 * folds only what has come since, or what does not fit. `undefined` where the last commit is no undo, or somebody asks.
 */
export function restoredBy(commit: Commit | null, occasion: Occasion): number | undefined {
  return commit?.undoes === undefined || occasion === 'manual' ? undefined : commit.receipt.tokens.after
}

/**
 * The commit that takes the last compaction back: a further commit, never an edit, with the plan that held before and a receipt of its
 * own. What was appended meanwhile stays.
 */
export function undoingCommit(options: {
  readonly thread: ThreadId
  readonly commits: readonly Commit[]
  readonly at: Setting
  readonly log: MeasuredLog
  readonly ports: EnginePorts
  readonly inputs: PlanningInputs
  readonly release: number
  /** What the model sees now. */
  readonly before: View
}): Commit {
  const { thread, commits, at, log, ports, before } = options
  const standing = inForce(commits)
  const undone = standing.at(-1)
  if (undone === undefined) throw new CompactionError<'nothing-to-undo'>({ code: 'nothing-to-undo', thread })
  const back = standing.at(-2)?.plan
  const records = back === undefined ? [] : recordsOf(back)
  const view = liveView({ ...at, log, records, summaryRole: ports.policy.summaryRole, meter: ports.meter }).now()
  const now = ports.clock()
  const tokens = { before: at.outside + before.tokens, after: at.outside + view.tokens }
  const fitted = { strategy: 'undo', records, overrides: [] }
  const receipt: Receipt = {
    ...{ trigger: 'manual', reason: `compaction ${undone.id} was undone`, at: now },
    // Not the inputs of a plan: the same compaction, asked for again, is made again.
    inputs: { ...options.inputs, circumstances: { undoes: undone.id } },
    tokens: { ...tokens, budget: at.budget.limit, release: options.release },
    bytes: { before: bytesOf(assembleRequest(at, before), before), after: bytesOf(assembleRequest(at, view), view) },
    utilisation: Math.min(1, tokens.after / at.budget.limit),
    ...accountOf({ fitted, view }, log, ports.policy),
  }
  const plan = {
    ...{ thread, version: back?.version ?? 0, createdAt: now, records: back?.records ?? [], warnings: back?.warnings ?? [] },
    ...{ originalTokens: tokens.before, compactedTokens: tokens.after },
  }
  const parent = commits.at(-1)?.id ?? null
  return { id: commitId(ports.hash(JSON.stringify([parent, plan, undone.id]))), parent, undoes: undone.id, plan, receipt }
}
