import { OTHER_LETTERS } from './languages/cue.ts'
import { LANGUAGES } from './languages/index.ts'
import type { Language } from './languages/language.ts'
import { type Lexicon, lexiconOf, type Read, readAt, type Word, wordsOf } from './lexicon.ts'

/** Of these, other languages have many too. */
const SHARED: ReadonlySet<string> = new Set(['other', 'name', 'number', 'quote', 'pause', 'matter', 'manner'])
/** What such a word counts where languages know equally many others. */
const HALF_KNOWN = 0.4
/** With more known words than that, a sentence is not searched for those of other languages. */
const CLEARLY = 0.7

const LATIN = LANGUAGES.filter(({ knownBy, signs }) => 'words' in knownBy && signs !== undefined)
/** Small words of the languages that have no signs: with so many of them, a sentence is in one of those. */
const FEWEST_OWN = 2
const UNKNOWN = LANGUAGES.flatMap(({ knownBy, signs }) =>
  'words' in knownBy && signs === undefined ? [new Set(knownBy.words.split(' '))] : [],
)

/**
 * What the words of a sentence show, in the language that knows most of them; nothing if we do not know its language.
 *
 *     "Never push to main"  →  always · talk · small · matter
 */
export function readSigns(sentence: string): readonly Read[] {
  const words = wordsOf(sentence)
  if (UNKNOWN.some((known) => words.filter(({ text }) => known.has(text)).length >= FEWEST_OWN)) return []
  let best: readonly Read[] = []
  let most = -1
  for (const language of OTHER_LETTERS.test(sentence) ? writtenIn(sentence) : LATIN) {
    if (language.signs === undefined) break
    const read = readIn(words, lexiconOf(language))
    const known = knownIn(read) + HALF_KNOWN * sharedIn(read)
    if (known > most) [best, most] = [read, known]
    if (most > CLEARLY * words.length) break
  }
  return best
}

/** The language of a sentence that has other letters than Latin ones. */
function writtenIn(sentence: string): readonly Language[] {
  return LANGUAGES.filter(({ knownBy }) => 'letters' in knownBy && knownBy.letters.test(sentence)).slice(0, 1)
}

/** How many words of a reading are known, besides those that many languages share. */
export function knownIn(read: readonly Read[]): number {
  let known = 0
  for (const { sign, size } of read) if (!SHARED.has(sign)) known += size
  return known
}

function sharedIn(read: readonly Read[]): number {
  let shared = 0
  for (const { sign, size } of read) if (sign === 'matter' || sign === 'manner') shared += size
  return shared
}

function readIn(words: readonly Word[], lexicon: Lexicon): readonly Read[] {
  const read: Read[] = []
  for (let at = 0; at < words.length; ) {
    const next = readAt(words, at, lexicon)
    read.push(next)
    at += next.size
  }
  return read
}
