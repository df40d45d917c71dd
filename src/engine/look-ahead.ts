import { afterStep, expectedGrowth, headroom, type Pace, usualPace } from '../budget/pace.ts'
import { decide } from '../budget/triggers/decide.ts'
import { ratesAt } from '../economy/price-sheet.ts'
import type { Landing, Reading } from '../schema/trigger.ts'
import type { Setting } from '../view/setting.ts'
import { type AheadJob, dropAhead, isAhead, mostGrowth, pinsHold } from './ahead.ts'
import type { askAhead } from './ahead-job.ts'
import { releaseOf } from './reading.ts'
import type { CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'

/**
 * Asks for the summary in the background if the next compaction is near: as many steps ahead as a summary takes, and so early that it is
 * there before the request no longer fits, even if the next steps are large ones.
 */
export function lookAhead(
  state: ThreadState,
  options: CompactOptions,
  { at, reading, landing }: { readonly at: Setting; readonly reading: Reading; readonly landing: Landing | undefined },
): void {
  if (!isAhead(state)) return
  const pace = paced(state, at, reading)
  const { job } = state.ahead
  if (job !== undefined && !pinsHold(state, job)) dropAhead(state, 'something was pinned that it folds')
  if (state.ahead.job !== undefined) return
  const { trigger } = state.ports.policy
  const isDue = (growth: number): boolean => decide(trigger, grown(reading, growth), landing).kind === 'compact'
  const limit = reading.window - reading.reserve
  const release = releaseOf(state.ports.policy, at)
  const most = Math.min(headroom(pace), Math.max(mostGrowth(release, at), (limit - release) * EARLIEST))
  const isNear = isDue(Math.min(most, expectedGrowth(pace))) || reading.tokens + most > limit
  if (isNear && isDue(most)) startAhead(state, options, at, leastThat(isDue, most))
}

/** Of what a request grows by between two compactions, how early the next one is thought of, however long summaries take. */
const EARLIEST = 0.5

/** Asks for a summary now. `growth` is what the request will have grown by until it is needed. */
export function startAhead(state: ThreadState, options: CompactOptions, at: Setting, growth: number): void {
  if (state.ahead.job !== undefined) return
  const { policy, jobs } = state.ports
  const stop = new AbortController()
  const { signal: _, instructions: __, ...kept } = options
  const job: AheadJob = {
    basis: { commit: state.commit?.id ?? null, policy, model: at.model, dialect: at.dialect.traits.name },
    ...{ stop, growth, pins: state.pins.size, found: undefined, ended: undefined },
  }
  state.ahead.job = job
  const run = (): Promise<void> => {
    job.ended = ask(state, kept, job)
    return job.ended
  }
  jobs.start({ kind: 'summary-ahead', key: state.key, run, stop: () => dropAhead(state, 'it was stopped') })
}

async function ask(...given: Parameters<typeof askAhead>): Promise<void> {
  const { askAhead } = await import('./ahead-job.ts')
  return askAhead(...given)
}

/** Notes one more step, O(1). What a commit took away is no growth. */
function paced({ ahead, commit, ports }: ThreadState, { budget }: Setting, { tokens }: Reading): Pace {
  const now = { tokens, commit: commit?.id ?? null, at: ports.clock() }
  const { last, pace = usualPace(budget.limit) } = ahead
  const isStep = last !== undefined && last.commit === now.commit && now.tokens > last.tokens
  ahead.pace = isStep ? afterStep(pace, { tokens: now.tokens - last.tokens, ms: now.at - last.at }) : pace
  if (last?.tokens !== tokens || last.commit !== now.commit) ahead.last = now
  return ahead.pace
}

/** Where prices decide, the calls until then pay their rent: it grows with the square of what could go. */
function grown(reading: Reading, growth: number): Reading {
  const { tokens, usageTokens, rent, sheet } = reading
  const later = { tokens: tokens + growth, usageTokens: usageTokens === undefined ? undefined : usageTokens + growth }
  if (rent === undefined || sheet === undefined || rent.perCall === 0) return { ...reading, ...later }
  const perCall = rent.perCall + ratesAt(sheet, tokens).read * growth
  return { ...reading, ...later, rent: { ...rent, perCall, paid: rent.paid * (perCall / rent.perCall) ** 2 } }
}

/** The least growth at which it is due: it is due at `most`. */
function leastThat(isDue: (growth: number) => boolean, most: number): number {
  let [not, due] = [-1, most]
  while (due - not > 1) {
    const middle = Math.floor((not + due) / 2)
    if (isDue(middle)) due = middle
    else not = middle
  }
  return due
}
