import { workState } from '../ledger/work-state.ts'
import { ladderOf } from '../plan/rungs.ts'
import { actsAnyway } from '../plan/scene.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { Meter } from '../schema/meter.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { Dialect, Head, Tokenizer } from '../schema/ports.ts'
import type { PlanningInputs, Receipt } from '../schema/receipt.ts'
import type { Circumstances } from '../schema/strategy.ts'
import { measuredRequest } from '../view/assemble.ts'
import { clearedIn } from '../view/cleared-log.ts'
import { type LiveView, liveView, type View } from '../view/live-view.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import type { Setting } from '../view/setting.ts'
import { type Sizes, sizesFor } from '../view/sizes.ts'
import { fitRequest } from './fit.ts'
import { makeReceipt } from './make-receipt.ts'
import { isAskedFor } from './planning-inputs.ts'
import { withResent } from './resent-results.ts'
import type { Fitted } from './weigh.ts'

/** Everything that a compaction is planned from. */
export interface Planning {
  readonly at: Setting
  /** The dialect as the model reads it once something has changed, if that makes a difference. */
  readonly afterwards?: Dialect | undefined
  readonly log: MeasuredLog
  /** The log as far as plans and summaries may know it: nothing of what stands before a new context. */
  readonly told: MeasuredLog
  /** What leaves that out of the prompt, whatever the plan is. */
  readonly cleared: readonly PlanRecord[]
  readonly pins: ReadonlySet<Seq>
  /** Results as a client shows them, whatever the plan is. */
  readonly resent: readonly PlanRecord[]
  readonly policy: Policy
  /** Remembers what it counted: plans are tried several times. */
  readonly tokenizer: Tokenizer
  readonly meter: Meter
  readonly inputs: PlanningInputs
  readonly why: Pick<Receipt, 'trigger' | 'reason'>
  /** How far down the policy wants to come, by our count. */
  readonly release: number
  /** How far down to come this time: above the release mark if a person took a compaction back. */
  readonly target: number
  /** The log as it stands, under no plan. Asked for when it is needed: entries are counted exactly before that. */
  whole(): LiveView
  /** The plan in effect until now, and what the model sees under it. */
  readonly records: readonly PlanRecord[]
  before(): View
  readonly circumstances: Circumstances
}

/** The outcome of a compaction, before it is committed. */
export interface Outcome {
  readonly fitted: Fitted
  /** What the model sees of the log under this plan, from now on. */
  readonly live: LiveView
  /** The dialect in which it sees that. */
  readonly dialect: Dialect
  readonly receipt: Receipt
  /** The same plan with other records: rendered, counted, checked and accounted for anew. */
  with(records: readonly PlanRecord[]): Outcome
}

/** What frames and quotation marks add to the bytes of blocks is not priced: each try leaves more room for it. */
const BYTE_TRIES = [0, 1.05, 1.3, 2]

/** A compaction that was asked for, unless it would make larger what is small enough. */
export function planWorthwhile(planning: Planning, now: number): Outcome {
  const { circumstances, target } = planning
  const outcome = planCompaction(planning, now)
  const { before, after } = outcome.receipt.tokens
  const isWorse = after >= before && outcome.fitted.strategy !== 'include'
  if (!isWorse || !isAskedFor(planning.inputs) || before > target) return outcome
  const unasked = planCompaction({ ...planning, circumstances: { ...circumstances, asked: false } }, now)
  const nothing = `there is nothing to gain: ${before} tokens would become ${after}`
  return { ...unasked, receipt: { ...unasked.receipt, nothing } }
}

/**
 * Plans, renders, checks and accounts for a compaction. Changes nothing. Plans by tokens; if the request then has too many bytes, by
 * tokens and bytes (case 29).
 */
export function planCompaction(planning: Planning, now: number): Outcome {
  const { at } = planning
  const limit = at.byteLimit ?? Number.POSITIVE_INFINITY
  const isAsked = ladderOf(planning.policy, 0).some((strategy) => actsAnyway(strategy, planning.circumstances))
  const isFolded = (planning.circumstances.standing ?? []).length > 0
  let needed = 0
  for (const more of BYTE_TRIES) {
    const perByte = (at.budget.limit / limit) * more
    const isEnough = more === 0 && at.outside + planning.whole().now().tokens <= planning.target && !isAsked && !isFolded
    try {
      const made = isEnough ? shownWhole(planning) : sent(planning, fitRequest(fitInput(planning, perByte)), perByte)
      if (made.bytes <= limit) return outcomeOf(planning, made, now)
      needed = made.bytes
    } catch (error) {
      // What cannot fit by bytes is refused in bytes.
      if (more === 0 || !isFailure(error, 'fixed-part-too-large')) throw error
      needed = Math.ceil(error.failure.needed / perByte)
      break
    }
  }
  throw new CompactionError<'too-many-bytes'>({ code: 'too-many-bytes', needed, available: limit })
}

