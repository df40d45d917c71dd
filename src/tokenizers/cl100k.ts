import type { Tokenizer } from '../schema/ports.ts'
import { makeBpe } from './make-bpe.ts'
import { cl100k as vocabulary } from './vocabularies/cl100k.ts'

/** How cl100k cuts text into pieces: as o200k, but a word's case does not matter, and `'s` is a piece of its own. */
const PIECES =
  /'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+$|\s*[\r\n]|\s+(?!\S)|\s/gu

const cl100k = makeBpe({ name: 'cl100k_base', pieces: PIECES, vocabulary })

/** Exact counts for GPT-4 and GPT-3.5. A module of its own: its vocabulary (1.2 MB) loads only if it is imported. */
export function cl100kTokenizer(): Tokenizer {
  return cl100k
}
