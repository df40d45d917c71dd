import { codeReader } from '../../schema/codes.ts'
import { hasOwnLetters } from './letters.ts'
import { OUTLINES } from './outlines.ts'

/** Words of other languages that English texts have as well. */
const ENGLISH =
  'a ab am an ci com da dir e falls ha ho in io me mit na no non num o on os plus quien si six so super sur todo todos um va y ya'
/** Those that English texts have now and then, in names and in code. */
const RARE =
  'al als ao au bien ce ces che con de del der des di die dies dis dos du el en encore entre era es est et eux favor fue garde guten hasta il im ist ja je la las le libre lo los mai mes mets mir mis mon nada ne ni ou par poi pour qui sa salvo sans se sea ses solo son sobre sous sta su tem tes te ton tous tra tu um un una une uno usa vale weg zu'
/** How much a word says: only what says so much is looked at as something that may not be English. */
export const ENOUGH = 2
const RARELY = 1

const FACTOR = 31

interface Telling {
  readonly word: string
  readonly points: number
}

const WORDS = wordsByHash()

function wordsByHash(): ReadonlyMap<number, Telling> {
  const words = OUTLINES.filter(({ code }) => code !== 'en').flatMap(
    ({ smallWords, changeWords = '', orderWords = '', numbers = '', otherWords = '' }) =>
      `${smallWords} ${changeWords} ${orderWords} ${numbers.replaceAll(/=\d+/g, '')} ${otherWords}`.split(' '),
  )
  const [english, rare] = [new Set(ENGLISH.split(' ')), new Set(RARE.split(' '))]
  const telling = words.filter((word) => /^[a-z]+$/.test(word) && !english.has(word))
  return new Map(telling.map((word) => [hashOf(word), { word, points: rare.has(word) ? RARELY : ENOUGH }]))
}

/** The hash of a word: of its characters, one after another. */
export function hashOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at += 1) hash = hashAfter(hash, word.charCodeAt(at))
  return hash
}

/** What a word may be: one of them, or one that spells a number in any language. */
const TELLS = 1
export const COUNTS = 2
/** By the last bits of its hash: most words are neither, and need not be looked up. */
const MAYBE = new Uint8Array(16_384)
const LAST_BITS = MAYBE.length - 1
for (const hash of WORDS.keys()) MAYBE[hash & LAST_BITS] = TELLS
for (const { numbers } of OUTLINES)
  for (const number of numbers?.split(' ') ?? []) {
    const hash = hashOf(number.replace(/=.*/, ''))
    MAYBE[hash & LAST_BITS] = kindOf(hash) | COUNTS
  }

/** The same with one more character. */
export function hashAfter(hash: number, letter: number): number {
  return (Math.imul(hash, FACTOR) + letter) | 0
}

/** Flags of what a word may be, by its hash. */
export function kindOf(hash: number): number {
  return MAYBE[hash & LAST_BITS] ?? 0
}

/** How much the word says that ends at a place. */
export function pointsOf(hash: number, text: string, end: number): number {
  const { word, points } = WORDS.get(hash) ?? NOTHING
  return points > 0 && text.slice(Math.max(0, end - word.length), end).toLowerCase() === word ? points : 0
}

const NOTHING: Telling = { word: '', points: 0 }

/** Signs and letters, most with accents, that English does without. */
const CLEAR = /[¡¿À-ÖØ-öø-\u036f]/
/** Letters as JSON writes them that is a text itself: not dashes, quotes and emoji. */
const WRITTEN_IN_DIGITS = /\\u(?:00[c-f][\da-f]|0[1-9a-f]|1[\da-f]|2[ef]|[3-9a-c][\da-f]|d[0-7])/i
/** Behind an escape, a code that colours what a terminal shows: its letter begins no word. */
const COLOUR = /\[[\d;]{0,12}[A-Za-z]/y
const [LINE_FEED, ESCAPE, BACKSLASH] = [0x0a, 0x1b, 0x5c]

/**
 * Whether a text may be, or hold, something that is not English: letters that are not Latin, or words and letters that English texts next to
 * never have. It depends on nothing but the text, so that what is read in it depends on nothing else, either. One paragraph must say enough: of a
 * long text, each is looked at for itself.
 *
 *     "Never push to main"  →  no          "Usa siempre tabs"  →  yes          "Zürich"  →  yes
 */
export function isForeign(text: string): boolean {
  return isForeignBy(text, codesOf(text))
}

const codesOf = codeReader()
/** What words are made of, as small letters. A digit is part of a word, as in "66cada". */
export const OF_WORDS: Uint8Array = new Uint8Array(0x10000)
for (const sign of '0123456789abcdefghijklmnopqrstuvwxyz')
  for (const form of [sign, sign.toUpperCase()]) OF_WORDS[form.charCodeAt(0)] = sign.charCodeAt(0)

/** The same of a text whose codes are at hand. */
export function isForeignBy(text: string, codes: Uint16Array): boolean {
  if (text.includes('\\u') && WRITTEN_IN_DIGITS.test(text)) return true
  const { length } = text
  let [points, hash, last] = [0, 0, 0]
  let isAscii = true
  for (let at = 0; at < length; at += 1) {
    const code = codes[at] ?? 0
    const small = OF_WORDS[code] ?? 0
    if (small !== 0) {
      hash = hashAfter(hash, small)
      continue
    }
    // The same word twice says no more than once.
    if ((kindOf(hash) & TELLS) !== 0 && hash !== last) {
      const more = pointsOf(hash, text, at)
      points += more
      if (points >= ENOUGH) return true
      if (more > 0) last = hash
    }
    hash = 0
    if (code > BACKSLASH) isAscii &&= code < 0x80
    // In JSON, what stands behind it may be the `n` that ends a line, and is part of no word.
    else if (code === BACKSLASH) at += 1
    else if (code === LINE_FEED && codes[at + 1] === LINE_FEED) points = last = 0
    else if (code === ESCAPE) at = endOf(COLOUR, text, at + 1)
  }
  if (hash !== last && points + pointsOf(hash, text, text.length) >= ENOUGH) return true
  return !isAscii && (CLEAR.test(text) || hasOwnLetters(text))
}

/** Where the last character of what begins at a place stands: there, if nothing does. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex - 1 : from
}
