import { isWide, readNames } from './names.ts'
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
}

/**
 * The sentences and list items of a text, without code: what stands between code fences is mostly what was done, not what was said.
 *
 *     "Two bugs. First: `a.ts` leaks.\n```\ncode\n```\n- b is slow"  →  "Two bugs." · "First: `a.ts` leaks." · "b is slow"
 */
export function statementsOf(text: string, options: StatementOptions = {}): readonly Statement[] {
  const { fewestWords = 3, fewestLetters = 12, withCode = false } = options
  const statements: Statement[] = []
  /** Where the code that we are in begins. */
  let code: number | undefined
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\n', at)
    const end = next === -1 ? text.length : next
    if (text.startsWith('```', firstInk(text, at, end))) {
      if (withCode && code !== undefined) addCode(statements, text, code, at)
      code = code === undefined ? end + 1 : undefined
    } else if (code === undefined) {
      for (let from = afterMarker(text, at, end); from < end; ) {
        const to = sentenceEnd(text, from, end)
        const statement = statementIn(text, from, to, fewestLetters)
        if (statement !== undefined && statement.words >= fewestWords) statements.push(statement)
        // If there is no space between sentences, none is skipped.
        from = to
      }
    }
    at = end + 1
  }
  return statements
}

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

/** The sentence that stands there; nothing if it has too few letters to be one. */
function statementIn(text: string, start: number, stop: number, fewestLetters: number): Statement | undefined {
  const from = firstInk(text, start, stop)
  const to = lastInk(text, from, stop)
  if (to - from < fewestLetters && lettersIn(text, from, to) < fewestLetters) return undefined
  const isLong = to - from > LONGEST
  const end = isLong ? wordEnd(text, from + LONGEST) : to
  const { names, words } = readNames(text, from, end)
  const line = text.slice(from, end)
  return { text: isLong ? `${line}…` : line, at: from, names, words }
}

/** Past the mark of a list item, heading or quotation. */
function afterMarker(text: string, from: number, to: number): number {
  const at = firstInk(text, from, to)
  // Most lines begin with a letter.
  if (at >= to || ((text.charCodeAt(at) | 32) >= 0x61 && (text.charCodeAt(at) | 32) <= 0x7a)) return at
  const marker = /^(?:#{1,6}|[-*+>•]|\d{1,3}[.)])\s+/.exec(text.slice(at, Math.min(to, at + 8)))
  return marker === null ? at : at + marker[0].length
}

function firstInk(text: string, from: number, to: number): number {
  let at = from
  while (at < to && text.charCodeAt(at) <= 0x20) at += 1
  return at
}

function lastInk(text: string, from: number, to: number): number {
  let at = to
  while (at > from && text.charCodeAt(at - 1) <= 0x20) at -= 1
  return at
}

function lettersIn(text: string, from: number, to: number): number {
  let letters = 0
  for (let at = from; at < to; at += 1) letters += isWide(text.charCodeAt(at)) ? 3 : 1
  return letters
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space > at - 60 ? space : at
}
