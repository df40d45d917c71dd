/** Numbers that look random and are the same in every run. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** A 32-bit xorshift: good enough for texts, and the same on every machine. */
export function seeded(seed: number): Random {
  // Zero would stay zero for ever; small seeds need a few turns until their bits are spread.
  let state = Math.imul(seed, 0x9e3779b1) | 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  for (let turn = 0; turn < 8; turn += 1) next()
  const below = (end: number): number => Math.floor(next() * end)
  return { next, below, pick: (items) => items[below(items.length)] ?? items[0] }
}
