import { qualityIn } from '../compact/quality.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Found, Quality } from '../schema/quality.ts'
import { checkOptions } from './options.ts'
import type { ThreadState } from './thread-state.ts'

const NOTHING: Found = Object.freeze({ turnsSinceCompaction: 0, askedForMissing: 0, reread: 0 })

/** Counters of how good the thread's compactions are: read from its log, and what was counted while it is open. */
export function qualityOf({ log, records, commit, counters }: ThreadState): Quality {
  const found = commit === null ? NOTHING : qualityIn(log.entries, records, commit.receipt.inputs.head)
  return { ...found, ...counters }
}

/** What the host says of a task. Anything but a plain yes or no would be counted as a failure. */
function successOf(outcome: { readonly success: boolean }): boolean {
  checkOptions('thread.report', outcome, { success: 'flag' })
  if (typeof outcome.success === 'boolean') return outcome.success
  const expected = 'true or false'
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'success', expected, found: 'nothing' })
}

/** The host says how a task went. */
export function reported(state: ThreadState, outcome: { readonly success: boolean }): Quality {
  const success = successOf(outcome)
  const { counters, key, ports } = state
  if (success) counters.succeeded += 1
  else counters.failed += 1
  const quality = qualityOf(state)
  ports.events.tell(key, { kind: 'task-reported', success, quality })
  return quality
}
