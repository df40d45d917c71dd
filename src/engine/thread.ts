import type { TurnTokens } from '../budget/usage.ts'
import type { LadderReport } from '../compact/explain.ts'
import type { Commit } from '../schema/commit.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import type { EntryId } from '../schema/ids.ts'
import type { GivenJson, JsonObject } from '../schema/json.ts'
import type { Quality } from '../schema/quality.ts'
import type { RangeSummary } from '../schema/range-summary.ts'
import type { Expandable, ExpandedEntry, RecallHit, RecallOptions } from '../schema/recall.ts'
import type { Receipt } from '../schema/receipt.ts'
import type { Reconciliation } from '../schema/reconciliation.ts'
import type { Refusal } from '../schema/refusal.ts'
import type { KeptRequest } from '../schema/request-record.ts'
import type { CompactionResult } from '../schema/rich-message.ts'
import type { ThreadCost } from '../schema/thread-cost.ts'
import type { AnyDialect, DialectChoice, RequestOf } from '../schema/wire/request-of.ts'
import type { WorkState } from '../schema/work-state.ts'
import type { Brief, BriefOptions } from './brief.ts'
import type { CheckOptions, ContextCheck } from './check.ts'
import type { ThreadResult } from './child.ts'
import type { ViewDiff } from './diff.ts'
import type { OverflowReport } from './exchange.ts'
import type { HandoffOptions } from './handoff.ts'
import type { PinTarget } from './pin.ts'
import type { Prepared } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import type { ResendOptions } from './resend.ts'
import type { ThreadSession } from './session.ts'
import type { UseOptions } from './use.ts'
import type { SeenRequest } from './view-at.ts'

export interface CompactOptions<Choice extends DialectChoice = AnyDialect> extends RequestOptions<Choice> {
  readonly instructions?: string | undefined
}

export interface Compacted<Request = JsonObject> extends Prepared<Request> {
  readonly receipt: Receipt
}

/** A request that takes the place of one that was refused for its size. */
export interface Recovered<Request = JsonObject> extends Compacted<Request> {
  /** What the provider said, as it was understood. */
  readonly refusal: Refusal
  /** How often this step was refused: 1 the first time. An answer, or anything appended, begins a new step. */
  readonly attempt: number
  /** Whether it should be sent: false if the step was refused more often than the policy's `retries` allow. It is smaller all the same. */
  readonly retry: boolean
}

export interface AppendOptions {
  /** The format; by default the one that the messages show. */
  readonly dialect?: DialectChoice | undefined
  /** The tools' definitions, if no request has had them yet: what they declare goes into the results' envelopes. */
  readonly tools?: readonly GivenJson[] | undefined
}

/** What a provider said to the last request. */
export interface SettleOptions {
  /** Its usage, as any provider or SDK writes it; by default what came with the answer that was appended. */
  readonly usage?: unknown
  /** The turn ended with an error: what is done at the end of a turn is done all the same. */
  readonly error?: unknown
  /** Cancels what is done at the end of the turn. */
  readonly signal?: AbortSignal | undefined
}

export interface BranchOptions {
  /** The id of an entry: the branch begins before its message. */
  readonly at: string
  /** Takes the message along, and the results of its calls: the branch begins behind it. */
  readonly include?: boolean | undefined
  /** The branch's name; the same again opens the same branch. */
  readonly id?: string | undefined
}

export interface EditOptions extends Pick<BranchOptions, 'at' | 'id'>, AppendOptions {
  /** What is said in place of the message of the entry `at`, and of everything behind it. */
  readonly messages: readonly GivenJson[]
}

/** What became of a resent history. */
export interface Resent {
  /** Where the conversation goes on: this thread, or the branch that the history belongs to. */
  readonly thread: Thread
  readonly id: string
  readonly reconciliation: Reconciliation
  /** Entries of this thread that are pinned and that the branch does not have: the history no longer says them. */
  readonly unpinned: readonly EntryId[]
}

