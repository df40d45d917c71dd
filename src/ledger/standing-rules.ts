import { itemAt } from '../schema/at.ts'
import type { TextEntry } from '../schema/entry.ts'
import { SHORT_REQUEST } from './pasted.ts'
import type { Remark } from './read-entry.ts'
import type { ReadLog } from './read-log.ts'
import type { Candidate } from './remark-index.ts'
import { isStrict } from './rule-sentences.ts'
import type { SayingIndex } from './saying-index.ts'
import { readTopic, takesBack } from './supersession.ts'
import { type WordNumbers, wordSets } from './word-sets.ts'

/** A sentence in which a person sets a rule. */
export interface Rule extends Candidate {
  readonly text: string
  readonly isShort: boolean
}

/**
 * Sentences in which people set a rule that they did not take back, not even in what is shown anyway; first those of short messages: what
 * is long was mostly pasted. Of those the latest first.
 */
export function rulesIn(requests: readonly TextEntry[], log: ReadLog, isWanted: (rule: Rule) => boolean): readonly Rule[] {
  const { read, remarks } = log
  const { topics, sayings } = remarks()
  const latest = new Map<string, Rule>()
  for (const entry of requests) {
    const { seq, text: whole } = entry
    for (const remark of read(entry).remarks) {
      const { text } = remark
      if (!stands(remark, sayings) || BREAKS.test(text)) continue
      // Of what the program around the agent said, no topics are kept.
      const key = remark.authority === 'system' ? readTopic(text).key : (topics.get(remark) ?? '')
      const known = latest.get(key)
      const isFirst = known === undefined || (key !== '' && takesBack(text, known.text))
      latest.set(isFirst ? key || text : text, { seq, remark, text, isShort: whole.length <= SHORT_REQUEST })
    }
  }
  const rules = saidOnce(
    [...latest.values()].filter((rule) => isWanted(rule) && !isAnswer(rule, log)).sort((a, b) => b.seq - a.seq),
    log.ruleWords,
  )
  const isShort = (rule: Rule): boolean => rule.isShort
  return [...rules.filter(isShort), ...rules.filter((rule) => !isShort(rule)).slice(0, MOST_PASTED)]
}

/** A shorter rule may stand in a narrower one by chance. */
const FEWEST_AGAIN = 10

/** Rules, the latest first, without those that a later one says again, with all words of a long one: somebody asked once more, more exactly. */
function saidOnce(rules: readonly Rule[], numbered: WordNumbers): readonly Rule[] {
  const later = wordSets()
  const texts = new Set<string>()
  return rules.filter(({ text }) => {
    if (texts.has(text)) return false
    texts.add(text)
    const words = numbered.of(text)
    if (words.length < FEWEST_AGAIN) return true
    const isAgain = later.hold(words)
    if (!isAgain) later.add(words)
    return !isAgain
  })
}

/** What takes the place of a rule is one; what was replaced is none any more. */
function stands(remark: Remark, { replaced, inPlaceOfRules }: SayingIndex): boolean {
  return (remark.isRule === true || inPlaceOfRules.has(remark)) && !replaced.has(remark)
}

/** A message that is nothing but rules and what was replaced is said by its rules, or not any more. */
export function isOnlyRules(entry: TextEntry, log: ReadLog): boolean {
  const { read, remarks: index } = log
  const { remarks } = read(entry)
  const { sayings } = index()
  return (
    remarks.length > 0 &&
    remarks.every(
      (remark) =>
        sayings.replaced.has(remark) ||
        BARE_COMMAND.test(remark.text) ||
        (stands(remark, sayings) && !BREAKS.test(remark.text) && !isAnswer({ seq: entry.seq, text: remark.text }, log)),
    )
  )
}

/** "Version, not patch" says nothing without its question: it is quoted with it. */
function isAnswer({ seq, text }: Pick<Rule, 'seq' | 'text'>, log: ReadLog): boolean {
  return text.length <= LONGEST_ANSWER && !isStrict(text) && log.question(itemAt(log.entries, seq)) !== undefined
}

const LONGEST_ANSWER = 32
/** `/clear`, alone or in front of a request. */
export const BARE_COMMAND: RegExp = /^\/[a-z-]+$/
const MOST_PASTED = 24
const BREAKS = /[\v\f\r\u0085\u2028\u2029]|~~~|…$/
