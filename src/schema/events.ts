import type { Failure } from './failures.ts'
import type { HookLine } from './hooks.ts'
import type { CommitId, EntryId, TenantId, ThreadId } from './ids.ts'
import type { Action } from './plan.ts'
import type { Quality } from './quality.ts'
import type { LawOverride, Occasion, RecordLine } from './receipt.ts'
import type { CompactionRetrieved, Rehydrated, RehydrationBlocked } from './rehydration.ts'
import type { SummaryFault, SummaryUsage } from './summary.ts'
import type { StepAccount } from './thread-cost.ts'
import type { WorkState } from './work-state.ts'

/** Where and when something happened. No event holds anything of what was said: it may go to a log or to a page. */
interface Happened {
  readonly tenant: TenantId
  readonly thread: ThreadId
  /** In milliseconds since 1970. */
  readonly at: number
  /** Grows with every event of a tenant: which of two came first. */
  readonly number: number
}

/** One attempt to compact a thread: all of its events carry the same number. */
interface OfCompaction {
  readonly compaction: number
  readonly occasion: Occasion
}

interface TokensOfRequest {
  /** By our count, under the plan in effect. */
  readonly before: number
  /** Most that the request may have: the window less the room for the answer. */
  readonly limit: number
}

/** A compaction begins. Told before it waits for anything: another process, a store, a model. */
interface CompactionStarted extends OfCompaction {
  readonly kind: 'compaction-started'
  readonly reason: string
  readonly tokens: TokensOfRequest
  /** What the model can take in and give out. */
  readonly window: number
  readonly model: string
  readonly policy: string
  /** Where the agent's work stands. */
  readonly state: WorkState
  /** Its summary is there already. */
  readonly ahead?: true
}

/** What a compaction has come to: there is a plan, a summarizer is asked, it has answered. */
interface CompactionProgress extends OfCompaction {
  readonly kind: 'compaction-progress'
  readonly step: PlannedStep | AskedStep | AnsweredStep
}

interface PlannedStep {
  readonly kind: 'planned'
  readonly strategy: string
  readonly tokens: TokensOfRequest & { readonly after: number }
  readonly records: readonly RecordLine[]
}

interface AskedStep {
  readonly kind: 'asked'
  readonly summarizer: string
  /** Entries that it reads, `from` to `to`, both inside. */
  readonly from: number
  readonly to: number
}

interface AnsweredStep {
  readonly kind: 'answered'
  /** Who wrote the summary that is used. */
  readonly by: string
  readonly calls: number
  readonly ms: number
  readonly usage: SummaryUsage | null
  /** In dollars; `null` if nobody knows. */
  readonly money: number | null
  /** Why no answer of a model is used; absent if one is. */
  readonly fault?: SummaryFault
}

/** A record of the plan, and how many tokens less its entries take in the request. */
export interface FreedLine extends RecordLine {
  readonly action: Exclude<Action, 'include'>
  readonly freed: number
}

/** The model sees less from now on. */
interface CompactionDone extends OfCompaction {
  readonly kind: 'compaction-done'
  readonly commit: CommitId
  readonly reason: string
  readonly strategy: string
  readonly tokens: TokensOfRequest & { readonly after: number }
  /** What was folded, cleared, put away or dropped, entry by entry, as the receipt has it. */
  readonly records: readonly FreedLine[]
  /** Laws that took the place of what the policy wanted, as the receipt has them: `words` says that what a person wrote last is not shown whole. */
  readonly overrides: readonly LawOverride[]
  /** Messages that the model no longer sees whole. */
  readonly messages: number
  /** Tool outputs were cleared, shortened or put away. */
  readonly wasPruned: boolean
  readonly wasSummarized: boolean
  readonly summarizerCalls: number
  readonly money: number | null
  readonly ms: number
  /** Where the agent's work stands: only what is in flight goes on by itself. */
  readonly state: WorkState
  /** What the agent is to be told so that it goes on, if the policy has something to say. */
  readonly continueWith?: string
}

/** Nothing was changed, and whoever asked got this failure. A compaction that was stopped fails with `compaction-cancelled`. */
interface CompactionFailed extends OfCompaction {
  readonly kind: 'compaction-failed'
  /** `bug` if it is none of the failures that were foreseen. */
  readonly code: Failure['code'] | 'bug'
  readonly message: string
  readonly ms: number
}

/** A compaction was due or asked for, and there was nothing to do, or somebody else is about it. */
interface CompactionSkipped extends OfCompaction {
  readonly kind: 'compaction-skipped'
  readonly reason: string
}

