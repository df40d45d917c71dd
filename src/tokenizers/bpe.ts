import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Tokenizer } from '../schema/ports.ts'

/** Special tokens in a transcript are text that somebody wrote, never control codes. */
const AS_TEXT = { disallowedSpecial: new Set<string>(), allowedSpecial: new Set<string>() }

/**
 * The library's merge is quadratic in the length of an unbroken run (64k of `a` take seconds), so runs longer than this are
 * counted in pieces. That counts at most a token too many per piece, never noticeably too few.
 */
const LONGEST_RUN = 256
const LONG_RUN = new RegExp(
  `(?:[\\p{L}\\p{M}]{${LONGEST_RUN}}|[^\\S\\r\\n]{${LONGEST_RUN}}|[\\r\\n]{${LONGEST_RUN}}|[^\\s\\p{L}\\p{M}\\p{N}]{${LONGEST_RUN}})`,
  'gu',
)

/** Exact o200k counts. */
export function bpeTokenizer(): Tokenizer {
  return { name: 'o200k_base', count: countText }
}

function countText(given: string): number {
  // Half a surrogate pair goes out as a replacement character; count what goes out.
  const text = given.isWellFormed() ? given : given.toWellFormed()
  if (text.length <= LONGEST_RUN) return countTokens(text, AS_TEXT)
  let tokens = 0
  let from = 0
  for (const run of text.matchAll(LONG_RUN)) {
    const end = run.index + run[0].length
    tokens += countTokens(text.slice(from, end), AS_TEXT)
    from = end
  }
  return tokens + (from === 0 ? countTokens(text, AS_TEXT) : countTokens(text.slice(from), AS_TEXT))
}
