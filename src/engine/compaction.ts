import { renderPrompt } from '../render/render-prompt.ts'
import type { Commit } from '../schema/commit.ts'
import { type CommitId, commitId, type Seq, type ThreadId } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { Plan } from '../schema/plan.ts'
import type { Hash, Head } from '../schema/ports.ts'
import type { PlanningInputs, Receipt } from '../schema/receipt.ts'
import { byteLength } from './byte-length.ts'
import { type Fitted, fitRequest } from './fit.ts'
import { fatesOf, recordLines } from './make-receipt.ts'
import type { MeasuredLog } from './measured-log.ts'
import type { EnginePorts } from './ports.ts'
import { type Setting, writeChecked, writeRequest } from './request.ts'

/** What a compaction came to, before anybody committed to it. */
export interface Outcome {
  readonly fitted: Fitted
  readonly request: Json
  readonly receipt: Receipt
}

/** Plans, renders, checks and accounts for a compaction. Changes nothing. */
export function compactLog(options: {
  readonly at: Setting
  readonly log: MeasuredLog
  readonly pins: ReadonlySet<Seq>
  readonly inputs: PlanningInputs
  readonly why: Pick<Receipt, 'trigger' | 'reason'>
  /** How far down to come, by our count. */
  readonly release: number
  readonly now: number
  readonly ports: EnginePorts
}): Outcome {
  const { at, log, pins, release, ports } = options
  const { policy, tokenizer } = ports
  const { traits } = at.dialect
  const prompt = renderPrompt({ entries: log.entries, records: [], traits, summaryRole: policy.summaryRole })
  const whole = { prompt, tokens: at.outside + at.sizes.messages([...prompt.system, ...prompt.messages]) }
  const fits = whole.tokens <= release
  const fitted: Fitted = fits
    ? { strategy: 'include', records: [], warnings: [], overrides: [], ...whole }
    : fitRequest({ ...at, log, pins, policy, release, tokenizer, traits })
  const request = writeChecked(at, fitted.prompt)
  const receipt: Receipt = {
    ...options.why,
    inputs: options.inputs,
    at: options.now,
    tokens: { before: whole.tokens, after: fitted.tokens, budget: at.budget.limit, release },
    bytes: { before: byteLength(writeRequest(at, whole.prompt)), after: byteLength(request) },
    utilisation: Math.min(1, fitted.tokens / at.budget.limit),
    strategy: fitted.strategy,
    records: recordLines(fitted.records),
    fates: fatesOf({ entries: log.entries, records: fitted.records, ...fitted.prompt }),
    repairs: fitted.prompt.repairs,
    losses: fitted.prompt.losses,
    violations: [],
    lawOverrides: fitted.overrides,
    summarizerCalls: 0,
  }
  return { fitted, request, receipt }
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
    scale: at.budget.scale,
    byteLimit: at.byteLimit ?? null,
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
