import { measure } from 'mitata'
import { threadTime } from './clock.ts'
import type { Timing, Watch } from './contestant.ts'
import { LONG, timeOnce } from './time-once.ts'

/** How much time one number may take. */
export interface Effort {
  readonly watch: Watch
  /** Milliseconds to spend on a number, once a first run has shown that it does not take longer by itself. */
  readonly budget: number
}

/** Times a job that can be done any number of times. */
export async function timeAgain(job: () => unknown, { watch, budget }: Effort): Promise<Timing> {
  const first = await timeOnce(job, watch)
  if (first.kind === 'over' || first.ms > budget) return first
  // Small batches: one of thousands would take longer than a busy machine leaves us alone.
  return fromStats(await measure(job, { ...optionsFor(first.ms, budget), batch_samples: 128, min_samples: 5 }))
}

/** Milliseconds of a run, making ready included, that is done so often at the least: the first run of a program tells of the program. */
const QUICK = 1_500
const FEWEST = 9

/** Times jobs that can be done only once; each is made ready before its time starts. */
export async function timeEach(
  makeReady: () => Promise<() => unknown> | (() => unknown),
  { watch, budget }: Effort,
  most: number,
): Promise<Timing> {
  const started = performance.now()
  const first = await timeOnce(await makeReady(), watch)
  const wholeRun = performance.now() - started
  const affordable = Math.min(most, Math.max(Math.floor((8 * budget) / wholeRun), wholeRun < QUICK ? FEWEST : 0))
  if (first.kind === 'over' || affordable < 3) return first
  // The library's types do not know this form, which its documents do: what `0` gives is handed to `bench`, outside of the time.
  const source = function* (): Generator<() => unknown> {
    yield { 0: makeReady, bench: (job: () => unknown) => job() } as unknown as () => unknown
  }
  // Never in batches: a batch would make ready many before it times the first.
  const once = { batch_threshold: -1, warmup_threshold: -1, min_samples: affordable, max_samples: affordable }
  return fromStats(await measure(source, { ...optionsFor(first.ms, budget), ...once }))
}

const NANOSECONDS = 1e6

interface Options {
  readonly min_cpu_time: number
  readonly gc: (() => void) | false
  readonly now?: () => number
}

function optionsFor(ms: number, budget: number): Options {
  const collect = globalThis.gc
  return {
    min_cpu_time: budget * NANOSECONDS,
    gc: collect === undefined ? false : () => void collect(),
    ...(ms > LONG ? { now: () => threadTime() * NANOSECONDS } : {}),
  }
}

function fromStats(stats: Awaited<ReturnType<typeof measure>>): Timing {
  const { p25, p50, p75, ticks } = stats
  return { kind: 'time', ms: p50 / NANOSECONDS, low: p25 / NANOSECONDS, high: p75 / NANOSECONDS, samples: ticks }
}
