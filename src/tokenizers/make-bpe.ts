import type { Tokenizer } from '../schema/ports.ts'
import { countPairs, NONE, type Ranks } from './byte-pairs.ts'

/** A byte-pair encoding as its vocabulary file has it. */
export interface Encoding {
  readonly name: string
  /** How text is cut into pieces before bytes are merged: a global regular expression that leaves nothing out. */
  readonly pieces: RegExp
  /** Tokens by rank: text where the bytes are whole characters, bytes otherwise, and holes. */
  readonly tokens: readonly (string | readonly number[] | undefined)[]
}

/** Longer texts are counted in stretches: the engine's regular expressions run out of stack on runs of millions of letters. */
const STRETCH = 500_000
/** One piece of millions of bytes is counted in parts; that is off by at most one token a part. */
const LONGEST_PIECE = 250_000
/** Pieces that had to be merged, kept with their counts: identifiers and rare words come back all the time. */
const MOST_REMEMBERED = 50_000
const LONGEST_REMEMBERED = 64

interface Vocabulary {
  /** Tokens that are whole characters. */
  readonly texts: ReadonlySet<string>
  readonly ranks: Ranks
}

/**
 * A tokenizer that counts exactly as the encoding's own does. Special tokens in a transcript are text that somebody wrote, and are
 * counted as text. The vocabulary is read at the first count: that takes a tenth of a second which `--help` should not pay.
 */
export function makeBpe({ name, pieces, tokens }: Encoding): Tokenizer {
  const remembered = new Map<string, number>()
  let vocabulary: Vocabulary | undefined

  function countStretch(text: string): number {
    vocabulary ??= readVocabulary(tokens)
    let sum = 0
    // Pieces stand end to end, so that their ends are enough; `matchAll` makes an object for each and takes twice as long.
    pieces.lastIndex = 0
    for (let from = 0; pieces.test(text); from = pieces.lastIndex) {
      const piece = text.slice(from, pieces.lastIndex)
      sum += vocabulary.texts.has(piece) ? 1 : countPiece(piece, vocabulary.ranks)
    }
    return sum
  }

  function countPiece(piece: string, ranks: Ranks): number {
    const known = remembered.get(piece)
    if (known !== undefined) return known
    const bytes = bytesOf(piece)
    let sum = 0
    for (let from = 0; from < bytes.length; from += LONGEST_PIECE) {
      sum += countPairs(bytes.slice(from, from + LONGEST_PIECE), ranks)
    }
    if (piece.length < LONGEST_REMEMBERED) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(piece, sum)
    }
    return sum
  }

  return { name, count: (text) => countText(text, countStretch) }
}

function countText(given: string, countStretch: (text: string) => number): number {
  // Half a surrogate pair goes out as a replacement character; count what goes out.
  const text = given.isWellFormed() ? given : given.toWellFormed()
  if (text.length <= STRETCH) return countStretch(text)
  let sum = 0
  for (let from = 0; from < text.length; ) {
    const to = stretchEnd(text, from)
    sum += countStretch(text.slice(from, to))
    from = to
  }
  return sum
}

/** Where a long text may be cut: before a line break that follows a letter, otherwise where a stretch is full. */
function stretchEnd(text: string, from: number): number {
  const most = from + STRETCH
  if (most >= text.length) return text.length
  for (let line = text.lastIndexOf('\n', most); line > from + STRETCH / 2; line = text.lastIndexOf('\n', line - 1)) {
    if (/\p{L}/u.test(text.charAt(line - 1))) return line
  }
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
