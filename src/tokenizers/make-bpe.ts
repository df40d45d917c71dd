import { fromBase64 } from '../schema/base64.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { type PairCounter, pairCounter, type Ranks } from './byte-pairs.ts'
import { byteTable, NONE } from './byte-table.ts'
import { otherPart } from './other-part.ts'
import { LONGEST_SHORT, shortPieces } from './short-pieces.ts'
import { writeAscii, writeUtf8 } from './utf8.ts'

/** How many tokens there are; in base64, the length of each, and then their bytes, by rank. A token without length is a hole. */
interface Vocabulary {
  readonly tokens: number
  readonly packed: string
}

/** A byte-pair encoding. */
interface Encoding {
  readonly name: string
  /** How text is cut into pieces before bytes are merged: a global regular expression that leaves nothing out. */
  readonly pieces: RegExp
  /** The same for text of ASCII alone: where the piece that begins at `from` ends. */
  readonly asciiPieceEnd?: (bytes: Uint8Array, view: DataView, from: number, end: number) => number
  readonly vocabulary: Vocabulary
}

/** A longer line is counted in parts, off by at most a token a part: the engine's regular expressions run out of stack. */
const LONGEST_LINE = 500_000
/** So is one piece of millions of bytes. */
const LONGEST_PIECE = 250_000
/** A longer text is looked at in parts of about so many characters. */
const PART = 100_000
/** A character of a text is at most so many bytes of UTF-8. */
const BYTES = 3
/** Identifiers and rare words come back all the time. */
const KNOWN_PIECES = { runs: 2 ** 16, bytes: 2 ** 20 } as const
const LONGEST_KNOWN = 64

/**
 * A tokenizer that counts exactly as the encoding's own does. Special tokens in a transcript are ordinary text, and are counted as text.
 * The vocabulary is read at the first count: `--help` should not pay for it.
 */
export function makeBpe(encoding: Encoding): Tokenizer {
  // So do lines: a file is read again, an excerpt is tried, a summary printed. Those of ASCII are counted in less time than they are found.
  const knownLines = memoryOf({ longest: 1_000, most: 2_000_000 })
  let counter: Counter | undefined
  return {
    name: encoding.name,
    count(given) {
      counter ??= counterOf(encoding)
      // Half a surrogate pair goes out as a replacement character; count what goes out.
      const text = given.isWellFormed() ? given : given.toWellFormed()
      let sum = 0
      for (let from = 0; from < text.length; ) {
        const to = text.length - from <= PART ? text.length : lineEnd(text, from, PART)
        const part = from === 0 && to === text.length ? text : text.slice(from, to)
        sum += counter.ascii(part) ?? countLines(part, counter, knownLines)
        from = to
      }
      return sum
    },
  }
}

/** Counts what can be counted at once. */
interface Counter {
  /** The tokens of a text of ASCII alone; `undefined` if it is not, or if the encoding has no way to cut it. */
  ascii(text: string): number | undefined
  /** The tokens of any text. */
  line(text: string): number
}

function counterOf({ pieces, vocabulary, asciiPieceEnd }: Encoding): Counter {
  const ranks = readVocabulary(vocabulary)
  const countPairs = pairCounter(ranks)
  const known = byteTable(KNOWN_PIECES)
  const short = shortPieces(countAnew)
  let bytes = new Uint8Array(BYTES * PART + LONGEST_SHORT)
  let view = new DataView(bytes.buffer)

  function reserve(characters: number): void {
    if (characters * BYTES + LONGEST_SHORT <= bytes.length) return
    bytes = new Uint8Array(characters * BYTES + LONGEST_SHORT)
    view = new DataView(bytes.buffer)
  }

  function countPiece(from: number, end: number): number {
    return end - from <= LONGEST_SHORT ? short.count(view, from, end) : countAnew(from, end)
  }

  function countAnew(from: number, end: number): number {
    if (ranks.tokens.find(bytes, from, end) !== NONE) return 1
    if (end - from > LONGEST_KNOWN) return countLong(countPairs, bytes, from, end)
    const found = known.find(bytes, from, end)
    if (found !== NONE) return found
    const count = countPairs(bytes, from, end)
    if (!known.add(bytes, from, end, count)) known.clear()
    return count
  }

  return {
    ascii(text) {
      reserve(text.length)
      if (asciiPieceEnd === undefined || !writeAscii(text, bytes)) return undefined
      let sum = 0
      for (let from = 0; from < text.length; ) {
        const end = asciiPieceEnd(bytes, view, from, text.length)
        sum += countPiece(from, end)
        from = end
      }
      return sum
    },
    line(text) {
      reserve(text.length)
      let sum = 0
      // Pieces stand end to end, so that their ends are enough; `matchAll` makes an object for each and takes twice as long.
      pieces.lastIndex = 0
      for (let from = 0; pieces.test(text); from = pieces.lastIndex) {
        sum += countPiece(0, writeUtf8(text, from, pieces.lastIndex, bytes))
      }
      return sum
    },
  }
}

