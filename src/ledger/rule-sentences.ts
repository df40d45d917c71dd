import { laysDown } from './cues.ts'
import { cueOf, says } from './languages/cue.ts'
import { OTHER_LETTERS } from './languages/letters.ts'
import type { Origin } from './pasted.ts'
import type { Remark } from './read-entry.ts'
import { givesOrder } from './rule-score.ts'

/** By how much a sentence must look like a rule where most others do not: beside them, and in a long brief. */
const MARGINS = { beside: 1.2, brief: 0.5 } as const

/** Whether a sentence could be a rule where it stands, whatever it looks like. */
export function mayBind(text: string, origin: Origin): boolean {
  if (origin === 'part') return isStrict(`… ${text}`)
  return origin !== 'pasted' || isStrict(text)
}

/** Whether a sentence of a message is a rule, by where it stands. */
export function setsRule(remark: Pick<Remark, 'kind' | 'text' | 'stands'>, origin: Origin | 'beside'): boolean {
  const { text } = remark
  if (!mayStand(remark)) return false
  switch (origin) {
    case 'own':
      return true
    case 'beside':
      return isStrict(text) || laysDown(text, MARGINS.beside)
    case 'brief':
      return isStrict(text) || (givesOrder(text) && laysDown(text, MARGINS.brief) && !says(HABIT, text))
    case 'pasted':
      return isStrict(text)
    case 'part':
      // What begins in the middle of a sentence is no order, though it may look like one.
      return isStrict(`… ${text}`)
  }
}

/** "No, the other file" rejects what was just done; only what goes beyond that stands. */
export function mayStand({ kind, stands }: Pick<Remark, 'kind' | 'stands'>): boolean {
  return kind === 'constraint' || kind === 'preference' || (kind === 'rejected' && stands === true)
}

const STRICT_RULE = cueOf('strictRule')
const HABIT = cueOf('habit')

/** What something never does is not a rule. In other letters than Latin ones we know too few words to be strict. */
export function isStrict(text: string): boolean {
  return (says(STRICT_RULE, text) || OTHER_LETTERS.test(text)) && !says(HABIT, text)
}
