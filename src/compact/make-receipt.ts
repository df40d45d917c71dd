import { looksAtRent } from '../budget/triggers/check-trigger.ts'
import { costIn } from '../log/measure-table.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { PlanningInputs, Receipt } from '../schema/receipt.ts'
import { timeOrNone } from '../schema/whole-time.ts'
import { bytesOf, finishedPrompt } from '../view/assemble.ts'
import type { View } from '../view/live-view.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import type { Setting } from '../view/setting.ts'
import { kindsIn } from '../view/tally.ts'
import { fatesOf, recordLines } from './fates.ts'
import { isAskedFor } from './planning-inputs.ts'
import type { Fitted } from './weigh.ts'

/** The account of a change of the view: what the request was, what it is now, and what became of every entry. */
export function makeReceipt(change: {
  readonly at: Setting
  readonly log: MeasuredLog
  readonly policy: Policy
  readonly why: Pick<Receipt, 'trigger' | 'reason'>
  readonly inputs: PlanningInputs
  readonly release: number
  readonly now: number
  /** What the model saw until now, under the plan in effect until now. */
  readonly before: View
  readonly fitted: Pick<Fitted, 'records' | 'strategy' | 'overrides'> & Partial<Pick<Fitted, 'steps'>>
  readonly view: View
  /** Of the request as it is now. */
  readonly bytes: number
}): Receipt {
  const { at, log, before, fitted, view } = change
  const { records, strategy, overrides } = fitted
  const { notice } = change.policy
  const tokens = { before: at.outside + before.tokens, after: at.outside + view.tokens }
  const { prompt } = finishedPrompt(at, view)
  return {
    ...change.why,
    ...{ inputs: change.inputs, at: timeOrNone(change.now) },
    tokens: { ...tokens, budget: at.budget.limit, release: change.release },
    bytes: { before: bytesOf(at, before), after: change.bytes },
    utilisation: Math.min(1, tokens.after / at.budget.limit),
    ...stagesOf(log, records, tokens),
    kinds: {
      before: kindsIn(at, before),
      after: kindsIn(at, view),
    },
    strategy,
    records: recordLines(records),
    fates: fatesOf({ entries: log.entries, records, ...prompt }),
    repairs: prompt.repairs.toSorted((a, b) => a.seq - b.seq),
    losses: prompt.losses.toSorted((a, b) => a.seq - b.seq),
    violations: [],
    lawOverrides: overrides,
    summarizerCalls: 0,
    ...assumedOf(at, change.policy),
    ...nothingDone(change.inputs, fitted),
    ...(notice === undefined || records.length === 0 ? {} : { notice }),
  }
}

/** What was taken for granted, and why prices had no say if they should have had one. */
function assumedOf({ limits, priced, model }: Setting, { trigger }: Policy): Pick<Receipt, 'assumed'> {
  const remarks = model !== '' && priced.remark !== undefined && looksAtRent(trigger) ? [priced.remark] : []
  const assumed = [...limits.notes, ...remarks]
  return assumed.length === 0 ? {} : { assumed }
}

/** What clearing alone came to, read off what the folds free besides. */
function stagesOf(
  { measures }: MeasuredLog,
  records: readonly PlanRecord[],
  { before, after }: { readonly before: number; readonly after: number },
): Pick<Receipt, 'stages'> {
  if (records.length === 0) return {}
  const folds = records.filter((record) => record.action === 'summarize' || record.action === 'drop')
  const freed = folds.reduce(
    (sum, { span, tokens, carries }) =>
      sum + costIn(measures, span) - tokens - carries.reduce((kept, { seq }) => kept + measures.cost(seq), 0),
    0,
  )
  const wasCompacted = folds.length > 0
  const wasPruned = records.length > folds.length
  const afterPrune = wasPruned ? Math.max(after, Math.min(before, after + freed)) : before
  return { stages: { wasPruned, wasCompacted, afterPrune, afterCompact: after } }
}

/** Whoever asks is told why nothing came of it: what the rungs that act when they are asked to said. */
function nothingDone(
  inputs: PlanningInputs,
  fitted: Pick<Fitted, 'strategy'> & Partial<Pick<Fitted, 'steps'>>,
): Pick<Receipt, 'nothing'> {
  const { strategy, steps = [] } = fitted
  const reasons = new Set(
    steps.filter(({ outcome }) => outcome === 'passed-over' || outcome === 'skipped').map(({ reason }) => reason),
  )
  return !isAskedFor(inputs) || strategy !== 'include' || reasons.size === 0 ? {} : { nothing: [...reasons].join('; ') }
}