/** One conversation. Calls are carried out one after another, in the order they are made. `Usual` is the dialect that its compactor was made for. */
export interface Thread<Usual extends DialectChoice = AnyDialect> {
  /** Adds messages at the end, with the types of any SDK or as JSON. Resolves to the log's new length. */
  append(messages: readonly GivenJson[], options?: AppendOptions): Promise<number>
  appendDrafts(drafts: readonly MessageDraft[], options?: Pick<AppendOptions, 'tools'>): Promise<number>
  /** Takes in a history that a client hands in whole: appends what is new. Goes on in a branch if the client rewrote what is shown. */
  resend(messages: readonly GivenJson[], options?: ResendOptions): Promise<Resent>
  /**
   * Goes on with another policy or model, from the next call on; what a call says itself comes first. `policy: 'off'` switches compaction off. A
   * smaller window is planned for before the next request.
   */
  use(options: UseOptions): Promise<void>
  /** Protects an entry, or every entry a person wrote that contains a text. Resolves to what is pinned by it. */
  pin(target: PinTarget): Promise<readonly EntryId[]>
  /** How full the next request is, and what fills it. Changes nothing. */
  check(options?: CheckOptions): Promise<ContextCheck>
  /** The next request: compacts first if the trigger says so. */
  prepare<Choice extends DialectChoice = Usual>(options?: RequestOptions<Choice>): Promise<Prepared<RequestOf<Choice>>>
  /** Compacts now, down to the release mark. */
  compact<Choice extends DialectChoice = Usual>(options?: CompactOptions<Choice>): Promise<Compacted<RequestOf<Choice>>>
  /** Takes the last compaction back by a further commit: the model sees what it saw before, and what was appended since. */
  undo<Choice extends DialectChoice = Usual>(options?: RequestOptions<Choice>): Promise<Compacted<RequestOf<Choice>>>
  /** Makes the compaction again that was undone last. */
  redo<Choice extends DialectChoice = Usual>(options?: RequestOptions<Choice>): Promise<Compacted<RequestOf<Choice>>>
  /**
   * Goes back to what the model saw under any commit of the thread, by a further commit: what was appended since stays. `null` shows
   * everything.
   */
  restore<Choice extends DialectChoice = Usual>(
    commit: string | null,
    options?: RequestOptions<Choice>,
  ): Promise<Compacted<RequestOf<Choice>>>
  /** Begins a new context without a summary: system text and pins stay. Can be undone. `null` if there is nothing to leave behind. */
  clear(options?: RequestOptions): Promise<Receipt | null>
  /** A thread that goes on from before or behind a message, with what was pinned and folded by then. */
  branch(options: BranchOptions): Promise<Thread<Usual>>
  /** A branch that goes on from before a message, with other words in its place. This thread stays as it is. */
  edit(options: EditOptions): Promise<Thread<Usual>>
  /**
   * Begins a new thread with what a goal needs of this one: where the work stands, and what was said about it. Useful without a model; with
   * one, its summary is taken along. The store remembers that they belong together.
   */
  handoff(options: HandoffOptions): Promise<Thread<Usual>>
  /** What a goal needs of this thread, as text: what `handoff` begins with. */
  brief(options: BriefOptions): Promise<Brief>
  /** What another thread of the same tenant says about a question: text to be shown to the agent of this one. */
  reference(thread: string, query: string, options?: { readonly tokens?: number | undefined }): Promise<Brief>
  /** Which entries are shown otherwise under the second of two commits: what holds now by default; `null` is the log with nothing folded. */
  diff(from: string | null, to?: string | null): Promise<ViewDiff>
  /**
   * The thread of a sub-agent that this one starts, or goes on with under the same id: with a log and a budget of its own, and this thread's
   * policy and model unless told. The store remembers that they belong together.
   */
  child(id: string, options?: UseOptions): Promise<Thread<Usual>>
  /** Names of its children: `compactor.thread` opens them. */
  children(): Promise<readonly string[]>
  /**
   * What came of the thread, in at most so many tokens (2,000 by default), for the agent that started it: the agent's last words, or an account
   * of what was done if it overflowed, was stopped or is still at work.
   */
  result(options?: { readonly tokens?: number | undefined }): Promise<ThreadResult>
  /** The latest requests, oldest first, as far as they are remembered (`keepRequests`). */
  requests(): Promise<readonly KeptRequest[]>
  /**
   * What the model saw at a step, byte for byte: the request of that number in `requests()`. Fails with `request-lost` and the reason if it
   * cannot be shown exactly.
   */
  viewAt(step: number): Promise<SeenRequest>
  /**
   * After the answer, or after an error: learns from what the provider reported, prunes as the policy does at the end of a turn, and compacts if
   * it does so then. `null` if nothing was to be done; what was done is in the receipt.
   */
  settle(options?: SettleOptions): Promise<Compacted | null>
  /** Learns from what the provider counts for the last request that was prepared (`count_tokens`): the next one is sized by it. */
  counted(tokens: number): Promise<void>
  /** After a refusal for its size: learns what the provider takes, and gives the request anew, compacted. */
  overflowed<Choice extends DialectChoice = Usual>(report?: OverflowReport<Choice>): Promise<Compacted<RequestOf<Choice>>>
  /**
   * After a call that failed: takes whatever was thrown (or an answer that came back) and gives a smaller request if it was refused for its
   * size; `null` if it was not. Every time again smaller, by a fifth at least while there is anything to leave out; then
   * `fixed-part-too-large` lists what is left. With compaction off it fails with `compaction-refused`, and nothing is changed.
   */
  recover<Choice extends DialectChoice = Usual>(
    thrown: unknown,
    options?: RequestOptions<Choice>,
  ): Promise<Recovered<RequestOf<Choice>> | null>
  /** What a compaction would do now and why, for a request like the last one unless told. Changes nothing. */
  explain(options?: CompactOptions): Promise<LadderReport>
  /** Counters of how good its compactions turn out (C24). */
  quality(): Promise<Quality>
  /** Says how a task went, so that it stands beside the other counters, and in an event. */
  report(outcome: { readonly success: boolean }): Promise<Quality>
  /** Tools whose calls the model still sees: what an agent found out about others may be forgotten with them (A17). */
  toolsInUse(): Promise<readonly string[]>
  /**
   * Entries by what they are about, best first, whether the model still sees them or not. Words need not be those of the log in form or order;
   * names and paths are found as they are.
   */
  recall(text: string, options?: RecallOptions): Promise<readonly RecallHit[]>
  /** Entries as they came in, by a handle that a summary or a placeholder shows (`e57`, `e57-e63`), or by their numbers. */
  expand(what: Expandable): Promise<readonly ExpandedEntry[]>
  /** Content that was put away; `null` if there is none with this id. */
  readArtifact(id: string): Promise<string | null>
  /** Tokens that each turn added, by what the provider reported: with messages, or to `settle` while the thread is open. */
  usage(): Promise<readonly TurnTokens[]>
  /**
   * What its calls have cost since the first one that was settled: tokens as the provider reported them, money where prices are known, and
   * what the same calls would have cost without compaction, or with one above 95 % of the window.
   */
  cost(): Promise<ThreadCost>
  /** The conversation as messages in parts, for a chat interface: what was compacted is marked, and says since when and what it saved. */
  messages(): Promise<CompactionResult>
  /** What stands in the prompt for what was folded, each with what it covers and a digest of it (E8, E9). */
  summaries(): Promise<readonly RangeSummary[]>
  entries(): Promise<readonly Entry[]>
  /**
   * When each entry was said, in milliseconds since 1970: as its message says, or else when it was appended. `null` if it was appended before
   * times were kept.
   */
  times(): Promise<readonly (number | null)[]>
  commits(): Promise<readonly Commit[]>
  /** Where its work stands: the model or a tool is at work, a person is waited for, or nothing is to be done. Read from the log. */
  state(): Promise<WorkState>
  /** What a user interface shows: how often it was compacted, when last, whether it is being compacted now. */
  session(): Promise<ThreadSession>
}
