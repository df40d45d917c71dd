import { type Outcome, type Planning, planCompaction } from '../compact/plan-compaction.ts'
import { hiddenPins } from '../compact/show-pins.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Receipt } from '../schema/receipt.ts'
import type { Setting } from '../view/setting.ts'
import type { SummaryAtHand } from './ahead-use.ts'
import { areKept } from './artifacts.ts'
import { commitOf } from './commit.ts'
import { withCost } from './count-cost.ts'
import { takeOver } from './latest.ts'
import { afterFailure } from './on-failure.ts'
import { planningOf } from './planning.ts'
import type { refineSummary } from './refine-summary.ts'
import { growthUpTo } from './rent-now.ts'
import type { Run } from './run.ts'
import type { Compacted, CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { afterCommit, packed, viewName, viewOf } from './views.ts'
import { asItIs, planWished, selected } from './wishes.ts'

/** What a plan is carried out with. */
interface Carrying {
  readonly options: CompactOptions
  readonly run: Run
  /** Of the lease; goes with the commit. */
  readonly fence: number | undefined
  /** What a model has said already, or why none is asked; absent if one may be. */
  readonly summary?: SummaryAtHand | undefined
}

/**
 * Plans, keeps what the plan puts away, has the summary written, and commits. While a summary is being written, the thread may grow: what
 * is new stands behind the plan. If that no longer fits, one more plan is made, for which nobody is asked.
 */
export async function planAndLand(state: ThreadState, wanted: Planning, carrying: Carrying): Promise<Compacted<Json>> {
  const { clock } = state.ports
  const { options, run } = carrying
  stopIfCancelled(options)
  const prepared = carrying.summary?.outcome
  const wished = prepared === undefined ? planWished(state, wanted, carrying) : { planning: wanted, outcome: prepared }
  const idle = asItStands(state, wished.planning, wished.outcome)
  if (idle !== undefined) return idle
  const { planning, outcome: first } = await selected(state, wished, carrying)
  const { at, why, circumstances } = planning
  const withoutArtifacts = { ...planning, circumstances: { ...circumstances, withoutArtifacts: true } }
  const isKept = await areKept(state, first.fitted.records)
  const planned = isKept ? first : planCompaction(withoutArtifacts, clock())
  const { strategy, tokens, records } = planned.receipt
  run.progress({ kind: 'planned', strategy, tokens: tokensOf(tokens), records })
  const refined = await refine(state, planning, planned, {
    ...options,
    run,
    summary: isKept ? carrying.summary : undefined,
  })
  stopIfCancelled(options)
  const kept = afterFailure(state, planning, refined, fitsNow(state, at))
  if (kept !== undefined) return kept
  const made = await land(state, at, refined, carrying)
  if (!made.changed || fitsNow(state, afterCommit(state, at))) return made
  const reason = 'what came meanwhile does not fit beside the plan'
  const again = planningOf(state, options, afterCommit(state, at), { trigger: why.trigger, reason })
  return land(state, at, planCompaction(again, clock()), carrying)
}

/** What asks for a summary and checks the answer is loaded if somebody is to be asked. */
async function refine(...given: Parameters<typeof refineSummary>): Promise<Outcome> {
  const [{ ports }, , planned, { run }] = given
  const isAsked = ports.summarizer !== undefined || ports.hooks?.summarize !== undefined || run.wishes?.summary !== undefined
  if (!isAsked) return planned
  const { refineSummary } = await import('./refine-summary.ts')
  return refineSummary(...given)
}

function tokensOf({ before, after, budget: limit }: Receipt['tokens']) {
  return { before, after, limit }
}

/** There was nothing to do: the plan in effect stays, to the last byte, and the receipt says why. A summary is not written anew to be longer. */
function asItStands(state: ThreadState, planning: Planning, outcome: Outcome): Compacted<Json> | undefined {
  const { receipt, fitted } = outcome
  const { nothing, tokens } = receipt
  if (isForNothing(state, planning, outcome)) {
    return asItIs(state, planning, `there is nothing to gain: ${tokens.before} tokens would become ${tokens.after}`)
  }
  if (nothing === undefined || tokens.after < tokens.before || shapeOf(fitted.records) !== shapeOf(state.records))
    return undefined
  return asItIs(state, planning, nothing)
}

/** Below this share of a request, what a plan saves is less than what a changed beginning costs. */
const LEAST_GAIN = 0.02

/**
 * What fits, and would become larger, stays as it is: a rung that acts all the same would show more than before, or no rung found anything to
 * do. So does what would become hardly smaller because of nothing but a page made anew. Unless what must be shown is hidden.
 */
function isForNothing(state: ThreadState, { at, why, pins }: Planning, { receipt, fitted }: Outcome): boolean {
  const isAsked = why.trigger !== 'window' && why.trigger !== 'settle'
  if (isAsked || !fitsNow(state, at) || hiddenPins(state.records, [...pins]).length > 0) return false
  const { before, after } = receipt.tokens
  return after >= (fitted.strategy === 'include' ? before * (1 - LEAST_GAIN) : before)
}

/** Which entries a plan shows, and how. */
function shapeOf(records: readonly PlanRecord[]): string {
  const shape = records.map((record) => ('carries' in record ? [record.action, record.span, record.carries] : record))
  return JSON.stringify(shape)
}

/** Commits an outcome if it changes anything. */
export async function land(
  state: ThreadState,
  at: Setting,
  planned: Outcome,
  { fence, run }: Pick<Carrying, 'fence' | 'run'>,
): Promise<Compacted<Json>> {
  const { key, ports, commit } = state
  const hooks = run.hooks.length === 0 ? {} : { hooks: [...run.hooks] }
  const outcome = {
    ...planned,
    receipt: await withCost(state, { ...planned.receipt, ...hooks, ...growthUpTo(state, at, planned.receipt) }),
  }
  const changed = outcome.fitted.records.length > 0 || state.records.length > 0
  if (changed) {
    const made = commitOf(outcome, key.thread, commit?.id ?? null, ports.hash)
    // A summary may have been made ahead, in another process.
    await ports.store.commit(key, commit?.id ?? null, made, fence)
    if (outcome.receipt.summary?.ahead === true) state.ahead.job = undefined
    takeOver(state, made)
    state.views.whole.get(viewName(state, at))?.holdFor(at.budget.limit)
    const after = afterCommit(state, at)
    if (after === at || outcome.dialect === after.dialect) state.views.current.set(viewName(state, after), outcome.live)
  }
  state.landed = outcome.receipt
  const { receipt } = outcome
  const { continueWith } = receipt
  return Object.assign(packed(state, afterCommit(state, at)), {
    receipt,
    changed,
    ...(continueWith === undefined ? {} : { continueWith }),
  })
}

/** Whether the request as it stands fits. */
export function fitsNow(state: ThreadState, at: Setting): boolean {
  const { tokens, bytes, systemBytes } = viewOf(state, at)
  const most = at.byteLimit ?? Number.POSITIVE_INFINITY
  return at.outside + tokens <= at.budget.limit && at.outsideBytes + systemBytes + bytes <= most
}

/** Whoever asked has gone away: nothing is to be changed any more. */
export function stopIfCancelled({ signal }: Pick<CompactOptions, 'signal'>): void {
  if (signal?.aborted === true) throw new CompactionError<'compaction-cancelled'>({ code: 'compaction-cancelled' })
}
