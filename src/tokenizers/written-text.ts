import { widthOf } from './ascii-pieces.ts'
import { type PairCounter, pairCounter, type Ranks } from './byte-pairs.ts'
import { byteTable, NONE } from './byte-table.ts'
import { LONGEST_SHORT, shortPieces } from './short-pieces.ts'
import { isSign } from './signs.ts'
import { asciiEnd, type Part, writePart, writeUtf8 } from './utf8.ts'

/** Where the piece ends that begins at `from`, in text of ASCII and signs. */
export type PieceEnd = (bytes: Uint8Array, view: DataView, from: number, end: number) => number

/** A place in a text, and in its bytes. */
interface Place {
  readonly byte: number
  readonly character: number
}

interface Bytes {
  readonly from: number
  readonly end: number
}

/** The bytes of one text at a time, and what their pieces count. */
interface WrittenText {
  /** Makes room for a text of so many characters, and for a part of it once more. */
  reserve(characters: number): void
  /** Writes a text as UTF-8, and says how many bytes it is. */
  write(text: string): number
  /** The next character that is neither ASCII nor a sign; or where the text ends. */
  nextOther(from: Place, end: number): Place
  /** The tokens of what was written, if it is ASCII and signs; `NONE` as soon as they have fewer than `least` characters each. */
  plain(range: Bytes, pieceEnd: PieceEnd, least: number): number
  /** The tokens of a piece of any text, written behind `room`. */
  piece(text: string, part: Part, room: number): number
}

/** A character of a text is at most so many bytes of UTF-8. */
const BYTES = 3
/** One piece of millions of bytes is counted in parts, off by at most a token a part. */
const LONGEST_PIECE = 250_000
/** Identifiers and rare words come back all the time, and so do the lines of boxes. */
const KNOWN_PIECES = { runs: 2 ** 16, bytes: 2 ** 20 } as const
const LONGEST_KNOWN = 64
const LONGEST_RULE = 3_000
/** A longer piece takes long to be counted. */
const LONGEST_QUICK = 256
/** So many tokens in front may be shorter than others. */
const FIRST_TOKENS = 256

/** Room for a text of `usual` characters, and for a part of it once more, unless more is asked for. */
export function writtenText(ranks: Ranks, usual: number): WrittenText {
  const countPairs = pairCounter(ranks)
  const known = byteTable(KNOWN_PIECES)
  const short = shortPieces(countAnew)
  let bytes = new Uint8Array(roomFor(usual))
  let view = new DataView(bytes.buffer)

  function countPiece(from: number, end: number): number {
    return end - from <= LONGEST_SHORT ? short.count(view, from, end) : countAnew(from, end)
  }

  function countAnew(from: number, end: number): number {
    if (ranks.tokens.find(bytes, from, end) !== NONE) return 1
    if (end - from > LONGEST_KNOWN && !isRule(bytes, from, end)) return countLong(countPairs, bytes, from, end)
    const found = known.find(bytes, from, end)
    if (found !== NONE) return found
    const count = countPairs(bytes, from, end)
    if (!known.add(bytes, from, end, count)) known.clear()
    return count
  }

  return {
    reserve(characters) {
      if (roomFor(characters) <= bytes.length) return
      bytes = new Uint8Array(roomFor(characters))
      view = new DataView(bytes.buffer)
    },
    write: (text) => writeUtf8(text, bytes),
    nextOther(from, end) {
      let { byte, character } = from
      for (;;) {
        const next = asciiEnd(view, byte, end)
        character += next - byte
        byte = next
        if (byte === end || !isSign(bytes, byte)) return { byte, character }
        const width = widthOf(bytes[byte] ?? 0)
        byte += width
        character += width === 4 ? 2 : 1
      }
    },
    plain({ from, end }, pieceEnd, least) {
      let sum = 0
      for (let at = from; at < end; ) {
        const to = pieceEnd(bytes, view, at, end)
        if (least > 0 && to - at > LONGEST_QUICK && !isRule(bytes, at, to)) return NONE
        sum += countPiece(at, to)
        at = to
        if (least * (sum - FIRST_TOKENS) > at - from) return NONE
      }
      return sum
    },
    piece: (text, part, room) => countPiece(room, writePart(text, part, bytes, room)),
  }
}

function roomFor(characters: number): number {
  return 2 * BYTES * characters + LONGEST_SHORT
}

/** Whether a piece is a character of one to three bytes again and again, by how it begins. */
function isRule(bytes: Uint8Array, from: number, end: number): boolean {
  if (end - from > LONGEST_RULE) return false
  for (let at = from; at < from + 6; at += 1) if (bytes[at] !== bytes[at + 6]) return false
  return true
}

function countLong(countPairs: PairCounter, bytes: Uint8Array, from: number, end: number): number {
  let sum = 0
  for (let at = from; at < end; at += LONGEST_PIECE) sum += countPairs(bytes, at, Math.min(end, at + LONGEST_PIECE))
  return sum
}
