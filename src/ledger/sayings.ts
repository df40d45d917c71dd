import { type Choice, choiceOf } from './alternatives.ts'
import { cueOf, latinOf, says } from './languages/cue.ts'
import { knowsLanguages } from './languages/index.ts'
import { hasOwnLetters, OTHER_LETTERS } from './languages/letters.ts'
import { OUTLINES } from './languages/outlines.ts'
import { isQuestion } from './last-sign.ts'
import { ownText } from './own-text.ts'
import { withDigits } from './spelled-numbers.ts'
import { wordTable } from './word-table.ts'
import { knownWordsIn, wordsOf } from './words.ts'

/** What a person's sentence is about, so that it can be told whether a later one takes its place. */
export interface Saying {
  /**
   * What it is about, without orders, small words, values and choices. Each once, here and below, in lists: of so few words, a set takes several
   * times as much.
   */
  readonly words: readonly string[]
  /** A bit for each of these words; several may have the same. */
  readonly bits: number
  /** Numbers, versions, paths and other names. */
  readonly values: readonly string[]
  /** By group, what it chooses. */
  readonly choices: ReadonlyMap<string, number>
  readonly isNegated: boolean
  /** How clearly it says that something is no longer so. */
  readonly change: 'none' | 'weak' | 'strong'
  /** It allows something. */
  readonly permits: boolean
  /** What it says to forget. */
  readonly forgotten: readonly string[]
}

