import { rememberCounts } from '../budget/remember-counts.ts'
import type { EnginePorts } from '../engine/ports.ts'
import { assembleRequest, type Setting } from '../engine/request.ts'
import { ladderOf } from '../plan/rungs.ts'
import { actsAnyway, type Circumstances } from '../plan/scene.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import { type CommitId, commitId, type Seq, type ThreadId } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { Hash, Head } from '../schema/ports.ts'
import type { PlanningInputs, Receipt } from '../schema/receipt.ts'
import { type StoredPlan, storedRecords } from '../schema/stored-plan.ts'
import { requestBytes } from '../view/byte-length.ts'
import { type LiveView, liveView, type View } from '../view/live-view.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import { type Sizes, sizesFor } from '../view/sizes.ts'
import { recordedCircumstances } from './circumstances.ts'
import { type Fitted, fitRequest } from './fit.ts'
import { fatesOf, recordLines } from './make-receipt.ts'

/** What a compaction came to, before anybody committed to it. */
export interface Outcome {
  readonly fitted: Fitted
  /** What the model sees of the log under this plan, from now on. */
  readonly live: LiveView
  readonly receipt: Receipt
  /** The same plan with other records: rendered, counted, checked and accounted for anew. */
  with(records: readonly PlanRecord[]): Outcome
}

/** Plans, renders, checks and accounts for a compaction. Changes nothing. */
export function compactLog(options: {
  readonly at: Setting
  readonly log: MeasuredLog
  readonly pins: ReadonlySet<Seq>
  readonly inputs: PlanningInputs
  readonly why: Pick<Receipt, 'trigger' | 'reason'>
  /** How far down the policy wants to come, by our count. */
  readonly release: number
  /** How far down to come this time: above the release mark where a person took a compaction back. */
  readonly target: number
  readonly now: number
  readonly ports: EnginePorts
  /** The log as it stands, under no plan. */
  readonly whole: LiveView
  readonly circumstances: Circumstances
}): Outcome {
  const { at, log, pins, release, target, ports, circumstances } = options
  const { policy, meter } = ports
  const tokenizer = rememberCounts(ports.tokenizer)
  const { traits } = at.dialect
  const whole = options.whole.now()
  const before = at.outside + whole.tokens
  const bytesBefore = bytesOf(assembleRequest(at, whole), whole)
  const byteLimit = at.byteLimit ?? Number.POSITIVE_INFINITY
  const isAsked = ladderOf(policy, 0).some((strategy) => actsAnyway(strategy, circumstances))
  const follow = (records: readonly PlanRecord[], sizes: Sizes): LiveView => {
    const under = sizes === at.sizes ? { under: options.whole } : {}
    if (records.length === 0 && sizes === at.sizes) return options.whole
    return liveView({ ...at, sizes, log, records, summaryRole: policy.summaryRole, meter, ...under })
  }
  const plan = (perByte: number): Planned => {
    if (perByte === 0 && before <= target && !isAsked) return planned(AS_IT_IS, [])
    const sizes = perByte === 0 ? at.sizes : sizesFor(log, traits, ports.tokenizer, perByte)
    const fixed = Math.max(at.outside + whole.systemTokens, Math.ceil((at.outsideBytes + whole.systemBytes) * perByte))
    const scene = { log, pins, policy, release: target, fixed, tokenizer, traits, circumstances, whole: whole.shown() }
    const fitted = fitRequest({ ...at, ...scene, sizes, view: (records) => follow(records, sizes) })
    return planned(fitted, fitted.records, perByte === 0 ? fitted.live : undefined)
  }
  const planned = (proposal: Proposal, records: readonly PlanRecord[], live: LiveView = follow(records, at.sizes)): Planned => {
    const view = live.now()
    const request = assembleRequest(at, view)
    const fitted = { ...proposal, records, live, tokens: at.outside + view.tokens }
    return { fitted, live, view, request, bytes: bytesOf(request, view) }
  }
  return accountFor(withinBytes(plan, byteLimit, at.budget.limit / byteLimit))

  function accountFor(made: Planned): Outcome {
    const violations = at.dialect.validate(made.request)
    if (violations.length > 0) throw new CompactionError<'request-invalid'>({ code: 'request-invalid', violations })
    const receipt: Receipt = {
      ...options.why,
      ...{ inputs: options.inputs, at: options.now },
      tokens: { before, after: made.fitted.tokens, budget: at.budget.limit, release },
      bytes: { before: bytesBefore, after: made.bytes },
      utilisation: Math.min(1, made.fitted.tokens / at.budget.limit),
      ...accountOf(made, log, policy),
      ...goingOn(policy, options.why, made.fitted.records.length > 0),
    }
    return { ...made, receipt, with: (records) => accountFor(planned(made.fitted, records)) }
  }
}

