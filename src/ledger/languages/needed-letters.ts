/**
 * Letters that stand in everything that a pattern matches, three after another: most sentences have none of them, which one pass over a sentence
 * shows for all patterns together.
 *
 *     /\b(?:never|not)\b|stop\w*\/i   →  "·ne" or "nev" or …, "·no" or "not" or …, "·st" or …: the rarest of each
 *
 * What is not understood of a pattern needs nothing, so that it is always tried.
 */

/** A character as far as it counts here: a letter in either case, a digit, a low line; everything else is a border of words. */
const BORDER = 0
const DIGIT = 27
const LOW_LINE = 28
/** Where a pattern wants a border of words, without saying which character stands there. */
const EDGE = 29
const SYMBOLS = new Uint8Array(128)
for (let letter = 1; letter <= 26; letter += 1) {
  SYMBOLS[0x40 + letter] = letter
  SYMBOLS[0x60 + letter] = letter
}
for (let digit = 0x30; digit <= 0x39; digit += 1) SYMBOLS[digit] = DIGIT
SYMBOLS[0x5f] = LOW_LINE

export function symbolOf(code: number): number {
  return code < 128 ? (SYMBOLS[code] ?? BORDER) : BORDER
}

/** Three symbols as a number. */
export const TRIPLES: number = 32 ** 3

export function tripleAfter(before: number, symbol: number): number {
  return ((before << 5) | symbol) & (TRIPLES - 1)
}

type Run = readonly number[]
type Needed = ReadonlySet<number>

/** What is known of everything that a part of a pattern matches. */
interface Part {
  /** It is one of these, or has one of the triples beside them; `undefined` if it may be anything. */
  readonly exact: readonly Run[] | undefined
  readonly beside: Needed
  /** It has one of these; `undefined` if that is said by the others, or not at all. */
  readonly needed: Needed | undefined
}

const NONE: Needed = new Set()
const ANYTHING: Part = { exact: undefined, beside: NONE, needed: undefined }
const NOTHING: readonly Run[] = [[]]
/** More than so many forms of a part are not told apart. */
const MOST_FORMS = 96

/** Triples of which every match has at least one; `undefined` if there may be matches with none of a few. */
export function neededBy({ source }: RegExp): Needed | undefined {
  return neededIn(alternatives({ source, at: 0 }))
}

function neededIn({ needed, exact, beside }: Part): Needed | undefined {
  return needed ?? neededOf(exact, beside)
}

function exactly(runs: readonly Run[]): Part {
  return { exact: runs, beside: NONE, needed: undefined }
}

interface Reader {
  readonly source: string
  at: number
}

function alternatives(reader: Reader): Part {
  const parts = [sequence(reader)]
  while (reader.source[reader.at] === '|') {
    reader.at += 1
    parts.push(sequence(reader))
  }
  const exact = parts.flatMap((part) => part.exact ?? [])
  const beside = parts.map((part) => (part.exact === undefined ? part.needed : part.beside))
  // Of those that may be anything, some triples must be known.
  if (exact.length > MOST_FORMS || beside.includes(undefined)) {
    const needed = parts.map(neededIn)
    return { ...ANYTHING, needed: needed.includes(undefined) ? undefined : union(needed) }
  }
  return exact.length === 0 ? { ...ANYTHING, needed: union(beside) } : { exact, beside: union(beside), needed: undefined }
}

function union(sets: readonly (Needed | undefined)[]): Needed {
  const some = sets.filter((triples) => triples !== undefined && triples.size > 0)
  const [first = NONE] = some
  if (some.length <= 1) return first
  return new Set(some.flatMap((triples) => [...(triples ?? NONE)]))
}

function sequence(reader: Reader): Part {
  const { source } = reader
  let runs = NOTHING
  let beside = NONE
  let isExact = true
  let needed: Needed | undefined
  while (reader.at < source.length && source[reader.at] !== '|' && source[reader.at] !== ')') {
    const { part, isRepeated } = quantified(reader, atom(reader))
    const longer = part.exact === undefined ? undefined : joined(runs, part.exact)
    const others = union([beside, part.beside])
    if (longer !== undefined && !isRepeated) {
      runs = longer
      beside = others
      continue
    }
    // What comes next need not follow at once.
    isExact = false
    const before = longer === undefined ? neededOf(runs, beside) : neededOf(longer, others)
    needed = rarer(rarer(needed, before), neededIn(part))
    runs = part.exact ?? NOTHING
    beside = part.beside
  }
  if (isExact) return { exact: runs, beside, needed: undefined }
  return { ...ANYTHING, needed: rarer(needed, neededOf(runs, beside)) }
}

function joined(runs: readonly Run[], more: readonly Run[]): readonly Run[] | undefined {
  return runs.length * more.length > MOST_FORMS ? undefined : runs.flatMap((run) => more.map((next) => [...run, ...next]))
}

const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/y

/** A part as often as it may be there. Repeated, it both ends what stands before it and begins what comes next. */
function quantified(reader: Reader, part: Part): { readonly part: Part; readonly isRepeated: boolean } {
  QUANTIFIER.lastIndex = reader.at
  const found = QUANTIFIER.exec(reader.source)
  if (found === null) return { part, isRepeated: false }
  reader.at = QUANTIFIER.lastIndex
  const [sign, least = '1'] = found
  if (sign.startsWith('?'))
    return { part: { ...part, exact: part.exact && [[], ...part.exact], needed: undefined }, isRepeated: false }
  if (sign.startsWith('*') || Number(least) === 0) return { part: ANYTHING, isRepeated: false }
  return { part, isRepeated: true }
}

