import { mayBeLeftOut } from '../render/lone-pairs.ts'
import type { Segment } from '../render/render-prompt.ts'
import { firstRecordReaching } from '../render/view.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Loss, PromptMessage, Repair } from '../schema/prompt.ts'
import type { SeqRange } from '../schema/range.ts'

/** A segment that is closed: what is shown of some entries, rendered and counted. */
export interface Stretch extends SeqRange {
  readonly messages: readonly PromptMessage[]
  readonly repairs: readonly Repair[]
  readonly losses: readonly Loss[]
  readonly tokens: number
  /** Ids of calls and items in it. */
  readonly ids: readonly string[]
  /** Set where it was taken over from another view, which has written it already. */
  readonly written?: Written
}

/** Messages as they are sent, found legal. */
export interface Written {
  readonly wire: readonly Json[]
  readonly bytes: number
  /** Ids that the dialect's rules know them by. */
  readonly ids: readonly string[]
}

/** A segment that was just rendered, or one that is known. */
export type Piece = Segment | Stretch

const NO_IDS: ReadonlySet<string> = new Set()

export function idsOf(piece: Piece | undefined): ReadonlySet<string> {
  if (piece === undefined) return NO_IDS
  return isStretch(piece) ? new Set(piece.ids) : piece.used
}

export function isStretch(piece: Piece): piece is Stretch {
  return 'from' in piece
}

/**
 * Nothing is joined or framed across a border where somebody else spoke last and the agent speaks next, with something that will
 * still be shown when somebody answers.
 */
export function followsCleanly(before: Piece, next: Piece, entries: readonly Entry[]): boolean {
  const last = before.messages.at(-1)
  const first = next.messages[0]
  if (last === undefined || last.role === 'assistant' || first?.role !== 'assistant') return false
  return first.parts.some((part) => part.kind !== 'entry' || stays(part.entry, entries))
}

/** Reasoning goes with what it led to. */
function stays(entry: Entry, entries: readonly Entry[]): boolean {
  return entry.kind !== 'reasoning' && !mayBeLeftOut(entry, entries)
}

/** The record that reaches over the border before `seq`. */
export function recordOver(records: readonly PlanRecord[], seq: Seq): PlanRecord | undefined {
  const record = records[firstRecordReaching(records, seq)]
  return record !== undefined && record.span.from < seq ? record : undefined
}

/** True where a record says something about the entries from `from` up to `end`. */
export function isTouched(records: readonly PlanRecord[], { from, end }: SeqRange): boolean {
  const span = records[firstRecordReaching(records, from)]?.span
  return span !== undefined && span.from < end
}

/** How many of the entries from `from` up to `end` are looked at to show them: of what is folded, only what is carried. */
export function lookedAt(records: readonly PlanRecord[], { from, end }: SeqRange): number {
  let count = end - from
  for (let next = firstRecordReaching(records, from); next < records.length; next += 1) {
    const record = records[next] as PlanRecord
    if (record.span.from >= end) break
    if (record.action !== 'summarize' && record.action !== 'drop') continue
    count += record.carries.length - (Math.min(record.span.end, end) - Math.max(record.span.from, from))
  }
  return count
}

/** The first item of a list for which something is true that is true for all behind it. */
export function firstWhere<Item>(items: readonly Item[], isThere: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isThere(items[middle] as Item)) high = middle
    else low = middle + 1
  }
  return low
}
