import { OUTLINES } from '../languages/outlines.ts'

const FILLERS = new Set(OUTLINES.flatMap(({ fillers }) => fillers?.split(' ') ?? []))

/**
 * What a text is about: its longer words cut to their stems, and pairs of characters for scripts without spaces. Two texts that share many
 * of them speak of the same thing.
 *
 *     "Retries were limited"  →  retr limi
 */
export function contentWords(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)) {
      for (let at = 0; at + 1 < word.length; at += 1) words.add(word.slice(at, at + 2))
    } else if (word.length >= 4 && !FILLERS.has(word)) {
      words.add(word.slice(0, 4))
    }
  }
  return words
}

/** Of the words of the first set, the share that the second has; 1 if there are none. */
export function shareIn(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 1
  let found = 0
  for (const word of words) if (others.has(word)) found += 1
  return found / words.size
}
