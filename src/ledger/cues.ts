import type { ItemKind } from '../schema/ledger.ts'
import { cueBy, cueOf, says } from './languages/cue.ts'
import { isQuestion } from './last-sign.ts'
import { ownText } from './own-text.ts'
import { isPasted } from './pasted.ts'
import { ruleScore } from './rule-score.ts'

/** Of languages whose words we know too few of. */
const RULE = cueOf('rule')
const STRICT_RULE = cueOf('strictRule')
const WISH = cueOf('wish')
const REFUSAL = cueOf('refusal')
const DECISION = cueOf('decision')
const TROUBLE = cueOf('trouble')
const UNFINISHED = cueOf('unfinished')
const ANNOUNCEMENT = cueBy({
  latin: (of) => new RegExp(`^(?:(?:${of('interjection').source})[,.!:]?\\s+)?(?:${of('intention').source})\\b`, 'i'),
  other: (of) => new RegExp(`^(?:${of('interjection').source})?(?:${of('intention').source})`),
})
/**
 * What a person's sentence is, besides a request. A question sets no rule, except one that asks politely. Where no sentence could be a rule it is
 * not weighed whether this one looks like it.
 */
export function kindOfWish(
  sentence: string,
  mayBeRule = true,
): Extract<ItemKind, 'constraint' | 'preference' | 'rejected' | 'request'> {
  if (isPasted(sentence)) return 'request'
  if (says(REFUSAL, sentence) && !isQuestion(sentence)) return 'rejected'
  if (!mayBeRule && !says(WISH, sentence)) return 'request'
  if (weigh(sentence) <= 0) return 'request'
  return says(WISH, sentence) ? 'preference' : 'constraint'
}

/** Whether a sentence holds beyond the moment in which it is said; by a margin, if one is wanted. */
export function laysDown(sentence: string, margin = 0): boolean {
  return strengthOf(sentence) > margin
}

/** What may be a rule is asked again when the rest of its message has been looked at. */
const strengths = new Map<string, number>()
const MOST_STRENGTHS = 512

/** How much the strongest part of a sentence looks like a rule; where too few of its words are known, it does or does not. */
function strengthOf(sentence: string): number {
  return strengths.get(sentence) ?? weigh(sentence)
}

function weigh(sentence: string): number {
  let strength = Number.NEGATIVE_INFINITY
  for (const words of ownSentences(sentence)) {
    const score = ruleScore(words) ?? (says(RULE, words) && !isQuestion(words) ? Number.POSITIVE_INFINITY : strength)
    strength = Math.max(strength, score)
  }
  if (strength > 0) {
    if (strengths.size >= MOST_STRENGTHS) strengths.clear()
    strengths.set(ownText(sentence), strength)
  }
  return strength
}

/**
 * The sentences of people in haste, who begin them with small letters; without what they quote of others, "u" and "ur" spelled out. What a
 * slash command is told is mostly for that command.
 *
 *     "does it work? never push it"  →  "does it work?" · "never push it"
 */
export function ownSentences(sentence: string): readonly string[] {
  const isCommand = COMMAND.test(sentence)
  const own = isCommand ? sentence.replace(COMMAND, '') : sentence
  const told = QUOTED.test(own) ? own.replaceAll(QUOTE, '$1…') : own
  const words = SHORTHAND.test(told) ? told.replaceAll(/\bu\b/gi, 'you').replaceAll(/\bur\b/gi, 'your') : told
  const sentences = STOP.test(words) ? words.split(HASTY_END) : [words]
  return isCommand ? sentences.filter((one) => says(STRICT_RULE, one)) : sentences
}

/** Most sentences have nothing of what is looked for in them, which is seen at once. */
const STOP = /[?!.]\s/
/** A slash command, before what it is told. */
const COMMAND = /^\/[a-z][\w:-]{0,40}\s/i
/** More than a name or a word; of code, several words. */
const QUOTED = /`[^`]{24,400}`|"[^"]{16,400}"|“[^”]{8,400}”|«[^»]{16,400}»|„[^“”]{16,400}[“”]/
/** The same behind what introduces it. */
const QUOTE = new RegExp(String.raw`(^|\S\s?)(?:${QUOTED.source})`, 'g')
const SHORTHAND = /\bur?\b/i
/** The space behind a stop that ends a word: not the one in "e.g. this", or behind an abbreviation. */
const HASTY_END =
  /(?<=[?!]|[\p{L}\d)](?<!(?:^|[\s.(])\p{L})(?<!\b(?:etc|vs|approx|bzw|resp|inkl|ggf|usw|nr|no|max|min|sec|ex))\.{1,3})\s+(?=\p{Ll})/iu

/** What an agent's sentence is. */
export function kindOfStatement(sentence: string): Extract<ItemKind, 'decision' | 'error' | 'open' | 'fact'> {
  if (says(DECISION, sentence)) return 'decision'
  if (says(UNFINISHED, sentence)) return 'open'
  return says(TROUBLE, sentence) ? 'error' : 'fact'
}

/** A line of output that says what went wrong. */
export function saysTrouble(line: string): boolean {
  return says(TROUBLE, line)
}

/** A sentence that says what comes next: the entries behind it show what came of it. */
export function announces(sentence: string): boolean {
  return says(ANNOUNCEMENT, sentence)
}

const WANDERING = cueOf('wandering')

/** A sentence that only thinks aloud: it finds nothing, and what came of it is said elsewhere. */
export function wanders(sentence: string): boolean {
  return says(WANDERING, sentence)
}

const COURTESY = cueOf('courtesy')

/** A sentence that is only polite, or only leads up to what stands below it. */
export function isPolite(sentence: string): boolean {
  return says(COURTESY, sentence)
}

const UNDOING = cueOf('undoing')
const UNDO_COMMAND = /^\s*\/(?:undo|rewind)\b/i

/** A person's message that takes back or rejects what the agent just said or did. */
export function undoes(message: string): boolean {
  const opening = message.slice(0, 400)
  return UNDO_COMMAND.test(opening) || says(UNDOING, opening)
}

const NEGATION = cueOf('negation')
/** A longer answer says what is wanted by itself. */
const LONGEST_AGREEMENT = 32

/** Whether a person says yes to what the agent ended with. */
export function agrees(answer: string, asked: string): boolean {
  const said = answer.trim()
  if (said.length > LONGEST_AGREEMENT || isQuestion(said) || undoes(said) || says(NEGATION, said)) return false
  return isQuestion(asked.slice(-LONGEST_QUESTION).replace(/[*_\s]{1,8}$/, ''))
}

/** Of a text, enough to see whether it ends with a question. */
const LONGEST_QUESTION = 40
