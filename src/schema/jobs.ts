import type { ThreadKey } from './ports.ts'

/** Work on a thread that nobody waits for. */
export interface BackgroundJob {
  readonly kind: 'summary-ahead'
  readonly key: ThreadKey
  /** Does it. Never rejects: what goes wrong changes nothing. */
  run(): Promise<void>
  /** Ends it soon, whether or not it has begun. */
  stop(): void
}

/**
 * Does work that nobody waits for.
 *
 * Contract: `start` returns at once and never throws; the job is run once, now or later. After `stop`, no job of the threads that are meant
 * is at work, and none of them begins any more.
 */
export interface BackgroundJobs {
  start(job: BackgroundJob): void
  stop(isMeant: (key: ThreadKey) => boolean): Promise<void>
}
