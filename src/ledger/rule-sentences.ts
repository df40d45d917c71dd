import { cueOf, OTHER_LETTERS, says } from './languages/cue.ts'
import type { Remark } from './read-entry.ts'

/** A longer message was mostly pasted. */
export const SHORT_REQUEST = 1_500

/** Whether a sentence of a message is a rule. What is long was mostly pasted: there a rule is what is said as one. */
export function setsRule(whole: string, { kind, text, stands }: Pick<Remark, 'kind' | 'text' | 'stands'>): boolean {
  if (kind !== 'constraint' && kind !== 'rejected' && kind !== 'preference') return false
  // "No, the other file" rejects what was just done; only what goes beyond that stands.
  if (kind === 'rejected' && stands !== true) return false
  return whole.length <= SHORT_REQUEST || isStrict(text)
}

const STRICT_RULE = cueOf('strictRule')
const HABIT = cueOf('habit')

/** What something never does is not a rule. In other letters than Latin ones we know too few words to be strict. */
export function isStrict(text: string): boolean {
  return (says(STRICT_RULE, text) || OTHER_LETTERS.test(text)) && !says(HABIT, text)
}
