/** What a ladder may be ordered by (C26). */
interface Graded {
  readonly aggressiveness?: number
}

/** A ladder, least aggressive first. What says nothing counts as 0; of the same grade, the order is as written. */
export function byAggressiveness<Step extends Graded>(ladder: readonly Step[]): readonly Step[] {
  return ladder.toSorted((a, b) => (a.aggressiveness ?? 0) - (b.aggressiveness ?? 0))
}
