import { actsByItself, decide, firesOn } from '../budget/triggers/decide.ts'
import type { Planning } from '../compact/plan-compaction.ts'
import { hiddenPins, pinIds, planPins } from '../compact/show-pins.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { Occasion, Receipt } from '../schema/receipt.ts'
import type { Setting } from '../view/setting.ts'
import { summaryFor } from './ahead-use.ts'
import { fitsNow, land, planAndLand } from './land.ts'
import { catchUp } from './latest.ts'
import { lookAhead } from './look-ahead.ts'
import { planningOf } from './planning.ts'
import { isForRoom, pruneForRoom } from './prune-for-room.ts'
import { isNear, isWithinReach, landingOf, readingAt } from './reading.ts'
import { asRun, type Run } from './run.ts'
import { send } from './send.ts'
import type { Compacted, CompactOptions } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { packed, settingOf, sharpenViews } from './views.ts'
import { asItIs, wishesOf } from './wishes.ts'

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
  inside?: Inside,
): Promise<Compacted<Json> | null> | null {
  const { log, landed, ports } = state
  const { trigger } = ports.policy
  if ((occasion === 'manual' || occasion === 'overflow') && firesOn(trigger, occasion)) {
    return compact(state, options, at, { trigger: occasion, reason: FORCED[occasion] }, inside)
  }
  const landing = landed === undefined ? undefined : landingOf(landed, at, ports.policy)
  const first = readingAt(state, at, occasion)
  // Where something may have to be done soon, nothing is estimated that would be counted right after.
  if (isWithinReach(first)) log.readAhead()
  else log.relax()
  const isSharper = log.isRough() && isNear(trigger, first) && sharpenViews(state)
  const reading = isSharper ? readingAt(state, at, occasion) : first
  const decision = decide(trigger, reading, landing)
  if (decision.kind === 'go-on') {
    if (occasion === 'window' && newPins(state).length > 0) return showPins(state, options, at, inside)
    if (occasion === 'window') lookAhead(state, options, { at, reading: first, landing })
    return null
  }
  if (decision.kind === 'compact') {
    const fold = () => compact(state, options, at, { trigger: occasion, reason: decision.reason }, inside)
    if (occasion !== 'window' || inside !== undefined || !isForRoom(state, reading)) return fold()
    return pruneForRoom(state, options, at, reading).then((pruned) => pruned ?? fold())
  }
  const { kind: _, ...refusal } = decision
  throw new CompactionError<'compaction-refused'>({ code: 'compaction-refused', ...refusal })
}

/** Compacts for a reason of its own, if the summary for it is there. */
export function compactFor(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  why: Pick<Receipt, 'trigger' | 'reason'>,
): Promise<Compacted<Json> | null> {
  return compact(state, options, at, why, undefined)
}

/**
 * `null` if somebody else is about it, or its summary is being written, and the request fits as it is: nobody waits for a summary that can
 * come later.
 */
async function compact(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  why: Why,
  inside: Inside | undefined,
): Promise<Compacted<Json> | null> {
  const summary = await summaryFor(state, options, at, why)
  if (summary === 'go-on') return null
  if (summary === 'wait') return afterWaiting(state, options, why.trigger, inside)
  const about = { ...why, instructions: options.instructions, isAhead: summary?.isAhead }
  return inRun(state, at, about, inside, async (run) => {
    await readWhole(state.own)
    // Asked only if somebody has a say: it renders everything, before it was counted exactly.
    const isNeeded = (): boolean => why.trigger === 'overflow' || !fitsNow(state, at)
    const { veto, preserve, instructions } = await wishesOf(state, run, isNeeded)
    const wanted = instructions === undefined ? options : { ...options, instructions }
    const planning = planningOf(state, wanted, at, why, preserve)
    if (veto !== undefined) return vetoed(state, planning, run, veto)
    const { commit } = state
    if (commit !== null && JSON.stringify(commit.receipt.inputs) === JSON.stringify(planning.inputs)) return unchanged(state, at)
    const mayGoOn = (why.trigger === 'window' || why.trigger === 'settle') && fitsNow(state, at)
    const otherwise = mayGoOn ? async () => null : undefined
    return withLease(state, options, why, { run, inside, otherwise }, async ({ fence }) => {
      sharpenViews(state)
      return planAndLand(state, planning, { options: wanted, run, fence, summary })
    })
  })
}