function fitInput(planning: Planning, perByte: number): Parameters<typeof fitRequest>[0] {
  const { at, told: log, pins, resent, policy, target, tokenizer, circumstances } = planning
  const { traits } = at.dialect
  const live = planning.whole()
  const whole = live.now()
  const sizes = perByte === 0 ? at.sizes : sizesFor(log, traits, tokenizer, perByte)
  return {
    ...{ log, pins, resent, policy, tokenizer, circumstances, sizes, budget: at.budget, release: target },
    isByPrice: policy.release.kind === 'kept' && at.priced.sheet !== undefined,
    instructions: planning.inputs.instructions,
    fixed: Math.max(at.outside + whole.systemTokens, Math.ceil((at.outsideBytes + whole.systemBytes) * perByte)),
    entrySizes: perByte === 0 ? live.entrySizes() : sizes.entries(whole.shown()),
    room: live.room,
    view: (records) => viewUnder(planning, records, sizes),
  }
}

/** What the model would see under a plan. What no record touches is taken over from the log without a plan. */
function viewUnder(planning: Planning, planned: readonly PlanRecord[], sizes: Sizes): LiveView {
  const { at, log, policy, meter, whole } = planning
  const records = withCleared(planning, planned)
  const dialect = dialectUnder(planning, records)
  if (dialect !== at.dialect) return liveView({ ...at, dialect, sizes, log, records, summaryRole: policy.summaryRole, meter })
  if (sizes !== at.sizes) return liveView({ ...at, sizes, log, records, summaryRole: policy.summaryRole, meter })
  if (planned.length === 0) return whole()
  return liveView({ ...at, log, records, summaryRole: policy.summaryRole, meter, under: whole() })
}

/** A plan that changes nothing is not committed. */
function dialectUnder({ at, afterwards, records: before }: Planning, records: readonly PlanRecord[]): Dialect {
  return afterwards !== undefined && records.length + before.length > 0 ? afterwards : at.dialect
}

/** A plan, and in front of it what a new context leaves out. */
function withCleared({ cleared }: Planning, records: readonly PlanRecord[]): readonly PlanRecord[] {
  return cleared.length === 0 || clearedIn(records).length > 0 ? records : [...cleared, ...records]
}

/** A plan and what is sent under it. */
interface Sent {
  readonly fitted: Fitted
  readonly live: LiveView
  readonly view: View
  readonly request: Json
  readonly bytes: number
}

function shownWhole(planning: Planning): Sent {
  const records = withResent([], planning.resent, planning.pins)
  const nothing = { strategy: 'include', records, warnings: [], overrides: [], steps: [], heard: 0 }
  return sent(planning, { ...nothing, live: viewUnder(planning, records, planning.at.sizes), tokens: 0 }, 0)
}

/** What was planned by the price of bytes is shown by the usual sizes. */
function sent(planning: Planning, fitted: Fitted, perByte: number): Sent {
  const { at } = planning
  const live = perByte === 0 ? fitted.live : viewUnder(planning, fitted.records, at.sizes)
  const view = live.now()
  const records = withCleared(planning, fitted.records)
  return {
    fitted: { ...fitted, records, live, tokens: at.outside + view.tokens },
    live,
    view,
    ...measuredRequest(at, view),
  }
}

function outcomeOf(planning: Planning, made: Sent, now: number): Outcome {
  const { at, policy, told } = planning
  const violations = at.dialect.validate(made.request)
  if (violations.length > 0) throw new CompactionError<'request-invalid'>({ code: 'request-invalid', violations })
  const receipt = makeReceipt({ ...planning, ...made, before: planning.before(), now })
  return {
    ...{ fitted: made.fitted, live: made.live, dialect: dialectUnder(planning, made.fitted.records) },
    receipt: {
      ...receipt,
      ...goingOn(policy, planning.why, made.fitted.records.length > 0 && workState(told.entries) === 'in-flight'),
    },
    with: (records) => outcomeOf(planning, withRecords(planning, made.fitted, records), now),
  }
}

/** A plan that was not looked for but is known: rendered, checked and accounted for. */
export function outcomeUnder(planning: Planning, plan: Pick<Fitted, 'strategy' | 'records'>, now: number): Outcome {
  const nothing = { warnings: [], overrides: [], steps: [], live: planning.whole(), tokens: 0, heard: 0 }
  return outcomeOf(planning, withRecords(planning, { ...nothing, ...plan }, plan.records), now)
}

/** The same plan over a log that has grown since: what is new stands behind it, and is accounted for. */
export function rebased(planning: Planning, { fitted, receipt }: Outcome, { length: head, hash }: Head): Outcome {
  const now = { ...planning, inputs: { ...planning.inputs, head, hash } }
  return outcomeOf(now, withRecords(now, fitted, fitted.records), receipt.at)
}

function withRecords(planning: Planning, fitted: Fitted, records: readonly PlanRecord[]): Sent {
  return sent(planning, { ...fitted, records, live: viewUnder(planning, records, planning.at.sizes) }, 0)
}

/** After a compaction that came by itself, an agent that was at work may have to be told to go on (B3). */
function goingOn(
  { continueWith }: Policy,
  { trigger }: Pick<Receipt, 'trigger'>,
  hasWork: boolean,
): Pick<Receipt, 'continueWith'> {
  return continueWith === undefined || trigger === 'manual' || !hasWork ? {} : { continueWith }
}
