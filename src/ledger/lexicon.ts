import type { Language } from './languages/language.ts'
import { OUTLINES } from './languages/outlines.ts'
import type { Ending, Sign } from './languages/signs.ts'
import { ownText } from './own-text.ts'
import { type Leanings, leaningsIn } from './rule-table.ts'
import { codeOf, flagsOf, type Shown } from './sign-codes.ts'
import { knownIn, spellingsIn } from './spellings.ts'
import { wordTable } from './word-table.ts'

/** A word or phrase of a sentence. */
export interface Read {
  readonly text: string
  readonly sign: Shown
  /** The number of its sign. */
  readonly code: number
  /** How many words it has. */
  readonly size: number
  /** By what it leans to rules or away from them, whatever it shows. Names and numbers lean nowhere. */
  readonly mark: string | undefined
  /** How much, in tenths of a score; and once more if a sentence opens with it. */
  readonly leans: number
  readonly leansFirst: number
}

/** What a language knows of words. */
export interface Lexicon {
  /** Where words keep what this one knows of them. */
  readonly place: number
  readonly signs: ReadonlyMap<string, Shown>
  /** Those of one word that were met: a session has few of the thousands. */
  readonly met: Map<string, Read>
  /** Those of several words, by their first. */
  readonly phrases: ReadonlyMap<string, Phrase>
  /** How stems begin, with as many letters as the shortest has: most words begin otherwise, and need not be cut. */
  readonly stems: ReadonlySet<string>
  readonly endings: readonly Ending[]
  readonly leanings: Leanings
}

/** How phrases go on that begin with the same words, and what those words show by themselves. */
interface Phrase {
  next: Map<string, Phrase> | undefined
  /** How many words the longest of them has. */
  size: number
  sign: Shown | undefined
  read: Read | undefined
}

/** A word, and what the lexicons that were asked know of it: the same few words are said again and again. */
export interface Word {
  readonly text: string
  readonly known: (Known | undefined)[]
  /** A bit for each language without signs of which it is a small word. */
  readonly small: number
}

interface Known {
  readonly read: Read
  /** What it shows by its ending, behind some words. */
  readonly endings: readonly (readonly [Ending, Read])[]
  /** The phrases that it begins. */
  readonly phrase: Phrase | undefined
  /** Whether the language knows it by itself: 1, a part of that if others do as well, or 0. */
  readonly share: number
}

