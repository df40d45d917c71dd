import { heardFrom } from '../ledger/heard.ts'
import { PERSON_LABEL } from '../ledger/page-layout.ts'
import { profileFor } from '../ledger/profile-for.ts'
import { findFrontier } from '../log/frontier.ts'
import { leadingSystem, splitUnits } from '../log/rounds.ts'
import { normaliseRecords } from '../plan/build-plan.ts'
import { checkPlan } from '../plan/check-plan.ts'
import { type Choice, choosePlan } from '../plan/choose-plan.ts'
import { pinnedTokens, protectedTokens } from '../plan/fit-frontier.ts'
import { reservedFor, withHeard, withPageOverride } from '../plan/heard.ts'
import { protectedEntries } from '../plan/protect.ts'
import { ladderOf } from '../plan/rungs.ts'
import { firstEnd, onStanding } from '../plan/standing.ts'
import type { Budget } from '../schema/budget.ts'
import { CompactionError, type FixedItem } from '../schema/failures.ts'
import type { Seq } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { Circumstances, Scene } from '../schema/strategy.ts'
import type { LiveView } from '../view/live-view.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import type { Sizes } from '../view/sizes.ts'
import { fulfil, withIndexes } from './fulfil.ts'
import { withResent } from './resent-results.ts'
import { besideReleases, frontierShareOf, newestRoom, pageRoom, roomyRelease } from './roomy-release.ts'
import { spareFor } from './spare-room.ts'
import { type Fitted, isBetter, isUnheard, lawsIn, WELL_USED, type Weighed } from './weigh.ts'

interface FitInput {
  readonly log: MeasuredLog
  readonly pins: ReadonlySet<Seq>
  /** Results as a client shows them. */
  readonly resent: readonly PlanRecord[]
  readonly policy: Policy
  /** How far down the policy wants to come, and whether that follows from prices. */
  readonly release: number
  readonly isByPrice: boolean
  readonly budget: Budget
  /** Tokens that no plan can change: system text, tool definitions. */
  readonly fixed: number
  readonly sizes: Sizes
  /** What each entry costs in the request as it is without a plan. */
  readonly entrySizes: readonly number[]
  /** A list to count in while this is planned. */
  readonly room: number[]
  readonly tokenizer: Tokenizer
  readonly circumstances: Circumstances
  /** What whoever asked for the compaction wants in its summary. */
  readonly instructions: string
  /** What the model would see under a plan. */
  view(records: readonly PlanRecord[]): LiveView
}

/** Planning works with prices; rendering has the last word. A few rounds bring the two together. */
const MOST_ROUNDS = 8
/** If what was found is good, so many rounds in a row without anything better are enough. */
const MOST_IDLE = 2
/** Near enough to the target. */
const CLOSE = 0.97
/** Allowances this near to each other make the same plan. */
const SAME_PLAN = 8

/**
 * Finds a plan whose rendered request fits. Each round plans with an allowance, renders, counts, and corrects the allowance by
 * what the count was off; the largest request that fits is taken.
 */
export function fitRequest(input: FitInput): Fitted {
  const base = onStanding(sceneOf(input), input.room)
  const { fixed, release } = input
  const { limit } = input.budget
  const needed = protectedTokens(base) + reservedFor(base) + fixed
  if (release < limit && needed < limit) {
    const below = needed <= release ? searchBelow(input, base) : undefined
    const found = below ?? (needed > release || input.isByPrice ? searchBeside(input, base, needed) : undefined)
    if (found !== undefined) return indexed(input, found)
  }
  // If what must stay is more than the release mark allows, the whole budget is the mark: laws beat policies.
  const start = { allowance: limit - fixed, target: limit }
  const { best, last } = search(input, base, start)
  if (best !== undefined && (lawsIn(best) === 0 || best.tokens >= limit * WELL_USED)) return indexed(input, best)
  // The frontier was cut to leave room that nothing older can use: it gets all of it.
  if (best !== undefined) {
    const wider = search(input, { ...base, frontierShare: 1 }, { ...start, floor: best })
    return indexed(input, wider.best ?? best)
  }
  const floor = lastResort(input, base, { fixed, limit, last })
  // Prices are too high here: from the least that they allow, there may be room for more.
  const allowance = last?.kind === 'impossible' ? last.least : 0
  return indexed(input, search(input, base, { allowance, target: limit, floor }).best ?? floor)
}

/** Comes down to the release mark, or to one that gives way a little; `undefined` if laws demand more than that. */
function searchBelow(input: FitInput, base: Scene): Weighed | undefined {
  const { fixed, release, policy } = input
  const { limit } = input.budget
  const frontier = protectedTokens(base)
  const at = (target: number): Weighed | undefined => search(input, base, { allowance: target - fixed, target }).best
  const first = at(release)
  const roomy = roomyRelease({ fixed, release, limit }, frontier, policy)
  const isTight = first !== undefined && first.tokens - first.summaryTokens - fixed - frontier < newestRoom(release - fixed)
  const best = isTight && roomy > release ? at(roomy) : first
  if (best === undefined || lawsIn(best) === 0) return best
  // A page that is a few tokens longer than its price would not be there at all: then the mark gives way to it.
  const heard = isUnheard(best) ? at(Math.min(limit, roomy + reservedFor(base))) : undefined
  return heard !== undefined && lawsIn(heard) === 0 ? heard : undefined
}

