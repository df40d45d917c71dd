/** A longer sentence is split at its semicolons, colons and commas. */
const LONG = 240

/** Signs of ASCII that may stand at the end of a sentence or of a part of it. */
const MAY_END = new Uint8Array(128)
for (const sign of '.!?;:,') MAY_END[sign.charCodeAt(0)] = 1

/**
 * Where the sentence that begins at `from` ends, by the codes of its text: after a full stop that a new sentence follows, later at a colon, or at
 * `to`.
 *
 *     "It is slow, e.g. in a.ts. Fix it."   →   "It is slow, e.g. in a.ts." · "Fix it."
 */
export function sentenceEnd(codes: Uint16Array, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = codes[at] ?? 0
    // Letters and blanks: nearly all there is.
    if (code < 0x80 ? MAY_END[code] === 0 : code < 0x600) continue
    if (isWideStop(code)) return at + 1
    if (at + 1 >= to) return to
    const isPause = at - from > LONG && (code === 0x3b || code === 0x3a || code === 0x2c)
    if (!(isStop(code) || isPause) || codes[at + 1] !== 0x20) continue
    if (isPause || opensSentence(codes[at + 2] ?? 0)) return at + 1
  }
  return to
}

/**
 * The same loosely: a sentence may begin with a small letter, as people write in haste, and be as long as it likes.
 *
 *     "it is slow. fix it."   →   "it is slow." · "fix it."
 */
function hastyEnd(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80 ? MAY_END[code] === 0 : code < 0x600) continue
    if (isWideStop(code)) return at + 1
    if (at + 1 >= to) return to
    if (!isStop(code)) continue
    const end = isClosing(text.charCodeAt(at + 1)) ? at + 2 : at + 1
    if (end < to && isSpace(text.charCodeAt(end))) return end
  }
  return to
}

/** The sentences of a line with the space before each, so that they can be joined again. */
export function piecesOf(line: string): readonly string[] {
  const pieces: string[] = []
  for (let at = 0; at < line.length; ) {
    const end = hastyEnd(line, at, line.length)
    pieces.push(line.slice(at, end))
    at = end
  }
  return pieces
}

/** The sentences and lines of a text, each a verbatim piece of it. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/[\n\r\u2028\u2029]+/u)
    .flatMap(piecesOf)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** . ! ? */
function isStop(code: number): boolean {
  return code === 0x2e || code === 0x21 || code === 0x3f
}

/** 。 ！ ？ ؟ */
function isWideStop(code: number): boolean {
  return code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x61f
}

/** A capital, a quotation mark, a bracket or a backtick; any letter beyond ASCII. */
function opensSentence(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || code === 0x60 || code === 0x22 || code === 0x28 || code === 0x2a || code >= 0xc0
}

/** ) " ' ” ’ */
function isClosing(code: number): boolean {
  return code === 0x29 || code === 0x22 || code === 0x27 || code === 0x201d || code === 0x2019
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0xa0 || code === 0x3000
}
