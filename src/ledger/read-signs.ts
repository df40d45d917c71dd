import { OTHER_LETTERS } from './languages/cue.ts'
import { LANGUAGES } from './languages/index.ts'
import type { Language } from './languages/language.ts'
import type { Ending, Sign } from './languages/signs.ts'

/** A word or phrase of a sentence. Of most nouns nothing is known; a name is a path, code or an identifier. */
export interface Read {
  readonly text: string
  readonly sign: Sign | 'other' | 'name' | 'number' | 'quote' | 'pause'
  /** How many words it has. */
  readonly size: number
}

interface Lexicon {
  readonly signs: ReadonlyMap<string, Sign>
  /** How many words the longest phrase has that begins with a word. */
  readonly longest: ReadonlyMap<string, number>
  readonly endings: readonly Ending[]
}

/** Code, quotations, Chinese letters, words, and what separates clauses. */
const WORD =
  /`[^`]{0,400}`|"[^"]{0,400}"|“[^”]{0,400}”|«[^»]{0,400}»|„[^“”]{0,400}[“”]|[\u2e80-\u9fff]|[^\s,;:?!¿¡()"“”«»„…，。；：！？、（）—–\u2e80-\u9fff]+|[,;:()，；：、（）—–]/g
/** "l’", "qu’", "i’" are words of their own. */
const ELISION = /^([a-zà-ÿ]{1,2}’|qu’|jusqu’|lorsqu’)(.+)$/
const NAME = /[/\\_@#$<>={}[\]`"“«„]|[a-z][A-Z]|\.[a-z]|\d[a-z]|^-/
/** A phrase that need not be searched for its words. */
const PLAIN = /^[a-zà-ÿ *]*$/
const HAN = /[\u4e00-\u9fff]/
const LONGEST_NAME = { code: 24, quote: 14, han: 6 } as const
/** Of these, other languages have many too. */
const SHARED: ReadonlySet<string> = new Set(['other', 'name', 'number', 'quote', 'pause', 'matter', 'manner'])
/** With more known words than that, a sentence is not searched for those of other languages. */
const CLEARLY = 0.7

const lexicons = new Map<Language, Lexicon>()
const LATIN = LANGUAGES.filter(({ knownBy, signs }) => 'words' in knownBy && signs !== undefined)

/**
 * What the words of a sentence show, in the language that knows most of them; nothing if we do not know its language.
 *
 *     "Never push to main"  →  always · talk · small · matter
 */
export function readSigns(sentence: string): readonly Read[] {
  const words = wordsOf(sentence)
  let best: readonly Read[] = []
  let most = -1
  for (const language of OTHER_LETTERS.test(sentence) ? writtenIn(sentence) : LATIN) {
    if (language.signs === undefined) break
    const read = readIn(words, lexiconOf(language))
    const known = knownIn(read)
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
  return read.reduce((sum, { sign, size }) => sum + (SHARED.has(sign) ? 0 : size), 0)
}

/** Made when it is first needed: most sessions speak one language. */
function lexiconOf(language: Language): Lexicon {
  const known = lexicons.get(language)
  if (known !== undefined) return known
  const signs = new Map<string, Sign>()
  const longest = new Map<string, number>()
  for (const [sign, phrases] of Object.entries(language.signs ?? {})) {
    if (!isSign(sign, language)) continue
    for (const phrase of phrases.split('|')) {
      const words = PLAIN.test(phrase) ? phrase.split(' ') : wordsOf(phrase)
      const key = words.join(' ')
      if (!signs.has(key)) signs.set(key, sign)
      const [first = ''] = words
      longest.set(first, Math.max(longest.get(first) ?? 0, words.length))
    }
  }
  const made = { signs, longest, endings: language.endings ?? [] }
  lexicons.set(language, made)
  return made
}

function isSign(name: string, { signs }: Language): name is Sign {
  return signs !== undefined && name in signs
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  for (const [found] of text.replaceAll("'", '’').matchAll(WORD)) {
    const word = NAME.test(found) ? found : found.toLowerCase().replace(/[.’]{1,3}$/, '')
    const cut = ELISION.exec(word)
    if (cut !== null) words.push(cut[1] ?? '', cut[2] ?? '')
    else if (word !== '') words.push(word)
  }
  return words
}

function readIn(words: readonly string[], lexicon: Lexicon): readonly Read[] {
  const read: Read[] = []
  for (let at = 0; at < words.length; ) {
    const next = readAt(words, at, lexicon)
    read.push(next)
    at += next.size
  }
  return read
}

function readAt(words: readonly string[], at: number, { signs, longest, endings }: Lexicon): Read {
  const word = words[at] ?? ''
  for (let size = Math.min(longest.get(word) ?? 0, words.length - at); size > 0; size -= 1) {
    const text = size === 1 ? word : words.slice(at, at + size).join(' ')
    const sign = signs.get(text)
    if (sign !== undefined) return { sign, size, text }
  }
  const sign = signOf(word, signs)
  if (sign !== 'other') return { sign, size: 1, text: word }
  const ending = endings.find(({ pattern }) => pattern.test(`${words[at - 1] ?? ''} ${word}`))
  return { sign: ending?.sign ?? 'other', size: 1, text: word }
}

const MOST_LETTERS = 4
const SHORTEST_STEM = 3

function signOf(word: string, signs: ReadonlyMap<string, Sign>): Read['sign'] {
  for (let cut = 0; cut <= MOST_LETTERS && word.length - cut >= SHORTEST_STEM; cut += 1) {
    const sign = signs.get(`${word.slice(0, word.length - cut)}*`)
    if (sign !== undefined) return sign
  }
  if (/^[,;:()，；：、（）—–]/.test(word)) return 'pause'
  if (/^[€$£]?\d/.test(word)) return 'number'
  if (word.startsWith('`')) return word.includes(' ') && word.length > LONGEST_NAME.code ? 'quote' : 'name'
  if (/^["“«„]/.test(word)) return word.length > (HAN.test(word) ? LONGEST_NAME.han : LONGEST_NAME.quote) ? 'quote' : 'name'
  return NAME.test(word) ? 'name' : 'other'
}
