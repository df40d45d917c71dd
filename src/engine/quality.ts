import { qualityIn } from '../compact/quality.ts'
import type { Found, Quality } from '../schema/quality.ts'
import type { ThreadState } from './thread-state.ts'

const NOTHING: Found = Object.freeze({ turnsSinceCompaction: 0, askedForMissing: 0, reread: 0 })

/** Counters of how good the thread's compactions are: read from its log, and what was counted while it is open. */
export function qualityOf({ log, records, commit, counters }: ThreadState): Quality {
  const found = commit === null ? NOTHING : qualityIn(log.entries, records, commit.receipt.inputs.head)
  return { ...found, ...counters }
}

/** The host says how a task went. */
export function reported(state: ThreadState, success: boolean): Quality {
  const { counters, key, ports } = state
  if (success) counters.succeeded += 1
  else counters.failed += 1
  const quality = qualityOf(state)
  ports.events.tell(key, { kind: 'task-reported', success, quality })
  return quality
}
