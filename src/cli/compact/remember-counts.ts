import type { Tokenizer } from '../../schema/ports.ts'

/** Shorter texts are counted faster than they are looked up. */
const WORTH_REMEMBERING = 1_000

/** Counts every long text once: the picture asks for what the engine has counted already, and ten megabytes take seconds. */
export function rememberCounts(tokenizer: Tokenizer): Tokenizer {
  const counts = new Map<string, number>()
  return {
    name: tokenizer.name,
    count(text) {
      if (text.length < WORTH_REMEMBERING) return tokenizer.count(text)
      const tokens = counts.get(text) ?? tokenizer.count(text)
      counts.set(text, tokens)
      return tokens
    },
  }
}
