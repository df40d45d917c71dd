import { actsByItself, decide, firesOn } from '../budget/triggers/decide.ts'
import { type Outcome, outcomeUnder, type Planning, planCompaction, planWorthwhile } from '../compact/plan-compaction.ts'
import { hiddenPins, pinIds, planPins } from '../compact/show-pins.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Occasion, Receipt } from '../schema/receipt.ts'
import type { Setting } from '../view/setting.ts'
import { areKept } from './artifacts.ts'
import { commitOf } from './commit.ts'
import { catchUp, takeOver } from './latest.ts'
import type { Holding } from './leased.ts'
import { planningOf } from './planning.ts'
import { isNear, landingOf, readingAt } from './reading.ts'
import { refineSummary } from './refine-summary.ts'
import { send } from './send.ts'
import type { Compacted, CompactOptions } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { packed, settingOf, sharpenViews, viewOf } from './views.ts'

/** The reason for a compaction that was asked for from outside. */
const FORCED = { manual: 'it was asked for', overflow: 'the provider refused the request for its size' } as const

/** Compacts now: by hand, or after an overflow. */
export async function compactNow(
  state: ThreadState,
  options: CompactOptions,
  occasion: keyof typeof FORCED = 'manual',
  /** Makes the room smaller than what is known of the model would have it. */
  within: (at: Setting) => Setting = (at) => at,
): Promise<Compacted<Json>> {
  const at = within(await settingOf(state, options))
  const made = (await compactIfDue(state, options, at, occasion)) ?? unchanged(state, at)
  const { instructions: _, ...kept } = options
  return send(state, kept, made)
}

/** Compacts if the policy, a law or the caller says so; `null`, at once, if there is nothing to do. Throws if nothing may be done. */
export function compactIfDue(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  occasion: Occasion,
): Promise<Compacted<Json> | null> | null {
  const { log, landed, ports } = state
  const { trigger } = ports.policy
  if ((occasion === 'manual' || occasion === 'overflow') && firesOn(trigger, occasion)) {
    return compact(state, options, at, { trigger: occasion, reason: FORCED[occasion] })
  }
  const landing = landed === undefined ? undefined : landingOf(landed, at)
  const first = readingAt(state, at, occasion)
  const isSharper = log.isRough() && isNear(trigger, first) && sharpenViews(state)
  const decision = decide(trigger, isSharper ? readingAt(state, at, occasion) : first, landing)
  if (decision.kind === 'go-on') return occasion === 'window' && newPins(state).length > 0 ? showPins(state, options, at) : null
  if (decision.kind === 'compact') return compact(state, options, at, { trigger: occasion, reason: decision.reason })
  const { kind: _, ...refusal } = decision
  throw new CompactionError<'compaction-refused'>({ code: 'compaction-refused', ...refusal })
}

/**
 * Plans, keeps what the plan puts away, has the summary written, and commits. `null` if another process is about it and the request fits as
 * it is: nobody waits for a summary that can come later.
 */
async function compact(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  why: Pick<Receipt, 'trigger' | 'reason'>,
): Promise<Compacted<Json> | null> {
  await readWhole(state.own)
  const planning = planningOf(state, options, at, why)
  const { commit } = state
  if (commit !== null && JSON.stringify(commit.receipt.inputs) === JSON.stringify(planning.inputs)) return unchanged(state, at)
  const work = async ({ fence, waited }: Holding): Promise<Compacted<Json> | null> => {
    if (waited) return lookAgain(state, options, why.trigger)
    sharpenViews(state)
    return planAndLand(state, options, planning, fence)
  }
  const mayGoOn = (why.trigger === 'window' || why.trigger === 'settle') && fitsNow(state, at)
  return state.alone(work, { signal: options.signal, otherwise: mayGoOn ? async () => null : undefined })
}

function fitsNow(state: ThreadState, at: Setting): boolean {
  const { tokens, bytes, systemBytes } = viewOf(state, at)
  const most = at.byteLimit ?? Number.POSITIVE_INFINITY
  return at.outside + tokens <= at.budget.limit && at.outsideBytes + systemBytes + bytes <= most
}