function countLong(countPairs: PairCounter, bytes: Uint8Array, from: number, end: number): number {
  let sum = 0
  for (let at = from; at < end; at += LONGEST_PIECE) sum += countPairs(bytes, at, Math.min(end, at + LONGEST_PIECE))
  return sum
}

type Memory = (text: string, count: (text: string) => number) => number

/** Counts what it has not counted before; at most so many characters are kept, and no longer texts than these. */
function memoryOf(size: { readonly longest: number; readonly most: number }): Memory {
  const known = new Map<string, number>()
  let characters = 0
  return (text, count) => {
    if (text.length > size.longest) return count(text)
    // A part of a long text keeps all of it alive; with a character in front it becomes a text of its own.
    const key = `:${text}`
    const found = known.get(key)
    if (found !== undefined) return found
    characters += key.length
    if (characters > size.most) {
      known.clear()
      characters = key.length
    }
    const counted = count(text)
    known.set(key, counted)
    return counted
  }
}

function countLines(text: string, counter: Counter, known: Memory): number {
  let sum = 0
  for (let from = 0; from < text.length; ) {
    const to = lineEnd(text, from)
    const line = text.slice(from, to)
    sum += counter.ascii(line) ?? countMixed(line, counter, known)
    from = to
  }
  return sum
}

/** A line in which something is not ASCII: often a single character. */
function countMixed(line: string, counter: Counter, known: Memory): number {
  let sum = 0
  for (let at = 0; at < line.length; ) {
    const { from, to } = otherPart(line, at)
    const plain = line.slice(at, from)
    sum += counter.ascii(plain) ?? known(plain, counter.line)
    if (to > from) sum += known(line.slice(from, to), counter.line)
    at = to
  }
  return sum
}

/**
 * A line that begins, after spaces, with something to read. Both encodings take white space up to the last line break, and slashes, with
 * what is before.
 */
const LINE_START = /[ \t]*[^\s/]/y

/** Where a text may be cut without changing its count, not before `least` characters: behind a line break that no piece reaches over. */
function lineEnd(text: string, from: number, least = 0): number {
  for (let at = text.indexOf('\n', from + least); at !== -1 && at < from + LONGEST_LINE; at = text.indexOf('\n', at + 1)) {
    LINE_START.lastIndex = at + 1
    if (LINE_START.test(text)) return at + 1
  }
  const most = from + LONGEST_LINE
  if (most >= text.length) return text.length
  const code = text.charCodeAt(most)
  return code >= 0xdc00 && code <= 0xdfff ? most - 1 : most
}

function readVocabulary({ tokens, packed }: Vocabulary): Ranks {
  const bytes = fromBase64(packed)
  const known = byteTable({ runs: tokens, bytes: bytes.length - tokens })
  const pairs = new Int32Array(256 * 256).fill(NONE)
  let from = tokens
  for (let rank = 0; rank < tokens; rank += 1) {
    const length = bytes[rank] ?? 0
    if (length === 0) continue
    known.add(bytes, from, from + length, rank)
    if (length === 2) pairs[((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0)] = rank
    from += length
  }
  return { tokens: known, pairs }
}
