import { isStopWord } from './stop-words.ts'
import { termsIn } from './terms.ts'
import { wantedValue } from './wanted-value.ts'

/** Different terms of a query that are looked at: as many as fit into the bits of a number. */
const MOST_TERMS = 16
/** A query may be as long as a log: what comes late in it is not looked at. */
const MOST_CHARACTERS = 4_096
const MOST_EXACT = 4
/** What a part of a name says beside the whole of it, and what a word says that stands in every sentence. */
const PART = 0.6
const STOP = 0.08

const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}\p{N}_]+/gu
/** Names, paths, numbers with signs: what nobody writes by chance. */
const EXACT = /[\p{L}\p{N}_$@#~./:-]{3,200}/gu

/** A query as it is searched for. */
export interface ReadQuery {
  readonly terms: readonly QueryTerm[]
  /** Names and paths in small letters, to be found as they are. */
  readonly exact: readonly string[]
  /** How the value looks that is asked for. */
  readonly wanted: RegExp | undefined
}

interface QueryTerm {
  readonly term: string
  /** How much it says of what is looked for, from 0 to 1, however rare it is. */
  readonly share: number
}

/** The terms of a query, the telling ones first. None: nothing can be found. */
export function readQuery(text: string): ReadQuery {
  const shares = new Map<string, number>()
  const start = text.slice(0, MOST_CHARACTERS).toWellFormed().normalize('NFKC')
  for (const [word] of start.matchAll(WORDS)) {
    const isStop = isStopWord(word.toLowerCase())
    for (const [index, term] of termsIn(word).entries()) {
      const share = isStop ? STOP : index === 0 ? 1 : PART
      shares.set(term, Math.max(share, shares.get(term) ?? 0))
    }
  }
  const terms = [...shares].map(([term, share]) => ({ term, share })).sort((a, b) => b.share - a.share)
  return { terms: terms.slice(0, MOST_TERMS), exact: exactIn(start), wanted: wantedValue(start) }
}

function exactIn(text: string): readonly string[] {
  const found = [...text.matchAll(EXACT)].map(([name]) => name.replaceAll(/^[.:/-]+|[.:/-]+$/g, ''))
  const names = found.filter((name) => /[\p{L}\p{N}][_$@#~./:-]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{L}\d|\d\p{L}|\d{3}/u.test(name))
  return [...new Set(names.map((name) => name.toLowerCase()))].slice(0, MOST_EXACT)
}

/** Small words are in every entry: they are looked up only if there is nothing else. */
const TELLING = 0.1

/** The terms of a query that are looked for; every entry is taken to hold the others. */
export function lookedUp({ terms }: ReadQuery): readonly string[] {
  const telling = terms.filter(({ share }) => share >= TELLING)
  return (telling.length > 0 ? telling : terms).map(({ term }) => term)
}
