import { folded } from './fold.ts'
import { plainWords } from './in-words.ts'
import { TOKENS } from './languages.ts'
import { countsIn } from './numbers.ts'
import { ROLES, ROLES_ABROAD, ROLES_INSIDE } from './roles.ts'
import { namedUnits } from './unit-signs.ts'

const MOST_TEXT = 2_000
const SENTENCE_END = /[.;!?](?=[\s.;!?]|$)|[\n。！？；"{}]/
/** A number, a word, or a sign that compares. */
const WORD = /\d[\d.,'’_]*(?: ?[kKmM](?![\p{L}]))?|[\p{L}\p{M}]+|[><=%]/gu
const SCRIPT_WITHOUT_SPACES = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff]/
const ENDING = /(?:ing|(?<!e)ed|(?<=[sxz]|[cs]h)es|s|ly)$/
/** "gpt-4-32k" has no size. */
const MODEL_NAME = /(?<![\w.-])[A-Za-z]{2,20}\d{0,3}(?:[-.][A-Za-z\d]{1,20}){1,8}/g
const withoutDigits = (name: string): string => (/\d/.test(name) ? ' model ' : name)
/** Words are told apart by so many letters: the rest is what languages bend. */
const STEM = 7
/** Roles that stand so near to each other belong together. */
const NEAR = 4

const ROLES_OF: ReadonlyMap<string, readonly string[]> = rolesBy(ROLES, stemOf)
const ROLES_OF_BEGINNINGS: ReadonlyMap<string, readonly string[]> = rolesBy(ROLES_ABROAD, (word) => word)
const ROLES_OF_PARTS: ReadonlyMap<string, readonly string[]> = rolesBy(ROLES_INSIDE, (word) => word)
const LONGEST_PART = Math.max(...[...ROLES_OF_PARTS.keys()].map((part) => part.length))
/** How long the beginnings are by which words of other languages are known. Shorter ones are whole words. */
const BEGINNINGS = [11, 10, 9, 8, 7, 6, 5]

/**
 * What may tell of a text that it refuses a request for its size: its words by their stems, two that stand together, the roles that words
 * play, and which follow each other, whatever stands between; and how many sizes it states.
 *
 *     "The chat will not squeeze into the window"  →  chat · squeez · the chat · … · @input · @not+fit · @fit+window · @input~fit · …
 */
export function marksOf(text: string): ReadonlySet<string> {
  const marks = new Set<string>()
  const said = namedUnits(
    folded(plainWords(text.slice(0, MOST_TEXT).replace(MODEL_NAME, withoutDigits)))
      .toLowerCase()
      .replace(/n['’]t\b/g, ' not'),
  )
  for (const sentence of said.split(SENTENCE_END)) {
    const words = sentence.match(WORD) ?? []
    addWords(marks, words.flatMap(stemsIn))
    addRoles(
      marks,
      words.flatMap(rolesIn).filter((roles) => roles.length > 0),
    )
  }
  addSizes(marks, text)
  return marks
}

function addWords(marks: Set<string>, stems: readonly string[]): void {
  for (const [at, stem] of stems.entries()) {
    marks.add(stem)
    const next = stems[at + 1]
    if (next !== undefined) marks.add(`${stem} ${next}`)
  }
}

function addRoles(marks: Set<string>, sequence: readonly (readonly string[])[]): void {
  for (const [at, roles] of sequence.entries()) {
    for (const role of roles) {
      marks.add(`@${role}`)
      if (at === 0) marks.add(`^@${role}`)
      for (const [distance, others] of sequence.slice(at + 1, at + 1 + NEAR).entries())
        for (const other of others) marks.add(`@${role}${distance === 0 ? '+' : '~'}${other}`)
    }
  }
}

/** How many sizes it states, and how they relate. */
function addSizes(marks: Set<string>, text: string): void {
  const [first, second] = [...new Set(countsIn(text))].filter((count) => count >= LEAST_SIZE)
  marks.add(first === undefined ? '%none' : second === undefined ? '%one' : '%two')
  if (first === undefined || second === undefined) return
  marks.add(first > second ? '%falling' : '%rising')
  if (Math.max(first, second) < MOST_TIMES * Math.min(first, second)) marks.add('%near')
}

const LEAST_SIZE = 500
const MOST_TIMES = 4

/** Where words are not divided by spaces, any two letters may be one. */
function stemsIn(word: string): readonly string[] {
  if (/^\d/.test(word)) return [magnitudeOf(word)]
  if (!SCRIPT_WITHOUT_SPACES.test(word) || word.length < 3) return [stemOf(word).slice(0, STEM)]
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
}

function rolesIn(word: string): readonly (readonly string[])[] {
  return SCRIPT_WITHOUT_SPACES.test(word) ? partsIn(word) : [rolesOf(word)]
}

function partsIn(word: string): readonly (readonly string[])[] {
  const found: (readonly string[])[] = []
  for (let at = 0; at < word.length; ) {
    let length = Math.min(LONGEST_PART, word.length - at)
    while (length > 0 && !ROLES_OF_PARTS.has(word.slice(at, at + length))) length -= 1
    found.push(ROLES_OF_PARTS.get(word.slice(at, at + length)) ?? [])
    at += Math.max(1, length)
  }
  return found
}

function rolesOf(word: string): readonly string[] {
  if (/^\d/.test(word)) return magnitudeOf(word) === '#big' ? ['#'] : []
  if (word === '>' || word === '<') return ['>']
  if (TOKENS.test(word)) return ['token']
  return ROLES_OF.get(stemOf(word)) ?? rolesAbroad(word)
}

function rolesAbroad(word: string): readonly string[] {
  const beginning = BEGINNINGS.find((length) => word.length >= length && ROLES_OF_BEGINNINGS.has(word.slice(0, length)))
  return ROLES_OF_BEGINNINGS.get(beginning === undefined ? word : word.slice(0, beginning)) ?? []
}

function magnitudeOf(number: string): string {
  const digits = number.replace(/\D/g, '').length + (/[km]$/i.test(number) ? 3 : 0)
  return digits > 3 ? '#big' : digits === 3 ? '#mid' : '#low'
}

/** "trimming", "trimmed" and "trims" are "trim". */
function stemOf(word: string): string {
  const bare = word.length <= 3 ? word : word.replace(ENDING, '')
  if (bare.length < 3) return word
  return bare === word && word.length <= 3 ? word : bare.replace(/([bdgmnprt])\1$/, '$1').replace(/e$/, '')
}

function rolesBy(
  lists: Readonly<Record<string, string>>,
  keyOf: (word: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [role, words] of Object.entries(lists))
    for (const key of words.split(' ').map(keyOf)) {
      const known = found.get(key) ?? []
      if (!known.includes(role)) found.set(key, [...known, role])
    }
  return found
}