/** A summary that nobody waits for: it is asked for before it is needed, it is there, or it is thrown away because it no longer holds. */
interface SummaryAheadStep {
  readonly kind: 'summary-ahead'
  readonly step:
    | AskedStep
    | { readonly kind: 'ready'; readonly ms: number; readonly money: number; readonly fault?: SummaryFault }
    | { readonly kind: 'dropped'; readonly reason: string }
}

/** A call was settled: what it cost, and what it would have cost otherwise. */
interface CallSettled extends StepAccount {
  readonly kind: 'call-settled'
}

/** A provider refused a request for its size, and it is known now what it takes. */
interface OverflowLearned {
  readonly kind: 'overflow-learned'
  readonly model: string
  /** What it said that it takes, and what it counted, if it said so. */
  readonly stated: { readonly limit?: number; readonly actual?: number }
  /** The window that requests are planned for from now on. */
  readonly window: number
}

interface Pinned {
  readonly kind: 'pinned'
  readonly entries: readonly EntryId[]
}

/** A hook of the host's had its say in a compaction. */
interface HookCalled extends OfCompaction, HookLine {
  readonly kind: 'hook-called'
}

/** A thread goes on with another policy or model. */
interface Switched {
  readonly kind: 'switched'
  readonly policy: string
  readonly model: string
}

/** The host said how a task went: with it, the counters of how good compactions turn out. */
interface TaskReported {
  readonly kind: 'task-reported'
  readonly success: boolean
  readonly quality: Quality
}

/** A compaction was taken back. */
interface Undone {
  readonly kind: 'undone'
  readonly commit: CommitId
  readonly undoes: CommitId
  readonly tokens: { readonly before: number; readonly after: number }
}

/** An undone compaction was made again. */
interface Redone {
  readonly kind: 'redone'
  readonly commit: CommitId
  readonly redoes: CommitId
  readonly tokens: { readonly before: number; readonly after: number }
}

/** The model sees again what it saw under an earlier commit, and what came since; `null`: everything. */
interface Restored {
  readonly kind: 'restored'
  readonly commit: CommitId
  readonly restores: CommitId | null
  readonly tokens: { readonly before: number; readonly after: number }
}

/** A new context was begun: the model sees nothing of so many entries but what is pinned. */
interface Cleared {
  readonly kind: 'cleared'
  readonly commit: CommitId
  readonly entries: number
  readonly tokens: { readonly before: number; readonly after: number }
}

/** A request could not be written down: what the model saw at this step cannot be shown later. */
interface RequestUnrecorded {
  readonly kind: 'request-unrecorded'
  readonly code: Failure['code']
  readonly message: string
}

/** A listener threw, at once or later. Not told about listeners of this event. */
interface ListenerFailed {
  readonly kind: 'listener-failed'
  readonly of: string
  readonly message: string
}

/** A reader of the stream was too slow: so many events before this one were dropped. */
interface EventsMissed {
  readonly kind: 'events-missed'
  readonly count: number
}

/** What happens to a thread, before it is known where and when. */
export type Happening =
  | CompactionStarted
  | CompactionProgress
  | CompactionDone
  | CompactionFailed
  | CompactionSkipped
  | SummaryAheadStep
  | CallSettled
  | OverflowLearned
  | Pinned
  | TaskReported
  | Switched
  | HookCalled
  | Undone
  | Redone
  | Restored
  | Cleared
  | RequestUnrecorded
  | Rehydrated
  | RehydrationBlocked
  | CompactionRetrieved
  | ListenerFailed
  | EventsMissed

/** Something that happened to a thread. Adding a member is a minor release; removing one is major. */
export type CompactorEvent = Happening & Happened

export type EventName = Happening['kind']

/** Every name once: the compiler sees to it. */
const NAMES: Readonly<Record<EventName, true>> = {
  ...{ rehydrated: true, 'rehydration-blocked': true, 'compaction-retrieved': true },
  ...{ 'compaction-started': true, 'compaction-progress': true, 'compaction-done': true, 'compaction-failed': true },
  ...{
    'compaction-skipped': true,
    'summary-ahead': true,
    'call-settled': true,
    'overflow-learned': true,
    pinned: true,
    'task-reported': true,
    switched: true,
  },
  ...{
    'hook-called': true,
    undone: true,
    redone: true,
    restored: true,
    cleared: true,
    'request-unrecorded': true,
    'listener-failed': true,
    'events-missed': true,
  },
}
export const EVENT_NAMES: readonly string[] = Object.keys(NAMES)
export type EventOf<Name extends EventName> = Extract<CompactorEvent, { readonly kind: Name }>