/** Comes down as far as what must stay lets it; `undefined` if all of the budget is to be used. */
function searchBeside(input: FitInput, base: Scene, needed: number): Weighed | undefined {
  const { fixed, release, isByPrice, budget } = input
  const marks = { fixed, release, limit: budget.limit }
  for (const target of besideReleases(marks, { needed, stays: pinnedTokens(base) + reservedFor(base) }, isByPrice)) {
    const { best } = search(input, base, { allowance: target - fixed, target })
    if (best !== undefined && lawsIn(best) === 0) return best
  }
  return undefined
}

/** Indexes of what is dropped change no request: they are made for the plan that is taken. */
function indexed({ log }: FitInput, fitted: Fitted): Fitted {
  return { ...fitted, records: withIndexes(log, fitted.records) }
}

interface Found {
  readonly best: Weighed | undefined
  readonly last: Choice | undefined
}

interface Start {
  readonly allowance: number
  readonly target: number
  readonly floor?: Weighed
}

/**
 * Looks for the allowance whose request comes nearest to the target from below: by what was missed, then between two bounds. What was cut for
 * a page that turned out shorter, or was not made at all, gets back what is left.
 */
function search(input: FitInput, base: Scene, { target, ...start }: Start): Found {
  let { allowance } = start
  let best = start.floor
  let last: Choice | undefined
  let fits = Number.NEGATIVE_INFINITY
  let exceeds = Number.POSITIVE_INFINITY
  let idle = 0
  /** What a summary has to say: found out once, so that other allowances need not find it again. */
  let summaryTokens = input.policy.summaryTokens
  for (let round = 0; round < MOST_ROUNDS && idle < MOST_IDLE && exceeds - fits > SAME_PLAN; round += 1) {
    const frontierShare = base.frontierShare ?? frontierShareOf(allowance, input.policy)
    const room = { frontierShare, pageRoom: pageRoom(allowance, input.policy) }
    const tried = tryAllowance(input, { ...base, allowance, ...room }, summaryTokens)
    last = tried.choice
    const isShrinking = !tried.isFinal && tried.summaryTokens < summaryTokens
    summaryTokens = tried.summaryTokens
    if (tried.fitted === undefined) break
    const miss = target - tried.fitted.tokens
    const improved = miss >= 0 && isBetter(tried.fitted, best, target)
    if (improved) best = tried.fitted
    idle = improved || best === undefined || best.tokens < target * WELL_USED ? 0 : idle + 1
    if (improved && (tried.choice.isShaped || tried.fitted.tokens >= target * CLOSE)) break
    // Its summary may come out shorter still: what fits beside it is not known yet.
    if (miss >= 0 && isShrinking) continue
    if (miss < 0) exceeds = allowance
    else fits = allowance
    if (Number.isFinite(fits) && Number.isFinite(exceeds)) allowance = Math.floor((fits + exceeds) / 2)
    // Further off each time, so that a few rounds always get there.
    else allowance += miss < 0 ? miss * 2 ** round - 4 : improved ? miss : 2 * miss
  }
  if (best === undefined || best.tokens >= target * WELL_USED || !best.isCutForPage || base.pageTokens !== undefined)
    return { best, last }
  return search(input, { ...base, pageTokens: best.summaryTokens }, { ...start, target, floor: best })
}

function sceneOf(input: FitInput): Scene {
  const { log, entrySizes: sizes } = input
  const fixed = leadingSystem(log.entries)
  const frontier = findFrontier(log.entries)
  // System text in front is counted as such, pinned or not.
  const pins = new Set([...input.pins].filter((seq) => seq >= fixed))
  return {
    ...input.circumstances,
    log,
    fixed,
    sizes,
    units: splitUnits(log.entries, fixed, firstEnd(input.circumstances.standing) ?? fixed),
    frontier,
    pins,
    protected: protectedEntries(log.entries, frontier, pins),
    heard: heardFrom(log.cleaned(), fixed, input.tokenizer, profileFor(input.policy) === undefined ? '' : PERSON_LABEL),
    allowance: 0,
    most: input.budget.limit - input.fixed,
    prices: input.sizes.prices(sizes),
  }
}

type Chosen = Extract<Choice, { kind: 'chosen' }>

type Tried = {
  readonly summaryTokens: number
  /** False if the summary left room that nothing was tried for. */
  readonly isFinal: boolean
} & (
  | { readonly choice: Chosen; readonly fitted: Weighed }
  | { readonly choice: Extract<Choice, { kind: 'impossible' }>; readonly fitted: undefined }
)

