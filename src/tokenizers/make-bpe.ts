import { fromBase64 } from '../schema/base64.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { Ranks } from './byte-pairs.ts'
import { byteTable, NONE } from './byte-table.ts'
import { lineEnd } from './line-end.ts'
import { otherPart } from './other-part.ts'
import { utf8Length } from './utf8.ts'
import { type PieceEnd, writtenText } from './written-text.ts'

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
  /** The same for text of ASCII and signs alone: where the piece that begins at `from` ends. */
  readonly asciiPieceEnd?: PieceEnd
  readonly vocabulary: Vocabulary
}

/** A longer text is looked at in parts of about so many characters. */
const PART = 100_000
/** Where tokens have fewer characters than this (base64, numbers, rare scripts), bytes are merged for each, which takes long. */
const QUICK = 2
/** Of a text that is counted quickly, the pattern reads at most one of so many characters, and these at the beginning. */
const PLAIN = { share: 8, first: 256 } as const

/**
 * A tokenizer that counts exactly as the encoding's own does. Special tokens in a transcript are ordinary text, and are counted as text.
 * The vocabulary is read at the first count: `--help` should not pay for it.
 */
export function makeBpe(encoding: Encoding): Tokenizer {
  let counter: Counter | undefined
  const countBy = (given: string, least: number): number => {
    counter ??= counterOf(encoding)
    // Half a surrogate pair goes out as a replacement character; count what goes out.
    const text = given.isWellFormed() ? given : given.toWellFormed()
    if (text.length <= PART) return counter(text, least)
    let sum = 0
    for (let from = 0; from < text.length; ) {
      const to = text.length - from <= PART ? text.length : lineEnd(text, from, PART)
      const part = counter(text.slice(from, to), least)
      if (part === NONE) return NONE
      sum += part
      from = to
    }
    return sum
  }
  return {
    name: encoding.name,
    count: (text) => countBy(text, 0),
    quick(text) {
      const count = countBy(text, QUICK)
      return count === NONE ? undefined : count
    },
  }
}

/** Counts the tokens of a text that can be looked at at once; `NONE` as soon as they have fewer than `least` characters each. */
type Counter = (text: string, least: number) => number

function counterOf({ pieces, vocabulary, asciiPieceEnd }: Encoding): Counter {
  const written = writtenText(readVocabulary(vocabulary), PART)
  // Parts of a text that are more than ASCII come back: a file is read again, an excerpt is tried, a summary printed; and so do single words.
  const remember = memoryOf({ longest: 1_000, most: 2_000_000 })

  /** A text by the pattern; its pieces are written behind `room`. */
  function byPattern(text: string, room: number): number {
    let sum = 0
    // Pieces stand end to end, so that their ends are enough; `matchAll` makes an object for each and takes twice as long.
    pieces.lastIndex = 0
    for (let from = 0; pieces.test(text); from = pieces.lastIndex)
      sum += written.piece(text, { from, to: pieces.lastIndex }, room)
    return sum
  }

  function byLines(text: string): number {
    let sum = 0
    for (let from = 0; from < text.length; ) {
      const to = lineEnd(text, from)
      sum += remember(text.slice(from, to), (line) => byPattern(line, 0))
      from = to
    }
    return sum
  }

  /** What is ASCII or a sign by its bytes, where they stand; parts with anything else in them, often a single letter, by the pattern. */
  function byBytes(text: string, pieceEnd: PieceEnd, least: number): number {
    const end = written.write(text)
    if (end === text.length) return written.plain({ from: 0, end }, pieceEnd, least)
    let [sum, others] = [0, 0]
    for (let [at, from] = [0, 0]; at < end; ) {
      const { byte, character } = written.nextOther({ byte: at, character: from }, end)
      const part = byte === end ? { from: text.length, to: text.length } : otherPart(text, from, character)
      const begin = byte - utf8Length(text, part.from, character)
      const tokens = begin > at ? written.plain({ from: at, end: begin }, pieceEnd, least) : 0
      others += part.to - part.from
      if (tokens === NONE || (least > 0 && PLAIN.share * (others - PLAIN.first) > part.to)) return NONE
      sum += tokens
      if (part.to > part.from) sum += remember(text.slice(part.from, part.to), (said) => byPattern(said, end))
      at = begin + utf8Length(text, part.from, part.to)
      from = part.to
    }
    return sum
  }

  return (text, least) => {
    written.reserve(text.length)
    if (asciiPieceEnd !== undefined) return byBytes(text, asciiPieceEnd, least)
    return least > 0 ? NONE : byLines(text)
  }
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
