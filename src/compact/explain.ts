import { evaluate } from '../budget/triggers/evaluate.ts'
import { lawFirst } from '../budget/triggers/law-first.ts'
import type { RungStep } from '../plan/climb.ts'
import { printPlan } from '../plan/print-plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { LawOverride, RecordLine } from '../schema/receipt.ts'
import { storedRecords } from '../schema/stored-plan.ts'
import type { ThreadCost } from '../schema/thread-cost.ts'
import type { Adjustment, Decision, Reading } from '../schema/trigger.ts'
import type { Outcome } from './plan-compaction.ts'

/** What a compaction would do now, and why: nothing is changed by asking. */
export interface LadderReport {
  readonly policy: string
  /** What would be decided about the next request. */
  readonly decision: Decision['kind']
  /** What the trigger says, with the numbers. */
  readonly reason: string
  /** When the law that every request fits acts before the trigger does, because of what the answer may take; absent if it does not. */
  readonly lawFirst?: string
  readonly tokens: { readonly before: number; readonly after: number; readonly release: number; readonly limit: number }
  /** What was taken, behind what was added to it; `include` if everything fits. */
  readonly strategy: string
  /** What each rung proposed, and why it was or was not taken. Empty if everything fits. */
  readonly rungs: readonly RungStep[]
  readonly records: readonly RecordLine[]
  /** The plan in words, one line a record. */
  readonly plan: string
  readonly overrides: readonly LawOverride[]
  /** Numbers that could not be kept. */
  readonly adjustments: readonly Adjustment[]
  /** What was taken for granted, and why prices had no say; absent if nothing was. */
  readonly assumed?: readonly string[]
  /** What it would cost and save. */
  readonly price: CompactionPrice
  /** What the thread's calls have cost so far; absent if none was settled. */
  readonly cost?: ThreadCost
}

/** What a compaction would cost and save: tokens, calls, and dollars where prices are known. */
export interface CompactionPrice {
  /** Fewer in every request from then on. */
  readonly tokens: number
  /** How often a model would be asked, if it answers at once. */
  readonly calls: number
  /** What the summary would cost, about; `null` if nobody knows. */
  readonly summary: number | null
  /** The input of one request before and after, if nothing is read from a cache; `null` if the model's prices are not known. */
  readonly requests: { readonly before: number; readonly after: number } | null
}

/** Puts the account of a plan that was made and not committed into a report. */
export function explainOutcome(options: {
  readonly policy: Policy
  readonly reading: Reading
  readonly decision: Decision
  readonly outcome: Outcome
  readonly price: CompactionPrice
  readonly cost: ThreadCost
}): LadderReport {
  const { policy, decision, reading } = options
  const { fitted, receipt } = options.outcome
  const { before, after, release, budget } = receipt.tokens
  const verdict = evaluate(policy.trigger, reading)
  const law = lawFirst(policy.trigger, reading)
  const plan = {
    originalTokens: before,
    compactedTokens: after,
    version: receipt.inputs.head,
    records: storedRecords(fitted.records),
  }
  const steps = after > release ? fitted.steps.map(aboveRelease) : fitted.steps
  return {
    policy: policy.name,
    decision: decision.kind,
    reason: decision.kind === 'go-on' ? verdict.reason : decision.reason,
    ...(law === undefined ? {} : { lawFirst: law }),
    tokens: { before, after, release, limit: budget },
    strategy: fitted.strategy,
    rungs: steps,
    records: receipt.records,
    plan: printPlan(plan),
    overrides: fitted.overrides,
    adjustments: [...verdict.adjustments, ...fitted.steps.flatMap((step) => step.adjustments)],
    ...(receipt.assumed === undefined ? {} : { assumed: receipt.assumed }),
    price: options.price,
    ...(options.cost.calls === 0 ? {} : { cost: options.cost }),
  }
}

/** If what must stay is more than the release mark allows, the whole budget is the mark. */
function aboveRelease(step: RungStep): RungStep {
  return step.outcome === 'taken' ? { ...step, reason: 'it fits the limit; the release mark is out of reach' } : step
}

const MARKS = { taken: '✓', added: '+', 'passed-over': '·', skipped: '–', 'not-reached': ' ' } as const

/** A report in words: one line a decision, with the rule that made it. */
export function printReport(report: LadderReport): string {
  const { before, after, release, limit } = report.tokens
  const rungs = report.rungs.map(
    ({ strategy, isFloor, outcome, reason, tokensFreed }) =>
      `  ${MARKS[outcome]} ${(isFloor ? `floor: ${strategy}` : strategy).padEnd(22)} ${outcome.padEnd(12)} ${tokensFreed > 0 ? `frees ${tokensFreed}: ` : ''}${reason}`,
  )
  return [
    `${report.policy}: ${report.decision}, ${report.reason}`,
    `${before} -> ${after} tokens by ${report.strategy} (release ${release}, limit ${limit})`,
    ...(report.lawFirst === undefined ? [] : [`  L3: ${report.lawFirst}`]),
    ...(report.assumed ?? []).map((sentence) => `  ${sentence}`),
    ...priceLines(report.price),
    ...costLines(report.cost),
    ...rungs,
    ...report.overrides.map(({ law, detail }) => `  ${law}: ${detail}`),
    ...report.adjustments.map(({ field, wanted, given, why }) => `  ${field}: ${given} instead of ${wanted}, ${why}`),
    ...report.plan.split('\n').slice(1),
  ].join('\n')
}

function dollars(amount: number): string {
  return `$${amount.toFixed(4)}`
}

/** What was paid so far, beside what it would have been otherwise. */
function costLines(cost: ThreadCost | undefined): readonly string[] {
  if (cost === undefined) return []
  const { calls, tokens, unpriced, summaries, uncompacted, late } = cost
  const counts = `read ${tokens.read}, written ${tokens.written}, new ${tokens.new}, output ${tokens.output} tokens`
  const asked = summaries.calls === 0 ? '' : ` and ${dollars(summaries.dollars)} for summaries`
  const some = unpriced === 0 ? '' : ` for the ${calls - unpriced} whose prices are known`
  const money = `${dollars(cost.dollars)}${asked}${some}, without compaction ${dollars(uncompacted.dollars)}, above 95 % of the window ${dollars(late.dollars)}`
  return [`  ${calls} calls so far: ${counts}${unpriced === calls ? '' : `; ${money}`}`]
}

/** Nothing if there is nothing to pay that anybody knows of. */
function priceLines({ tokens, calls, summary, requests }: CompactionPrice): readonly string[] {
  if (tokens <= 0 || (calls === 0 && requests === null)) return []
  const asked =
    calls === 0
      ? 'no model is asked'
      : `${calls} call of a model, ${summary === null ? 'at an unknown price' : `about ${dollars(summary)}`}`
  return [
    requests === null
      ? `  ${asked}`
      : `  ${asked}; the input of a request ${dollars(requests.before)} -> ${dollars(requests.after)}`,
  ]
}
