import type { Entry } from '../schema/entry.ts'
import type { ThreadId } from '../schema/ids.ts'
import type { SearchHit, SearchQuery } from '../schema/search.ts'
import { alikeOf } from './alike.ts'
import { passes, toolOf } from './filters.ts'
import type { ReadQuery } from './read-query.ts'
import { fitOf, type WeighedQuery } from './score-entry.ts'
import { searchable } from './terms.ts'
import { scoresWithLearned } from './words-together.ts'

/** How many entries that hold a word are looked at, the latest first. A word that more of them hold says little. */
export const MOST_EACH = 256
const USUAL_LIMIT = 20
const MOST_HITS = 100
/** Entries that are read for each hit that is wanted, and at least: an index only guesses at their order. */
const READ_EACH = 3
const LEAST_READ = 60
/** Characters of a snippet, and how many of them come before what was found. */
const SNIPPET = 240
const BEFORE = 40

export function limitOf({ limit = USUAL_LIMIT }: SearchQuery): number {
  return Math.max(0, Math.min(MOST_HITS, Math.trunc(limit) || 0))
}

/** How many entries are worth reading for a query. */
export function worthReading(query: SearchQuery): number {
  return Math.max(LEAST_READ, READ_EACH * limitOf(query))
}

/** A query whose terms are weighed by how many entries hold each. */
export function weighQuery({ terms, exact, wanted }: ReadQuery, found: (term: string) => number): WeighedQuery {
  return { terms: terms.map(({ term, share }) => ({ term, weight: share * rarity(found(term)) })), exact, wanted }
}

function rarity(found: number): number {
  return Math.log(1 + MOST_EACH / Math.max(1, Math.min(found, MOST_EACH)))
}

/** An entry that may be a hit. */
export interface Candidate {
  readonly thread: ThreadId
  readonly entry: Entry
  /** Terms of the query that its neighbours hold, as bits. */
  readonly near?: number
}

/** What people and the agent say about things counts more than where the things stand: chosen with the rest, see docs/recall.md. */
const SAID = 1.15

/** The best of what was found, best first; of equals the latest. What says nearly the same as a better one is named with it. */
export function rankHits(candidates: readonly Candidate[], weighed: WeighedQuery, query: SearchQuery): readonly SearchHit[] {
  const fits = candidates.flatMap(({ thread, entry, near = 0 }) => {
    if (!passes(entry, query)) return []
    const text = searchable(entry)
    const { score, from } = fitOf(text, weighed, near)
    const isSaid = entry.kind === 'text' || entry.kind === 'reasoning'
    return score === 0 ? [] : [{ thread, entry, text, from, score: isSaid ? SAID * score : score }]
  })
  const scores = scoresWithLearned(fits, weighed.terms)
  const ranked = fits.map((fit, index) => ({ ...fit, score: scores[index] ?? 0 }))
  ranked.sort((a, b) => b.score - a.score || b.entry.seq - a.entry.seq || (a.thread < b.thread ? -1 : 1))
  return alikeOf(ranked, limitOf(query)).map(({ found, alike }) => hitOf(found, alike))
}

interface Ranked extends Candidate {
  readonly text: string
  readonly from: number
  readonly score: number
}

function hitOf({ thread, entry, text, score, from }: Ranked, alike: readonly Ranked[]): SearchHit {
  const { seq, id, kind, author, turn } = entry
  const tool = toolOf(entry)
  return {
    ...{ thread, seq, entry: id, kind, author, turn, snippet: snippetOf(text, from), size: text.length, score },
    ...(tool === undefined ? {} : { tool }),
    ...(alike.length === 0 ? {} : { alike: alike.map(({ entry: other }) => other.seq) }),
  }
}

function snippetOf(text: string, found: number): string {
  const start = Math.max(0, found - BEFORE)
  // Begins with a word, if one begins soon.
  const space = start === 0 ? 0 : text.slice(start, found).search(/\s/)
  const from = start + Math.max(0, space)
  return text
    .slice(from, from + SNIPPET)
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim()
}
