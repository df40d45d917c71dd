import type { Unit } from '../log/rounds.ts'
import type { Entry } from '../schema/entry.ts'
import { after, before, type Seq, seqOf } from '../schema/ids.ts'

/** Where the kept part begins: nowhere, at the start of a turn, or inside one (a split turn, E6). */
export type Cut =
  | { readonly kind: 'none' }
  | { readonly kind: 'between-turns'; readonly at: Seq }
  | { readonly kind: 'inside-turn'; readonly at: Seq; readonly turnStart: Seq }

/** What makes one system's cuts differ from another's. */
export interface CutRules {
  readonly name: string
  /** May the kept part begin with this entry? */
  isCandidate(entry: Entry): boolean
  /** Does this entry count towards the tokens to keep? */
  counts(entry: Entry): boolean
}

/** pi's rule (B8): always before a message that a person wrote, so that no turn is ever split. */
export const turnRules: CutRules = {
  name: 'turn',
  isCandidate: (entry) => entry.message.block === 0 && isTurnStart(entry),
  counts: () => true,
}

/** The timeline's rule (E4): never a tool result or a summary, never system or tool authors; any other entry. */
export const timelineRules: CutRules = {
  name: 'timeline',
  isCandidate: isTimelineCandidate,
  counts: (entry) => entry.kind === 'tool-result' || isTimelineCandidate(entry),
}

/** Our own: wherever no message and no call is torn from what belongs to it. */
export const unitRules: CutRules = { name: 'unit', isCandidate: (entry) => entry.message.block === 0, counts: () => true }

function isTimelineCandidate(entry: Entry): boolean {
  if (entry.kind === 'tool-result' || isSummary(entry)) return false
  return entry.role !== 'system' && entry.role !== 'tool' && entry.author !== 'tool'
}

function isTurnStart(entry: Entry): boolean {
  return entry.kind === 'turn-start' || (entry.role === 'user' && entry.author === 'person')
}

function isSummary(entry: Entry | undefined): boolean {
  return entry?.kind === 'text' && entry.foreignSummary === true
}

/**
 * Finds the cut: walk back until the tokens to keep are reached, then forward to the first candidate, then back to the boundary
 * of its message (or just after a summary), and at last to the start of its unit, because a call is never parted from its
 * results (L5).
 *
 *     keep at least 500:   u1 10 · a2 900 · u3 10 · c4 5 · r5 300 · a6 250
 *     walking back reaches 500 at r5; r5 is not a candidate, a6 is: the cut is at a6, inside turn u3.
 *
 * `atLeast` stops at the entry that reaches the sum (E5); `atMost` before the entry that would exceed it.
 */
export function findCut(options: {
  readonly entries: readonly Entry[]
  readonly units: readonly Unit[]
  readonly sizeOf: (seq: Seq) => number
  readonly keep: { readonly atLeast: number } | { readonly atMost: number }
  readonly rules: CutRules
  readonly from: Seq
}): Cut {
  const { entries, rules, from, units } = options
  const reached = walkBack(options)
  if (reached <= from) return { kind: 'none' }
  const strict = 'atMost' in options.keep
  let at = reached
  while (at < entries.length && !(rules.isCandidate(entries[at] as Entry) && (!strict || isStart(units, at)))) at = after(at)
  if (at >= entries.length && !strict) return { kind: 'none' }
  while (!strict && at > from && entries[at]?.message.block !== 0 && !isSummary(entries[at - 1])) at = before(at)
  while (!strict && at > from && !isStart(units, at)) at = before(at)
  return at <= from ? { kind: 'none' } : describeCut(entries, at, from)
}

/** Whether a unit begins here. They stand in order. */
function isStart(units: readonly Unit[], at: Seq): boolean {
  let [low, high] = [0, units.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((units[middle]?.from ?? at) < at) low = middle + 1
    else high = middle
  }
  return units[low]?.from === at
}

function walkBack(options: Parameters<typeof findCut>[0]): Seq {
  const { entries, sizeOf, keep, rules, from } = options
  let sum = 0
  for (let seq = seqOf(entries.length - 1); seq >= from; seq = before(seq)) {
    if (rules.counts(entries[seq] as Entry)) sum += sizeOf(seq)
    if ('atLeast' in keep && sum >= keep.atLeast) return seq
    if ('atMost' in keep && sum > keep.atMost) return after(seq)
  }
  return from
}

function describeCut(entries: readonly Entry[], at: Seq, from: Seq): Cut {
  const entry = entries[at]
  if (entry === undefined || isTurnStart(entry)) return { kind: 'between-turns', at }
  let turnStart = at
  while (turnStart > from && !isTurnStart(entries[turnStart] as Entry)) turnStart = before(turnStart)
  return { kind: 'inside-turn', at, turnStart }
}
