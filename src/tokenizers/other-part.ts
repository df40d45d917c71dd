/**
 * The next part of a line that has more than ASCII in it, as short as it can be: before a single space that a letter follows a piece begins, whatever
 * stands around it, so that a line may be cut there. What lies between two such parts is counted as ASCII is, in a third of the time.
 *
 *     "he said it’s done, and left"   →   "he said" · " it’s" · " done, and left"
 */
export function otherPart(line: string, from: number): { readonly from: number; readonly to: number } {
  let at = from
  while (at < line.length && line.charCodeAt(at) < 0x80) at += 1
  let [begin, end] = [at, at + 1]
  if (at === line.length) return { from: at, to: at }
  while (begin > from && !isCut(line, begin)) begin -= 1
  while (end < line.length && !isCut(line, end)) end += 1
  return { from: begin, to: Math.min(end, line.length) }
}

const SPACE = 0x20

function isCut(line: string, at: number): boolean {
  if (line.charCodeAt(at) !== SPACE) return false
  const [before, next] = [line.charCodeAt(at - 1), line.charCodeAt(at + 1) | 0x20]
  return before > SPACE && before < 0x7f && next >= 0x61 && next <= 0x7a
}
