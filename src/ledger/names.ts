import { codeReader } from '../schema/codes.ts'

/** What a piece of text holds: names that must be copied exactly, and how many plain words stand around them. */
interface Reading {
  /** Distinct, in order; a path also counts under its last part, a member under its own name. */
  readonly names: readonly string[]
  readonly words: number
}

/** Kinds of characters, as bits: what a run of them has seen is their union. Only the last two cannot end a name. */
const LOWER = 1
const UPPER = 2
const DIGIT = 4
const UNDERSCORE = 8
const SLASH = 16
const DOT = 32
const JOINT = 64
/** A capital after a small letter: `camelCase`. */
const HUMP = 128

const CAN_END = LOWER | UPPER | DIGIT | UNDERSCORE
const LETTERS = LOWER | UPPER
const KINDS = kinds()
const BACKTICK = 0x60
const BACKSLASH = 0x5c
const NUMBER_SIGN = 0x23
const SHORTEST = 3
const LONGEST = 160

/**
 * Reads names off a text: paths, symbols, addresses, hashes, ids, versions, numbers with units or of three digits, and whatever stands
 * in backticks. One pass over the characters: this runs over everything an agent writes.
 *
 *     "Fixed `retry` in src/net/http.ts (see #412)"  →  retry, src/net/http.ts, http.ts, #412; 3 words
 */
export function readNames(text: string, from = 0, to: number = text.length): Reading {
  return namesIn(text, codesOf(text), from, to)
}

const codesOf = codeReader()

/** The same of a text whose codes are at hand. */
export function namesIn(text: string, codes: Uint16Array, from: number, to: number): Reading {
  found.count = 0
  let words = 0
  let wide = 0
  let at = from
  while (at < to) {
    const code = codes[at] ?? 0
    let before = KINDS[code] ?? 0
    if ((before & CAN_END) === 0) {
      if (isWide(code)) wide += 1
      // Arguments are JSON: an escaped line break is not a letter n.
      at += code === BACKSLASH ? 2 : 1
      continue
    }
    const start = at
    let seen = before
    let joints = 0
    at += 1
    let end = at
    let capitals = before === UPPER ? 1 : 0
    while (at < to) {
      const kind = KINDS[codes[at] ?? 0] ?? 0
      if (kind === 0) break
      at += 1
      // Belongs to the run only if something follows that can end it.
      if ((kind & CAN_END) === 0) joints |= kind
      else {
        seen |= joints | kind
        if (kind === UPPER) {
          capitals += 1
          if (before === LOWER) seen |= HUMP
        }
        // Small letters, of which there are most, are passed over without any of this.
        if (kind === LOWER) while (at < to && KINDS[codes[at] ?? 0] === LOWER) at += 1
        end = at
      }
      before = kind
    }
    if (seen === LOWER || (seen === (LOWER | UPPER) && capitals === 1)) {
      if (isQuoted(codes, start, end)) addName(text.slice(start, end), seen)
      else if (end - start > 1) words += 1
    } else if (isName(text, codes, start, end, seen, capitals)) {
      addName(text.slice(start > from && codes[start - 1] === NUMBER_SIGN ? start - 1 : start, end), seen)
    }
  }
  return { names: found.count === 0 ? NO_NAMES : taken(), words: words + Math.ceil(wide / 2) }
}

const NO_NAMES: readonly string[] = []

/** A letter of Chinese, Japanese or Korean: two of them are about a word, and often no space stands between words. */
export function isWide(code: number): boolean {
  return (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af)
}

/** Numbers, and words that stand in backticks: of names, those that are seldom needed again by themselves. */
export function isCommonName(name: string): boolean {
  return /^(?:[\p{Ll}-]+|[\d.,:%x-]+\w{0,4})$/u.test(name)
}

function isQuoted(codes: Uint16Array, start: number, end: number): boolean {
  if (end - start < SHORTEST || start === 0) return false
  return codes[end] === BACKTICK && codes[start - 1] === BACKTICK
}

