import type { SearchHit, SearchQuery } from '../schema/search.ts'
import { type Candidate, queryTerms, rankHits, weightOf } from './rank-hits.ts'
import { searchable, termsOf } from './terms.ts'

/** Searches by looking at every entry: for a store that keeps no index. */
export function searchEntries(candidates: readonly Candidate[], query: SearchQuery): readonly SearchHit[] {
  const terms = queryTerms(query)
  const asked = new Set(terms)
  const found = new Map<string, number>()
  const holding = candidates.filter(({ entry }) => {
    if (query.kinds !== undefined && !query.kinds.includes(entry.kind)) return false
    const held = termsOf(searchable(entry)).filter((term) => asked.has(term))
    for (const term of held) found.set(term, (found.get(term) ?? 0) + 1)
    return held.length > 0
  })
  return rankHits(holding, new Map(terms.map((term) => [term, weightOf(found.get(term) ?? 0)])), query)
}
