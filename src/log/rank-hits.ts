import type { Entry } from '../schema/entry.ts'
import type { ThreadId } from '../schema/ids.ts'
import type { SearchHit, SearchQuery } from '../schema/search.ts'
import { searchable, termsOf } from './terms.ts'

/** Different words of a query that are looked at. */
const MOST_TERMS = 16
/** How many entries that hold a word are looked at, the latest first. A word that more of them hold says little. */
export const MOST_EACH = 256
const USUAL_LIMIT = 20
const MOST_HITS = 100
/** Characters of a snippet, and how many of them come before what was found. */
const SNIPPET = 160
const BEFORE = 40

/** The words of a query. None: nothing can be found. */
export function queryTerms({ text }: SearchQuery): readonly string[] {
  // A query may be as long as a log: what comes late in it is not looked at.
  return termsOf(text.slice(0, 4_096)).slice(0, MOST_TERMS)
}

export function limitOf({ limit = USUAL_LIMIT }: SearchQuery): number {
  return Math.max(0, Math.min(MOST_HITS, Math.trunc(limit) || 0))
}

/** What a word says about an entry that holds it, by how many entries do. */
export function weightOf(found: number): number {
  return Math.log(1 + MOST_EACH / Math.max(1, Math.min(found, MOST_EACH)))
}

/** An entry that may be a hit. */
export interface Candidate {
  readonly thread: ThreadId
  readonly entry: Entry
}

/** The best of what was found, best first; of equals the latest. `weights` are the words of the query, each with what it says. */
export function rankHits(
  candidates: readonly Candidate[],
  weights: ReadonlyMap<string, number>,
  query: SearchQuery,
): readonly SearchHit[] {
  const hits = candidates.flatMap(({ thread, entry }): readonly SearchHit[] => {
    if (query.kinds !== undefined && !query.kinds.includes(entry.kind)) return []
    const text = searchable(entry)
    const score = termsOf(text).reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
    if (score === 0) return []
    const { seq, id, kind, author, turn } = entry
    const snippet = snippetOf(text, [...weights.keys()])
    return [{ thread, seq, entry: id, kind, author, turn, snippet, size: text.length, score }]
  })
  return hits.sort((a, b) => b.score - a.score || b.seq - a.seq || (a.thread < b.thread ? -1 : 1)).slice(0, limitOf(query))
}

function snippetOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...places, text.length) - BEFORE)
  const start = places.length === 0 ? 0 : from
  return text
    .slice(start, start + SNIPPET)
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim()
}
