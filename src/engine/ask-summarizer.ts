import { readAttempts, readSummaryAnswer } from '../ledger/read-summary-answer.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import { frozen } from '../schema/frozen.ts'
import type { Summarizer } from '../schema/ports.ts'
import type { Asked, SummaryAnswer, SummaryFault, SummaryJob } from '../schema/summary.ts'
import { wordsOf } from './events.ts'
import { knowAllLanguages } from './languages.ts'

/** A longer timer goes off at once. */
const LONGEST_TIMER = 2_147_483_647

/** How long a summarizer whose time is up may take to report what it tried and what that cost. */
const LAST_WORDS_MS = 250

/**
 * Asks for a summary and waits for a limited time: what comes afterwards is thrown away (case 54), and so is whatever the summarizer
 * throws, at once or later. A person who cancels wants no summary at all.
 */
export async function askSummarizer(
  summarizer: Summarizer,
  job: Omit<SummaryJob, 'signal'>,
  limits: { readonly deadlineMs: number; readonly signal: AbortSignal | undefined; readonly clock: () => number },
): Promise<Asked> {
  const { deadlineMs, signal: cancel, clock } = limits
  await knowAllLanguages()
  if (isAborted(cancel)) throw cancelled()
  const started = clock()
  const stop = new AbortController()
  const late = failed(summarizer, 'timeout', `no answer within ${deadlineMs} ms`)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLate = false
  let onCancel = (): void => undefined
  try {
    const tooLate = new Promise<never>((_, fail) => {
      const timeUp = (): void => {
        timer = setTimeout(() => fail(late), LAST_WORDS_MS)
        isLate = true
        tell(stop, new DOMException(late.message, 'TimeoutError'))
      }
      timer = setTimeout(timeUp, Math.min(deadlineMs, LONGEST_TIMER))
      onCancel = () => fail(cancelled())
      cancel?.addEventListener('abort', onCancel, { once: true })
    })
    const own = frozen({ ...job, entries: [...job.entries] })
    const asked = Promise.resolve().then(() => summarizer.summarize({ ...own, signal: stop.signal }))
    const answer = checkedShape(summarizer, await Promise.race([asked, tooLate]))
    if (!isLate) return { kind: 'answered', answer, ms: clock() - started }
    const { reason, detail } = late.failure
    return { kind: 'failed', reason, detail, attempts: answer.attempts, ms: clock() - started }
  } catch (error) {
    if (isAborted(cancel) || isFailure(error, 'compaction-cancelled')) throw cancelled(error)
    const { reason, detail, attempts } = reasonOf(error)
    const why = isLate ? late.failure : { reason, detail }
    return { kind: 'failed', reason: why.reason, detail: why.detail, attempts, ms: clock() - started }
  } finally {
    clearTimeout(timer)
    cancel?.removeEventListener('abort', onCancel)
    tell(stop)
  }
}

/** The signal is in foreign hands: whatever they have made of it, we go on. */
function tell(stop: AbortController, reason?: DOMException): void {
  try {
    stop.abort(reason)
  } catch {
    // Nobody is listening any more.
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

function cancelled(cause?: unknown): CompactionError<'compaction-cancelled'> {
  return new CompactionError<'compaction-cancelled'>({ code: 'compaction-cancelled' }, { cause })
}

function failed({ name }: Summarizer, reason: SummaryFault, detail: string): CompactionError<'summarizer-failed'> {
  return new CompactionError<'summarizer-failed'>({ code: 'summarizer-failed', summarizer: name, reason, detail, attempts: [] })
}

function reasonOf(error: unknown): Pick<Extract<Asked, { kind: 'failed' }>, 'reason' | 'detail' | 'attempts'> {
  if (isFailure(error, 'summarizer-failed')) {
    const { reason, detail, attempts } = error.failure
    return { reason, detail, attempts: readAttempts(attempts) }
  }
  // A summarizer is foreign code: what it throws is an outcome for us, not a bug.
  return { reason: 'broken', detail: wordsOf(error), attempts: [] }
}

/** A port may be written in JavaScript: what it gives is looked at before it is believed. */
function checkedShape(summarizer: Summarizer, answer: unknown): SummaryAnswer {
  const read = readSummaryAnswer(answer)
  if (read === undefined) throw failed(summarizer, 'unreadable', 'its answer has not the agreed shape')
  return read
}
