/** A longer line is counted in parts, off by at most a token a part: the engine's regular expressions run out of stack. */
const LONGEST_LINE = 500_000

/**
 * A line that begins, after spaces, with something to read. Both encodings take white space up to the last line break, and slashes, with
 * what is before.
 */
const LINE_START = /[ \t]*[^\s/]/y

/** Whether no piece reaches over the line break in front of a line. */
export function beginsLine(text: string, at: number): boolean {
  LINE_START.lastIndex = at
  return LINE_START.test(text)
}

/** Where a text may be cut without changing its count, not before `least` characters: behind a line break that no piece reaches over. */
export function lineEnd(text: string, from: number, least = 0): number {
  for (let at = text.indexOf('\n', from + least); at !== -1 && at < from + LONGEST_LINE; at = text.indexOf('\n', at + 1)) {
    if (beginsLine(text, at + 1)) return at + 1
  }
  const most = from + LONGEST_LINE
  if (most >= text.length) return text.length
  const code = text.charCodeAt(most)
  return code >= 0xdc00 && code <= 0xdfff ? most - 1 : most
}