/** Letters and blanks of which none is repeated: most of every pattern. */
const LETTERS = /[A-Za-z ]+(?![*+?{])/y

/** What may stand in a pattern, up to its quantifier. */
function atom(reader: Reader): Part {
  const { source } = reader
  const sign = source[reader.at] ?? ''
  if (sign === '(') return group(reader)
  if (sign === '[') return oneOf(reader)
  if (sign === '\\') return escaped(reader)
  LETTERS.lastIndex = reader.at
  const [letters] = LETTERS.exec(source) ?? []
  if (letters !== undefined) {
    reader.at = LETTERS.lastIndex
    return exactly([Array.from(letters, (letter) => symbolOf(letter.charCodeAt(0)))])
  }
  reader.at += 1
  if (sign === '^' || sign === '$') return exactly([[EDGE]])
  const code = sign.charCodeAt(0)
  return sign === '.' || isHalf(code) ? ANYTHING : exactly([[symbolOf(code)]])
}

const LOOK = /\(\?(?:<?[=!])/y
const OPENING = /\((?:\?:|\?<\w+>)?/y

function group(reader: Reader): Part {
  LOOK.lastIndex = reader.at
  const isLook = LOOK.test(reader.source)
  const opening = isLook ? LOOK : OPENING
  opening.lastIndex = reader.at
  opening.test(reader.source)
  reader.at = opening.lastIndex
  const inside = alternatives(reader)
  reader.at += 1
  return isLook ? exactly(NOTHING) : inside
}

const CLASS = /\[\^?(?:\\.|[^\]\\])*\]/sy
/** A class of nothing but signs, or of a few letters. */
const PLAIN_CLASS = /^\[(?![\^])((?:\\[.,:;!?*+()[\]{}|/\\^$-]|\\s|[^\\\-\]\w]|[a-zA-Z])+)\]$/s
const MOST_LETTERS = 6

function oneOf(reader: Reader): Part {
  CLASS.lastIndex = reader.at
  const [whole = ''] = CLASS.exec(reader.source) ?? []
  reader.at += Math.max(1, whole.length)
  const [, inside] = PLAIN_CLASS.exec(whole) ?? []
  if (inside === undefined) return ANYTHING
  const symbols = new Set(Array.from(inside.replaceAll('\\s', ' '), (sign) => symbolOf(sign.charCodeAt(0))))
  if (symbols.size > MOST_LETTERS || Array.from(inside).some((sign) => isHalf(sign.charCodeAt(0)))) return ANYTHING
  return exactly([...symbols].map((symbol) => [symbol]))
}

const LONG_ESCAPE = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<\w+>|c[A-Za-z]|\d+)/y

function escaped(reader: Reader): Part {
  LONG_ESCAPE.lastIndex = reader.at
  if (LONG_ESCAPE.test(reader.source)) {
    reader.at = LONG_ESCAPE.lastIndex
    return ANYTHING
  }
  const sign = reader.source[reader.at + 1] ?? ''
  reader.at += 2
  if (sign === 'b') return exactly([[EDGE]])
  if (sign === 's') return exactly([[BORDER]])
  if (sign === 'd') return exactly([[DIGIT]])
  return /\w/.test(sign) ? ANYTHING : exactly([[symbolOf(sign.charCodeAt(0))]])
}

/** Half of a character that takes two places. */
function isHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}

/** The rarest triple of each run, and those beside them; `undefined` if one of the runs may have none. */
function neededOf(runs: readonly Run[] | undefined, beside: Needed): Needed | undefined {
  if (runs === undefined) return undefined
  const needed = new Set(beside)
  for (const run of runs) {
    const symbols = withBorders(run)
    // Words do not have a border in them: nothing is like this.
    if (symbols === undefined) continue
    const triple = rarestIn(symbols)
    if (triple === undefined) return undefined
    needed.add(triple)
  }
  return needed
}

/** A run with a border where a pattern wants one and no sign is it. */
function withBorders(run: Run): Run | undefined {
  const symbols: number[] = []
  for (const [at, symbol] of run.entries()) {
    if (symbol !== EDGE) symbols.push(symbol)
    else {
      const [before, next] = [symbols.at(-1) ?? EDGE, run[at + 1] ?? EDGE]
      if (before !== BORDER && next !== BORDER && before !== EDGE && next !== EDGE) return undefined
      if (before !== BORDER && next !== BORDER) symbols.push(BORDER)
    }
  }
  return symbols
}

/** How often letters are written, in thousandths of all. */
const OFTEN = [180, 65, 12, 23, 35, 102, 18, 16, 49, 57, 1, 6, 33, 20, 57, 62, 15, 1, 49, 52, 75, 23, 8, 19, 1, 16, 1, 10, 2]

function oftenOf(triple: number): number {
  return (OFTEN[triple >> 10] ?? 1) * (OFTEN[(triple >> 5) & 31] ?? 1) * (OFTEN[triple & 31] ?? 1)
}

function rarestIn(symbols: Run): number | undefined {
  let rarest: number | undefined
  for (let at = 2; at < symbols.length; at += 1) {
    const triple = ((symbols[at - 2] ?? 0) << 10) | ((symbols[at - 1] ?? 0) << 5) | (symbols[at] ?? 0)
    if (rarest === undefined || oftenOf(triple) < oftenOf(rarest)) rarest = triple
  }
  return rarest
}

/** Of two sets, each of which every match has something of: the one that other sentences have less of. */
function rarer(one: Needed | undefined, other: Needed | undefined): Needed | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const often = (triples: Needed): number => [...triples].reduce((sum, triple) => sum + oftenOf(triple), 0)
  return often(one) <= often(other) ? one : other
}
