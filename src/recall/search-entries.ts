import type { Entry } from '../schema/entry.ts'
import type { ThreadId } from '../schema/ids.ts'
import type { SearchHit, SearchQuery } from '../schema/search.ts'
import { choosePlaces, type TermMatch } from './choose-places.ts'
import { passes } from './filters.ts'
import { type Candidate, limitOf, MOST_EACH, rankHits, weighQuery, worthReading } from './rank-hits.ts'
import { lookedUp, readQuery } from './read-query.ts'
import { searchable, termsOf } from './terms.ts'

/** The terms of entries that were looked at: an entry never changes. */
const known = new WeakMap<Entry, ReadonlySet<string>>()

/** Searches by looking at every entry: for a store that keeps no index. */
export function searchEntries(candidates: readonly Candidate[], query: SearchQuery): readonly SearchHit[] {
  const read = readQuery(query.text)
  if (read.terms.length === 0 || limitOf(query) === 0) return []
  const matches = new Map<string, TermMatch<ThreadId>[]>(lookedUp(read).map((term) => [term, []]))
  // The latest first, as an index would: of a word that many hold, only the last few count.
  for (const { thread, entry } of candidates.toReversed()) {
    if (!passes(entry, query)) continue
    const held = termsHeld(entry)
    for (const [term, found] of matches)
      if (found.length < MOST_EACH && held.has(term)) found.push({ term, thread, seq: entry.seq })
  }
  const weighed = weighQuery(read, (term) => matches.get(term)?.length ?? MOST_EACH)
  const places = choosePlaces([...matches.values()].flat(), weighed.terms, worthReading(query))
  const entries = new Map(candidates.map(({ thread, entry }) => [`${entry.seq} ${thread}`, entry]))
  const chosen = places.flatMap(({ thread, seq, near }) => {
    const entry = entries.get(`${seq} ${thread}`)
    return entry === undefined ? [] : [{ thread, entry, near }]
  })
  return rankHits(chosen, weighed, query)
}

function termsHeld(entry: Entry): ReadonlySet<string> {
  const held = known.get(entry) ?? new Set(termsOf(searchable(entry)))
  known.set(entry, held)
  return held
}
