import { CompactionError, isFailure } from '../schema/failures.ts'
import type { Summarizer } from '../schema/ports.ts'
import type { SummaryAnswer, SummaryAttempt, SummaryJob } from '../schema/summary.ts'
import { cancelled, summarizerFailed } from './model/failure.ts'
import { isCancelled, timeUp, withinTime } from './model/patiently.ts'

export interface ChainOptions {
  /** Most milliseconds for all of them together. */
  readonly deadlineMs?: number
  /** Most dollars for one compaction. A link without known prices is not asked then. */
  readonly mostMoney?: number
}

/**
 * Asks one summarizer after another until one has an answer, in this order unless the policy wants another (`summaryModel`): the next is tried after whatever makes an answer useless, never after a
 * person cancels. Behind the last one stands, in the engine, the summary that needs no model.
 */
export function summarizerChain(links: readonly [Summarizer, ...Summarizer[]], options: ChainOptions = {}): Summarizer {
  const { deadlineMs = 60_000, mostMoney } = options
  if (!(deadlineMs > 0)) refuse('deadlineMs', deadlineMs, 'a number above 0')
  if (mostMoney !== undefined && !(mostMoney >= 0)) refuse('mostMoney', mostMoney, 'a number from 0 on')
  return {
    name: links.map(({ name }) => name).join(' > '),
    verifies: links.some(({ verifies }) => verifies === true),
    async summarize(job) {
      const signal = AbortSignal.any([job.signal, timeUp(deadlineMs)])
      const attempts: SummaryAttempt[] = []
      const able = job.exam === undefined ? links : links.filter(({ verifies }) => verifies === true)
      for (const link of inOrder(able, job)) {
        const asked = await tryLink(link, { ...job, signal, ...remaining(mostMoney ?? job.mostMoney, attempts) })
        attempts.push(...asked.attempts)
        if (asked.answer !== undefined) return { ...asked.answer, attempts }
        if (signal.aborted) throw summarizerFailed(link.name, 'timeout', `no answer within ${deadlineMs} ms`, attempts)
      }
      const last = attempts.at(-1)
      throw summarizerFailed(
        this.name,
        last?.outcome === 'answered' ? 'rejected' : (last?.outcome ?? 'broken'),
        last?.detail ?? '',
        attempts,
      )
    },
    async forget(tenant) {
      for (const link of links) await link.forget?.(tenant)
    },
  }
}

function refuse(field: string, value: number, expected: string): never {
  throw new CompactionError<'budget-invalid'>({ code: 'budget-invalid', field, value, expected })
}

function remaining(most: number | undefined, attempts: readonly SummaryAttempt[]): Pick<SummaryJob, 'mostMoney'> {
  return most === undefined ? {} : { mostMoney: most - attempts.reduce((sum, { money = 0 }) => sum + money, 0) }
}

/** As the policy wants it: the model of the request first, or the cheapest, of which no price is known last. */
function inOrder(links: readonly Summarizer[], job: SummaryJob): readonly Summarizer[] {
  if (job.wanted === undefined) return links
  const rank = job.wanted === 'selected' ? ({ asksSelected }: Summarizer) => Number(asksSelected !== true) : priceOf(job)
  const ranked = links.map((link) => ({ link, rank: rank(link) }))
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank))).map(({ link }) => link)
}

function priceOf(job: SummaryJob): (link: Summarizer) => number {
  return (link) => {
    try {
      return link.priceOf?.(job) ?? Number.POSITIVE_INFINITY
    } catch {
      return Number.POSITIVE_INFINITY // It says why when it is asked.
    }
  }
}

interface Tried {
  readonly answer?: SummaryAnswer
  readonly attempts: readonly SummaryAttempt[]
}

async function tryLink(link: Summarizer, job: SummaryJob): Promise<Tried> {
  const asked = Promise.resolve().then(() => link.summarize(job))
  try {
    const answer = await withinTime(asked, job.signal)
    return { answer, attempts: answer.attempts }
  } catch (error) {
    if (isCancelled(job.signal)) throw cancelled()
    if (!job.signal.aborted) return { attempts: attemptsIn(error, link) }
    return { attempts: await lastWords(asked, link) }
  }
}

/** How long a link whose time is up may take to report what it tried and what that cost. */
const LAST_WORDS_MS = 100

async function lastWords(asked: Promise<SummaryAnswer>, link: Summarizer): Promise<readonly SummaryAttempt[]> {
  const late = { by: link.name, outcome: 'timeout', detail: 'the time of all was up', ms: 0 } as const
  try {
    // An answer that comes now comes too late (case 54); it was paid for all the same.
    return [...(await withinTime(asked, timeUp(LAST_WORDS_MS))).attempts, late]
  } catch (error) {
    return isFailure(error, 'summarizer-failed') ? attemptsIn(error, link) : [late]
  }
}

function attemptsIn(error: unknown, { name }: Summarizer): readonly SummaryAttempt[] {
  if (isFailure(error, 'summarizer-failed')) {
    const { reason, detail, attempts } = error.failure
    return withReason(attempts, { by: name, outcome: reason, detail, ms: 0 })
  }
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return [{ by: name, outcome: 'broken', detail: detail.slice(0, 200), ms: 0 }]
}

/** An answer that was found useless is reported on the line of its call; without a call, on a line of its own. */
function withReason(attempts: readonly SummaryAttempt[], fault: SummaryAttempt): readonly SummaryAttempt[] {
  const last = attempts.at(-1)
  if (last === undefined || (last.outcome !== 'answered' && last.outcome !== fault.outcome)) return [...attempts, fault]
  return [...attempts.slice(0, -1), { ...last, outcome: fault.outcome, detail: fault.detail }]
}
