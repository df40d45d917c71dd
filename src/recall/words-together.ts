import type { WeighedTerm } from './score-entry.ts'
import { isStopWord } from './stop-words.ts'
import { eachTerm } from './terms.ts'

/** What was found so far, and where. */
interface Found {
  readonly text: string
  readonly from: number
  readonly score: number
}

/** The best so far, from which it is learned which words go with those of the query. */
const LEARNED_FROM = 8
const LEARNED = 10
const LEAST_LETTERS = 3
/** What stands around a passage. */
const BEFORE = 200
const BEHIND = 600
/** Most that words which go together can add. */
const MOST_ADDED = 0.2

/**
 * Words that occur together with those of a query, learned from what was found: an entry that has them may say the same in other words.
 * They count as much as the best entries lack of the query's own words: a question in the words of the log needs no others.
 *
 *     query: google agent   best: "… the gemini agent …"   learned: gemini   → entries about gemini rise
 *
 * Gives the score of each, in the same order.
 */
export function scoresWithLearned(found: readonly Found[], terms: readonly WeighedTerm[]): readonly number[] {
  const order = found.map((_, index) => index).sort((a, b) => (found[b]?.score ?? 0) - (found[a]?.score ?? 0))
  const asked = new Set(terms.map(({ term }) => term))
  const held = found.map((each) => termsAround(each))
  const best = order.slice(0, LEARNED_FROM)
  const missing = 1 - coveredBy(held, best.slice(0, 3), terms)
  if (missing <= 0) return found.map(({ score }) => score)
  const learned = learnedFrom(found, held, best, asked)
  const all = learned.reduce((sum, [, weight]) => sum + weight, 0)
  return found.map(({ score }, index) => {
    const has = learned.reduce((sum, [term, weight]) => sum + (held[index]?.has(term) === true ? weight : 0), 0)
    return score * (1 + (all === 0 ? 0 : (MOST_ADDED * missing * has) / all))
  })
}

function termsAround({ text, from }: Found): ReadonlySet<string> {
  const terms = new Set<string>()
  eachTerm(text.slice(Math.max(0, from - BEFORE), from + BEHIND), (term) => terms.add(term))
  return terms
}

/** Which share of the query the best entries hold together. */
function coveredBy(held: readonly ReadonlySet<string>[], best: readonly number[], terms: readonly WeighedTerm[]): number {
  let [covered, all] = [0, 0]
  for (const { term, weight } of terms) {
    all += weight
    if (best.some((index) => held[index]?.has(term) === true)) covered += weight
  }
  return all === 0 ? 1 : covered / all
}

/** Words that the best entries share, and few others have. */
function learnedFrom(
  found: readonly Found[],
  held: readonly ReadonlySet<string>[],
  best: readonly number[],
  asked: ReadonlySet<string>,
): readonly (readonly [string, number])[] {
  const inAll = new Map<string, number>()
  for (const terms of held) for (const term of terms) inAll.set(term, (inAll.get(term) ?? 0) + 1)
  const inBest = new Map<string, number>()
  for (const index of best) {
    for (const term of held[index] ?? []) inBest.set(term, (inBest.get(term) ?? 0) + (found[index]?.score ?? 0))
  }
  return [...inBest]
    .filter(([term]) => (inAll.get(term) ?? 0) > 1 && term.length >= LEAST_LETTERS && !asked.has(term) && !isStopWord(term))
    .map(([term, score]) => [term, score * Math.log(1 + found.length / (inAll.get(term) ?? 1))] as const)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, LEARNED)
}
