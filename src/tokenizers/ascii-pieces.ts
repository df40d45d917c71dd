/** Kinds of characters, as far as o200k tells them apart. Both kinds of white space are at the end. */
const SIGN = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const BLANK = 4
const BREAK = 5

const SPACE = 0x20
const SLASH = 0x2f
const QUOTE = 0x27

/** By bytes: those of a character beyond ASCII are signs. */
const KINDS: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => (code < 0x80 ? kindOf(String.fromCharCode(code)) : SIGN))

function kindOf(character: string): number {
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  if (/\d/.test(character)) return DIGIT
  if (/[\r\n]/.test(character)) return BREAK
  return /\s/.test(character) ? BLANK : SIGN
}

/**
 * Where the piece that begins at `from` ends, in text of ASCII and signs: what the pattern of o200k says, by a look at each character. The
 * pattern takes five times as long, and nearly all that agents read and write is ASCII, or signs such as arrows, dashes and the lines of boxes.
 *
 *     "  it's HTTPServer(404);\n"   →   " ", " it's", " HTTPServer", "(", "404", ");\n"
 */
export function asciiPieceEnd(bytes: Uint8Array, view: DataView, from: number, end: number): number {
  const code = bytes[from] ?? 0
  const kind = KINDS[code] ?? 0
  if (kind === LOWER || kind === UPPER) return wordEnd(bytes, view, from, end)
  if (kind === DIGIT) return digitsEnd(bytes, from, end)
  const behind = code < 0x80 ? from + 1 : from + widthOf(code)
  const next = behind < end ? (KINDS[bytes[behind] ?? 0] ?? 0) : NOTHING
  // One sign or blank in front belongs to a word.
  if (kind !== BREAK && (next === LOWER || next === UPPER)) return wordEnd(bytes, view, behind, end)
  if (kind === SIGN || (code === SPACE && next === SIGN)) return signsEnd(bytes, behind, end)
  return spaceEnd(bytes, from, end)
}

/** Behind the last character. */
const NOTHING = -1

/** How many bytes a character beyond ASCII is, by the first of them. */
export function widthOf(first: number): number {
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

/** Capitals, then small letters, then `'s` and the like. */
function wordEnd(bytes: Uint8Array, view: DataView, from: number, end: number): number {
  let at = from
  while (at < end && KINDS[bytes[at] ?? 0] === UPPER) at += 1
  at = smallEnd(view, at, end)
  return at + 1 < end && bytes[at] === QUOTE ? at + contraction(bytes, at + 1, end) : at
}

const EACH = 0x01010101
const HIGH = 0x80 * EACH
const FROM_A = 0x80 - 0x61
const BEHIND_Z = 0x80 - 0x7b

/**
 * Where small letters end, looked at four at a time, without a question for each: added to the first number, a byte gets its highest bit if it is
 * at least an a; added to the second, if it is behind z. Small letters have the first and not the second. What stands behind `end` may
 * be anything.
 */
function smallEnd(view: DataView, from: number, end: number): number {
  for (let at = from; at < end; at += 4) {
    const four = view.getInt32(at, true)
    const others = ~((four + FROM_A * EACH) & ~(four + BEHIND_Z * EACH)) & HIGH
    if (others !== 0) return Math.min(end, at + ((31 - Math.clz32(others & -others)) >> 3))
  }
  return end
}

/** How long `'s`, `'t`, `'m`, `'d`, `'re`, `'ve` or `'ll` is, in either case; 0 if it is something else. */
function contraction(bytes: Uint8Array, at: number, end: number): number {
  const first = small(bytes[at] ?? 0)
  if (first === 0x73 || first === 0x74 || first === 0x6d || first === 0x64) return 2
  const second = at + 1 < end ? small(bytes[at + 1] ?? 0) : 0
  if ((first === 0x72 || first === 0x76) && second === 0x65) return 3
  return first === 0x6c && second === 0x6c ? 3 : 0
}

/** A capital as a small letter. Other signs may become letters, too, but none of those that are asked for. */
function small(code: number): number {
  return KINDS[code] === UPPER ? code | 0x20 : code
}

function digitsEnd(bytes: Uint8Array, from: number, end: number): number {
  const most = Math.min(end, from + 3)
  let at = from + 1
  while (at < most && KINDS[bytes[at] ?? 0] === DIGIT) at += 1
  return at
}

/** Signs, and the line breaks and slashes behind them. */
function signsEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && KINDS[bytes[at] ?? 0] === SIGN) at += 1
  while (at < end && (KINDS[bytes[at] ?? 0] === BREAK || bytes[at] === SLASH)) at += 1
  return at
}

/** White space up to its last line break; if it has none, all but the last blank, which goes with what follows. */
function spaceEnd(bytes: Uint8Array, from: number, end: number): number {
  let lastBreak = NOTHING
  let at = from
  for (; at < end && (KINDS[bytes[at] ?? 0] ?? 0) >= BLANK; at += 1) {
    if (KINDS[bytes[at] ?? 0] === BREAK) lastBreak = at
  }
  if (lastBreak !== NOTHING) return lastBreak + 1
  return at === end || at === from + 1 ? at : at - 1
}
