import type { SummaryAttempt, SummaryUsage, SummaryWay } from '../../schema/summary.ts'
import type { Asker, Question, Said } from '../asker.ts'
import { type CallFault, callFault } from './call-fault.ts'
import { cancelled, summarizerFailed } from './failure.ts'
import type { Prices } from './ways.ts'

export interface Patience {
  readonly asker: Asker
  readonly name: string
  readonly retries: number
  readonly prices: Prices | undefined
  readonly mostMoney: number
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** Aborted when the person cancels or, with a `TimeoutError`, when the time for all models together is up. */
  readonly outer: AbortSignal
  /** And when this model's time is up. */
  readonly signal: AbortSignal
  readonly deadline: number
  /** How the question is put, if there are several ways. */
  readonly way?: SummaryWay | undefined
}

/** What calls so far have come to. */
export interface Tab {
  readonly attempts: SummaryAttempt[]
  usage: SummaryUsage | null
  money: number
}

/** The first wait after a temporary refusal; each further one is twice as long (B2). */
const FIRST_WAIT_MS = 500

/** Asks until there is an answer, a final refusal, or no time or money left. */
export async function askPatiently(question: Question, expected: number, patience: Patience, tab: Tab): Promise<Said> {
  const { name, clock, way } = patience
  const by = way === undefined ? { by: name } : { by: name, way }
  for (let tries = 0; ; tries += 1) {
    const price = patience.prices === undefined ? 0 : priceOf({ input: expected, output: question.maxOutput }, patience.prices)
    if (patience.prices === undefined && patience.mostMoney < Number.POSITIVE_INFINITY)
      throw summarizerFailed(name, 'spend-cap', 'its prices are not known, so that nothing may be spent on it', tab.attempts)
    if (tab.money + price > patience.mostMoney) {
      throw summarizerFailed(
        name,
        'spend-cap',
        `a call may cost ${price.toFixed(4)} and ${tab.money.toFixed(4)} is spent`,
        tab.attempts,
      )
    }
    const started = clock()
    try {
      const said = await withinTime(patience.asker.ask({ ...question, signal: patience.signal }), patience.signal)
      const money = said.usage === null || patience.prices === undefined ? undefined : priceOf(said.usage, patience.prices)
      note(tab, said, money)
      tab.attempts.push({
        ...by,
        outcome: 'answered',
        detail: said.finish,
        ms: clock() - started,
        ...(money === undefined ? {} : { money }),
      })
      return said
    } catch (error) {
      if (isCancelled(patience.outer)) throw cancelled()
      const fault: CallFault = patience.signal.aborted ? TIME_UP : callFault(error, clock())
      tab.attempts.push({ ...by, outcome: fault.reason, detail: fault.detail, ms: clock() - started })
      const wait = fault.waitMs ?? FIRST_WAIT_MS * 2 ** tries
      if (!fault.retry || tries >= patience.retries || clock() + wait > patience.deadline) {
        throw summarizerFailed(name, fault.reason, fault.detail, tab.attempts)
      }
      await waited(patience, wait, () => summarizerFailed(name, fault.reason, fault.detail, tab.attempts))
    }
  }
}

const TIME_UP: CallFault = { reason: 'timeout', detail: 'its time was up', retry: false, waitMs: undefined }

/** A person who cancels does not have to wait either. If the time is up meanwhile, the call failed for the reason that made it wait. */
async function waited({ sleep, signal, outer }: Patience, ms: number, failure: () => Error): Promise<void> {
  try {
    await withinTime(sleep(ms), signal)
  } catch (error) {
    if (isCancelled(outer)) throw cancelled()
    throw signal.aborted ? failure() : error
  }
}

/** True if a person ended it, not a clock. */
export function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof Error && reason.name === 'TimeoutError')
}

function note(tab: Tab, { usage }: Said, money: number | undefined): void {
  if (usage !== null)
    tab.usage = {
      input: (tab.usage?.input ?? 0) + usage.input,
      output: (tab.usage?.output ?? 0) + usage.output,
      ...sumOf(tab.usage?.cached, usage.cached),
    }
  tab.money += money ?? 0
}

function sumOf(before: number | undefined, cached: number | undefined): Pick<SummaryUsage, 'cached'> {
  return before === undefined && cached === undefined ? {} : { cached: (before ?? 0) + (cached ?? 0) }
}

/** What was read from a cache has its own price, if one is known. */
function priceOf({ input, output, cached = 0 }: SummaryUsage, prices: Prices): number {
  const read = prices.cacheRead === undefined ? 0 : Math.min(cached, input)
  return ((input - read) * prices.input + read * (prices.cacheRead ?? 0) + output * prices.output) / 1_000_000
}

/** Waits for a promise or for a signal, whichever comes first: what ignores the signal is left behind. */
export async function withinTime<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = (): void => undefined
  const aborted = new Promise<never>((_, fail) => {
    stop = () => fail(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    promise.catch(() => undefined) // Its result is no longer awaited.
  }
}

/** Node refuses a longer one. */
const LONGEST_TIMER = 2_147_483_647

/** Aborted after so many milliseconds; never, if that is more than a month. */
export function timeUp(ms: number): AbortSignal {
  return AbortSignal.timeout(Math.min(Math.ceil(ms), LONGEST_TIMER))
}
