import type { Unit } from '../log/rounds.ts'
import type { Entry } from '../schema/entry.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import { rangeContains } from '../schema/range.ts'
import type { CutName, Keep } from '../schema/rung.ts'
import type { Scene } from '../schema/strategy.ts'
import type { Adjustment, Amount } from '../schema/trigger.ts'
import { type CutRules, findCut, timelineRules, turnRules, unitRules } from './cut-point.ts'
import { stillShown } from './standing.ts'

/** What a summary leaves as it is, or why there is nothing to summarize. */
export type KeptPart =
  | {
      readonly kind: 'kept'
      /** Kept from here on. */
      readonly cut: Seq
      /** Where the turn that the cut falls into begins. */
      readonly turnStart?: Seq
      /** Entries before the cut that stay all the same. */
      readonly carried: readonly Seq[]
      readonly adjustments: readonly Adjustment[]
    }
  | { readonly kind: 'none'; readonly reason: string }

/** Finds where the kept part begins. It never reaches back over what an earlier compaction folded (B12). */
export function keptPart(scene: Scene, keep: Keep, maySplit: boolean): KeptPart {
  const { part, adjustments } = partOf(scene, keep, maySplit)
  if ('reason' in part) return { kind: 'none', reason: part.reason }
  const least = scene.foldedTo ?? scene.fixed
  const cut = seqOf(Math.max(unitStart(scene, part.cut), least))
  const isSplit = part.turnStart !== undefined && part.turnStart < cut
  if (cut <= scene.fixed) return { kind: 'none', reason: 'everything is kept' }
  return { kind: 'kept', cut, carried: part.carried ?? [], adjustments, ...(isSplit ? { turnStart: part.turnStart } : {}) }
}

interface Part {
  readonly cut: Seq
  readonly turnStart?: Seq | undefined
  readonly carried?: readonly Seq[]
}

interface Sought {
  readonly part: Part | { readonly reason: string }
  readonly adjustments: readonly Adjustment[]
}

function partOf(scene: Scene, keep: Keep, maySplit: boolean): Sought {
  const { entries } = scene.log
  switch (keep.kind) {
    case 'nothing':
      return { part: { cut: seqOf(entries.length) }, adjustments: [] }
    case 'messages':
      return { part: { cut: lastMessages(scene, keep.count) }, adjustments: [] }
    case 'turns': {
      const firstKept = (entries.at(-1)?.turn ?? 0) - keep.count + 1
      const cut = entries.findIndex((entry) => entry.seq >= scene.fixed && entry.turn >= firstKept)
      return { part: { cut: seqOf(cut === -1 ? entries.length : cut) }, adjustments: [] }
    }
    case 'recent-tokens': {
      const { tokens, adjustments } = fitAmount(keep.tokens, scene.allowance)
      return { part: recentTokens(scene, { tokens, cut: keep.cut, maySplit }), adjustments }
    }
    case 'user-messages': {
      const { tokens, adjustments } = fitAmount(keep.tokens, scene.allowance)
      const carried = [...initialContext(scene), ...lastWords(scene, tokens)]
      return { part: { cut: seqOf(entries.length), carried }, adjustments }
    }
  }
}

/** What a preset keeps may be this share of what history may cost. */
const PRESET_SHARE = 0.5

/** A preset's number is brought down to a small window, and that is reported; a user's stays what it is. */
function fitAmount(amount: Amount, allowance: number): { readonly tokens: number; readonly adjustments: readonly Adjustment[] } {
  if (typeof amount === 'number') return { tokens: amount, adjustments: [] }
  const given = Math.max(0, Math.min(amount.preset, Math.floor(allowance * PRESET_SHARE)))
  if (given === amount.preset) return { tokens: given, adjustments: [] }
  const why = `what a preset keeps may be half of the ${allowance} tokens for history`
  return { tokens: given, adjustments: [{ field: 'keep', wanted: amount.preset, given, why }] }
}

/** The last messages, and the call that a result in front of them answers (D4). */
function lastMessages({ log, fixed }: Scene, count: number): Seq {
  const { entries } = log
  let at = entries.length
  let left = count
  while (at > fixed && left > 0) {
    at -= 1
    if (entries[at]?.message.block === 0) left -= 1
  }
  while (at > fixed && entries[at]?.role === 'tool') at -= 1
  return seqOf(at)
}

const RULES: Readonly<Record<CutName, CutRules>> = { turn: turnRules, timeline: timelineRules, unit: unitRules }

function recentTokens(
  scene: Scene,
  { tokens, cut: name, maySplit }: { readonly tokens: number; readonly cut: CutName; readonly maySplit: boolean },
): Part | { readonly reason: string } {
  const { entries } = scene.log
  const from = scene.foldedTo ?? scene.fixed
  const sizeOf = (seq: Seq): number => scene.sizes[seq] ?? 0
  const cut = findCut({ entries, units: scene.units, sizeOf, keep: { atLeast: tokens }, rules: RULES[name], from })
  if (cut.kind === 'between-turns') return { cut: cut.at }
  if (cut.kind === 'inside-turn' && maySplit) return { cut: cut.at, turnStart: cut.turnStart }
  if (cut.kind === 'inside-turn') return { cut: cut.turnStart }
  const counted = entries.slice(from).filter((entry) => RULES[name].counts(entry))
  if (counted.reduce((sum, { seq }) => sum + sizeOf(seq), 0) <= tokens) return { cut: from }
  // Nowhere to cut inside the tokens to keep: the last turn is larger than they are, and stays whole.
  const lastTurn = entries.findLastIndex((entry) => turnRules.isCandidate(entry))
  return lastTurn > from ? { cut: seqOf(lastTurn) } : { reason: 'one turn is all there is, and it is larger than what is kept' }
}

/** What the program around the agent said before anybody else did, if it leaves half of the room to the rest. */
function initialContext(scene: Scene): readonly Seq[] {
  const { log, fixed, sizes, allowance } = scene
  const opening = log.entries.slice(fixed)
  const others = opening.findIndex(({ author }) => author !== 'harness')
  const said = opening.slice(0, others === -1 ? opening.length : others).filter(({ kind }) => kind === 'text')
  const kept = said.map(({ seq }) => seq).filter((seq) => !scene.protected.has(seq) && stillShown(scene, seq))
  const tokens = kept.reduce((sum, seq) => sum + (sizes[seq] ?? 0), 0)
  return tokens <= allowance * PRESET_SHARE ? kept : []
}

/** The latest of what people wrote, whole messages, up to a number of tokens. */
function lastWords(scene: Scene, most: number): readonly Seq[] {
  const words = scene.log.entries.filter((entry) => isWords(scene, entry)).toReversed()
  const kept: Seq[] = []
  let left = most
  for (const { seq } of words) {
    left -= scene.sizes[seq] ?? 0
    if (left < 0) break
    kept.push(seq)
  }
  return kept
}

function isWords(scene: Scene, entry: Entry): boolean {
  const isTheirs = entry.kind === 'text' && entry.author === 'person' && entry.role === 'user'
  return isTheirs && entry.seq >= scene.fixed && !scene.protected.has(entry.seq) && stillShown(scene, entry.seq)
}

/** The start of the unit that an entry belongs to: a cut never parts a call from its results. */
function unitStart({ units }: Scene, at: Seq): Seq {
  return units.find((unit: Unit) => rangeContains(unit, at))?.from ?? at
}
