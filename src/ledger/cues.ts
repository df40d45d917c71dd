import type { ItemKind } from '../schema/ledger.ts'
import { type Cue, cueOf, says } from './languages/cue.ts'
import { LANGUAGES, languageNamed } from './languages/index.ts'

const RULE = cueOf('rule')
const ENGLISH_RULES = languageNamed('en').rules ?? []
const OTHER_RULES = LANGUAGES.flatMap(({ code, rules }) => (code === 'en' ? [] : (rules ?? [])))
const ENGLISH_WORD = String.raw`\b(?:the|and|of|is|are|it|that|this|these|with|you|your|my|to|be|have|we|from|before|every|should|when|if|but|by|which)\b`
/** With two small words that no other language has, a sentence need not be searched for what others say. */
const IS_ENGLISH = new RegExp(`${ENGLISH_WORD}.*?${ENGLISH_WORD}`, 'i')
const POLITE_RULE = cueOf('politeRule')
const WISH = cueOf('wish')
const REFUSAL = cueOf('refusal')
const DECISION = cueOf('decision')
const TROUBLE = cueOf('trouble')
const UNFINISHED = cueOf('unfinished')
const INTERJECTION = cueOf('interjection')
const INTENTION = cueOf('intention')
const ANNOUNCEMENT: Cue = {
  latin: new RegExp(`^(?:(?:${INTERJECTION.latin.source})[,.!:]?\\s+)?(?:${INTENTION.latin.source})\\b`, 'i'),
  other: new RegExp(`^(?:${INTERJECTION.other.source})?(?:${INTENTION.other.source})`),
}
/** What a person or a thing cannot or does not do is not a rule for others. */
const NO_RULE = new RegExp(cueOf('noRule').latin, 'gi')
const REPORT = cueOf('report')
const MOMENT = cueOf('moment')
const FROM_NOW = cueOf('fromNow')
/** A line of a listing, a difference, a log or a trace. */
const PASTED_LINE =
  /^(?:commit [0-9a-f]{7,40}\b|(?:Author|Date|Merge|Co-Authored-By|Signed-off-by|Reviewed-by): |\d{1,6}\s*[+|→-]\s|\d{1,6}\s{2,}|\d{1,6}(?:\.\d+)?\s+(?:npm|error|warn)\b|[+-]{1,3}\s|\d{4}-\d\d-\d\d[T ]\d|\[\d|\d\d:\d\d:\d\d|\/\/|\/\*|@@|diff --git|at \S+ \(|at \S+:\d|File "|Traceback|(?:npm|yarn|pnpm) (?:ERR|WARN|error|warn)|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|FAIL|PASS)\b|(?:[Ee]rror|[Ff]atal|[Ww]arning|remote|hint|[Ff]ehler|[Ee]rreur|[Ww]arnung|[Aa]vertissement|[Aa]dvertencia)(?:\[\w+\]| [A-Z]{1,6}\d{2,6})? ?: |(?:错误|警告|报错|异常)[：:]|\[(?:error|warn|warning|info|debug|fatal)\]|[\w./-]+(?::\d+:|\(\d+,\d+\):)|\w*(?:Error|Exception|Warning): |[✓✗×●✔✖❯|] ?|[$>] \S|[A-Z]\w+ failed: )/

/** Whether a line was printed by a program before a person pasted it. */
export function isPasted(line: string): boolean {
  return PASTED_LINE.test(line)
}

/** What a person's sentence is, besides a request. A question sets no rule, except one that asks politely. */
export function kindOfWish(sentence: string): Extract<ItemKind, 'constraint' | 'preference' | 'rejected' | 'request'> {
  if (isQuestion(sentence) && !says(POLITE_RULE, sentence)) return 'request'
  if (isPasted(sentence)) return 'request'
  if (says(REFUSAL, sentence)) return 'rejected'
  if (laysDown(sentence)) return 'constraint'
  return says(WISH, sentence) && !says(REPORT, sentence) && !isMomentary(sentence) ? 'preference' : 'request'
}

/** Whether a sentence holds beyond the moment in which it is said. */
export function laysDown(sentence: string): boolean {
  const words = ownWords(sentence)
  if (saysRule(words) && !says(REPORT, words)) return isLasting(words)
  // "I'm vegetarian, so no steakhouses": what is told first may be the reason of a rule.
  const [, behind] = REASON.exec(words) ?? []
  return behind !== undefined && saysRule(behind) && says(REPORT, words) && !says(REPORT, behind) && isLasting(behind)
}

/** Whether the words of a rule say more than what is, and for longer than now. */
function isLasting(words: string): boolean {
  if (isMomentary(words)) return false
  const bare = words.replaceAll(NO_RULE, ' ')
  return bare === words || saysRule(bare)
}

/** Whether a sentence holds for now, or for this once. */
function isMomentary(sentence: string): boolean {
  return says(MOMENT, sentence) && !says(FROM_NOW, sentence)
}

/** What is told, and behind it what follows from it. */
const REASON = /^[^,;:，；]{1,120}(?:[;:，；]|, (?:so|also|deshalb|daher|donc|alors|así que|por eso)\b)[,:]?\s*(.+)/i

/** A sentence without the command before it and without what it quotes of others, "u" and "ur" spelled out. */
function ownWords(sentence: string): string {
  const told = sentence.replace(COMMAND, '').replaceAll(QUOTE, '$1…')
  return SHORTHAND.test(told) ? told.replaceAll(/\bu\b/gi, 'you').replaceAll(/\bur\b/gi, 'your') : told
}

/** A slash command, before what it is told. */
const COMMAND = /^\/[a-z][\w:-]{0,40}\s/i
/** More than a name or a word, and behind what introduces it; of code, several words. */
const QUOTE = /(^|\S\s?)(?:`[^`]{24,400}`|"[^"]{16,400}"|“[^”]{8,400}”|«[^»]{16,400}»|„[^“”]{16,400}[“”])/g
const SHORTHAND = /\bur?\b/i

function saysRule(sentence: string): boolean {
  if (says(RULE, sentence) || ENGLISH_RULES.some((way) => way.test(sentence))) return true
  return !IS_ENGLISH.test(sentence) && OTHER_RULES.some((way) => way.test(sentence))
}

/** Whether a sentence asks something. */
export function isQuestion(sentence: string): boolean {
  return /[?？؟]["'”’)]?\s*$/u.test(sentence)
}

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

const UNDOING = cueOf('undoing')
const UNDO_COMMAND = /^\s*\/(?:undo|rewind)\b/i

/** A person's message that takes back or rejects what the agent just said or did. */
export function undoes(message: string): boolean {
  const opening = message.slice(0, 400)
  return UNDO_COMMAND.test(opening) || says(UNDOING, opening)
}