/** "l’", "qu’", "i’" are words of their own. */
const ELISION = /^([a-zà-ÿ]{1,2}’|qu’|jusqu’|lorsqu’)(.+)$/
const NAME = /[/\\_@#$<>={}[\]`"“«„]|[a-z][A-Z]|\.[a-z]|\d[a-z]|^-/
/** A phrase that need not be searched for its words. */
const PLAIN = /^[a-zà-ÿ *]*$/
const HAN = /[\u4e00-\u9fff]/
const LONGEST_NAME = { code: 24, quote: 14, han: 6 } as const

const lexicons = new Map<Language, Lexicon>()

/** Small words of the languages that have no signs. */
const UNSIGNED = OUTLINES.flatMap(({ smallWords, hasSigns }) => (hasSigns ? [] : [new Set(smallWords.split(' '))]))

function smallIn(word: string): number {
  let bits = 0
  for (let at = 0; at < UNSIGNED.length; at += 1) if (UNSIGNED[at]?.has(word) === true) bits |= 1 << at
  return bits
}

/** How many of some words are small words of one of those languages: of the one that has most of them. */
export function mostSmallIn(words: readonly Word[]): number {
  let most = 0
  for (let at = 0; at < UNSIGNED.length; at += 1) {
    let own = 0
    for (const { small } of words) own += (small >> at) & 1
    most = Math.max(most, own)
  }
  return most
}

/** Words as they are written, each with the words that it stands for. */
const spellings = wordTable<readonly Word[]>()
const LONGEST_SPELLING = 24

/** Made when it is first needed: most sessions speak one language. */
export function lexiconOf(language: Language): Lexicon {
  const made = lexicons.get(language)
  if (made !== undefined) return made
  const signs = new Map<string, Shown>()
  const [begun, stems] = [new Map<string, Phrase>(), new Set<string>()]
  for (const [sign, phrases] of Object.entries(language.signs ?? {})) {
    if (!isSign(sign, language)) continue
    for (const phrase of phrases.split('|')) {
      const words = PLAIN.test(phrase) ? phrase.split(' ') : textsOf(phrase)
      const [key = ''] = words
      if (words.length > 1) addPhrase(begun, words, sign)
      else if (!signs.has(key)) signs.set(key, sign)
      if (key.endsWith('*')) stems.add(key.slice(0, SHORTEST_STEM))
    }
  }
  const lexicon = {
    place: lexicons.size,
    signs,
    met: new Map<string, Read>(),
    phrases: begun,
    stems,
    endings: language.endings ?? [],
    leanings: leaningsIn(language),
  }
  lexicons.set(language, lexicon)
  return lexicon
}

function addPhrase(begun: Map<string, Phrase>, words: readonly string[], sign: Shown): void {
  let phrases = begun
  let last: Phrase | undefined
  for (const word of words) {
    if (last !== undefined) {
      last.next ??= new Map()
      phrases = last.next
    }
    last = phrases.get(word)
    if (last === undefined) {
      last = { next: undefined, size: words.length, sign: undefined, read: undefined }
      phrases.set(word, last)
    }
    last.size = Math.max(last.size, words.length)
  }
  if (last !== undefined) last.sign ??= sign
}

const WORDY = /^[\p{L}’ -]{1,40}$/u

function reading(text: string, sign: Shown, leanings: Leanings, size = 1): Read {
  const mark = WORDY.test(text) ? `=${text}` : undefined
  const [leans, leansFirst] = mark === undefined ? [0, 0] : [leanings.get(mark) ?? 0, leanings.get(`^${mark}`) ?? 0]
  return { text, sign, code: codeOf(sign), size, mark, leans, leansFirst }
}

function isSign(name: string, { signs }: Language): name is Sign {
  return signs !== undefined && name in signs
}

/** The words of a text. */
export function wordsOf(text: string): readonly Word[] {
  return knownIn(text, spellings, wordsFor)
}

function wordsFor(spelled: string): readonly Word[] {
  // Names are many, and each is seldom said.
  if (spelled.length > LONGEST_SPELLING || NAME.test(spelled) || /\d/.test(spelled)) return textsFor(spelled).map(wordAnew)
  const own = ownText(spelled)
  const words = textsFor(own).map(wordAnew)
  spellings.remember(own, words)
  return words
}

function wordAnew(text: string): Word {
  return { text, known: [], small: smallIn(text) }
}

function textsOf(text: string): readonly string[] {
  return spellingsIn(text).flatMap(textsFor)
}

function textsFor(written: string): readonly string[] {
  const spelled = written.includes("'") ? written.replaceAll("'", '’') : written
  const word = NAME.test(spelled) ? spelled : spelled.toLowerCase().replace(/[.’]{1,3}$/, '')
  const cut = word.includes('’') ? ELISION.exec(word) : null
  if (cut !== null) return [cut[1] ?? '', cut[2] ?? '']
  return word === '' ? [] : [word]
}

/** Of these signs, other languages have many too. */
const SHARED = flagsOf(['other', 'name', 'number', 'quote', 'pause', 'matter', 'manner'])
const [MATTER, MANNER] = [codeOf('matter'), codeOf('manner')]
/** What such a word counts where languages know equally many others. */
export const HALF_KNOWN = 0.4

/** What a word counts among those that a language knows. */
export function shareOf(code: number): number {
  if (SHARED[code] === 0) return 1
  return code === MATTER || code === MANNER ? HALF_KNOWN : 0
}

/** Whether a language could know more of some words than so many: phrases are not put together to find out, and not more words looked up than it takes. */
export function mayKnow(words: readonly Word[], lexicon: Lexicon, others: number): boolean {
  let [own, shared] = [0, 0]
  for (let at = 0; at < words.length && own + HALF_KNOWN * shared <= others; at += 1) {
    const word = words[at]
    if (word === undefined || own + HALF_KNOWN * shared + words.length - at <= others) break
    const { share, phrase } = word.known[lexicon.place] ?? lookUp(word, lexicon)
    if (phrase?.next?.has(words[at + 1]?.text ?? '') === true) own += phrase.size
    else if (share === 1) own += 1
    else if (share > 0) shared += 1
  }
  return own + HALF_KNOWN * shared > others
}

/** The longest phrase that begins with a word, or what the word shows by itself. */
export function readAt(words: readonly Word[], at: number, lexicon: Lexicon): Read {
  const word = words[at]
  if (word === undefined) return NOTHING
  const { read, endings, phrase } = word.known[lexicon.place] ?? lookUp(word, lexicon)
  const longest = phrase === undefined ? undefined : longestFrom(phrase, words, at, lexicon)
  if (longest !== undefined || endings.length === 0) return longest ?? read
  const before = words[at - 1]?.text ?? ''
  for (const [{ behind }, ended] of endings) if (behind === undefined || behind.test(before)) return ended
  return read
}

const NOTHING: Read = reading('', 'other', new Map())
const NO_ENDINGS: Known['endings'] = []

function lookUp(word: Word, lexicon: Lexicon): Known {
  const { text } = word
  const { place, phrases, endings, leanings } = lexicon
  const read = wordIn(text, lexicon) ?? stemIn(text, lexicon) ?? plainly(word, lexicon)
  const ends = read.sign === 'other' ? endings.filter(({ pattern }) => pattern.test(text)) : []
  const ended = ends.length === 0 ? NO_ENDINGS : ends.map((end) => [end, reading(text, end.sign, leanings)] as const)
  const share = Math.max(shareOf(read.code), ...ended.map(([, end]) => shareOf(end.code)))
  const known = { read, endings: ended, phrase: phrases.get(text), share }
  // Without holes, so that a look is quick.
  while (word.known.length < place) word.known.push(undefined)
  word.known[place] = known
  return known
}

function wordIn(text: string, { signs, met, leanings }: Lexicon): Read | undefined {
  const sign = signs.get(text)
  if (sign === undefined) return undefined
  const read = met.get(text) ?? reading(text, sign, leanings)
  met.set(text, read)
  return read
}

function longestFrom(first: Phrase, words: readonly Word[], at: number, { leanings }: Lexicon): Read | undefined {
  let longest: Read | undefined
  let phrase = first.next?.get(words[at + 1]?.text ?? '')
  for (let size = 2; phrase !== undefined; size += 1) {
    if (phrase.sign !== undefined) {
      phrase.read ??= reading(textBetween(words, at, size), phrase.sign, leanings, size)
      longest = phrase.read
    }
    phrase = phrase.next?.get(words[at + size]?.text ?? '')
  }
  return longest
}

function textBetween(words: readonly Word[], at: number, size: number): string {
  return words
    .slice(at, at + size)
    .map(({ text }) => text)
    .join(' ')
}

const MOST_LETTERS = 4
const SHORTEST_STEM = 3

function stemIn(word: string, { signs, stems, leanings }: Lexicon): Read | undefined {
  if (!stems.has(word.slice(0, SHORTEST_STEM))) return undefined
  for (let cut = 0; cut <= MOST_LETTERS && word.length - cut >= SHORTEST_STEM; cut += 1) {
    const stem = signs.get(`${word.slice(0, word.length - cut)}*`)
    if (stem !== undefined) return reading(word, stem, leanings)
  }
  return undefined
}

/** The same in every language that does not know the word, but for what it leans to. */
function plainly({ text }: Word, { leanings }: Lexicon): Read {
  return reading(text, plainSign(text), leanings)
}

function plainSign(word: string): Shown {
  if (/^[,;:()，；：、（）—–]/.test(word)) return 'pause'
  if (/^[€$£]?\d/.test(word)) return 'number'
  if (word.startsWith('`')) return word.includes(' ') && word.length > LONGEST_NAME.code ? 'quote' : 'name'
  if (/^["“«„]/.test(word)) return word.length > (HAN.test(word) ? LONGEST_NAME.han : LONGEST_NAME.quote) ? 'quote' : 'name'
  return NAME.test(word) ? 'name' : 'other'
}