/** A summary is being written, and the policy wants it waited for: then it is looked at again. */
async function afterWaiting(
  state: ThreadState,
  options: CompactOptions,
  occasion: Occasion,
  inside: Inside | undefined,
): Promise<Compacted<Json> | null> {
  await state.aside(async () => state.ahead.job?.ended)
  await catchUp(state)
  return compactIfDue(state, options, await settingOf(state, options), occasion, inside)
}

/** Nothing is done, and the request goes out as it is; whoever asked for a compaction gets an account of it. */
function vetoed(state: ThreadState, planning: Planning, run: Run, veto: string): Compacted<Json> | null {
  run.refusal = veto
  const { trigger } = planning.why
  return trigger === 'window' || trigger === 'settle' ? null : asItIs(state, planning, veto)
}

type Why = Pick<Receipt, 'trigger' | 'reason'> & {
  readonly instructions?: string | undefined
  /** Its summary is there already. */
  readonly isAhead?: boolean | undefined
}

/** A run that has the lease already. */
interface Inside {
  readonly run: Run
  readonly fence: number | undefined
}

function inRun(
  state: ThreadState,
  at: Setting,
  why: Why,
  inside: Inside | undefined,
  work: (run: Run) => Promise<Compacted<Json> | null>,
): Promise<Compacted<Json> | null> {
  return inside === undefined ? asRun(state, at, why, work) : work(inside.run)
}

/** If somebody else had the lease meanwhile, what they did may be enough: it looks again. */
function withLease(
  state: ThreadState,
  options: CompactOptions,
  { trigger }: Why,
  part: { readonly run: Run; readonly inside: Inside | undefined; readonly otherwise?: (() => Promise<null>) | undefined },
  work: (held: Inside) => Promise<Compacted<Json>>,
): Promise<Compacted<Json> | null> {
  const { run, inside, otherwise } = part
  if (inside !== undefined) return work(inside)
  const { signal } = options
  return state.alone<Compacted<Json> | null>(
    ({ fence, waited }) => {
      const held = { run, fence }
      return waited ? lookAgain(state, options, trigger, held) : work(held)
    },
    { signal, otherwise },
  )
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
async function showPins(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  inside: Inside | undefined,
): Promise<Compacted<Json> | null> {
  await readWhole(state.own)
  const { log, ports } = state
  const why = { trigger: 'window', reason: `${pinIds(log, newPins(state))} was pinned, and is shown again` } as const
  const planning = planningOf(state, options, at, why)
  const show = async ({ fence, run }: Inside): Promise<Compacted<Json>> => {
    sharpenViews(state)
    const outcome = planPins(planning, ports.clock())
    if (outcome !== undefined && fits(outcome.receipt, at)) return land(state, at, outcome, { fence, run })
    if (actsByItself(ports.policy.trigger)) return planAndLand(state, planning, { options, run, fence })
    const needed = outcome?.receipt.tokens.after ?? 0
    const refusal = { reason: 'what was pinned does not fit', unit: 'tokens', needed, available: at.budget.limit } as const
    throw new CompactionError<'compaction-refused'>({ code: 'compaction-refused', ...refusal })
  }
  return inRun(state, at, why, inside, (run) => withLease(state, options, why, { run, inside }, show))
}

function fits({ tokens, bytes }: Receipt, { budget, byteLimit }: Setting): boolean {
  return tokens.after <= budget.limit && bytes.after <= (byteLimit ?? Number.POSITIVE_INFINITY)
}

/** Somebody else has just compacted: it may be enough for us, too. */
async function lookAgain(
  state: ThreadState,
  options: CompactOptions,
  occasion: Occasion,
  inside: Inside,
): Promise<Compacted<Json>> {
  await catchUp(state)
  const at = await settingOf(state, options)
  return (await compactIfDue(state, options, at, occasion, inside)) ?? unchanged(state, at)
}

/** The request as it is, with the account of the compaction that it rests on. */
function unchanged(state: ThreadState, at: Setting): Compacted<Json> {
  const receipt = state.commit?.receipt ?? state.landed
  if (receipt === undefined) throw new Error('nothing was compacted, and nothing had to be')
  return Object.assign(packed(state, at), { receipt, changed: false })
}