/** How often a summary that came out shorter is made once more: each time the newest messages get what it left. */
const MOST_SUMMARIES = 3

/** What a summary does not use goes to history; one that says nothing is not made at all. */
function tryAllowance(input: FitInput, scene: Scene, atMost: number): Tried {
  const { policy, tokenizer } = input
  let summaryTokens = atMost
  let most = withHeard(scene, Math.min(summaryTokens, Math.floor(Math.max(0, scene.allowance) * policy.summaryShare)))
  let found: { readonly choice: Chosen; readonly made: readonly PlanRecord[] } | undefined
  let used = 0
  let isFinal = false
  for (let tries = 0; tries < MOST_SUMMARIES; tries += 1) {
    const choice = choosePlan(scene, ladderOf(policy, most))
    if (choice.kind === 'impossible') {
      if (found === undefined) return { choice, fitted: undefined, summaryTokens, isFinal: true }
      isFinal = true
      break
    }
    found = { choice, made: carriedOut(input, choice) }
    const ordered = choice.orders.find((order) => order.action === 'summarize')
    const summary = found.made.find((record) => record.action === 'summarize')
    used = summary === undefined ? 0 : tokenizer.count(summary.summary)
    if (choice.isShaped || ordered === undefined || ordered.standing === true || summary === undefined) {
      isFinal = true
      break
    }
    const spare = spareFor(used, scene.allowance)
    isFinal = used > 0 && used + spare >= ordered.tokens
    if (isFinal) break
    most = used === 0 ? 0 : Math.ceil(used + spare / 2)
    summaryTokens = Math.min(atMost, Math.ceil(used + spare))
  }
  if (found === undefined) throw new Error('a plan is made at least once')
  const choice = withPageOverride(found.choice, used, policy.summaryTokens)
  return { choice, fitted: finish(input, choice, found.made, used), summaryTokens, isFinal }
}

function carriedOut(input: FitInput, { orders }: Chosen): readonly PlanRecord[] {
  const { log, tokenizer, policy, instructions } = input
  const printing = { profile: profileFor(policy), standing: input.circumstances.standing }
  return fulfil(log, orders, { tokenizer, prefix: policy.summaryPrefix, instructions, ...printing })
}

/** Checks a choice, renders it, and counts. */
function finish(
  input: FitInput,
  choice: Chosen,
  made: readonly PlanRecord[] = carriedOut(input, choice),
  summaryTokens = 0,
): Weighed {
  const { log, pins } = input
  const { records: planned, warnings } = normaliseRecords(log, made)
  const records = withResent(planned, input.resent, pins)
  const faults = checkPlan({ log, records, pins, fixed: leadingSystem(log.entries) })
  if (faults.length > 0) throw new Error(`plan by ${choice.strategy} is not sound: ${JSON.stringify(faults.slice(0, 3))}`)
  const live = input.view(records)
  const measured = live.measure()
  const tokens = input.fixed + measured.tokens - measured.systemTokens
  const { strategy, overrides, steps, isCutForPage = false } = choice
  const heard = choice.orders.reduce((sum, order) => sum + (order.action === 'summarize' ? (order.heard ?? 0) : 0), 0)
  return { strategy, records, warnings, overrides, steps, live, tokens, heard, summaryTokens, isCutForPage }
}

/** Prices said that even the least does not fit. They may be a little high: shorten all that L3 lets us, drop the rest, count. */
function lastResort(
  input: FitInput,
  base: Scene,
  { fixed, limit, last }: { readonly fixed: number; readonly limit: number; readonly last: Choice | undefined },
): Weighed {
  const least = choosePlan({ ...base, allowance: 0 }, ladderOf(input.policy, 0))
  const floor =
    least.kind === 'impossible'
      ? finish(input, { ...least.floor, kind: 'chosen', strategy: 'floor', steps: [], isShaped: false })
      : finish(input, least)
  if (floor.tokens <= limit) return floor
  const items = last?.kind === 'impossible' ? last.items : least.kind === 'impossible' ? least.items : []
  throw new CompactionError<'fixed-part-too-large'>({
    code: 'fixed-part-too-large',
    needed: floor.tokens,
    available: limit,
    items: [{ what: 'system and tools', tokens: fixed }, ...items, ...pinnedBefore(input)],
    budget: input.budget,
  })
}

/** Pins from before a new context stand in front of all that is planned: no strategy knows of them. */
function pinnedBefore({ log, pins, entrySizes }: FitInput): readonly FixedItem[] {
  const before = [...pins].filter((seq) => seq < leadingSystem(log.entries) && log.entries[seq]?.kind === 'turn-start')
  const tokens = before.reduce((sum, seq) => sum + (entrySizes[seq] ?? 0), 0)
  return before.length === 0 ? [] : [{ what: 'pins from before the new context', tokens }]
}
