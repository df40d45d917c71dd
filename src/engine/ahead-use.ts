import { type Outcome, rebased } from '../compact/plan-compaction.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Receipt } from '../schema/receipt.ts'
import type { Asked } from '../schema/summary.ts'
import { timeOrNone } from '../schema/whole-time.ts'
import type { Setting } from '../view/setting.ts'
import { type AheadJob, dropAhead, heardBefore, isAhead, pinsHold, type SummaryAhead } from './ahead.ts'
import { fitsNow } from './land.ts'
import { startAhead } from './look-ahead.ts'
import { planningOf } from './planning.ts'
import type { CompactOptions } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { sharpenViews } from './views.ts'

/** What a compaction has of a model, if it does not ask one. */
export interface SummaryAtHand {
  /** The plan that it is for, over the log as it is now; `undefined` if it is made anew. */
  readonly outcome: Outcome | undefined
  readonly asked: Asked
  readonly second: SummaryAhead['second']
  /** It was prepared: what it cost was noted then. */
  readonly isAhead: boolean
}

/**
 * What a compaction that is due does about its summary: it has one at hand, it goes on without compacting until there is one, it waits for
 * the one that is being written, or it asks (`undefined`).
 */
export async function summaryFor(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  why: Pick<Receipt, 'trigger' | 'reason'>,
): Promise<SummaryAtHand | 'go-on' | 'wait' | undefined> {
  if (!isAhead(state) || why.trigger === 'manual') return undefined
  const { ahead, ports } = state
  const found = await atHand(state, options, at, why)
  if (found !== undefined) return found
  if (why.trigger !== 'overflow' && fitsNow(state, at)) {
    startAhead(state, options, at, 0)
    return 'go-on'
  }
  if (ports.policy.ahead === 'wait') return ahead.job?.ended === undefined ? undefined : 'wait'
  const detail = ahead.job === undefined ? 'it was not asked for in time' : 'it was still being written'
  dropAhead(state, 'the request did not fit any more')
  const asked: Asked = { kind: 'failed', reason: 'not-ready', detail, attempts: [], ms: 0 }
  return { outcome: undefined, asked, second: undefined, isAhead: false }
}

/** What was prepared, if it is there and still holds. What no longer holds is thrown away. */
async function atHand(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  why: Pick<Receipt, 'trigger' | 'reason'>,
): Promise<SummaryAtHand | undefined> {
  const { job } = state.ahead
  if (job?.found === undefined) return undefined
  const { outcome, asked, second } = job.found
  // Nobody could say anything: the plan is made anew, without a model.
  if (outcome === undefined || asked.kind === 'failed') return { outcome: undefined, asked, second, isAhead: true }
  await readWhole(state.own)
  sharpenViews(state)
  const standing = overNow(state, options, at, why, job)
  if (typeof standing !== 'string') return { outcome: standing, asked, second, isAhead: true }
  dropAhead(state, standing)
  return undefined
}

/** The prepared plan over the log as it is now; why not, if it no longer holds or frees too little. */
function overNow(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  why: Pick<Receipt, 'trigger' | 'reason'>,
  job: AheadJob,
): Outcome | string {
  const { ports, commit, log } = state
  const { basis, found } = job
  if (found?.outcome === undefined) return 'there is nothing of it'
  if (basis.commit !== (commit?.id ?? null)) return 'what the model sees was changed'
  if (JSON.stringify(basis.policy) !== JSON.stringify(ports.policy)) return 'the policy is another one'
  if (basis.model !== at.model || basis.dialect !== at.dialect.traits.name) return 'the model is another one'
  if (!pinsHold(state, job)) return 'something was pinned that it folds'
  const planning = planningOf(state, options, at, why)
  const record = found.outcome.fitted.records.findLast(({ action }) => action === 'summarize')
  if (record === undefined || found.heard !== heardBefore(planning, record.span.end)) return 'what people want is something else'
  try {
    const { receipt } = found.outcome
    const outcome = rebased(planning, { ...found.outcome, receipt: { ...receipt, at: timeOrNone(ports.clock()) } }, log.head())
    const { before, after } = outcome.receipt.tokens
    const most = Math.min(at.budget.limit, planning.target + (before - planning.target) * LEAST_FREED)
    return after <= most ? outcome : 'it would free too little'
  } catch (error) {
    if (!(error instanceof CompactionError)) throw error
    return 'the request would not be valid'
  }
}

/** Of what it should free, this much may be missing. */
const LEAST_FREED = 0.7