/** Told by what kinds of characters a run has. */
function isName(text: string, codes: Uint16Array, start: number, end: number, seen: number, capitals: number): boolean {
  const length = end - start
  if (length > LONGEST) return false
  if ((seen & LETTERS) === 0)
    return length >= SHORTEST && (seen & (DIGIT | UNDERSCORE)) === DIGIT ? isNumber(text, start, end) : false
  if (length < SHORTEST || isQuoted(codes, start, end)) return length >= SHORTEST
  if ((seen & SLASH) !== 0) return length > 4 && !PAIRS.has(text.slice(start, end).toLowerCase())
  if ((seen & HUMP) !== 0 || (capitals > 1 && (seen & LOWER) !== 0 && (seen & JOINT) === 0)) return true
  if ((seen & (UNDERSCORE | DIGIT)) !== 0) return true
  return (seen & DOT) !== 0 && length > 4 && hasInnerDot(text, start, end)
}

/** Alternatives that are written like paths. */
const PAIRS = new Set(['and/or', 'he/she', 'yes/no', 'input/output', 'read/write', 'true/false'])

/** Three digits or a version. */
function isNumber(text: string, start: number, end: number): boolean {
  return end - start >= SHORTEST && !text.slice(start, end).startsWith('000')
}

function hasInnerDot(text: string, start: number, end: number): boolean {
  const dot = text.indexOf('.', start)
  return dot > start && dot < end - 1
}

/** The names of the text at hand, in one list for all texts: a list that grows keeps room for more, and names are kept as long as the log. */
const found = { names: [] as string[], count: 0 }

/** A list of their own. Nothing is left behind: a name may hold the text that it stands in. */
function taken(): readonly string[] {
  const names = found.names.slice(0, found.count)
  found.names.fill('', 0, found.count)
  if (named.size > 0) named.clear()
  return names
}

function addName(name: string, seen: number): void {
  if (isAmong(name)) return
  push(name)
  if ((seen & (SLASH | DOT)) === 0) return
  const cut = Math.max(name.lastIndexOf('/'), isFile(name) ? -1 : name.lastIndexOf('.'))
  if (cut <= 0 || name.length - cut - 1 < SHORTEST + 1) return
  const last = name.slice(cut + 1)
  if (!isAmong(last)) push(last)
}

function push(name: string): void {
  found.names[found.count] = name
  found.count += 1
}

/** A text of nothing but code has hundreds of names: then a set is quicker than a look at each. */
const FEW = 24
const named = new Set<string>()

function isAmong(name: string): boolean {
  const { names, count } = found
  if (count < FEW) {
    for (let at = 0; at < count; at += 1) if (names[at] === name) return true
    return false
  }
  for (let at = named.size; at < count; at += 1) named.add(names[at] ?? '')
  return named.has(name)
}

/** `parser.ts`, not `strategy.TruncateDescription`. */
function isFile(name: string): boolean {
  return /\.[a-z][a-z0-9]{0,4}$/.test(name)
}

/** Every character in one table: this runs over everything that agents write. */
function kinds(): Uint8Array {
  const table = new Uint8Array(0x10000)
  // Letters beyond ASCII join words.
  table.fill(LOWER, 0xc0, 0x2000)
  for (let letter = 0; letter < 26; letter += 1) {
    table[0x61 + letter] = LOWER
    table[0x41 + letter] = UPPER
  }
  for (let digit = 0; digit < 10; digit += 1) table[0x30 + digit] = DIGIT
  for (const sign of '_$') table[sign.charCodeAt(0)] = UNDERSCORE
  for (const sign of ':-@+~') table[sign.charCodeAt(0)] = JOINT
  table['/'.charCodeAt(0)] = SLASH
  table['.'.charCodeAt(0)] = DOT
  return table
}
