import type { Tokenizer } from '../schema/ports.ts'

/** All that is remembered, in characters; beyond it everything is forgotten. */
const MOST = 500_000
const LONGEST = 50_000

/**
 * The tokenizer with a small memory for what is counted again within moments: an excerpt, a placeholder or a summary when a plan is
 * tried, when it is priced, and when it is shown. Texts of entries are counted once and need no memory.
 */
export function rememberCounts(tokenizer: Tokenizer): Tokenizer {
  const counts = new Map<string, number>()
  let characters = 0
  return {
    name: tokenizer.name,
    count(text) {
      const known = counts.get(text)
      if (known !== undefined) return known
      const count = tokenizer.count(text)
      if (text.length > LONGEST) return count
      characters += text.length
      if (characters > MOST) {
        counts.clear()
        characters = text.length
      }
      counts.set(text, count)
      return count
    },
  }
}
