import { codeReader } from '../schema/codes.ts'
import { isWide, namesIn, readNames } from './names.ts'
import { isProse, mayBeProse } from './prose.ts'
import { sentenceEnd } from './sentences.ts'

/** One sentence or line of a text, with the names it holds. */
export interface Statement {
  /** A verbatim piece of the text, on one line; if it had to be cut it ends in `…`. */
  readonly text: string
  /** Where in the text it begins. */
  readonly at: number
  readonly names: readonly string[]
  readonly words: number
  /** Set if it is code: the sentence before it, which it begins with. */
  readonly holds?: string
}

/** A longer sentence is cut. */
const LONGEST = 320

interface StatementOptions {
  /** Names do not count. */
  readonly fewestWords?: number
  /** In letters; one of Chinese, Japanese or Korean says as much as three. */
  readonly fewestLetters?: number
  /** Whether code between fences is a statement too, together with the sentence that it follows, on one line. */
  readonly withCode?: boolean
  /** Whether lines of code are left out, which is seen before their names are read. */
  readonly onlyProse?: boolean
  /** Of many lines only a few are kept. */
  readonly isKept?: (statement: Statement) => boolean
  /** So many, the first, are enough. */
  readonly most?: number
}

/**
 * The sentences and list items of a text, without code: what stands between code fences is mostly what was done, not what was said.
 *
 *     "Two bugs. First: `a.ts` leaks.\n```\ncode\n```\n- b is slow"  →  "Two bugs." · "First: `a.ts` leaks." · "b is slow"
 */
export function statementsOf(text: string, options: StatementOptions = {}): readonly Statement[] {
  const { fewestWords = 3, fewestLetters = 12, withCode = false, most = Number.POSITIVE_INFINITY } = options
  const { onlyProse = false, isKept = always } = options
  if (withCode && (onlyProse || isKept !== always) && text.includes(FENCE)) {
    // Code goes with the sentence before it, whether or not that is kept by itself.
    const all = statementsOf(text, { fewestWords, fewestLetters, withCode })
    return all.filter((statement) => (!onlyProse || isProse(statement.text)) && isKept(statement)).slice(0, most)
  }
  const statements: Statement[] = []
  const codes = codesOf(text)
  /** Where the code that we are in begins. */
  let code: number | undefined
  for (let at = 0; at < text.length && statements.length < most; ) {
    const next = text.indexOf('\n', at)
    const end = next === -1 ? text.length : next
    if (text.startsWith(FENCE, firstInk(codes, at, end))) {
      if (withCode && code !== undefined) addCode(statements, text, code, at)
      code = code === undefined ? end + 1 : undefined
    } else if (code === undefined) {
      for (let from = afterMarker(text, codes, at, end); from < end && statements.length < most; ) {
        const to = sentenceEnd(codes, from, end)
        const statement = statementIn(text, codes, { from, to, fewestLetters, onlyProse })
        if (statement !== undefined && statement.words >= fewestWords && isKept(statement)) statements.push(statement)
        // If there is no space between sentences, none is skipped.
        from = to
      }
    }
    at = end + 1
  }
  return statements
}

const codesOf = codeReader()
const FENCE = '```'
const always = (): boolean => true
const SHORTEST_CODE = 12
const LONGEST_CODE = 280
/** Lines between a sentence and the code that it is about: the fence, and one that is empty. */
const MOST_LINES_BETWEEN = 3

function addCode(statements: Statement[], text: string, from: number, to: number): void {
  // Line breaks are gone afterwards, so a little more is looked at than is kept.
  const start = putIn(text, from, to)
  const code = text
    .slice(start, Math.min(to, start + 4 * LONGEST_CODE))
    .replace(/^>>>>>>>.*/m, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (code.length < SHORTEST_CODE) return
  const before = statements.at(-1)
  const isAbout = before !== undefined && linesBetween(text, before.at + before.text.length, from) <= MOST_LINES_BETWEEN
  const whole = isAbout ? `${before.text} ${code}` : code
  const line = whole.length > LONGEST_CODE ? `${whole.slice(0, wordEnd(whole, LONGEST_CODE))}…` : whole
  const { names, words } = readNames(line)
  if (names.length === 0) return
  const isWhole = isAbout && line.startsWith(before.text)
  statements.push({ text: line, at: isAbout ? before.at : from, names, words, ...(isWhole ? { holds: before.text } : {}) })
}

/** Of an edit that is written as what to search for and what to put there, the second part. */
function putIn(text: string, from: number, to: number): number {
  if (!text.startsWith('<<<<<<<', from)) return from
  const parting = text.indexOf('\n=======\n', from)
  return parting === -1 || parting >= to ? from : parting + '\n=======\n'.length
}

function linesBetween(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

interface Place {
  readonly from: number
  readonly to: number
  readonly fewestLetters: number
  readonly onlyProse: boolean
}

/** The sentence that stands there; nothing if it has too few letters to be one, or is code where only prose is wanted. */
function statementIn(text: string, codes: Uint16Array, place: Place): Statement | undefined {
  const from = firstInk(codes, place.from, place.to)
  const to = lastInk(codes, from, place.to)
  if (to - from < place.fewestLetters && lettersIn(codes, from, to) < place.fewestLetters) return undefined
  const isLong = to - from > LONGEST
  const end = isLong ? wordEnd(text, from + LONGEST) : to
  if (place.onlyProse && !mayBeProse(codes, from, end)) return undefined
  const cut = text.slice(from, end)
  const line = isLong ? `${cut}…` : cut
  if (place.onlyProse && !isProse(line)) return undefined
  const { names, words } = namesIn(text, codes, from, end)
  return { text: line, at: from, names, words }
}

/** Past the mark of a list item, heading or quotation. */
function afterMarker(text: string, codes: Uint16Array, from: number, to: number): number {
  const at = firstInk(codes, from, to)
  const small = (codes[at] ?? 0) | 32
  // Most lines begin with a letter.
  if (at >= to || (small >= 0x61 && small <= 0x7a)) return at
  const marker = /^(?:#{1,6}|[-*+>•]|\d{1,3}[.)])\s+/.exec(text.slice(at, Math.min(to, at + 8)))
  return marker === null ? at : at + marker[0].length
}

function firstInk(codes: Uint16Array, from: number, to: number): number {
  let at = from
  while (at < to && (codes[at] ?? 0) <= 0x20) at += 1
  return at
}

function lastInk(codes: Uint16Array, from: number, to: number): number {
  let at = to
  while (at > from && (codes[at - 1] ?? 0) <= 0x20) at -= 1
  return at
}

function lettersIn(codes: Uint16Array, from: number, to: number): number {
  let letters = 0
  for (let at = from; at < to; at += 1) letters += isWide(codes[at] ?? 0) ? 3 : 1
  return letters
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space > at - 60 ? space : at
}
