import type { Tokenizer } from '../schema/ports.ts'
import { countPairs, NONE, type Ranks } from './byte-pairs.ts'

/** A byte-pair encoding as its vocabulary file has it. */
interface Encoding {
  readonly name: string
  /** How text is cut into pieces before bytes are merged: a global regular expression that leaves nothing out. */
  readonly pieces: RegExp
  /** Tokens by rank: text if the bytes are whole characters, bytes otherwise, and holes. */
  readonly tokens: readonly (string | readonly number[] | undefined)[]
}

/** A longer line is counted in parts, off by at most a token a part: the engine's regular expressions run out of stack. */
const LONGEST_LINE = 500_000
/** So is one piece of millions of bytes. */
const LONGEST_PIECE = 250_000

interface Vocabulary {
  /** Tokens that are whole characters. */
  readonly texts: ReadonlySet<string>
  readonly ranks: Ranks
}

/**
 * A tokenizer that counts exactly as the encoding's own does. Special tokens in a transcript are ordinary text, and are counted as text.
 * The vocabulary is read at the first count: that takes a tenth of a second which `--help` should not pay.
 */
export function makeBpe({ name, pieces, tokens }: Encoding): Tokenizer {
  // Identifiers and rare words come back all the time; so do lines: a file is read again, an excerpt is tried, a summary printed.
  const knownPieces = memoryOf({ longest: 64, most: 1_000_000 })
  const knownLines = memoryOf({ longest: 1_000, most: 2_000_000 })
  let vocabulary: Vocabulary | undefined

  function countPieces(text: string): number {
    vocabulary ??= readVocabulary(tokens)
    let sum = 0
    // Pieces stand end to end, so that their ends are enough; `matchAll` makes an object for each and takes twice as long.
    pieces.lastIndex = 0
    for (let from = 0; pieces.test(text); from = pieces.lastIndex) {
      const piece = text.slice(from, pieces.lastIndex)
      sum += vocabulary.texts.has(piece) ? 1 : knownPieces(piece, countPiece)
    }
    return sum
  }

  function countPiece(piece: string): number {
    const ranks = vocabulary?.ranks as Ranks
    const bytes = bytesOf(piece)
    let sum = 0
    for (let from = 0; from < bytes.length; from += LONGEST_PIECE) {
      sum += countPairs(bytes.slice(from, from + LONGEST_PIECE), ranks)
    }
    return sum
  }

  return { name, count: (text) => countLines(text, (line) => knownLines(line, countPieces)) }
}

/** Counts what it has not counted before; at most so many characters are kept, and no longer texts than these. */
function memoryOf(size: { readonly longest: number; readonly most: number }) {
  const known = new Map<string, number>()
  let characters = 0
  return (text: string, count: (text: string) => number): number => {
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

function countLines(given: string, count: (line: string) => number): number {
  // Half a surrogate pair goes out as a replacement character; count what goes out.
  const text = given.isWellFormed() ? given : given.toWellFormed()
  let sum = 0
  for (let from = 0; from < text.length; ) {
    const to = lineEnd(text, from)
    sum += count(text.slice(from, to))
    from = to
  }
  return sum
}

/**
 * A line that begins, after spaces, with something to read. Both encodings take white space up to the last line break, and slashes, with
 * what is before.
 */
const LINE_START = /[ \t]*[^\s/]/y

/** Where a text may be cut without changing its count: behind a line break, as far as no piece reaches over it. */
function lineEnd(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at !== -1 && at < from + LONGEST_LINE; at = text.indexOf('\n', at + 1)) {
    LINE_START.lastIndex = at + 1
    if (LINE_START.test(text)) return at + 1
  }
  const most = from + LONGEST_LINE
  if (most >= text.length) return text.length
  const code = text.charCodeAt(most)
  return code >= 0xdc00 && code <= 0xdfff ? most - 1 : most
}

function readVocabulary(tokens: Encoding['tokens']): Vocabulary {
  const texts = new Set<string>()
  const byBytes = new Map<string, number>()
  const pairs = new Int32Array(256 * 256).fill(NONE)
  for (const [rank, token] of tokens.entries()) {
    if (token === undefined) continue
    if (typeof token === 'string') texts.add(token)
    const bytes = typeof token === 'string' ? bytesOf(token) : String.fromCharCode(...token)
    byBytes.set(bytes, rank)
    if (bytes.length === 2) pairs[(bytes.charCodeAt(0) << 8) | bytes.charCodeAt(1)] = rank
  }
  return { texts, ranks: { tokens: byBytes, pairs } }
}

const encoder = new TextEncoder()

/** UTF-8, one character a byte: such strings can be cut and looked up cheaply. */
function bytesOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is looked for.
  if (/^[\x00-\x7f]*$/.test(text)) return text
  const bytes = encoder.encode(text)
  let result = ''
  for (let from = 0; from < bytes.length; from += 8192) result += String.fromCharCode(...bytes.subarray(from, from + 8192))
  return result
}
