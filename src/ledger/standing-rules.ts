import type { TextEntry } from '../schema/entry.ts'
import { cueOf, OTHER_LETTERS, says } from './languages/cue.ts'
import type { Remark } from './read-entry.ts'
import type { ReadLog } from './read-log.ts'
import type { Candidate } from './remark-index.ts'
import type { SayingIndex } from './saying-index.ts'
import { readTopic, takesBack } from './supersession.ts'

/** A sentence in which a person sets a rule. */
export interface Rule extends Candidate {
  readonly text: string
  readonly isShort: boolean
}

/**
 * Sentences in which people set a rule that they did not take back, not even in what is shown anyway; first those of short messages: what
 * is long was mostly pasted. Of those the latest first.
 */
export function rulesIn(
  requests: readonly TextEntry[],
  { read, remarks }: ReadLog,
  isWanted: (rule: Rule) => boolean,
): readonly Rule[] {
  const { topics, sayings } = remarks()
  const latest = new Map<string, Rule>()
  for (const entry of requests) {
    const { seq, text: whole } = entry
    for (const remark of read(entry).remarks) {
      const { text } = remark
      if (!stands(entry, remark, sayings) || BREAKS.test(text)) continue
      // Of what the program around the agent said, no topics are kept.
      const key = remark.authority === 'system' ? readTopic(text).key : (topics.get(remark) ?? '')
      const known = latest.get(key)
      const isFirst = known === undefined || (key !== '' && takesBack(text, known.text))
      latest.set(isFirst ? key || text : text, { seq, remark, text, isShort: whole.length <= SHORT_REQUEST })
    }
  }
  const rules = [...latest.values()].filter(isWanted).sort((a, b) => b.seq - a.seq)
  const isShort = (rule: Rule): boolean => rule.isShort
  return [...rules.filter(isShort), ...rules.filter((rule) => !isShort(rule)).slice(0, MOST_PASTED)]
}

/** What takes the place of a rule is one; what was replaced is none any more. */
function stands(entry: TextEntry, remark: Remark, { replaced, inPlaceOfRules }: SayingIndex): boolean {
  return !replaced.has(remark) && (setsRule(entry, remark) || inPlaceOfRules.has(remark))
}

/** A message that is nothing but rules and what was replaced is said by its rules, or not any more. */
export function isOnlyRules(entry: TextEntry, { read, remarks: index }: ReadLog): boolean {
  const { remarks } = read(entry)
  const { sayings } = index()
  return (
    remarks.length > 0 &&
    remarks.every(
      (remark) =>
        sayings.replaced.has(remark) ||
        ((setsRule(entry, remark) || sayings.inPlaceOfRules.has(remark)) && !BREAKS.test(remark.text)),
    )
  )
}

const SHORT_REQUEST = 1_500
const MOST_PASTED = 16
const BREAKS = /[\v\f\r\u0085\u2028\u2029]|~~~|…$/

/** Whether a sentence of a message is a rule. What is long was mostly pasted: there a rule is what is said as one. */
export function setsRule({ text: whole }: TextEntry, { kind, text, stands: isStanding }: Remark): boolean {
  if (kind !== 'constraint' && kind !== 'rejected' && kind !== 'preference') return false
  // "No, the other file" rejects what was just done; only what goes beyond that stands.
  if (kind === 'rejected' && isStanding !== true) return false
  return whole.length <= SHORT_REQUEST || isStrict(text)
}

const STRICT_RULE = cueOf('strictRule')
const HABIT = cueOf('habit')

/** What something never does is not a rule. In other letters than Latin ones we know too few words to be strict. */
function isStrict(text: string): boolean {
  return (says(STRICT_RULE, text) || OTHER_LETTERS.test(text)) && !says(HABIT, text)
}
