import { eachTerm } from './terms.ts'

/** A term of a query with all that it says, its rarity included. */
export interface WeighedTerm {
  readonly term: string
  readonly weight: number
}

/** What is looked for, weighed. */
export interface WeighedQuery {
  readonly terms: readonly WeighedTerm[]
  readonly exact: readonly string[]
  /** How the value looks that is asked for. */
  readonly wanted: RegExp | undefined
}

/** How well an entry fits, and where what fits best stands in it. */
interface Fit {
  readonly score: number
  readonly from: number
}

// Chosen on half of the questions that were written for it, see docs/recall.md.
/** Terms within so many characters make a passage. */
const PASSAGE = 240
const SATURATION = 1.2
const USUAL_LENGTH = 1_000
const LENGTH_SHARE = 0.9
/** Shorter texts count as long as this: of two remarks neither is better for a word less. */
const SHORT = 200
/** What the whole of a text counts beside its best passage. */
const WHOLE = 0.7
/** What a term counts that only a neighbour holds. */
const BESIDE = 0.3
/** How much of the score depends on how many of the terms were found. */
const COVER = 0.4
/** What it adds if the names that were asked for stand there as they are, or a value as it is asked for. */
const EXACT = 1.5
const WANTED = 0.5

/** Of a text that is longer than this, only the beginning and the end are looked at word by word. */
const LOOKED_AT = 60_000
/** How far around a passage the value may stand. */
const AROUND = 200

/**
 * How well a text fits a query, by its whole and by its best passage. `near` are terms that its neighbours hold, as bits: what a command
 * printed is also about what the command says.
 */
export function fitOf(text: string, query: WeighedQuery, near: number): Fit {
  const { terms } = query
  const { counts, places } = occurrences(text, terms)
  const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * Math.max(text.length, SHORT)) / USUAL_LENGTH)
  let [whole, beside, covered, all] = [0, 0, 0, 0]
  for (const [index, { weight }] of terms.entries()) {
    const count = counts[index] ?? 0
    all += weight
    whole += (weight * count * (1 + SATURATION)) / (count + norm)
    if (count > 0) covered += weight
    else if ((near & (1 << index)) !== 0) beside += BESIDE * weight
  }
  if (covered === 0) return { score: 0, from: 0 }
  const best = bestPassage(places, terms)
  const cover = 1 - COVER + (COVER * (covered + beside)) / all
  return { score: (WHOLE * whole + best.score + beside) * cover * bonus(text, best.from, query), from: best.from }
}

interface Occurrence {
  readonly term: number
  readonly at: number
}

function occurrences(
  text: string,
  terms: readonly WeighedTerm[],
): { readonly counts: readonly number[]; readonly places: readonly Occurrence[] } {
  const numbers = new Map(terms.map(({ term }, index) => [term, index]))
  const counts = new Array<number>(terms.length).fill(0)
  const places: Occurrence[] = []
  const look = (piece: string, from: number): void =>
    eachTerm(piece, (term, at) => {
      const number = numbers.get(term)
      if (number === undefined) return
      counts[number] = (counts[number] ?? 0) + 1
      places.push({ term: number, at: from + at })
    })
  if (text.length <= LOOKED_AT) {
    look(text, 0)
  } else {
    look(text.slice(0, LOOKED_AT / 2), 0)
    look(text.slice(-LOOKED_AT / 2), text.length - LOOKED_AT / 2)
  }
  return { counts, places }
}

/** The passage with the most telling terms, each counted once; where it begins. */
function bestPassage(places: readonly Occurrence[], terms: readonly WeighedTerm[]): Fit {
  const within = new Array<number>(terms.length).fill(0)
  let sum = 0
  let first = 0
  let best: Fit = { score: 0, from: 0 }
  for (const { term, at } of places) {
    const count = within[term] ?? 0
    within[term] = count + 1
    if (count === 0) sum += terms[term]?.weight ?? 0
    for (let oldest = places[first]; oldest !== undefined && at - oldest.at > PASSAGE; oldest = places[first]) {
      const left = (within[oldest.term] ?? 1) - 1
      within[oldest.term] = left
      if (left === 0) sum -= terms[oldest.term]?.weight ?? 0
      first += 1
    }
    if (sum > best.score + 1e-9) best = { score: sum, from: places[first]?.at ?? at }
  }
  return best
}

function bonus(text: string, from: number, { exact, wanted }: WeighedQuery): number {
  const lower = exact.length === 0 ? '' : text.toLowerCase()
  const named = exact.length === 0 ? 0 : exact.filter((name) => lower.includes(name)).length / exact.length
  const isThere = wanted?.test(text.slice(Math.max(0, from - AROUND), from + PASSAGE + AROUND)) === true
  return (1 + EXACT * named) * (isThere ? 1 + WANTED : 1)
}
