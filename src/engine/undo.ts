import { makeReceipt } from '../compact/make-receipt.ts'
import { lastResent, resentIn, withResent } from '../compact/resent-results.ts'
import { withPins } from '../compact/show-pins.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import { recordsOf } from '../schema/stored-plan.ts'
import { assembleRequest } from '../view/assemble.ts'
import { liveView } from '../view/live-view.ts'
import type { Setting } from '../view/setting.ts'
import { inForce, undoingCommit } from './commit.ts'
import { takeOver } from './latest.ts'
import { planningOf } from './planning.ts'
import type { RequestOptions } from './request-options.ts'
import type { Compacted } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { afterCommit, packed, settingOf, viewOf } from './views.ts'

/** Takes the last compaction back. If that does not fit, the next request is compacted anew. */
export async function undo(state: ThreadState, options: RequestOptions): Promise<Compacted<Json>> {
  await readWhole(state.own)
  const { key, ports } = state
  const at = await settingOf(state, options)
  return state.alone(async ({ fence }) => {
    const made = await undoing(state, options, at)
    await ports.store.commit(key, state.commit?.id ?? null, made, fence)
    takeOver(state, made)
    const { id: commit, undoes = commit, receipt } = made
    const { before, after } = receipt.tokens
    ports.events.tell(key, { kind: 'undone', commit, undoes, tokens: { before, after } })
    return Object.assign(packed(state, afterCommit(state, at)), { receipt: made.receipt, changed: true })
  }, options)
}

/** A further commit, never an edit, with the plan that held before and a receipt of its own. What was appended meanwhile stays. */
async function undoing(state: ThreadState, options: RequestOptions, at: Setting): Promise<Commit> {
  const { key, ports, log } = state
  const { policy, meter } = ports
  const { inputs, release } = planningOf(state, options, at, { trigger: 'manual', reason: 'undo' })
  const commits = await ports.store.commits(key)
  const standing = inForce(commits)
  const undone = standing.at(-1)
  if (undone === undefined) throw new CompactionError<'nothing-to-undo'>({ code: 'nothing-to-undo', thread: key.thread })
  const back = standing.at(-2)?.plan
  const planned = back === undefined ? [] : recordsOf(back)
  const resentThen = new Set(resentIn(planned))
  const own = planned.filter((record) => !resentThen.has(record))
  const resent = lastResent(commits.map(({ plan }) => recordsOf(plan)))
  const records = withResent(withPins(log, own, state.pins), resent, state.pins)
  const view = liveView({ ...at, log, records, summaryRole: policy.summaryRole, meter }).now()
  const receipt = makeReceipt({
    ...{ at, log, policy, release, view, now: ports.clock(), before: viewOf(state, at) },
    why: { trigger: 'manual', reason: `compaction ${undone.id} was undone` },
    // Not the inputs of a plan: the same compaction, asked for again, is made again.
    inputs: { ...inputs, circumstances: { undoes: undone.id } },
    fitted: { strategy: 'undo', records, overrides: [] },
    request: assembleRequest(at, view),
  })
  return undoingCommit({
    undone,
    back,
    records,
    receipt,
    thread: key.thread,
    parent: commits.at(-1)?.id ?? null,
    hash: ports.hash,
  })
}
