import type { Tokenizer } from '../schema/ports.ts'
import { asciiPieceEnd } from './ascii-pieces.ts'
import { makeBpe } from './make-bpe.ts'
import { o200k as vocabulary } from './vocabularies/o200k.ts'

/** How o200k cuts text into pieces before it merges bytes: words with a leading space, three digits, signs, white space. */
const PIECES =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD]))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu

const o200k = makeBpe({ name: 'o200k_base', pieces: PIECES, asciiPieceEnd, vocabulary })

/** Exact counts for GPT-4o and everything OpenAI made after it. The base count of every entry. */
export function bpeTokenizer(): Tokenizer {
  return o200k
}
