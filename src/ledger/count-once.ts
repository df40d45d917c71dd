import type { Tokenizer } from '../schema/ports.ts'

const known = new WeakMap<Tokenizer, Map<string, number>>()
const MOST_REMEMBERED = 4_096
const LONGEST = 4_000

/** The tokens of a line, remembered: the engine asks for the same summary in several sizes. */
export function countOnce(text: string, tokenizer: Tokenizer): number {
  if (text.length > LONGEST) return tokenizer.count(text)
  const counts = known.get(tokenizer) ?? new Map<string, number>()
  known.set(tokenizer, counts)
  const before = counts.get(text)
  if (before !== undefined) return before
  if (counts.size >= MOST_REMEMBERED) counts.clear()
  const tokens = tokenizer.count(text)
  counts.set(text, tokens)
  return tokens
}
