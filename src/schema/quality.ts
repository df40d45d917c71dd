/** What the log tells of a thread's last compaction. Zeros if there was none. */
export interface Found {
  readonly turnsSinceCompaction: number
  /** How often the agent asked for what it had been told. */
  readonly askedForMissing: number
  /** How often a tool was called once more for what the model no longer sees. */
  readonly reread: number
}

/** How good compactions of a thread turn out (C24). */
export interface Quality extends Found {
  /** How often content that was put away was read back, while the thread is open. */
  readonly artifactsRead: number
  /** What the host reported of its tasks, while the thread is open. */
  readonly succeeded: number
  readonly failed: number
}
