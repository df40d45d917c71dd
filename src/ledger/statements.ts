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
  const limits = { fewestWords, fewestLetters }
  /** Where the code that we are in begins. */
  let code: number | undefined
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\n', at)
    const end = next === -1 ? text.length : next
    if (text.startsWith('```', firstInk(text, at, end))) {
      if (withCode && code !== undefined) addCode(statements, text, code, at)
      code = code === undefined ? end + 1 : undefined
    } else if (code === undefined) addLine(statements, text, { from: at, to: end, ...limits })
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
  const code = text
    .slice(from, Math.min(to, from + 4 * LONGEST_CODE))
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

function linesBetween(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly fewestWords: number
  readonly fewestLetters: number
}

function addLine(statements: Statement[], text: string, line: Piece): void {
  for (let at = afterMarker(text, line.from, line.to); at < line.to; ) {
    const end = sentenceEnd(text, at, line.to)
    addStatement(statements, text, { ...line, from: at, to: end })
    // If there is no space between sentences, none is skipped.
    at = end
  }
}

function addStatement(statements: Statement[], text: string, piece: Piece): void {
  const { from, to, fewestWords, fewestLetters } = trimmed(text, piece)
  if (to - from < fewestLetters && lettersIn(text, from, to) < fewestLetters) return
  const isLong = to - from > LONGEST
  const end = isLong ? wordEnd(text, from + LONGEST) : to
  const { names, words } = readNames(text, from, end)
  if (words < fewestWords) return
  const line = text.slice(from, end)
  statements.push({ text: isLong ? `${line}…` : line, at: from, names, words })
}

/** Past the mark of a list item, heading or quotation. */
function afterMarker(text: string, from: number, to: number): number {
  const at = firstInk(text, from, to)
  const marker = /^(?:#{1,6}|[-*+>•]|\d{1,3}[.)])\s+/.exec(text.slice(at, Math.min(to, at + 8)))
  return marker === null ? at : at + marker[0].length
}

function firstInk(text: string, from: number, to: number): number {
  let at = from
  while (at < to && text.charCodeAt(at) <= 0x20) at += 1
  return at
}

function trimmed(text: string, piece: Piece): Piece {
  const from = firstInk(text, piece.from, piece.to)
  let to = piece.to
  while (to > from && text.charCodeAt(to - 1) <= 0x20) to -= 1
  return { ...piece, from, to }
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
