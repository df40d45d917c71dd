import { readNames } from './names.ts'
import type { Statement } from './statements.ts'

const LONGEST_RECORD = 280
/** So many pieces of a result that is JSON are read. */
const MOST_PIECES = 4

/** The beginning of a result that is JSON, in pieces: ids, names and states stand first. */
export function recordIn(text: string): readonly Statement[] {
  if (!/^\s*[{[]/.test(text) || !text.includes('":')) return []
  const whole = text
    .slice(0, 2 * MOST_PIECES * LONGEST_RECORD)
    .replaceAll(/[\s"]+/g, (signs) => (signs.startsWith('"') && !/\s/.test(signs) ? '' : ' '))
    .trim()
  const pieces: Statement[] = []
  for (let from = 0; from < whole.length && pieces.length < MOST_PIECES; ) {
    const isRest = whole.length - from <= LONGEST_RECORD
    const cut = isRest ? whole.length : whole.lastIndexOf(', ', from + LONGEST_RECORD)
    const end = cut > from ? cut : from + LONGEST_RECORD
    const line = `${whole.slice(from, end)}${end < whole.length ? '…' : ''}`
    pieces.push({ text: line, at: from, ...readNames(line) })
    from = whole.startsWith(', ', end) ? end + 2 : end
  }
  return pieces
}
