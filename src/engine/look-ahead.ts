import { afterStep, expectedGrowth, headroom, type Pace, usualPace } from '../budget/pace.ts'
import { decide } from '../budget/triggers/decide.ts'
import type { Landing, Reading } from '../schema/trigger.ts'
import type { Setting } from '../view/setting.ts'
import { type AheadJob, dropAhead, isAhead, pinsHold } from './ahead.ts'
import { askAhead, mostGrowth } from './ahead-job.ts'
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
  const isDue = (growth: number): boolean => decide(trigger, grown(reading, growth, pace), landing).kind === 'compact'
  const most = Math.min(headroom(pace), mostGrowth(releaseOf(state.ports.policy, at)))
  const isNear = isDue(Math.min(most, expectedGrowth(pace))) || reading.tokens + most > reading.window - reading.reserve
  if (isNear && isDue(most)) startAhead(state, options, at, leastThat(isDue, most))
}

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
    job.ended = askAhead(state, kept, job)
    return job.ended
  }
  jobs.start({ kind: 'summary-ahead', key: state.key, run, stop: () => dropAhead(state, 'it was stopped') })
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

/** Where prices decide, each of the calls until then pays its rent. */
function grown(reading: Reading, growth: number, pace: Pace): Reading {
  const { tokens, usageTokens, rent } = reading
  const later = { tokens: tokens + growth, usageTokens: usageTokens === undefined ? undefined : usageTokens + growth }
  if (rent === undefined) return { ...reading, ...later }
  return { ...reading, ...later, rent: { ...rent, paid: rent.paid + (rent.perCall * growth) / Math.max(1, pace.growth) } }
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
