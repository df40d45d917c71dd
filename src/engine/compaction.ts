import { rememberCounts } from '../budget/remember-counts.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import { type CommitId, commitId, type Seq, type ThreadId } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { Plan } from '../schema/plan.ts'
import type { Hash, Head } from '../schema/ports.ts'
import type { PlanningInputs, Receipt } from '../schema/receipt.ts'
import { requestBytes } from './byte-length.ts'
import { type Fitted, fitRequest } from './fit.ts'
import { type LiveView, liveView, type View } from './live-view.ts'
import { fatesOf, recordLines } from './make-receipt.ts'
import type { MeasuredLog } from './measured-log.ts'
import type { EnginePorts } from './ports.ts'
import { assembleRequest, type Setting } from './request.ts'

/** What a compaction came to, before anybody committed to it. */
export interface Outcome {
  readonly fitted: Fitted
  /** What the model sees of the log under this plan, from now on. */
  readonly live: LiveView
  readonly receipt: Receipt
}

/** Plans, renders, checks and accounts for a compaction. Changes nothing. */
export function compactLog(options: {
  readonly at: Setting
  readonly log: MeasuredLog
  readonly pins: ReadonlySet<Seq>
  readonly inputs: PlanningInputs
  readonly trigger: Receipt['trigger']
  readonly now: number
  readonly ports: EnginePorts
  /** The log as it stands, under no plan. */
  readonly whole: LiveView
}): Outcome {
  const { at, log, pins, ports } = options
  const { policy, meter } = ports
  const tokenizer = rememberCounts(ports.tokenizer)
  const { traits } = at.dialect
  const whole = options.whole.now()
  const before = at.outside + whole.tokens
  const fits = before <= Math.floor(at.budget.limit * policy.release)
  const fixed = at.outside + whole.systemTokens
  const fitted: Fitted = fits
    ? { strategy: 'include', records: [], warnings: [], overrides: [], tokens: before }
    : fitRequest({ ...at, log, pins, policy, fixed, tokenizer, traits })
  const { records } = fitted
  const live = records.length === 0 ? options.whole : liveView({ ...at, log, records, summaryRole: policy.summaryRole, meter })
  const view = live.now()
  const prompt = view.prompt()
  const request = requestOf(at, view)
  const violations = at.dialect.validate(request)
  if (violations.length > 0) throw new CompactionError<'request-invalid'>({ code: 'request-invalid', violations })
  const receipt: Receipt = {
    trigger: options.trigger,
    inputs: options.inputs,
    at: options.now,
    tokens: { before, after: fitted.tokens, budget: at.budget.limit },
    bytes: { before: bytesOf(requestOf(at, whole), whole), after: bytesOf(request, view) },
    utilisation: Math.min(1, fitted.tokens / at.budget.limit),
    strategy: fitted.strategy,
    records: recordLines(records),
    fates: fatesOf({ entries: log.entries, records, ...prompt }),
    repairs: prompt.repairs.toSorted((a, b) => a.seq - b.seq),
    losses: prompt.losses.toSorted((a, b) => a.seq - b.seq),
    violations: [],
    lawOverrides: fitted.overrides,
    summarizerCalls: 0,
  }
  return { fitted, live, receipt }
}

/** Everything that decides a plan besides the log. The same inputs give the same plan, so they are compared before planning (L8). */
export function planningInputs(options: {
  readonly at: Setting
  readonly head: Head
  readonly pins: ReadonlySet<Seq>
  readonly instructions: string
  readonly ports: EnginePorts
}): PlanningInputs {
  const { at, head, ports } = options
  return {
    head: head.length,
    hash: head.hash,
    dialect: at.dialect.traits.name,
    model: at.model,
    window: at.budget.window,
    reserve: at.budget.reserve,
    policy: JSON.stringify(ports.policy),
    instructions: options.instructions,
    pins: [...options.pins].sort((a, b) => a - b),
    system: at.budget.system,
    tools: at.budget.tools,
    tokenizer: ports.tokenizer.name,
  }
}

/** The commit that makes an outcome the view. */
export function commitOf(outcome: Outcome, thread: ThreadId, parent: CommitId | null, hash: Hash): Commit {
  const { receipt, fitted } = outcome
  const plan: Plan = {
    thread,
    version: receipt.inputs.head,
    createdAt: receipt.at,
    originalTokens: receipt.tokens.before,
    compactedTokens: receipt.tokens.after,
    records: fitted.records,
    warnings: fitted.warnings,
  }
  return { id: commitId(hash(JSON.stringify([parent, plan]))), parent, plan, receipt }
}

function requestOf(at: Setting, view: View): Json {
  return assembleRequest(at, view.system, view.wire())
}

function bytesOf(request: Json, view: View): number {
  return requestBytes(request, view.wire(), view.bytes)
}
