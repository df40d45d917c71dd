import { itemAt } from '../../../src/schema/at.ts'

/** Chances that a seed decides. */
export interface Dice {
  /** A whole number from 0 up to `end`, without it. */
  below(end: number): number
  oneIn(chances: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** The same throws for the same seed (mulberry32). */
export function diceFrom(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return { below, oneIn: (chances) => below(chances) === 0, pick: (items) => itemAt(items, below(items.length)) }
}
