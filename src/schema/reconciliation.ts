import type { BlockDraft, MessageDraft } from './draft.ts'
import type { Role } from './entry.ts'
import type { Seq } from './ids.ts'
import type { ShownRange } from './stored-plan.ts'

/** What a resent history is to the log. */
export type Verdict =
  /** It says what the log says, and ends where the log ends. */
  | { readonly kind: 'unchanged' }
  /** It has something new for the end of the log. */
  | { readonly kind: 'continues' }
  /** It says nothing at all, and the log goes on at entry `at`. */
  | { readonly kind: 'behind'; readonly at: Seq }
  /** It says something else from entry `at` on, which the model would otherwise still see as it was. */
  | { readonly kind: 'branch'; readonly at: Seq; readonly why: BranchCause }
  /** It has nothing in common with the log but, at most, system text in front. */
  | { readonly kind: 'unrelated' }

/**
 * Why a history is a branch: a message was edited, put in or deleted; the last ones were replaced, or are not there yet for a client that
 * is late; or an answer that the log has is asked for once more.
 */
export type BranchCause = 'edited' | 'inserted' | 'deleted' | 'replaced' | 'asked-again'

/**
 * What a resent message is: in the log already, new, an old one with other words, an old one that the client cut down, one put in
 * among old ones, the client's own summary of what it left out, words that we wrote, or a harness's passing notice.
 */
export type ResentFate = 'known' | 'new' | 'edited' | 'reduced' | 'inserted' | 'summary' | 'ours' | 'passing'

/** Resent messages `from` to `to` (both inside) with one fate. Known ones are the log's from entry `seq` on, in its order. */
export interface ResentRun {
  readonly fate: ResentFate
  readonly from: number
  readonly to: number
  readonly seq?: Seq
}

/** Something the client says differently from the log, while the log's words stay in the view. */
export interface Revision {
  readonly kind: Extract<ResentFate, 'edited' | 'reduced' | 'inserted'>
  /** The entry it is another wording of; for what was put in, the entry it stands before. */
  readonly seq: Seq
  /** Where the log's words are: put away by a plan, shown to the model, or system text in front. */
  readonly where: 'folded' | 'visible' | 'front'
  readonly message: number
  /** The client's words, with nothing else of their message. */
  readonly draft: MessageDraft
}

/** A result as the client shows it; `null` if it is shown as the log has it, and was not before. */
export interface ResentResult {
  readonly seq: Seq
  readonly text: string | null
}

/** An entry that is folded, as the client has it: edited, deleted, or again as the log has it. */
export interface Superseded {
  readonly seq: Seq
  readonly by: 'edited' | 'deleted' | 'restored'
  /** What it says instead; nothing unless it was edited. */
  readonly text: string
}

/** Entries `from` to `to` (both inside) that the client left out. */
type Omission = ShownRange

/** A resent history next to the log. */
export interface Reconciliation {
  readonly verdict: Verdict
  /** One fate for every resent message, as runs. */
  readonly fates: readonly ResentRun[]
  /**
   * What to append, in order: at the end of the log, or, for a branch, behind the entries before `at`. A message that the log has
   * in part is here with its new blocks only.
   */
  readonly append: readonly MessageDraft[]
  readonly revisions: readonly Revision[]
  /** Results that the model sees and the client shows in other words than before. */
  readonly results: readonly ResentResult[]
  /** Messages that are folded and that the client has in other words than before, or no more: a summary must not go on saying them. */
  readonly superseded: readonly Superseded[]
  /** Entries before the last one that was recognised, and after it if the client is behind. */
  readonly omitted: readonly Omission[]
  /** The entry up to which each resent message reaches, so that the next resend can start where this one is the same. */
  readonly reach: readonly Seq[]
}

/** Other words for what the log has: how a prompt shows an entry, words of our own, or a revision that was recorded before. */
export interface OtherWords {
  readonly role: Role
  readonly block: BlockDraft
  /** The entry behind them; `null` if there is none. */
  readonly seq: Seq | null
  /** Of something that a client put in, the entry it stands before. */
  readonly before?: Seq
  /** A `frame` is a fixed message between others: as the last one, a person may have written it. */
  readonly source: 'view' | 'frame' | 'revision'
}

/**
 * What reconciling must know of the view, besides the log.
 *
 * Contract: pure. `otherWords` and `shown` may cost as much as a rendering; they are asked at most once, and not at all for a history
 * that goes on where the log ends and in which `mayBeOurs` sees nothing.
 */
export interface ViewFacts {
  /** True if a plan has put the entry away, in whole or in part. */
  isFolded(seq: Seq): boolean
  /** How many entries the log had when the plan was made: a branch behind them takes it along. */
  readonly version: number
  /** Results that are shown as a client showed them. */
  readonly resent: readonly Seq[]
  /** Entries that are folded and that the summary says as a client does. */
  readonly revised: readonly Seq[]
  /** False if a text behind the end of the log is certainly not ours. */
  mayBeOurs(text: string): boolean
  otherWords(): readonly OtherWords[]
  /** The entries that the prompt shows, in its order. */
  shown(): readonly Seq[]
}
