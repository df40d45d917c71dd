/** The pieces of a text that looks like JSON: strings with their quotation marks, and what stands between them. */
interface Piece {
  readonly text: string
  readonly isString: boolean
}

/**
 * Takes a text apart in one go. A quotation mark that nothing closes begins no string: the rest stands between strings.
 *
 *     {"a": "b\"c", }   →   {   "a"   :    "b\"c"   , }
 */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', from)) {
    const end = endOfString(text, at)
    if (end === -1) break
    pieces.push({ text: text.slice(from, at), isString: false }, { text: text.slice(at, end), isString: true })
    from = end
  }
  return [...pieces, { text: text.slice(from), isString: false }]
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return -1
}

/** A text with what stands between its strings changed, and its strings too if asked. */
export function changeAroundStrings(
  text: string,
  change: { between(piece: string): string; inside?(quoted: string): string },
): string {
  return piecesOf(text)
    .map(({ text: piece, isString }) => (isString ? (change.inside?.(piece) ?? piece) : change.between(piece)))
    .join('')
}
