/** Sets of words, among which those are found that hold all words of another. */
interface WordSets {
  add(words: ReadonlySet<string>): void
  /** True if one of them holds all of these. */
  hold(words: ReadonlySet<string>): boolean
}

const NONE: readonly ReadonlySet<string>[] = []

/**
 * By their words: of those that a set is looked for with, only sets that have the rarest one are compared, so that thousands of rules are not
 * each held against each.
 *
 *     "never push to main without review", "never push"   and   never · push · review   →   "review" stands in one set, which holds all three
 */
export function wordSets(): WordSets {
  const having = new Map<string, ReadonlySet<string>[]>()
  return {
    add(words) {
      for (const word of words) {
        const sets = having.get(word)
        if (sets === undefined) having.set(word, [words])
        else sets.push(words)
      }
    },
    hold(words) {
      let fewest: readonly ReadonlySet<string>[] | undefined
      for (const word of words) {
        const sets = having.get(word) ?? NONE
        if (sets.length < (fewest?.length ?? Number.POSITIVE_INFINITY)) fewest = sets
        if (sets.length === 0) return false
      }
      return (fewest ?? NONE).some((known) => words.isSubsetOf(known))
    },
  }
}
