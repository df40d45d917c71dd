import type { ItemKind } from '../schema/ledger.ts'
import { type Cue, cueOf, says } from './languages/cue.ts'
import { isRuleBySigns } from './rule-score.ts'

/** Of languages whose words we know too few of. */
const RULE = cueOf('rule')
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
/** A line of a listing, a difference, a log or a trace. */
const PASTED_LINE =
  /^(?:commit [0-9a-f]{7,40}\b|(?:Author|Date|Merge|Co-Authored-By|Signed-off-by|Reviewed-by): |\d{1,6}\s*[+|→-]\s|\d{1,6}\s{2,}|\d{1,6}(?:\.\d+)?\s+(?:npm|error|warn)\b|[+-]{1,3}\s|\d{4}-\d\d-\d\d[T ]\d|\[\d|\d\d:\d\d:\d\d|\/\/|\/\*|@@|diff --git|at \S+ \(|at \S+:\d|File "|Traceback|(?:npm|yarn|pnpm) (?:ERR|WARN|error|warn)|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|FAIL|PASS)\b|(?:[Ee]rror|[Ff]atal|[Ww]arning|remote|hint|[Ff]ehler|[Ee]rreur|[Ww]arnung|[Aa]vertissement|[Aa]dvertencia)(?:\[\w+\]| [A-Z]{1,6}\d{2,6})? ?: |(?:错误|警告|报错|异常)[：:]|\[(?:error|warn|warning|info|debug|fatal)\]|[\w./-]+(?::\d+:|\(\d+,\d+\):)|\w*(?:Error|Exception|Warning): |[✓✗×●✔✖❯➜⏺⎿|] ?|[$>] \S|[A-Z]\w+ failed: )/

/** Whether a line was printed by a program before a person pasted it. */
export function isPasted(line: string): boolean {
  return PASTED_LINE.test(line)
}

/** What a person's sentence is, besides a request. A question sets no rule, except one that asks politely. */
export function kindOfWish(sentence: string): Extract<ItemKind, 'constraint' | 'preference' | 'rejected' | 'request'> {
  if (isPasted(sentence)) return 'request'
  if (says(REFUSAL, sentence) && !isQuestion(sentence)) return 'rejected'
  if (!laysDown(sentence)) return 'request'
  return says(WISH, sentence) ? 'preference' : 'constraint'
}

/** Whether a sentence holds beyond the moment in which it is said. */
export function laysDown(sentence: string): boolean {
  const words = ownWords(sentence)
  return isRuleBySigns(words) ?? (says(RULE, words) && !isQuestion(words))
}

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
