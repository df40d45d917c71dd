import { beginsLine } from './line-end.ts'

/**
 * The part around a character that is neither ASCII nor a sign, as short as it can be, not before `from`: at the beginning of a line, and before a single space that a
 * letter follows, a piece begins, whatever stands around it, so that a text may be cut there. What lies between two such parts is counted by its
 * bytes, in a third of the time.
 *
 *     "he ate a crème brûlée, and left"   →   "he ate a" · " crème brûlée," · " and left"
 */
export function otherPart(text: string, from: number, other: number): { readonly from: number; readonly to: number } {
  let [begin, end] = [other, other + 1]
  while (begin > from && !isCut(text, begin)) begin -= 1
  while (end < text.length && !isCut(text, end)) end += 1
  return { from: begin, to: end }
}

const SPACE = 0x20
const BREAK = 0x0a

function isCut(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  if (before === BREAK) return beginsLine(text, at)
  if (text.charCodeAt(at) !== SPACE) return false
  const next = text.charCodeAt(at + 1) | 0x20
  return before > SPACE && before < 0x7f && next >= 0x61 && next <= 0x7a
}
