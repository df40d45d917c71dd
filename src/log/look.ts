import type { Look, Seen } from '../schema/artifacts.ts'
import { boundaryAtOrBefore } from './excerpt.ts'

/** A look shows at most so many characters of a text: what is put away is put away because it is large. */
export const MOST_CHARACTERS = 65_536
/** Matches of a search by default. */
const USUAL_MATCHES = 50
const MOST_MATCHES = 1_000
/** A line that matches is shown around the match, in so many characters. */
const SHOWN_OF_LINE = 400

/**
 * Reads a piece of a text, by characters or lines, or finds lines that hold some words. Words are searched for as they are: no
 * pattern is ever run, so that no search takes longer than reading the text.
 */
export function lookAt(text: string, look: Look): Seen {
  switch (look.kind) {
    case 'range':
      return pieceOf(text, clamp(look.from, text.length), clamp(look.to, text.length))
    case 'lines':
      return pieceOf(
        text,
        startOfLine(text, clamp(look.from, text.length + 1)),
        startOfLine(text, clamp(look.to, text.length) + 1),
      )
    case 'search':
      return search(text, look)
  }
}

/** Anything that is not a number, or is out of bounds, becomes the nearest number that makes sense. */
function clamp(value: number, most: number): number {
  return Number.isNaN(value) ? 0 : Math.trunc(Math.min(Math.max(0, value), most))
}

function pieceOf(text: string, from: number, to: number): Seen {
  const start = boundaryAtOrBefore(text, from)
  const end = Math.max(start, boundaryAtOrBefore(text, Math.min(to, start + MOST_CHARACTERS)))
  return { kind: 'piece', text: text.slice(start, end), from: start, to: end, of: text.length }
}

/** Where line number `line` begins, counted from 1; the end of the text if there is no such line. */
function startOfLine(text: string, line: number): number {
  let at = 0
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf('\n', at)
    if (end === -1) return text.length
    at = end + 1
  }
  return at
}

function search(text: string, { text: words, ignoreCase = false, limit = USUAL_MATCHES }: Look & { kind: 'search' }): Seen {
  const most = clamp(limit, MOST_MATCHES)
  const needle = ignoreCase ? words.toLowerCase() : words
  const matches: { readonly line: number; readonly text: string }[] = []
  if (needle === '') return { kind: 'matches', matches, more: false }
  let number = 0
  for (let at = 0; at <= text.length; ) {
    const next = text.indexOf('\n', at)
    const end = next === -1 ? text.length : next
    const line = text.slice(at, end)
    number += 1
    const found = (ignoreCase ? line.toLowerCase() : line).indexOf(needle)
    if (found !== -1 && matches.length === most) return { kind: 'matches', matches, more: true }
    if (found !== -1) matches.push({ line: number, text: around(line, found, words.length) })
    at = end + 1
  }
  return { kind: 'matches', matches, more: false }
}

function around(line: string, found: number, length: number): string {
  if (line.length <= SHOWN_OF_LINE) return line
  const from = boundaryAtOrBefore(line, found - Math.max(0, (SHOWN_OF_LINE - length) >> 1))
  const to = boundaryAtOrBefore(line, from + SHOWN_OF_LINE)
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
}
