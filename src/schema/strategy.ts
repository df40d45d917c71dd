import type { Determinism, Durability, Entry, ToolResultEntry } from './entry.ts'
import type { ArtifactId, Seq } from './ids.ts'
import type { JsonObject } from './json.ts'
import type { Carried, Excerpt, FoldRecord } from './plan.ts'
import type { SeqRange } from './range.ts'
import type { LawOverride } from './receipt.ts'
import type { ReplayCost } from './tool-policy.ts'
import type { Adjustment } from './trigger.ts'

/** A log as the pure rooms read it: entries by number, and the chain hash after each. */
export interface Log {
  readonly entries: readonly Entry[]
  readonly hashes: Pick<readonly string[], 'at'>
}

/**
 * Where the conversation stands (L5): what people wrote since the last assistant entry, the open round, and the last message a
 * person wrote, wherever it stands.
 */
export interface Frontier {
  /** Entries of people, oldest first. */
  readonly people: readonly Seq[]
  /** The last run of assistant messages with calls and its results, if the model has not spoken since. */
  readonly openRound: readonly Seq[]
}

/** What things cost once rendered. Handed in, so that planning need not know rendering. */
export interface Prices {
  /** The tokens of a cleared entry: its placeholder, or the note in place of it. */
  cleared(entry: Entry, note?: string): number
  /**
   * The longest excerpt of an entry that costs at most `tokens`; if even the shortest costs more, the shortest. From the character `whole` on, it says
   * everything if there is room for that.
   */
  shortened(entry: Entry, tokens: number, whole?: number): Shortened
  /** What stands for a result whose content went to the artifact store. */
  externalized(entry: ToolResultEntry): Pointer
  /** What a synthetic message costs besides its text. */
  readonly summaryFrame: number
  /** What it costs to show one block outside its message. */
  readonly messageFrame: number
}

export interface Shortened {
  readonly excerpt: Excerpt
  readonly tokens: number
}

/** Where content was put away, and what is said in its place. */
export interface Pointer {
  readonly artifact: ArtifactId
  readonly summary: string
  readonly rehydrateHint: string
  readonly tokens: number
}

/** What else a plan may depend on, besides the log and its sizes. */
export interface Circumstances {
  /** What an earlier compaction folded ends before this entry: a later one does not show it again (B12). */
  readonly foldedTo?: Seq
  /** What the plan in effect has folded. It stays folded: each of these stands unless a larger fold takes it in. */
  readonly standing?: readonly FoldRecord[]
  /** Time since the last call. */
  readonly idleMs?: number
  /** A turn is over: what the policy has for that acts, whether or not it is needed. */
  readonly turnIsOver?: boolean
  /** A compaction was asked for, whether or not it is needed. */
  readonly asked?: boolean
  /** This turn brought back what was put away: nothing is put away or dropped in it (C13). */
  readonly rehydrated?: boolean
  /** There is nowhere to put content away. */
  readonly withoutArtifacts?: boolean
  /** What the sources of results are now, by entry, as the host has found them (C9). */
  readonly sources?: ReadonlyMap<Seq, Determinism>
  /** Tools with a threshold of their own for putting results away, in tokens (C8). */
  readonly thresholds?: ReadonlyMap<string, number>
  /** What tools are known to declare now, for results that came in before it was known (C8). */
  readonly durabilities?: ReadonlyMap<string, Durability>
  /** What it costs to have a tool's result again. */
  readonly replayCosts?: ReadonlyMap<string, ReplayCost>
}

/** Words of a person that every request says (L15): the task, and the rules that stand. */
export interface Heard {
  readonly seq: Seq
  readonly what: 'task' | 'rule'
  /** What its line costs on a page. */
  readonly tokens: number
  /** The words stand at the beginning of the entry, up to this character; absent if they may stand anywhere. */
  readonly until?: number
}