async function planAndLand(
  state: ThreadState,
  options: CompactOptions,
  planning: Planning,
  fence: number | undefined,
): Promise<Compacted<Json>> {
  const { clock } = state.ports
  const first = planWorthwhile(planning, clock())
  const idle = asItStands(state, planning, first)
  if (idle !== undefined) return idle
  const withoutArtifacts = { ...planning, circumstances: { ...planning.circumstances, withoutArtifacts: true } }
  const planned = (await areKept(state, first.fitted.records)) ? first : planCompaction(withoutArtifacts, clock())
  return land(
    state,
    planning.at,
    await refineSummary(state, planning.at, options, { outcome: planned, log: planning.log }),
    fence,
  )
}

/** There was nothing to do: the plan in effect stays, to the last byte, and the receipt says why. A summary is not written anew to be longer. */
function asItStands(state: ThreadState, planning: Planning, { receipt, fitted }: Outcome): Compacted<Json> | undefined {
  const { nothing, tokens } = receipt
  if (nothing === undefined || tokens.after < tokens.before || shapeOf(fitted.records) !== shapeOf(state.records))
    return undefined
  const standing = outcomeUnder(planning, { strategy: 'include', records: state.records }, receipt.at).receipt
  state.landed = { ...standing, nothing }
  return Object.assign(packed(state, planning.at), { receipt: state.landed, changed: false })
}

/** Which entries a plan shows, and how. */
function shapeOf(records: readonly PlanRecord[]): string {
  const shape = records.map((record) => ('carries' in record ? [record.action, record.span, record.carries] : record))
  return JSON.stringify(shape)
}

/** Pins that were made since the plan in effect and that it does not show. What a plan made for them had to cut stays cut. */
function newPins({ commit, pins, records }: ThreadState): readonly Seq[] {
  if (commit === null || pins.size === commit.receipt.inputs.pins.length) return []
  const known = new Set<number>(commit.receipt.inputs.pins)
  return hiddenPins(
    records,
    [...pins].filter((seq) => !known.has(seq)),
  )
}

/** Commits the plan in effect with what was pinned since shown again; compacts if that does not fit. */
async function showPins(state: ThreadState, options: CompactOptions, at: Setting): Promise<Compacted<Json>> {
  await readWhole(state.own)
  const { log, ports } = state
  const reason = `${pinIds(log, newPins(state))} was pinned, and is shown again`
  const planning = planningOf(state, options, at, { trigger: 'window', reason })
  return state.alone(async ({ fence, waited }) => {
    if (waited) return lookAgain(state, options, 'window')
    sharpenViews(state)
    const outcome = planPins(planning, ports.clock())
    if (outcome !== undefined && fits(outcome.receipt, at)) return land(state, at, outcome, fence)
    if (actsByItself(ports.policy.trigger)) return planAndLand(state, options, planning, fence)
    const needed = outcome?.receipt.tokens.after ?? 0
    const refusal = { reason: 'what was pinned does not fit', unit: 'tokens', needed, available: at.budget.limit } as const
    throw new CompactionError<'compaction-refused'>({ code: 'compaction-refused', ...refusal })
  }, options)
}

function fits({ tokens, bytes }: Receipt, { budget, byteLimit }: Setting): boolean {
  return tokens.after <= budget.limit && bytes.after <= (byteLimit ?? Number.POSITIVE_INFINITY)
}

/** Commits an outcome if it changes anything. */
async function land(state: ThreadState, at: Setting, outcome: Outcome, fence: number | undefined): Promise<Compacted<Json>> {
  const { key, ports, commit } = state
  const changed = outcome.fitted.records.length > 0 || state.records.length > 0
  if (changed) {
    const made = commitOf(outcome, key.thread, commit?.id ?? null, ports.hash)
    await ports.store.commit(key, commit?.id ?? null, made, fence)
    takeOver(state, made)
    state.views.current.set(at.dialect.traits.name, outcome.live)
  }
  state.landed = outcome.receipt
  return Object.assign(packed(state, at), { receipt: outcome.receipt, changed })
}

/** Another process has just compacted: it may be enough for us, too. */
async function lookAgain(state: ThreadState, options: CompactOptions, occasion: Occasion): Promise<Compacted<Json>> {
  await catchUp(state)
  const at = await settingOf(state, options)
  return (await compactIfDue(state, options, at, occasion)) ?? unchanged(state, at)
}

/** The request as it is, with the account of the compaction that it rests on. */
function unchanged(state: ThreadState, at: Setting): Compacted<Json> {
  const receipt = state.commit?.receipt ?? state.landed
  if (receipt === undefined) throw new Error('nothing was compacted, and nothing had to be')
  return Object.assign(packed(state, at), { receipt, changed: false })
}
