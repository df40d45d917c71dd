import type { Pace } from '../budget/pace.ts'
import type { Outcome, Planning } from '../compact/plan-compaction.ts'
import type { SecondOpinion } from '../compact/second-opinion.ts'
import { hiddenPins } from '../compact/show-pins.ts'
import { heardFrom } from '../ledger/heard.ts'
import { leadingSystem } from '../log/rounds.ts'
import type { CommitId } from '../schema/ids.ts'
import type { Policy } from '../schema/policy.ts'
import type { Asked } from '../schema/summary.ts'
import type { Setting } from '../view/setting.ts'
import type { ThreadState } from './thread-state.ts'

/** What a thread does so that nobody has to wait for a summary. */
export interface Ahead {
  /** How fast it grows; `undefined` until a request was prepared. */
  pace: Pace | undefined
  /** The last request: how large it was, under which plan, and when. */
  last: { readonly tokens: number; readonly commit: CommitId | null; readonly at: number } | undefined
  /** The summary that is being written, or is there and not needed yet. One a thread. */
  job: AheadJob | undefined
  /** Dollars for summaries that were thrown away. */
  wasted: number
}

/** What a summarizer said before it was needed. */
export interface SummaryAhead {
  /** The plan that its summary is for, as of the log at that time; `undefined` if there was none to ask for. */
  readonly outcome: Outcome | undefined
  readonly asked: Asked
  readonly second?: SecondOpinion | undefined
  /** Dollars that were spent on it, as far as that is known. */
  readonly money: number
  /** Words of people in what it folds that every request must say: if they are others later, it no longer holds. */
  readonly heard: string
}

/** A question to a summarizer that nobody waits for. */
export interface AheadJob {
  /** What its answer rests on. */
  readonly basis: {
    readonly commit: CommitId | null
    readonly policy: Policy
    readonly model: string
    readonly dialect: string
  }
  readonly stop: AbortController
  /** What the request will have grown by until it is needed. */
  readonly growth: number
  /** How many entries were pinned. */
  readonly pins: number
  found: SummaryAhead | undefined
  /** Set when it begins. */
  ended: Promise<void> | undefined
}

/** Whether summaries are asked for before they are needed. A host that has a say in them is asked when it comes to it. */
export function isAhead({ ports: { policy, summarizer, hooks } }: ThreadState): boolean {
  if ((policy.ahead ?? false) === false || summarizer === undefined) return false
  return hooks?.before === undefined && hooks?.select === undefined && hooks?.summarize === undefined
}

/** Throws away what was prepared, or stops it: it no longer holds. */
export function dropAhead({ ahead, ports, key }: ThreadState, reason: string): void {
  const { job } = ahead
  if (job === undefined) return
  ahead.job = undefined
  ahead.wasted += job.found?.money ?? 0
  job.stop.abort()
  ports.events.tell(key, { kind: 'summary-ahead', step: { kind: 'dropped', reason } })
}

/** Whether nothing was pinned since that it folds. Of one that is still being written, that is not known. */
export function pinsHold({ pins }: ThreadState, { pins: known, found }: AheadJob): boolean {
  if (pins.size === known) return true
  const records = found?.outcome?.fitted.records ?? []
  return found !== undefined && hiddenPins(records, [...pins]).length === 0
}

/** Not more than this share of history at the release mark is left for growth: a request of nothing but a summary is worth little. */
const MOST_GROWTH = 0.6

/** What a request that comes down to so many tokens may grow by until its summary is needed. System and tools make room for nothing. */
export function mostGrowth(target: number, { outside }: Pick<Setting, 'outside'>): number {
  return Math.max(0, Math.floor((target - outside) * MOST_GROWTH))
}

/** Which words of people before an entry every request must say, as far as the log says now. */
export function heardBefore({ told, tokenizer }: Planning, end: number): string {
  const heard = heardFrom(told.cleaned(), leadingSystem(told.entries), tokenizer)
  return JSON.stringify(heard.flatMap(({ seq, what }) => (seq < end ? [[seq, what]] : [])))
}
