import type { Durability } from './entry.ts'
import type { Strategy } from './strategy.ts'
import type { Amount } from './trigger.ts'

/** One step of a ladder, as plain data: `src/plan/rungs.ts` turns it into a strategy. */
export type Rung = AnyRung & {
  /** Lower is tried first (C26); 0 unless told. Rungs of the same number are tried in the order they are written in. */
  readonly aggressiveness?: number
}

type AnyRung =
  | ({ readonly rung: 'clear-tool-outputs' } & ClearOptions)
  | ({ readonly rung: 'clear-old-outputs' } & ClearOldOptions)
  | ({ readonly rung: 'clear-all-but-last' } & ClearAllButLastOptions)
  | ({ readonly rung: 'clear-by-durability' } & ClearByDurabilityOptions)
  | ({ readonly rung: 'clear-superseded' } & ToolFilter)
  | ({ readonly rung: 'prune-cold' } & PruneColdOptions)
  | { readonly rung: 'shorten-oversized' }
  | ({ readonly rung: 'externalize' } & ExternalizeOptions)
  | ({ readonly rung: 'strip-reasoning' } & KeepTurns)
  | ({ readonly rung: 'images-to-references' } & KeepTurns)
  | ({ readonly rung: 'summarize' } & SummarizeOptions)
  | { readonly rung: 'summarize-oldest' }
  | { readonly rung: 'drop-oldest' }

export type RungName = Rung['rung']

/** True for a rung of ours, false for a strategy of the user's own. */
export function isRung(step: Rung | Strategy): step is Rung {
  return 'rung' in step
}

/** Which tools a rung looks at: those named, or all but those named. Without either, all. */
export interface ToolFilter {
  readonly onlyTools?: readonly string[]
  readonly exceptTools?: readonly string[]
}

export interface ClearOptions extends ToolFilter {
  /** Recent tool output that stays, in tokens. */
  readonly protect: Amount
  /** Change nothing unless at least this much is saved. */
  readonly minimum: Amount
  /** Turns at the end that are never touched. */
  readonly minTurnsToKeep: number
  /** Of these turns only so many rounds at the end are kept: in a long tool loop one turn is all there is. All, unless told. */
  readonly minRoundsToKeep?: number
  /** Clears all that is old enough, not only as much as is needed. */
  readonly everything?: true
}

export interface KeepTurns {
  /** Turns at the end that are not touched. */
  readonly keepTurns: number
}

/** By age: outputs of turns before the last few. */
export interface ClearOldOptions extends ToolFilter, KeepTurns {}

/** All outputs but the last few. */
export interface ClearAllButLastOptions extends ToolFilter {
  readonly keepLast: number
}

/** By what tools declare about their results. */
export interface ClearByDurabilityOptions extends KeepTurns {
  /** What a result is if its tool declared nothing. */
  readonly undeclared: Durability
}

/** Once the provider's cache has gone cold, changing the prefix costs nothing. */
export interface PruneColdOptions extends KeepTurns {
  /** Idle for longer than this, and the cache is cold. */
  readonly idleMs: number
  /** Stands for what is hidden. */
  readonly replacement: string
}

export interface ExternalizeOptions extends KeepTurns {
  /** Results above this many tokens go to the artifact store. A tool may have a number of its own. */
  readonly above: number
}

/** What a summary leaves as it is. */
export type Keep =
  | { readonly kind: 'nothing' }
  /** Walks back until this many tokens are kept. `cut` says where the kept part may begin. */
  | { readonly kind: 'recent-tokens'; readonly tokens: Amount; readonly cut: CutName }
  | { readonly kind: 'messages'; readonly count: number }
  | { readonly kind: 'turns'; readonly count: number }
  /** What the program around the agent said before the first request, and what people wrote, the latest first, up to this many tokens. */
  | { readonly kind: 'user-messages'; readonly tokens: Amount }

export type CutName = 'turn' | 'timeline' | 'unit'

export interface SummarizeOptions {
  readonly keep: Keep
  /** Most tokens of the summary of a turn's beginning, if the cut falls inside the turn. Without it such a cut is not made. */
  readonly splitTurn?: number
  /** A summary takes at most this share of what it stands for. */
  readonly ratio?: number
}
