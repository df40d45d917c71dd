import { knowOtherLanguages, knowsOtherLanguages } from '../ledger/languages/index.ts'
import { hasOwnLetters } from '../ledger/languages/letters.ts'

/**
 * Loads the languages that are known by their letters, once something is there that has such letters, and before it is read. Everything that a
 * thread's entries and commits say passes here: whether the languages are loaded never depends on which other threads a process has, and makes no difference to what has no such
 * letters.
 */
export async function languagesFor(said: unknown): Promise<void> {
  if (knowsOtherLanguages() || !mayNeedThem(said)) return
  const { OTHER_LANGUAGES } = await import('../ledger/languages/other-languages.ts')
  knowOtherLanguages(OTHER_LANGUAGES)
}

function mayNeedThem(said: unknown): boolean {
  // JSON in a text may say letters by their numbers.
  if (typeof said === 'string') return hasOwnLetters(said) || said.includes('\\u')
  if (typeof said !== 'object' || said === null) return false
  for (const inner of Object.values(said)) if (mayNeedThem(inner)) return true
  return false
}
