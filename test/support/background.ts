import { inProcess } from '../../src/engine/in-process.ts'
import type { BackgroundJobs } from '../../src/schema/jobs.ts'

interface WatchedJobs {
  readonly jobs: BackgroundJobs
  /** Somebody was asked, and takes his time. */
  waits(): void
  /** When nothing is done that does not wait. */
  quiet(): Promise<void>
  ended(): Promise<void>
}

/** Jobs in this process, of which a test knows when they are done, or wait for somebody who says so. */
export function watchedJobs(): WatchedJobs {
  const runner = inProcess()
  let ended: Promise<void> = Promise.resolve()
  let waiting = Promise.withResolvers<void>()
  const jobs: BackgroundJobs = {
    start(job) {
      waiting = Promise.withResolvers()
      runner.start({
        ...job,
        run() {
          ended = job.run()
          return ended
        },
      })
    },
    stop: runner.stop,
  }
  return {
    jobs,
    waits: () => waiting.resolve(),
    quiet: () => Promise.race([ended, waiting.promise]),
    ended: () => ended,
  }
}
