import o200k from 'gpt-tokenizer/bpeRanks/o200k_base'
import type { Tokenizer } from '../schema/ports.ts'
import { countPairs, type Ranks } from './byte-pairs.ts'

/** How o200k cuts text into pieces before it merges bytes: words with a leading space, three digits, signs, white space. */
const PIECES =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD]))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu

/** Longer texts are counted in stretches: the engine's regular expressions run out of stack on runs of millions of letters. */
const STRETCH = 500_000
/** One piece of millions of bytes is counted in parts; that is off by at most one token a part. */
const LONGEST_PIECE = 250_000
const MOST_REMEMBERED = 50_000

/**
 * Exact o200k counts. Special tokens in a transcript are text that somebody wrote, and are counted as text.
 */
export function bpeTokenizer(): Tokenizer {
  return { name: 'o200k_base', count: countText }
}

function countText(given: string): number {
  // Half a surrogate pair goes out as a replacement character; count what goes out.
  const text = given.isWellFormed() ? given : given.toWellFormed()
  if (text.length <= STRETCH) return countStretch(text)
  let tokens = 0
  for (let from = 0; from < text.length; ) {
    const to = stretchEnd(text, from)
    tokens += countStretch(text.slice(from, to))
    from = to
  }
  return tokens
}

/** Where a long text may be cut: before a line break that follows a letter, which is exact; otherwise where a stretch is full. */
function stretchEnd(text: string, from: number): number {
  const most = from + STRETCH
  if (most >= text.length) return text.length
  for (let line = text.lastIndexOf('\n', most); line > from + STRETCH / 2; line = text.lastIndexOf('\n', line - 1)) {
    if (/\p{L}/u.test(text.charAt(line - 1))) return line
  }
  const code = text.charCodeAt(most)
  return code >= 0xdc00 && code <= 0xdfff ? most - 1 : most
}

interface Vocabulary {
  /** Tokens that are whole characters. */
  readonly texts: ReadonlySet<string>
  readonly ranks: Ranks
}

let vocabulary: Vocabulary | undefined
const remembered = new Map<string, number>()

function countStretch(text: string): number {
  vocabulary ??= readVocabulary()
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) tokens += vocabulary.texts.has(piece) ? 1 : countPiece(piece, vocabulary)
  return tokens
}

function countPiece(piece: string, { ranks }: Vocabulary): number {
  const known = remembered.get(piece)
  if (known !== undefined) return known
  const bytes = bytesOf(piece)
  let tokens = 0
  for (let from = 0; from < bytes.length; from += LONGEST_PIECE)
    tokens += countPairs(bytes.slice(from, from + LONGEST_PIECE), ranks)
  if (piece.length < 64) {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(piece, tokens)
  }
  return tokens
}

/** Built on first use: reading the vocabulary takes a tenth of a second that `--help` should not pay. */
function readVocabulary(): Vocabulary {
  const texts = new Set<string>()
  const ranks = new Map<string, number>()
  for (const [rank, token] of o200k.entries()) {
    if (token === undefined) continue
    if (typeof token === 'string') texts.add(token)
    ranks.set(typeof token === 'string' ? bytesOf(token) : String.fromCharCode(...token), rank)
  }
  return { texts, ranks }
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
