import type { Seq } from '../schema/ids.ts'

/** What tools have said, sentence by sentence, each by a fingerprint of its letters; and the first entry that said it. */
export type Heard = Map<number, Seq>

/** Of one result, so much is listened to. */
const MOST = 200_000
/** Shorter pieces are said by anyone. A letter of Chinese, Japanese or Korean says as much as three. */
const FEWEST_LETTERS = 20

/** Remembers what a result says. */
export function hear(heard: Heard, text: string, seq: Seq): void {
  for (const piece of piecesOf(text.length > MOST ? text.slice(0, MOST) : text)) if (!heard.has(piece)) heard.set(piece, seq)
}

/** The entry of the tool whose sentence stands in a text, whatever stands around it; `undefined` if there is none. */
export function sourceOf(heard: Heard, text: string): Seq | undefined {
  for (const piece of piecesOf(text)) {
    const seq = heard.get(piece)
    if (seq !== undefined) return seq
  }
  return undefined
}

/** Always the end of a piece: quotation marks, line breaks, full stops of other scripts. */
const ENDS = new Set([...'"“”„«»\n\r!?;…。！？：；「」'].map((sign) => sign.charCodeAt(0)))
/** The end of a piece unless a word goes on behind it: `a.ts` is one word. */
const ENDS_BEHIND_WORDS = new Set([...'.:'].map((sign) => sign.charCodeAt(0)))

/** Fingerprints of the pieces between signs that end a sentence or a quotation, by their letters and digits alone. */
function piecesOf(text: string): readonly number[] {
  const pieces: number[] = []
  let hash = START
  let letters = 0
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : NEW_LINE
    if (isEnd(text, at, code)) {
      if (letters >= FEWEST_LETTERS) pieces.push((hash >>> 0) * LENGTHS + (letters % LENGTHS))
      hash = START
      letters = 0
    } else if (isLetter(code)) {
      hash = Math.imul(hash ^ (ASCII[code] ?? code), PRIME)
      letters += code >= FIRST_WIDE ? 3 : 1
    }
  }
  return pieces
}

function isEnd(text: string, at: number, code: number): boolean {
  if (ENDS.has(code)) return true
  if (!ENDS_BEHIND_WORDS.has(code)) return false
  const next = at + 1 < text.length ? text.charCodeAt(at + 1) : NEW_LINE
  return next !== SLASH && !isLetter(next)
}

function isLetter(code: number): boolean {
  return code > LAST_ASCII || (ASCII[code] ?? 0) > 0
}

/** FNV-1a, and the length beside it. */
const START = 0x811c9dc5
const PRIME = 0x01000193
const LENGTHS = 512
const NEW_LINE = 10
const SLASH = 47
const LAST_ASCII = 127
const FIRST_WIDE = 0x2e80

/** Letters and digits, capitals as small letters. */
const ASCII = new Uint8Array(128)
for (const sign of '0123456789abcdefghijklmnopqrstuvwxyz') {
  ASCII[sign.charCodeAt(0)] = sign.charCodeAt(0)
  ASCII[sign.toUpperCase().charCodeAt(0)] = sign.charCodeAt(0)
}
