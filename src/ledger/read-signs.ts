import { LATIN_LANGUAGES, languageNamed } from './languages/index.ts'
import type { Language } from './languages/language.ts'
import { BY_LETTERS, OTHER_LETTERS } from './languages/letters.ts'
import { type Lexicon, lexiconOf, type Read, readAt, type Word, wordsOf } from './lexicon.ts'
import { codeOf, flagsOf } from './sign-codes.ts'

/** Of these, other languages have many too. */
const SHARED = flagsOf(['other', 'name', 'number', 'quote', 'pause', 'matter', 'manner'])
/** What such a word counts where languages know equally many others. */
const HALF_KNOWN = 0.4
/** With more known words than that, a sentence is not searched for those of other languages. */
const CLEARLY = 0.7

const LATIN = LATIN_LANGUAGES.filter(({ signs }) => signs !== undefined)
/** Small words of the languages that have no signs: with so many of them, a sentence is in one of those. */
const FEWEST_OWN = 2
const UNKNOWN = LATIN_LANGUAGES.flatMap(({ smallWords, signs }) => (signs === undefined ? [new Set(smallWords?.split(' '))] : []))

/**
 * What the words of a sentence show, in the language that knows most of them; nothing if we do not know its language.
 *
 *     "Never push to main"  →  always · talk · small · matter
 */
export function readSigns(sentence: string): readonly Read[] {
  const words = wordsOf(sentence)
  if (UNKNOWN.some((known) => isMostlyOf(words, known))) return []
  let best: readonly Read[] = []
  let most = -1
  for (const language of OTHER_LETTERS.test(sentence) ? writtenIn(sentence) : LATIN) {
    if (language.signs === undefined) break
    const found = readIn(words, lexiconOf(language), most)
    if (found !== undefined) [best, most] = [found.read, found.known]
    if (most > CLEARLY * words.length) break
  }
  return best
}

function isMostlyOf(words: readonly Word[], known: ReadonlySet<string>): boolean {
  let own = 0
  for (const { text } of words) if (known.has(text)) own += 1
  return own >= FEWEST_OWN
}

/** The language of a sentence that has other letters than Latin ones. */
function writtenIn(sentence: string): readonly Language[] {
  const known = BY_LETTERS.find(({ letters }) => letters.test(sentence))
  return known === undefined ? [] : [languageNamed(known.code)]
}

/** How many words of a reading are known, besides those that many languages share. */
export function knownIn(read: readonly Read[]): number {
  let known = 0
  for (const { code, size } of read) if (SHARED[code] === 0) known += size
  return known
}

const [MATTER, MANNER] = [codeOf('matter'), codeOf('manner')]

/** What a language makes of words, and how many of them it knows; nothing, as soon as that cannot be more than another one does. */
function readIn(
  words: readonly Word[],
  lexicon: Lexicon,
  others: number,
): { readonly read: readonly Read[]; readonly known: number } | undefined {
  const read: Read[] = []
  let [own, shared] = [0, 0]
  for (let at = 0; at < words.length; ) {
    const next = readAt(words, at, lexicon)
    read.push(next)
    at += next.size
    if (SHARED[next.code] === 0) own += next.size
    else if (next.code === MATTER || next.code === MANNER) shared += next.size
    if (own + HALF_KNOWN * shared + words.length - at <= others) return undefined
  }
  const known = own + HALF_KNOWN * shared
  return known > others ? { read, known } : undefined
}