/** What a receipt says about a plan besides its size. */
export function accountOf(
  { fitted, view }: { readonly fitted: Pick<Fitted, 'records' | 'strategy' | 'overrides'>; readonly view: View },
  { entries }: MeasuredLog,
  { notice }: Policy,
): Omit<Receipt, 'trigger' | 'reason' | 'inputs' | 'at' | 'tokens' | 'bytes' | 'utilisation'> {
  const { records, strategy, overrides } = fitted
  const prompt = view.prompt()
  return {
    strategy,
    records: recordLines(records),
    fates: fatesOf({ entries, records, ...prompt }),
    repairs: prompt.repairs.toSorted((a, b) => a.seq - b.seq),
    losses: prompt.losses.toSorted((a, b) => a.seq - b.seq),
    violations: [],
    lawOverrides: overrides,
    summarizerCalls: 0,
    ...(notice === undefined || records.length === 0 ? {} : { notice }),
  }
}

/** After a compaction that nobody asked for, the agent may have to be told to go on (B3). */
function goingOn(
  { continueWith }: Policy,
  { trigger }: Pick<Receipt, 'trigger'>,
  isCompacted: boolean,
): Pick<Receipt, 'continueWith'> {
  return continueWith === undefined || trigger === 'manual' || !isCompacted ? {} : { continueWith }
}

/** A plan, but for what it comes to. */
type Proposal = Omit<Fitted, 'records' | 'live' | 'tokens'>

/** Everything is shown. */
const AS_IT_IS: Proposal = { strategy: 'include', warnings: [], overrides: [], steps: [] }

/** A plan and what is sent under it. */
interface Planned {
  readonly fitted: Fitted
  readonly live: LiveView
  readonly view: View
  readonly request: Json
  readonly bytes: number
}

/** What frames and quotation marks add to the bytes of blocks is not priced: each try leaves more room for it. */
const BYTE_TRIES = [1.05, 1.3, 2]

/** Plans by tokens; where the request then has too many bytes, by tokens and bytes (case 29). */
function withinBytes(plan: (perByte: number) => Planned, limit: number, perByte: number): Planned {
  let planned = plan(0)
  for (const more of BYTE_TRIES) {
    if (planned.bytes <= limit) return planned
    planned = inBytes(() => plan(perByte * more), limit, perByte * more)
  }
  if (planned.bytes <= limit) return planned
  throw tooManyBytes(planned.bytes, limit)
}

/** What cannot fit by bytes is refused in bytes. */
function inBytes(plan: () => Planned, limit: number, perByte: number): Planned {
  try {
    return plan()
  } catch (error) {
    if (!isFailure(error, 'fixed-part-too-large')) throw error
    throw tooManyBytes(Math.ceil(error.failure.needed / perByte), limit)
  }
}

function tooManyBytes(needed: number, available: number): CompactionError<'too-many-bytes'> {
  return new CompactionError<'too-many-bytes'>({ code: 'too-many-bytes', needed, available })
}

/** Everything that decides a plan besides the log. The same inputs give the same plan, so they are compared before planning (L8). */
export function planningInputs(options: {
  readonly at: Setting
  readonly head: Head
  readonly pins: ReadonlySet<Seq>
  readonly instructions: string
  readonly ports: EnginePorts
  readonly circumstances: Circumstances
  /** Where a compaction that was taken back left the request. */
  readonly restored: number | undefined
}): PlanningInputs {
  const { at, head, ports, restored } = options
  const circumstances = recordedCircumstances(ports.policy, options.circumstances)
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
    ...(ports.summarizer === undefined ? {} : { summarizer: ports.summarizer.name }),
    ...(JSON.stringify(circumstances) === '{}' ? {} : { circumstances }),
    ...(restored === undefined ? {} : { restored }),
  }
}

/** The commit that makes an outcome the view. */
export function commitOf(outcome: Outcome, thread: ThreadId, parent: CommitId | null, hash: Hash): Commit {
  const { receipt, fitted } = outcome
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

export function bytesOf(request: Json, view: View): number {
  return requestBytes(request, view.wire(), view.bytes)
}
