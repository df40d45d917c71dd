import { english } from './languages/english.ts'
import { knowsLanguages, otherLanguages } from './languages/index.ts'
import type { Language } from './languages/language.ts'
import { BY_LETTERS, OTHER_LETTERS } from './languages/letters.ts'
import { lookAt } from './languages/look.ts'
import {
  HALF_KNOWN,
  type Lexicon,
  lexiconOf,
  mayKnow,
  mostSmallIn,
  type Read,
  readAt,
  shareOf,
  type Word,
  wordsOf,
} from './lexicon.ts'

/** With more known words than that, a sentence is not searched for those of other languages. */
const CLEARLY = 0.7

/** With so many small words of a language that has no signs, a sentence is in that language. */
const FEWEST_OWN = 2

/**
 * What the words of a sentence show, in the language that knows most of them; nothing if we do not know its language.
 *
 *     "Never push to main"  →  always · talk · small · matter
 */
export function readSigns(sentence: string): readonly Read[] {
  const words = wordsOf(sentence)
  if (mostSmallIn(words) >= FEWEST_OWN) return []
  let best: readonly Read[] = []
  let most = -1
  for (const language of OTHER_LETTERS.test(sentence) ? writtenIn(sentence) : latinLanguages(sentence)) {
    if (language.signs === undefined) break
    const found = readIn(words, lexiconOf(language), most)
    if (found !== undefined) [best, most] = [found.read, found.known]
    if (most > CLEARLY * words.length) break
  }
  return best
}

/** English first: whether it may be another one is not asked of a sentence that is clearly English. A sentence of a few words may be in any of them. */
function* latinLanguages(sentence: string): Iterable<Language> {
  yield english
  if (knowsLanguages() && lookAt(sentence).isForeign) yield* otherLanguages().latin
}

/** The language of a sentence that has other letters than Latin ones. */
function writtenIn(sentence: string): readonly Language[] {
  const known = BY_LETTERS.find(({ letters }) => letters.test(sentence))
  return otherLanguages().byLetters.filter(({ code }) => code === known?.code)
}

/** How many words of a reading are known, besides those that many languages share. */
export function knownIn(read: readonly Read[]): number {
  let known = 0
  for (const { code, size } of read) if (shareOf(code) === 1) known += size
  return known
}

/** What a language makes of words, and how many of them it knows; nothing if that is no more than another one does. */
function readIn(
  words: readonly Word[],
  lexicon: Lexicon,
  others: number,
): { readonly read: readonly Read[]; readonly known: number } | undefined {
  if (!mayKnow(words, lexicon, others)) return undefined
  const read: Read[] = []
  let [own, shared] = [0, 0]
  for (let at = 0; at < words.length; ) {
    const next = readAt(words, at, lexicon)
    read.push(next)
    at += next.size
    const share = shareOf(next.code)
    if (share === 1) own += next.size
    else if (share > 0) shared += next.size
  }
  const known = own + HALF_KNOWN * shared
  return known > others ? { read, known } : undefined
}
