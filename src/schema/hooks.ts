import type { TenantId, ThreadId } from './ids.ts'
import type { Occasion, Receipt, RecordLine } from './receipt.ts'
import type { SummaryAnswer, SummaryJob } from './summary.ts'
import type { WorkState } from './work-state.ts'

/** What every hook is told of the compaction that it may have a say in. */
export interface AboutCompaction {
  readonly tenant: TenantId
  readonly thread: ThreadId
  readonly occasion: Occasion
  readonly reason: string
  readonly tokens: { readonly before: number; readonly limit: number }
  readonly model: string
  readonly policy: string
  readonly state: WorkState
  readonly instructions: string
  /** Aborted when the hook's time is up: what it says afterwards is not heard. */
  readonly signal: AbortSignal
}

/** What a hook may say before anything is planned. Nothing at all is an answer, too. */
export interface BeforeAnswer {
  /** Why nothing should be done. Overruled where the request would not fit, or was refused for its size. */
  readonly veto?: string
  /** Ids of entries that this compaction leaves as they are. Overruled where they do not fit. */
  readonly preserve?: readonly string[]
  /** What the summary's writer is told instead of what the caller said. */
  readonly instructions?: string
  /** The summary, instead of asking a model; it is checked and completed like any other. */
  readonly summary?: string
}

type Said<Answer> = Answer | undefined | null | Promise<Answer | undefined | null>

/**
 * The host's own code around every compaction, whatever set it off.
 *
 * Contract: each may take its time, up to a deadline. One that throws, hangs, gives something else than agreed, or compacts the thread itself
 * is passed over, and a line of the receipt says so.
 */
export interface Hooks {
  before?(about: AboutCompaction): Said<BeforeAnswer>
  /** Sees what the plan would do, and may keep entries out of it: it is then planned once more. */
  select?(
    about: AboutCompaction & { readonly strategy: string; readonly records: readonly RecordLine[] },
  ): Said<Pick<BeforeAnswer, 'preserve'>>
  /** Writes the summary, in sentences or as a summarizer would; without an answer the summarizer is asked. */
  summarize?(job: SummaryJob): Said<string | SummaryAnswer>
  /** Sees a summary that a model or a hook wrote, as it would be shown; refused, the one that needs no model stands. */
  validate?(about: AboutCompaction & { readonly summary: string; readonly by: string }): Said<{ readonly reject?: string }>
  /** Sees what was done. What it says changes nothing. */
  after?(about: AboutCompaction & { readonly receipt: Receipt }): Said<unknown>
}

export type HookName = keyof Hooks

/** What came of a hook, as a receipt tells it. */
export interface HookLine {
  readonly hook: HookName
  /**
   * `heard`: it had nothing to say, or nothing to change. `obeyed`: what it said was done. `overruled`: it could not be done. `passed-over`: it
   * failed, was late, or said something else than agreed.
   */
  readonly outcome: 'heard' | 'obeyed' | 'overruled' | 'passed-over'
  readonly detail: string
  readonly ms: number
}
