import type { Endpoint } from '../budget/learned-limits.ts'
import { endsAnswer, promptTokens, type Report, readUsage, reportsOf } from '../budget/usage.ts'
import type { Factor } from '../schema/budget.ts'
import type { Usage } from '../schema/entry.ts'
import { type CommitId, type Seq, seqOf } from '../schema/ids.ts'
import type { Clock } from '../schema/ports.ts'
import type { Reading } from '../schema/trigger.ts'
import type { AnyDialect, DialectChoice } from '../schema/wire/request-of.ts'
import type { LogKeeper } from '../view/measured-log.ts'
import type { Knowledge } from './knowledge.ts'
import type { RequestOptions } from './request-options.ts'
import { type UsageAnchor, usageAnchor } from './usage-anchor.ts'

/** What a provider said when it refused the last request for its size. */
export interface OverflowReport<Choice extends DialectChoice = AnyDialect> {
  /** Tokens it takes, if it says so. */
  readonly limit?: number
  /** Tokens it counted, if it says so. */
  readonly actual?: number
  /** Tokens that were asked for the answer, if it says so. */
  readonly answer?: number
  /** The format of the new request; by default that of the one that was refused. */
  readonly dialect?: Choice | undefined
}

/** How much smaller a request is made that had too many bytes. */
const LESS_BYTES = 0.9

/** What went out last and what came back: the provider's side of a thread. */
export interface Exchange {
  /** What the last request was asked for with; `undefined` if there was none. */
  lastOptions(): RequestOptions | undefined
  sent(options: RequestOptions, tokens: number, commit: CommitId | null, ephemeral?: number): void
  /** The provider answered. Without a usage, what came with the appended answer counts. Gives what was reported, and to which request. */
  answered(usage: unknown, commit: CommitId | null): Answered | undefined
  /** Tokens of the last request, by our count; `undefined` if there was none. */
  lastTokens(): number | undefined
  /**
   * The provider refused the request for its size. `now` is an exact count of the request as it would be made now. Gives the tokens of what
   * was refused; `undefined` if nothing is known of it.
   */
  refused(report: OverflowReport, now: Recount | undefined): number | undefined
  /** The provider refused the request for its bytes. Gives how many the next one may have. */
  refusedBytes(report: OverflowReport, bytes: number): number
  /** The last refusal led to no smaller request, because somebody stopped that: it uses up no retry. */
  uncountRefusal(): void
  /** How often the step was refused: since the last answer, and since something was appended. */
  refusals(): number
  /** What the provider was said to have reported, oldest first. */
  reports(): readonly Report[]
  /** A commit took effect: what was reported before speaks of a context that is gone. */
  committed(): void
  reading(scale: Factor): Pick<Reading, 'usageTokens' | 'idleMs'>
}

interface Recount {
  readonly tokens: number
  readonly commit: CommitId | null
}

/** What came back. */
export interface Answered {
  readonly sent: Sent
  readonly usage: Usage | undefined
}

export interface Sent {
  readonly options: RequestOptions
  readonly endpoint: Endpoint
  /** By our count. */
  readonly tokens: number
  /** Of these, what stood at its end and in no later one. */
  readonly ephemeral: number
  readonly head: Seq
  readonly commit: CommitId | null
  /** Milliseconds since the call before it; `undefined` if none is known. Below 0 if the clock went back. */
  readonly idleMs: number | undefined
}

export function exchange(log: LogKeeper, knowledge: Knowledge, clock: Clock): Exchange {
  let last: Sent | undefined
  let anchor: UsageAnchor | undefined
  let lastCall: number | undefined
  const refusals = refusalsOf(log)
  /** Before the first call of this process, what the model said last tells when the last call was. */
  const idle = (): number | undefined => {
    const before = lastCall ?? timeOfLastAnswer(log)
    return before === undefined ? undefined : clock() - before
  }
  const reports: Report[] = []
  return {
    reports: () => reports,
    lastOptions: () => last?.options,
    lastTokens: () => last?.tokens,
    refusals: refusals.times,
    sent(options, tokens, commit, ephemeral = 0) {
      last = { options, endpoint: endpointOf(options), tokens, ephemeral, head: seqOf(log.length), commit, idleMs: idle() }
      lastCall = clock()
    },
    answered(reported, commit) {
      lastCall = clock()
      refusals.begin()
      if (last === undefined) return undefined
      const sent = last
      const { endpoint, tokens: counted, head } = sent
      const { usage, handedIn } = reportSince(log, head, reported)
      if (handedIn !== undefined) reports.push(handedIn)
      if (usage === undefined) return { sent, usage }
      const afterCommit = sent.commit === commit
      knowledge.accepted({ endpoint, counted, reported: promptTokens(usage), afterCommit, hidden: log.hidden() })
      if (afterCommit) anchor = usageAnchor(log, usage, head, sent.ephemeral)
      return { sent, usage }
    },
    refused({ limit, actual, answer }, now) {
      refusals.add(1)
      if (last === undefined) return now?.tokens
      // What was sent may have been estimated. If nothing has changed since, the exact count is that of what was refused.
      const isSame = now !== undefined && last.head === log.length && last.commit === now.commit
      const counted = isSame ? now.tokens : last.tokens
      knowledge.refused({ endpoint: last.endpoint, counted, limit, actual, answer })
      return counted
    },
    refusedBytes({ limit }, bytes) {
      refusals.add(1)
      const most = Math.min(Math.floor(bytes * LESS_BYTES), limit ?? bytes)
      if (last !== undefined) knowledge.refusedBytes(last.endpoint, most)
      return most
    },
    uncountRefusal: () => refusals.add(-1),
    committed() {
      anchor = undefined
    },
    reading(scale) {
      return { usageTokens: anchor?.tokens(scale), idleMs: idle() }
    },
  }
}

/** How often a step was refused: an answer, or anything appended, begins a new one. */
function refusalsOf(log: LogKeeper) {
  let [head, times] = [-1, 0]
  return {
    times: (): number => times,
    begin(): void {
      ;[head, times] = [-1, 0]
    },
    add(more: 1 | -1): void {
      times = Math.max(0, (head === log.length ? times : 0) + more)
      head = log.length
    },
  }
}

/** What was reported since a request: what was handed in, and the answer that it belongs to, or what came with that answer. */
function reportSince(
  log: LogKeeper,
  head: Seq,
  reported: unknown,
): { readonly usage: Usage | undefined; readonly handedIn: Report | undefined } {
  const since = log.read.slice(head).filter((entry) => entry !== undefined)
  const usage = readUsage(reported)
  const answer = since.findLast(endsAnswer)
  const handedIn = usage !== undefined && answer !== undefined ? { seq: answer.seq, usage } : undefined
  return { usage: usage ?? reportsOf(since).at(-1)?.usage, handedIn }
}

/** An answer that this process appended without a call was not given just now: only what it says itself counts. */
function timeOfLastAnswer(log: LogKeeper): number | undefined {
  const answer = log.read.findLast((entry) => entry?.role === 'assistant')
  if (answer === undefined) return undefined
  return answer.seq < log.found ? log.timeOf(answer.seq) : answer.time
}

export function endpointOf({ model = '', baseUrl, window }: RequestOptions): Endpoint {
  return { model, baseUrl, window }
}
