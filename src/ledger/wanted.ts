import type { SeqRange } from '../schema/range.ts'
import { OUTLINES } from './languages/outlines.ts'
import { type Candidate, candidatesIn, type RemarkIndex } from './remark-index.ts'
import { wordsOf } from './words.ts'

/** What the instructions of a compaction name. */
export interface Wanted {
  /** How much a text says of it; 0 if nothing. */
  worth(text: string): number
  /** Remarks of the range that speak of it, those that say most first, the later before the earlier. */
  readonly remarks: readonly Candidate[]
}

/** Words that instructions are made of, whatever they are about. */
const OF_INSTRUCTIONS =
  'all any and are attention but care compact context conversation detail details especially every everything focus for important include information keep list mention note only pay please preserve remember remind retain save sum summarise summarize summary sure tell the things topic was'
const FILLERS = new Set([...OUTLINES.flatMap(({ fillers }) => fillers?.split(' ') ?? []), ...OF_INSTRUCTIONS.split(' ')])
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const SHORTEST_WORD = 3
/** What more than this share of all remarks speaks of is no topic, unless only a few do. */
const EVERYWHERE = 0.2
const FEW = 3

/**
 * What instructions name, as far as the range speaks of it; `undefined` if it does not.
 *
 *     "keep the schemas and src/db/users.ts"  →  schema, users.ts
 */
export function wantedBy(instructions: string, index: RemarkIndex, range: SeqRange): Wanted | undefined {
  const terms = termsOf(instructions)
  if (terms.length === 0) return undefined
  const here = candidatesIn(index, range)
  const most = Math.max(FEW, here.length * EVERYWHERE)
  const counts = terms.map((term) => here.filter(({ remark }) => names(remark.text.toLowerCase(), term)).length)
  const rare = terms.flatMap((term, at) => {
    const count = counts[at] ?? 0
    return count > most ? [] : [{ term, worth: Math.log(1 + here.length / Math.max(1, count)) }]
  })
  if (rare.length === 0) return undefined
  const worth = (text: string): number => {
    const lower = text.toLowerCase()
    return rare.reduce((sum, each) => (names(lower, each.term) ? sum + each.worth : sum), 0)
  }
  const named = here.map((candidate) => ({ candidate, worth: worth(candidate.remark.text) })).filter(({ worth }) => worth > 0)
  return { worth, remarks: named.sort(mostFirst).map(({ candidate }) => candidate) }
}

interface Named {
  readonly candidate: Candidate
  readonly worth: number
}

function mostFirst(a: Named, b: Named): number {
  return b.worth - a.worth || b.candidate.seq - a.candidate.seq || a.candidate.remark.at - b.candidate.remark.at
}

/** Of a path its last name, of a word its stem, of scripts without spaces each pair of letters. */
function termsOf(instructions: string): readonly string[] {
  const terms = wordsOf(instructions.toLowerCase()).flatMap((word) => {
    if (WITHOUT_SPACES.test(word)) return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
    if (word.length < SHORTEST_WORD || FILLERS.has(word)) return []
    const name = word.slice(word.lastIndexOf('/') + 1)
    return [/^\p{L}{4,}s$/u.test(name) ? name.slice(0, -1) : name]
  })
  return [...new Set(terms)].filter((term) => term !== '')
}

/** Whether a text has a word that begins so. */
function names(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    if (at === 0 || WITHOUT_SPACES.test(term) || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  }
  return false
}
