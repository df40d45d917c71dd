import { readNames } from './names.ts'

/** One sentence or line of a text, with the names it holds. */
export interface Statement {
  /** A verbatim piece of the text, on one line; where it had to be cut it ends in `…`. */
  readonly text: string
  /** Where in the text it begins. */
  readonly at: number
  readonly names: readonly string[]
  readonly words: number
}

const SHORTEST = 12
/** A longer sentence is split at its semicolons and colons, then cut. */
const LONG = 240
const LONGEST = 320

/**
 * The sentences and list items of a text, without code: what stands between code fences is what was done, not what was said.
 *
 *     "Two bugs. First: `a.ts` leaks.\n```\ncode\n```\n- b is slow"  →  "Two bugs." · "First: `a.ts` leaks." · "b is slow"
 */
export function statementsOf(text: string, { fewestWords = 3 }: { readonly fewestWords?: number } = {}): readonly Statement[] {
  const statements: Statement[] = []
  let isCode = false
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\n', at)
    const end = next === -1 ? text.length : next
    if (text.startsWith('```', firstInk(text, at, end))) isCode = !isCode
    else if (!isCode) addLine(statements, text, { from: at, to: end, fewestWords })
    at = end + 1
  }
  return statements
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly fewestWords: number
}

function addLine(statements: Statement[], text: string, { from, to, fewestWords }: Piece): void {
  const start = afterMarker(text, from, to)
  for (let at = start; at < to; ) {
    const end = sentenceEnd(text, at, to)
    addStatement(statements, text, { from: at, to: end, fewestWords })
    at = end // A space may follow, or not: after a wide full stop the next sentence begins at once.
  }
}

function addStatement(statements: Statement[], text: string, piece: Piece): void {
  const { from, to, fewestWords } = trimmed(text, piece)
  const wide = isWide(text.charCodeAt(from)) || isWide(text.charCodeAt((from + to) >> 1)) ? wideLetters(text, from, to) : 0
  // Where one letter is a syllable or a word, a sentence is short.
  if (to - from < (wide >= FEWEST_WIDE ? FEWEST_WIDE : SHORTEST)) return
  const isLong = to - from > LONGEST
  const end = isLong ? wordEnd(text, from + LONGEST) : to
  const { names, words: spaced } = readNames(text, from, end)
  const words = spaced + (wide >> 1)
  if (words < fewestWords) return
  const line = text.slice(from, end)
  statements.push({ text: isLong ? `${line}…` : line, at: from, names, words })
}

const FEWEST_WIDE = 4

function wideLetters(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (isWide(text.charCodeAt(at))) count += 1
  return count
}

/** Kana, Han, Hangul. */
function isWide(code: number): boolean {
  return (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af)
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

function trimmed(text: string, { from, to, fewestWords }: Piece): Piece {
  const start = firstInk(text, from, to)
  let end = to
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1
  return { from: start, to: end, fewestWords }
}

/** Where the sentence that begins at `from` ends: after a full stop that a new sentence follows, later at a colon, or with its line. */
function sentenceEnd(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (isWideStop(code)) return at + 1
    const isStop = code === 0x2e || code === 0x21 || code === 0x3f
    const isPause = at - from > LONG && (code === 0x3b || code === 0x3a || code === 0x2c)
    if ((isStop || isPause) && text.charCodeAt(at + 1) === 0x20 && (isPause || opensSentence(text.charCodeAt(at + 2))))
      return at + 1
  }
  return to
}

function isWideStop(code: number): boolean {
  return code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x61f
}

/** A capital, a quotation mark, a bracket or a backtick; any letter beyond ASCII. */
function opensSentence(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || code === 0x60 || code === 0x22 || code === 0x28 || code === 0x2a || code >= 0xc0
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space > at - 60 ? space : at
}
