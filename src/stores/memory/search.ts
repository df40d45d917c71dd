import { type Candidate, queryTerms, rankHits, weightOf } from '../../log/rank-hits.ts'
import { searchable, termsOf } from '../../log/terms.ts'
import type { SearchHit, SearchQuery } from '../../schema/search.ts'

/** Looks at every entry: there is no index to keep. */
export function searchEverything(candidates: readonly Candidate[], query: SearchQuery): readonly SearchHit[] {
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
