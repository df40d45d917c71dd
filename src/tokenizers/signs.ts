import { widthOf } from './ascii-pieces.ts'

/** Neither letters nor digits nor what is put on letters, and no white space: the pattern takes it as it takes a sign of ASCII. */
const SIGN = /[^\s\p{L}\p{N}\p{M}]/u
const YES = 1
const NO = 2

/** What was asked of the characters of most languages. */
const known = new Uint8Array(0x10000)

/** Whether a character beyond ASCII, as UTF-8, is a sign. */
export function isSign(bytes: Uint8Array, at: number): boolean {
  const point = pointAt(bytes, at)
  if (point >= known.length) return SIGN.test(String.fromCodePoint(point))
  const found = known[point] ?? 0
  if (found !== 0) return found === YES
  const is = SIGN.test(String.fromCharCode(point))
  known[point] = is ? YES : NO
  return is
}

/** The character whose bytes begin there. */
function pointAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const width = widthOf(first)
  let point = first & (0x7f >> width)
  for (let next = 1; next < width; next += 1) point = (point << 6) | ((bytes[at + next] ?? 0) & 0x3f)
  return point
}
