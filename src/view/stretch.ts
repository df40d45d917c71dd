import type { ReadEntries } from '../log/entry-at.ts'
import { mayBeLeftOut } from '../render/lone-pairs.ts'
import type { RenderedRange } from '../render/render-prompt.ts'
import type { Entry } from '../schema/entry.ts'
import type { Json } from '../schema/json.ts'
import type { Loss, PromptMessage, Repair } from '../schema/prompt.ts'
import type { SeqRange } from '../schema/range.ts'
import type { TokensByKind } from '../schema/receipt.ts'

/** A part of a view that is closed and never changes again: what is shown of some entries, rendered and counted. */
export interface Stretch extends SeqRange {
  readonly messages: readonly PromptMessage[]
  readonly repairs: readonly Repair[]
  readonly losses: readonly Loss[]
  readonly tokens: number
  /** The same, by kind. */
  readonly kinds: TokensByKind
  /** Ids of calls and items in it. */
  readonly ids: readonly string[]
  /** Its messages as they are sent, found legal. Set if it was taken over from another view, which has written it already. */
  readonly written?: {
    readonly wire: readonly Json[]
    readonly bytes: number
    /** Ids that the dialect's rules know them by. */
    readonly ids: readonly string[]
  }
}

/** A stretch that was let go: what it shows is rendered again if somebody asks. */
export type LetGo = SeqRange

/** What is shown of a stretch or of the open end. */
export type Shown = Pick<Stretch, 'messages' | 'repairs' | 'losses'>

/** What may become a stretch: a range that was just rendered, or a stretch that is known from another view. */
export type Candidate = RenderedRange | Stretch

const NO_IDS: ReadonlySet<string> = new Set()

/** Ids of calls and items that a candidate uses. */
export function idsOf(candidate: Candidate | undefined): ReadonlySet<string> {
  if (candidate === undefined) return NO_IDS
  return isStretch(candidate) ? new Set(candidate.ids) : candidate.used
}

/** Whether nothing about its entries had to be changed: it looks the same whenever it is rendered. */
export function isPlain({ from, repairs, losses }: Stretch): boolean {
  return from > 0 && repairs.length + losses.length === 0
}

export function isHeld(closed: Stretch | LetGo): closed is Stretch {
  return 'messages' in closed
}

export function isStretch(candidate: Candidate): candidate is Stretch {
  return 'from' in candidate
}

/**
 * Nothing is joined or framed across a border if another party spoke last, not only system text, and the agent speaks next, with
 * something that will still be shown when it is answered.
 */
export function followsCleanly(before: Candidate, next: Candidate, entries: ReadEntries): boolean {
  const last = before.messages.at(-1)
  const first = next.messages[0]
  if (last === undefined || last.role === 'assistant' || first?.role !== 'assistant') return false
  if (before.messages.every((message) => message.role === 'system')) return false
  return first.parts.some((part) => part.kind !== 'entry' || stays(part.entry, entries))
}

/** Reasoning goes with what it led to. */
function stays(entry: Entry, entries: ReadEntries): boolean {
  return entry.kind !== 'reasoning' && !mayBeLeftOut(entry, entries)
}
