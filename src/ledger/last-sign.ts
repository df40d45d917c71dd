/*
 * How a sentence ends, blanks behind it aside. Looked at from its end: a pattern looks for the sign at every character.
 */

/** Whether the last of a sentence is one of some signs. */
export function endsIn(sentence: string, signs: string): boolean {
  const ended = sentence.trimEnd()
  return ended !== '' && signs.includes(ended.charAt(ended.length - 1))
}

const MARKS = '?？؟'
const CLOSING = `"'”’)`

/** Whether a sentence asks something. */
export function isQuestion(sentence: string): boolean {
  const ended = sentence.trimEnd()
  const last = ended.length - 1
  if (last < 0) return false
  if (MARKS.includes(ended.charAt(last))) return true
  return last > 0 && CLOSING.includes(ended.charAt(last)) && MARKS.includes(ended.charAt(last - 1))
}
