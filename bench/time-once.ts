import { threadTime } from './clock.ts'
import type { Timing, Watch } from './contestant.ts'

/**
 * A machine that others use too disturbs in two ways. A run of milliseconds is mostly left alone, and the median of many forgets
 * the few that were not; a longer one is interrupted for certain, but then the thread's own time is exact enough (it is told in
 * steps of a millisecond or so). So short runs are timed by the wall clock, long ones by the thread's.
 */
export const LONG = 20

/** Times one run; stops it when the watch says so. */
export async function timeOnce(job: () => unknown, watch: Watch): Promise<Timing> {
  watch.start()
  const [wall, thread] = [performance.now(), threadTime()]
  try {
    await job()
  } catch (error) {
    if (watch.stop() === 'over') return { kind: 'over', seconds: watch.seconds }
    throw error
  }
  const [byWall, byThread] = [performance.now() - wall, threadTime() - thread]
  // Some catch what we throw and go on with half of the work.
  if (watch.stop() === 'over') return { kind: 'over', seconds: watch.seconds }
  const ms = byWall > LONG ? byThread : byWall
  return { kind: 'time', ms, low: ms, high: ms, samples: 1 }
}
