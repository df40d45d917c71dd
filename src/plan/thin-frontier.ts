import { isUnknownResult } from '../log/rounds.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { LawOverride } from '../schema/receipt.ts'
import type { Scene } from '../schema/strategy.ts'
import { protectedTokens } from './fit-frontier.ts'
import { protectedEntries } from './protect.ts'

/** How much of the room the pieces that stay may take: the rest is for what led up to them. */
const SHARE = 0.85

interface Thinned {
  readonly scene: Scene
  readonly override: LawOverride
}

/** Thinking that only pins brought along: no provider needs it of a round that is over. */
export function withoutThinking(scene: Scene): Thinned | undefined {
  const { pins, frontier, log } = scene
  const kept = new Set([...pins, ...frontier.people, ...frontier.openRound])
  const isBrought = (seq: Seq): boolean => log.entries[seq]?.kind === 'reasoning' && !kept.has(seq)
  const left = [...scene.protected].filter((seq) => !isBrought(seq))
  if (left.length === scene.protected.size) return undefined
  const detail = 'left out the thinking that led to what is pinned, because pins and frontier exceed the budget with it'
  return { scene: { ...scene, protected: new Set(left) }, override: { law: 'L3', detail } }
}

/**
 * What the provider's own tools brought last, if the rest of the frontier and a page that says task and rules (`page` tokens) have no room
 * beside it: nothing of it can be shortened, so that it is folded like any other history.
 */
export function withoutServedRound(scene: Scene, page: number): Released | undefined {
  const round = scene.frontier.openRound.map((seq) => scene.log.entries[seq])
  const isServed = round.length > 0 && !round.some((entry) => entry === undefined || isCallOrResult(entry))
  if (!isServed || protectedTokens(scene) <= scene.allowance - page) return undefined
  return released(scene, { law: 'L5', what: "folded what the provider's own tools brought last" })
}

interface Released {
  readonly frontier: Pick<Scene, 'frontier' | 'protected'>
  readonly override: LawOverride
}

function isCallOrResult(entry: Entry): boolean {
  return entry.kind === 'tool-call' || entry.kind === 'tool-result' || isUnknownResult(entry)
}

/**
 * An open round of blocks that cannot be shortened, OpenAI's functions of old, and that leaves no room for anything: it is folded whole, like
 * any other history.
 */
export function withoutOldRound(scene: Scene): Thinned | undefined {
  const { openRound } = scene.frontier
  const { entries } = scene.log
  if (!openRound.some((seq) => entries[seq] !== undefined && isUnknownResult(entries[seq]))) return undefined
  const found = released(scene, { law: 'L3', what: 'folded the open round' })
  return found === undefined ? undefined : { scene: { ...scene, ...found.frontier }, override: found.override }
}

function released(scene: Scene, { law, what }: Reason): Released | undefined {
  const { openRound } = scene.frontier
  const needed = protectedEntries(scene.log.entries, { ...scene.frontier, openRound: [] }, scene.pins)
  const free = new Set(openRound.filter((seq) => !needed.has(seq)))
  if (free.size === 0) return undefined
  const frontier = { ...scene.frontier, openRound: openRound.filter((seq) => !free.has(seq)) }
  const left = new Set([...scene.protected].filter((seq) => !free.has(seq)))
  const detail = `${what} (${free.size}), which is too large and cannot be shortened`
  return { frontier: { frontier, protected: left }, override: { law, detail } }
}

interface Reason {
  readonly law: LawOverride['law']
  readonly what: string
}

/**
 * The end of law L3: what people wrote last is so many pieces that shortening each does not help. The first and the last pieces
 * stay verbatim, as many as fit; the middle may be folded like any other history.
 *
 *     a message of 20,000 parts:   p1 p2 p3 … p19,999 p20,000   →   p1 p2 … p19,999 p20,000
 */
export function thinFrontier(scene: Scene): Thinned | undefined {
  const free = scene.frontier.people.filter((seq) => !scene.pins.has(seq))
  const sizeOf = (seq: Seq): number => scene.sizes[seq] ?? 0
  const others = protectedTokens(scene) - free.reduce((sum, seq) => sum + sizeOf(seq), 0)
  const kept = fromBothEnds(free, sizeOf, (scene.allowance - others) * SHARE)
  if (kept.size === 0 || kept.size === free.length) return undefined
  const released = new Set(free.filter((seq) => !kept.has(seq)))
  const without = (seqs: Iterable<Seq>): readonly Seq[] => [...seqs].filter((seq) => !released.has(seq))
  const frontier = { ...scene.frontier, people: without(scene.frontier.people) }
  const detail = `left out ${released.size} of ${free.length} pieces of what people wrote last, because the frontier alone exceeds the budget`
  const override = { law: 'L3', detail, words: true } as const
  return { scene: { ...scene, frontier, protected: new Set(without(scene.protected)) }, override }
}

function fromBothEnds(seqs: readonly Seq[], sizeOf: (seq: Seq) => number, room: number): ReadonlySet<Seq> {
  const kept = new Set<Seq>()
  let left = room
  for (let step = 0; step < seqs.length; step += 1) {
    const seq = seqs[step % 2 === 0 ? step / 2 : seqs.length - (step + 1) / 2] as Seq
    left -= sizeOf(seq)
    if (left < 0) break
    kept.add(seq)
  }
  return kept
}
