import { addWhole, newColumn } from './column.ts'

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

/**
 * By their words: of those that a set is looked for with, only sets that have the rarest one are compared, so that thousands of rules are not
 * each held against each.
 *
 *     "never push to main without review", "never push"   and   never · push · review   →   "review" stands in one set, which holds all three
 *
 * In columns: a list for each word would be most of what a compaction leaves behind.
 */
export function wordSets(): WordSets {
  const sets: WordSet[] = []
  /** Of each word: how many sets have it, and the last of its links; 0 if there is none. */
  const counts = newColumn()
  const lastLinks = newColumn()
  /** Of each link: its set, and the link before it of the same word. They are numbered from 1. */
  const links = newColumn()
  const before = newColumn()
  const countOf = (word: number): number => (word < counts.length ? (counts.values[word] ?? 0) : 0)
  return {
    add(words) {
      for (const word of words) {
        while (counts.length <= word) {
          addWhole(counts, 0)
          addWhole(lastLinks, 0)
        }
        addWhole(links, sets.length)
        addWhole(before, lastLinks.values[word] ?? 0)
        lastLinks.values[word] = links.length
        counts.values[word] = countOf(word) + 1
      }
      sets.push(words)
    },
    hold(words) {
      const [first] = words
      if (first === undefined) return false
      const rarest = words.reduce((rarer, word) => (countOf(word) < countOf(rarer) ? word : rarer), first)
      if (countOf(rarest) === 0) return false
      for (let link = lastLinks.values[rarest] ?? 0; link > 0; link = before.values[link - 1] ?? 0)
        if (isWithin(words, sets[links.values[link - 1] ?? 0] ?? [])) return true
      return false
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
