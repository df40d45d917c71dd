import type { BackgroundJob, BackgroundJobs } from '../schema/jobs.ts'

/** Runs jobs in this process, each at once. What they have made is gone when the process ends. */
export function inProcess(): BackgroundJobs {
  const running = new Map<BackgroundJob, Promise<void>>()
  return {
    start(job) {
      running.set(
        job,
        job.run().finally(() => running.delete(job)),
      )
    },
    async stop(isMeant) {
      const meant = [...running].filter(([{ key }]) => isMeant(key))
      for (const [job] of meant) job.stop()
      await Promise.all(meant.map(([, ended]) => ended))
    },
  }
}
