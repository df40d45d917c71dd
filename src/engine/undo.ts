import { makeReceipt } from '../compact/make-receipt.ts'
import { lastResent, resentIn, withResent } from '../compact/resent-results.ts'
import { withPins } from '../compact/show-pins.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import { recordsOf, type StoredPlan, storedRecords } from '../schema/stored-plan.ts'
import { bytesOf } from '../view/assemble.ts'
import { liveView } from '../view/live-view.ts'
import type { Setting } from '../view/setting.ts'
import { type GoingBack, returningCommit } from './commit.ts'
import { historyOf } from './history.ts'
import { takeOver } from './latest.ts'
import { planningOf } from './planning.ts'
import type { RequestOptions } from './request-options.ts'
import { sealedUnder } from './sealed-in.ts'
import type { Compacted } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { afterCommit, packed, settingOf, viewOf } from './views.ts'

/** A plan that there was, or none, and how it is gone back to. */
interface Return {
  readonly how: GoingBack
  readonly back: StoredPlan | undefined
  readonly strategy: 'undo' | 'redo' | 'restore'
  readonly reason: string
}

/** Takes the last compaction back. If that does not fit, the next request is compacted anew. */
export function undo(state: ThreadState, options: RequestOptions): Promise<Compacted<Json>> {
  return goBack(state, options, (commits) => {
    const { thread } = state.key
    const { standing } = historyOf(commits)
    const undone = standing.at(-1)
    if (undone === undefined) throw new CompactionError<'nothing-to-undo'>({ code: 'nothing-to-undo', thread })
    const reason = `compaction ${undone.id} was undone`
    return { how: { undoes: undone.id }, back: standing.at(-2)?.plan, strategy: 'undo', reason }
  })
}

/** Makes the compaction again that was undone last. */
export function redo(state: ThreadState, options: RequestOptions): Promise<Compacted<Json>> {
  return goBack(state, options, (commits) => {
    const again = historyOf(commits).undone.at(-1)
    if (again === undefined) throw new CompactionError<'nothing-to-redo'>({ code: 'nothing-to-redo', thread: state.key.thread })
    const reason = `compaction ${again.id} was made again`
    return { how: { redoes: again.id }, back: again.plan, strategy: 'redo', reason }
  })
}

/** Puts the plan of any commit into effect again; that of none if it is `null`. */
export function restore(state: ThreadState, id: string | null, options: RequestOptions): Promise<Compacted<Json>> {
  return goBack(state, options, (commits) => {
    if (id === null)
      return { how: { restores: null }, back: undefined, strategy: 'restore', reason: 'nothing is folded any more' }
    const found = commitNamed(state, commits, id)
    const reason = `the view of commit ${found.id} was restored`
    return { how: { restores: found.id }, back: found.plan, strategy: 'restore', reason }
  })
}

/** A commit of the thread by its id. Whether another thread or tenant has it makes no difference. */
export function commitNamed({ key }: Pick<ThreadState, 'key'>, commits: readonly Commit[], id: string): Commit {
  const found = commits.find((commit) => commit.id === id)
  if (found !== undefined) return found
  const commit = typeof id === 'string' ? id.slice(0, 80) : typeof id
  throw new CompactionError<'commit-unknown'>({ code: 'commit-unknown', thread: key.thread, commit })
}

async function goBack(
  state: ThreadState,
  options: RequestOptions,
  choose: (commits: readonly Commit[]) => Return,
): Promise<Compacted<Json>> {
  await readWhole(state.own)
  const { key, ports } = state
  const at = await settingOf(state, options)
  return state.alone(async ({ fence }) => {
    const commits = await ports.store.commits(key)
    const made = returning(state, options, at, { commits, to: choose(commits) })
    await ports.store.commit(key, state.commit?.id ?? null, made, fence)
    takeOver(state, made)
    tell(state, made)
    return Object.assign(packed(state, afterCommit(state, at)), { receipt: made.receipt, changed: true })
  }, options)
}

function tell({ ports, key }: ThreadState, { id: commit, undoes, redoes, restores, receipt }: Commit): void {
  const { before, after } = receipt.tokens
  const tokens = { before, after }
  if (undoes !== undefined) ports.events.tell(key, { kind: 'undone', commit, undoes, tokens })
  else if (redoes !== undefined) ports.events.tell(key, { kind: 'redone', commit, redoes, tokens })
  else if (restores !== undefined) ports.events.tell(key, { kind: 'restored', commit, restores, tokens })
}

/** A further commit, never an edit, with a plan that held before and a receipt of its own. What was appended meanwhile stays. */
function returning(
  state: ThreadState,
  options: RequestOptions,
  at: Setting,
  { commits, to }: { readonly commits: readonly Commit[]; readonly to: Return },
): Commit {
  const { key, ports, log } = state
  const { policy, meter } = ports
  const { how, back, strategy, reason } = to
  const { inputs, release } = planningOf(state, options, at, { trigger: 'manual', reason: strategy })
  const planned = back === undefined ? [] : recordsOf(back)
  const resentThen = new Set(resentIn(planned))
  const own = planned.filter((record) => !resentThen.has(record))
  const resent = lastResent(commits.map(({ plan }) => recordsOf(plan)))
  const records = withResent(withPins(log, own, state.pins), resent, state.pins)
  const view = liveView({ ...at, log, records, summaryRole: policy.summaryRole, meter }).now()
  const receipt = makeReceipt({
    ...{ at, log, policy, release, view, now: ports.clock(), before: viewOf(state, at) },
    why: { trigger: 'manual', reason },
    // Not the inputs of a plan: the same compaction, asked for again, is made again.
    inputs: { ...inputs, circumstances: { ...how, sealed: sealedUnder(commits, storedRecords(records), log.length) } },
    fitted: { strategy, records, overrides: [] },
    bytes: bytesOf(at, view),
  })
  const parent = commits.at(-1)?.id ?? null
  return returningCommit({ how, back, records, receipt, thread: key.thread, parent, hash: ports.hash })
}
