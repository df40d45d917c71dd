import type { Summarizer } from '../schema/ports.ts'
import type { SummaryJob } from '../schema/summary.ts'

const NEVER = new AbortController().signal

/** Dollars that a summary would cost, about; `null` if nobody knows. A summarizer is foreign code: what it cannot say is not known. */
export function expectedPrice(summarizer: Summarizer, job: Omit<SummaryJob, 'signal'>): number | null {
  try {
    const found = summarizer.priceOf?.({ ...job, signal: NEVER })
    return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : null
  } catch {
    return null
  }
}
