import type { Frontier } from '../log/frontier.ts'
import type { Unit } from '../log/rounds.ts'
import type { Log } from '../log/span.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { JsonObject } from '../schema/json.ts'
import type { Carried, Excerpt } from '../schema/plan.ts'

/** What things cost once rendered. Handed in, so that planning need not know rendering. */
export interface Prices {
  /** The tokens of a cleared entry: its placeholder. */
  cleared(entry: Entry): number
  /** The longest excerpt of an entry that costs at most `tokens`; where even the shortest costs more, the shortest. */
  shortened(entry: Entry, tokens: number): Shortened
  /** What a synthetic message costs besides its text. */
  readonly summaryFrame: number
  /** What it costs to show one block outside its message. */
  readonly messageFrame: number
}

export interface Shortened {
  readonly excerpt: Excerpt
  readonly tokens: number
}

/** Everything a strategy may look at. */
export interface Scene {
  readonly log: Log
  /** Entries below this number are the fixed part. */
  readonly fixed: Seq
  /** Tokens of each entry as the target dialect shows it, its message's frame on the first block. */
  readonly sizes: readonly number[]
  readonly units: readonly Unit[]
  readonly frontier: Frontier
  readonly pins: ReadonlySet<Seq>
  /** Pins, frontier, and what they cannot stand without. */
  readonly protected: ReadonlySet<Seq>
  /** What history may cost. */
  readonly allowance: number
  /** How much of it a frontier that had to be cut may take, so that something of what led up to it is shown; 0.85 unless told. */
  readonly frontierShare?: number
  readonly prices: Prices
}

/** What a strategy wants done. Summaries and indexes are ordered here and made elsewhere. */
export type Order =
  | { readonly action: 'shorten'; readonly seq: Seq; readonly excerpt: Excerpt; readonly tokens: number }
  | { readonly action: 'clear'; readonly seq: Seq; readonly tokens: number; readonly preservedFields: JsonObject }
  | {
      readonly action: 'summarize'
      readonly from: Seq
      readonly to: Seq
      /** The most the summary may cost. */
      readonly tokens: number
      readonly carries: readonly Carried[]
    }
  | {
      readonly action: 'drop'
      readonly from: Seq
      readonly to: Seq
      readonly reason: string
      readonly carries: readonly Carried[]
    }

/** A proposal, or why there is none. */
export type Proposal =
  | { readonly kind: 'orders'; readonly orders: readonly Order[] }
  | { readonly kind: 'not-enough'; readonly reason: string }

/**
 * One way of making a log fit.
 *
 * Contract: pure and synchronous; the same scene gives the same proposal. Orders never touch what is protected, never tear a unit
 * apart, and bring the scene to `allowance` or below; otherwise `not-enough`, with the reason.
 */
export interface Strategy {
  readonly name: string
  propose(scene: Scene): Proposal
}

/** The tokens of history as it stands. */
export function historyTokens(scene: Scene): number {
  let sum = 0
  for (let seq = scene.fixed; seq < scene.sizes.length; seq += 1) sum += scene.sizes[seq] ?? 0
  return sum
}