/** Everything a strategy may look at. */
export interface Scene extends Circumstances {
  readonly log: Log
  /** Entries below this number are the fixed part. */
  readonly fixed: Seq
  /** Tokens of each entry as the target dialect shows it, its message's frame on the first block. */
  readonly sizes: readonly number[]
  /** The same as if nothing had been folded yet; `sizes` if nothing has. */
  readonly wholeSizes?: readonly number[]
  /** Runs of entries that are folded whole or not at all. */
  readonly units: readonly SeqRange[]
  readonly frontier: Frontier
  readonly pins: ReadonlySet<Seq>
  /** Pins, frontier, and what they cannot stand without. */
  readonly protected: ReadonlySet<Seq>
  /** What people must be heard with, wherever it stands; nothing unless told. */
  readonly heard?: readonly Heard[]
  /** What history may cost. */
  readonly allowance: number
  /** What history could cost if the whole budget were used; `allowance` unless told. */
  readonly most?: number
  /** How much of it a frontier that had to be cut may take, so that something of what led up to it is shown; 0.85 unless told. */
  readonly frontierShare?: number
  /** What a summary may take of it by the policy; nothing makes room for one unless told. */
  readonly pageRoom?: number
  /** What the page was found to take of it. */
  readonly pageTokens?: number
  readonly prices: Prices
}

/** What a strategy wants done. Summaries and indexes are ordered here and made elsewhere. */
export type Order =
  | { readonly action: 'shorten'; readonly seq: Seq; readonly excerpt: Excerpt; readonly tokens: number }
  | {
      readonly action: 'clear'
      readonly seq: Seq
      readonly tokens: number
      readonly preservedFields: JsonObject
      /** Said in place of the usual placeholder. */
      readonly note?: string
    }
  | ({ readonly action: 'externalize'; readonly seq: Seq } & Pointer)
  | (SeqRange & {
      readonly action: 'summarize'
      /** The most the summary may cost. */
      readonly tokens: number
      readonly carries: readonly Carried[]
      /** The span ends inside a turn, which begins at `from` and has a summary of its own (E6). */
      readonly splitTurn?: { readonly from: Seq; readonly tokens: number }
      /** Of it, what the task and the rules may take before anything else (L15). */
      readonly heard?: number
      /** The span was summarized before: it is not made smaller or larger by what fits. */
      readonly standing?: true
    })
  | (SeqRange & {
      readonly action: 'drop'
      readonly reason: string
      readonly carries: readonly Carried[]
    })

/** A proposal, or why there is none. */
export type Proposal =
  | {
      readonly kind: 'orders'
      readonly orders: readonly Order[]
      /** What is kept follows from the policy, not from what fits: with more room the proposal would be the same. */
      readonly shaped?: true
      readonly overrides?: readonly LawOverride[]
      readonly adjustments?: readonly Adjustment[]
    }
  /** Saves something, and leaves the rest to the rungs behind it. */
  | { readonly kind: 'partial'; readonly orders: readonly Order[]; readonly reason: string }
  | { readonly kind: 'not-enough'; readonly reason: string; readonly adjustments?: readonly Adjustment[] }

/**
 * One way of making a log fit.
 *
 * Contract: pure and synchronous; the same scene gives the same proposal. Orders never touch what is protected, never tear a unit
 * apart, and bring the scene to `allowance` or below; otherwise they are `partial`, or there are none (`not-enough`), with the reason.
 */
export interface Strategy {
  readonly name: string
  /** Lower is tried first (C26); 0 unless told. */
  readonly aggressiveness?: number
  /** Acts although everything fits: there is an occasion that will not come again. */
  readonly eager?: true
  /** Acts although everything fits, if a compaction was asked for. */
  readonly onRequest?: true
  /** Not the policy's own, but what stands behind every policy so that the request fits (L3). */
  readonly floor?: true
  /** Circumstances in which it is not tried (C13). */
  readonly skippedWhen?: (scene: Scene) => string | undefined
  propose(scene: Scene): Proposal
}