const ORDER_WORDS = new Set(
  OUTLINES.flatMap(({ orderWords, changeWords }) => [...(orderWords?.split(' ') ?? []), ...(changeWords?.split(' ') ?? [])]),
)
const CHANGE = cueOf('change')
const FROM_NOW = cueOf('fromNow')
const OPPOSITION = cueOf('opposition')
const ADDITION = cueOf('addition')
const PERMISSION = cueOf('permission')
const FORGETTING = cueOf('forgetting')
const NEGATION = cueOf('negation')
const HAN = /\p{Script=Han}/u
const HAN_RUNS = /\p{Script=Han}+/gu
/** Names are values: they may change, what is said of them stays. */
const VALUE = /\d|[/_`]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u

/** What a word is to a sentence: a choice, a value, what the sentence is about, or none of that. */
interface Meaning {
  /** In small letters. */
  readonly small: string
  readonly part: 'value' | 'topic' | 'none'
  readonly choice: Choice | undefined
  readonly bit: number
}

/** The same few words are said again and again. */
const meanings = wordTable<Meaning>()
const LONGEST_MEANING = 24

function readMeaning(word: string): Meaning {
  // Names and numbers are many, and each is seldom said.
  if (word.length > LONGEST_MEANING || VALUE.test(word)) return meaningAnew(word)
  const own = ownText(word)
  const meaning = meaningAnew(own)
  meanings.remember(own, meaning)
  return meaning
}

function meaningAnew(word: string): Meaning {
  const small = word.toLowerCase()
  const part = VALUE.test(word) ? 'value' : ORDER_WORDS.has(small) ? 'none' : 'topic'
  return { small, part, choice: choiceOf(small), bit: bitOf(small) }
}

/** One of 32 bits, by all of its letters. */
function bitOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x9e3779b1)
  return 1 << (hash >>> 27)
}

/** Reads what a sentence is about. */
export function readSaying(text: string): Saying {
  const plain = withDigits(text)
  const words: string[] = []
  // Most sentences name and choose nothing, and what was read of each is kept.
  let values: string[] | undefined
  let choices: Map<string, number> | undefined
  let bits = 0
  for (const { small, part, choice, bit } of meaningsIn(plain)) {
    // The first is what is wanted: "tabs, not spaces".
    if (choice !== undefined) choices = withChoice(choices, choice)
    else if (part === 'value') values = withWord(values, small)
    else if (part === 'topic' && ((bits & bit) === 0 || !words.includes(small))) {
      words.push(small)
      bits |= bit
    }
  }
  const adds = isQuestion(text) || says(ADDITION, text)
  return {
    words,
    bits,
    values: values ?? NOTHING,
    choices: choices ?? NO_CHOICES,
    isNegated: says(NEGATION, text),
    change: adds ? 'none' : changeOf(text),
    permits: !adds && says(PERMISSION, text),
    forgotten: forgottenIn(plain),
  }
}

function withWord(found: string[] | undefined, word: string): string[] {
  const words = found ?? []
  if (!words.includes(word)) words.push(word)
  return words
}

function withChoice(found: Map<string, number> | undefined, { group, member }: Choice): Map<string, number> {
  const choices = found ?? new Map<string, number>()
  return choices.set(group, choices.get(group) ?? member)
}

function changeOf(text: string): Saying['change'] {
  if (says(OPPOSITION, text)) return 'strong'
  return says(CHANGE, text) || says(FROM_NOW, text) ? 'weak' : 'none'
}

function meaningsIn(text: string): readonly Meaning[] {
  if (!OTHER_LETTERS.test(text) || !HAN.test(text)) return knownWordsIn(text, meanings, readMeaning)
  return wordsIn(text).map((word) => meanings.of(word) ?? readMeaning(word))
}

/** Words, and pairs of characters of scripts without spaces. */
function wordsIn(text: string): readonly string[] {
  if (!OTHER_LETTERS.test(text) || !HAN.test(text)) return wordsOf(text)
  const pairs = (text.match(HAN_RUNS) ?? []).flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  )
  return [...pairs, ...wordsOf(text.replaceAll(HAN_RUNS, ' '))]
}

function forgottenIn(text: string): readonly string[] {
  // Most sentences say nothing of the kind, which is seen without a search.
  const found = says(FORGETTING, text) ? foundIn(text) : null
  if (found === null) return NOTHING
  const [clause = ''] = text.slice(found.index + found[0].length).split(/[,;.，。]/, 1)
  const words = wordsIn(clause).map((word) => word.toLowerCase())
  return [...new Set(words.filter((word) => !ORDER_WORDS.has(word)))]
}

function foundIn(text: string): RegExpExecArray | null {
  return latinOf(FORGETTING, text).exec(text) ?? (knowsLanguages() && hasOwnLetters(text) ? FORGETTING.other().exec(text) : null)
}

const NOTHING: readonly string[] = []
const NO_CHOICES: Saying['choices'] = new Map()

/** Of what an earlier sentence is about, what a later one must name; less if it only gives another value. */
const NAMED = { values: 0.6, polarity: 0.75 } as const
/** What a later sentence may speak of besides; pairs of characters overlap, so that one word more is several of them. */
const BESIDES = { weak: 0, strong: 2, pairs: 3 } as const

/**
 * True if a person's later sentence takes the place of an earlier one.
 *
 *     "only support Node 20"   ←  "actually support Node 22, not 20"        another value, and it says so
 *     "never push to main"     ←  "you may push to main now"                allowed after all
 *     "Use tabs."              ←  "No, spaces please"                       the other of two
 *     "Add a CSV export."      ←  "Forget the CSV export, make it a PDF"    to be forgotten
 *     "retry 3 times"          |  "retry the upload 5 times"                both hold
 */
export function takesPlaceOf(later: Saying, earlier: Saying): boolean {
  if (later.forgotten.length > 0 && isWithin(later.forgotten, [...earlier.words, ...earlier.values])) return true
  return choosesOther(later, earlier) || givesOther(later, earlier) || turnsRound(later, earlier)
}

function choosesOther(later: Saying, earlier: Saying): boolean {
  if (later.permits || !hasOtherChoice(later.choices, earlier.choices)) return false
  const [inLater, inEarlier] = [isWithin(later.words, earlier.words), isWithin(earlier.words, later.words)]
  if (inLater && inEarlier) return sameValues(later, earlier)
  return later.change !== 'none' && (inLater || (inEarlier && later.change === 'strong'))
}

function hasOtherChoice(later: Saying['choices'], earlier: Saying['choices']): boolean {
  if (earlier.size === 0) return false
  for (const [group, member] of later) if ((earlier.get(group) ?? member) !== member) return true
  return false
}

function givesOther(later: Saying, earlier: Saying): boolean {
  if (later.change === 'none' || earlier.values.length === 0) return false
  if (later.change === 'weak' && later.isNegated !== earlier.isNegated) return false
  return isAbout(later, earlier, NAMED.values, BESIDES[later.change]) && !isWithin(later.values, earlier.values)
}

function turnsRound(later: Saying, earlier: Saying): boolean {
  const lifts = earlier.isNegated && !later.isNegated && later.permits
  const forbids = !earlier.isNegated && later.isNegated && earlier.values.length === later.values.length
  if (!lifts && !forbids) return false
  return isAbout(later, earlier, NAMED.polarity, lifts ? BESIDES.strong : BESIDES.weak) && sameValues(later, earlier)
}

/** Whether two sentences speak of the same: one may leave out what the other says, but each may not have something of its own. */
function isAbout(later: Saying, earlier: Saying, named: number, besides: number): boolean {
  // Most have next to no word in common: that is seen at once, and nearly always by their bits.
  const most = (1 - named) * earlier.words.length
  if (earlier.words.length === 0 || onesIn(earlier.bits & ~later.bits) > most) return false
  const missing = countOutside(earlier.words, later.words)
  if (missing > most) return false
  const more = later.words.length - (earlier.words.length - missing)
  if (more > besides + BESIDES.pairs) return false
  const own = without(later.words, earlier.words).filter((word) => !HAN.test(word)).length
  if (own > 0 && without(earlier.words, later.words).some((word) => !HAN.test(word))) return false
  return own <= besides && more - own <= BESIDES.pairs
}

function onesIn(bits: number): number {
  let ones = 0
  for (let left = bits; left !== 0; left &= left - 1) ones += 1
  return ones
}

/** How far apart two sentences are in what they are about. */
export function distanceOf(later: Saying, earlier: Saying): number {
  return countOutside(earlier.words, later.words) + countOutside(later.words, earlier.words)
}

function countOutside(words: readonly string[], others: readonly string[]): number {
  let count = 0
  for (const word of words) if (!others.includes(word)) count += 1
  return count
}

function without(words: readonly string[], others: readonly string[]): readonly string[] {
  return words.filter((word) => !others.includes(word))
}

function sameValues(later: Saying, earlier: Saying): boolean {
  return isWithin(earlier.values, later.values)
}

function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  for (const word of part) if (!whole.includes(word)) return false
  return true
}
