/** How fast a conversation grows and how long its summaries take, as averages in which the latest counts most. */
export interface Pace {
  /** Steps that were seen. */
  readonly steps: number
  /** Tokens that a step adds. */
  readonly growth: number
  /** The mean of their squares. */
  readonly squares: number
  /** The most that a step added; forgotten slowly. */
  readonly largest: number
  /** Milliseconds from one request to the next. */
  readonly stepMs: number
  /** Milliseconds that a summary takes; `undefined` until one was asked for. */
  readonly callMs: number | undefined
}

/** Steps of coding agents as they were measured (docs/ahead.md), until this conversation has told more. */
const USUAL = { growth: 1_800, sd: 3_500, largest: 12_000, stepMs: 9_000, callMs: 60_000 } as const
/** In a small window people and tools say less: none of these is more than so much of it. */
const MOST_SHARE = { growth: 0.015, sd: 0.03, largest: 0.1 } as const
/** How much the latest step counts, once there were some. */
const LATEST = 1 / 16
const FORGETTING = 0.98
/** Somebody who thinks it over does not make the next steps slower. */
const LONGEST_STEP_MS = 30_000
const SHORTEST_STEP_MS = 100
/** So sure it should be that a summary is there in time: 1 in 100 comes too late. */
const SURE = 2.33
/** A summary may take longer than the ones before. */
const SLOWER = 1.25

/** What is expected of a conversation of which nothing is known yet. */
export function usualPace(limit: number): Pace {
  const growth = Math.min(USUAL.growth, limit * MOST_SHARE.growth)
  const sd = Math.min(USUAL.sd, limit * MOST_SHARE.sd)
  const largest = Math.min(USUAL.largest, limit * MOST_SHARE.largest)
  return { steps: 0, growth, squares: growth ** 2 + sd ** 2, largest, stepMs: USUAL.stepMs, callMs: undefined }
}

/** The pace after one more step. A clock that jumps says nothing about it; neither does a request that became smaller. */
export function afterStep(pace: Pace, step: { readonly tokens: number; readonly ms: number }): Pace {
  const share = Math.max(LATEST, 1 / (pace.steps + 8))
  const mix = (old: number, latest: number): number => old + (latest - old) * share
  const { tokens, ms } = step
  if (!(tokens >= 0)) return pace
  return {
    ...pace,
    steps: pace.steps + 1,
    growth: mix(pace.growth, tokens),
    squares: mix(pace.squares, tokens ** 2),
    largest: Math.max(tokens, pace.largest * FORGETTING),
    stepMs: ms > 0 ? mix(pace.stepMs, Math.min(LONGEST_STEP_MS, Math.max(SHORTEST_STEP_MS, ms))) : pace.stepMs,
  }
}

/** The pace after one more summary. */
export function afterCall(pace: Pace, ms: number): Pace {
  if (!(ms >= 0)) return pace
  return { ...pace, callMs: pace.callMs === undefined ? ms : pace.callMs + (ms - pace.callMs) / 2 }
}

/** Steps that are made while a summary is being written. */
function stepsAhead({ stepMs, callMs = USUAL.callMs }: Pace): number {
  return Math.ceil((callMs * SLOWER) / stepMs)
}

/** Tokens that they add, if they are like those before. */
export function expectedGrowth(pace: Pace): number {
  return Math.ceil(pace.growth * stepsAhead(pace))
}

/**
 * Tokens that a conversation may grow by while a summary is being written, so that 99 in 100 are there in time: what so many steps add, what
 * they may add besides, and one large result.
 *
 *     1,800 a step ± 3,500, 9 s a step, 60 s a summary:   9 steps   →   16,200 + 2.33 × 3,500 × 3 + 12,000 = 52,700
 */
export function headroom(pace: Pace): number {
  const steps = stepsAhead(pace)
  const sd = Math.sqrt(Math.max(0, pace.squares - pace.growth ** 2))
  return Math.ceil(pace.growth * steps + SURE * sd * Math.sqrt(steps) + pace.largest)
}
