import { CompactionError } from '../../schema/failures.ts'
import type { SummaryAttempt, SummaryFault } from '../../schema/summary.ts'

/** The failure of a summarizer: who, why, and what was tried. */
export function summarizerFailed(
  summarizer: string,
  reason: SummaryFault,
  detail: string,
  attempts: readonly SummaryAttempt[] = [],
): CompactionError<'summarizer-failed'> {
  return new CompactionError<'summarizer-failed'>({ code: 'summarizer-failed', summarizer, reason, detail, attempts })
}

/** What a person who cancels gets. */
export function cancelled(): CompactionError<'compaction-cancelled'> {
  return new CompactionError<'compaction-cancelled'>({ code: 'compaction-cancelled' })
}
