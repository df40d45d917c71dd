/** Different words of a text, by their numbers, in order. */
type WordSet = readonly number[]

/** Numbers words. What was asked of a text is remembered: a log's rules are compared anew at every compaction. */
export interface WordNumbers {
  of(text: string): WordSet
}

export function wordNumbers(): WordNumbers {
  const numbers = new Map<string, number>()
  const known = new Map<string, WordSet>()
  const numberOf = (word: string): number => {
    const number = numbers.get(word) ?? numbers.size
    numbers.set(word, number)
    return number
  }
  return {
    of(text) {
      const words =
        known.get(text) ??
        [
          ...new Set(
            text
              .toLowerCase()
              .match(/[\p{L}\p{N}]+/gu)
              ?.map(numberOf),
          ),
        ].sort((a, b) => a - b)
      known.set(text, words)
      return words
    },
  }
}

/** Sets of words, among which those are found that hold all words of another. */
interface WordSets {
  add(words: WordSet): void
  /** True if one of them holds all of these. */
  hold(words: WordSet): boolean
}

const NONE: readonly WordSet[] = []

/**
 * By their words: of those that a set is looked for with, only sets that have the rarest one are compared, so that thousands of rules are not
 * each held against each.
 *
 *     "never push to main without review", "never push"   and   never · push · review   →   "review" stands in one set, which holds all three
 */
export function wordSets(): WordSets {
  const having = new Map<number, WordSet[]>()
  return {
    add(words) {
      for (const word of words) {
        const sets = having.get(word)
        if (sets === undefined) having.set(word, [words])
        else sets.push(words)
      }
    },
    hold(words) {
      let fewest: readonly WordSet[] | undefined
      for (const word of words) {
        const sets = having.get(word) ?? NONE
        if (sets.length < (fewest?.length ?? Number.POSITIVE_INFINITY)) fewest = sets
        if (sets.length === 0) return false
      }
      return (fewest ?? NONE).some((known) => isWithin(words, known))
    },
  }
}

function isWithin(words: WordSet, known: WordSet): boolean {
  let at = 0
  for (const word of words) {
    while (at < known.length && (known[at] ?? 0) < word) at += 1
    if (known[at] !== word) return false
  }
  return true
}
