import type { ItemKind } from '../schema/ledger.ts'

/*
 * Words by which a sentence shows what it is, in the languages that people most often write to agents in. A sentence that none of
 * them knows is a request or a fact, which is never wrong.
 */

/** Words in Latin letters, and in others: most sentences have none of those, and need not be searched for them. */
interface Cue {
  readonly latin: RegExp
  readonly other: RegExp
}

const OTHER_LETTERS = /[\u0370-\u1fff\u2e80-\uffff]/

function says({ latin, other }: Cue, sentence: string): boolean {
  return latin.test(sentence) || (OTHER_LETTERS.test(sentence) && other.test(sentence))
}

const RULE: Cue = {
  latin:
    /^no \p{L}|\b(?:must(?: not|n['’]t)?|never|always|do not|don['’]?t|cannot|may not|no longer|avoid|without|make sure|ensure|only (?:use|touch|change|edit)|keep .{1,40} (?:as is|as it is|unchanged)|under no circumstances|required?)\b|\b(?:niemals|nie|immer|nicht|keine?[nmrs]?|muss|darf|nur)\b|\b(?:jamais|toujours|ne .{1,30} pas|nunca|siempre|mai|sempre)\b|\bnão\b/iu,
  other:
    /(?<!\p{L})(?:никогда|всегда|нельзя|не надо|обязательно|запрещ\p{L}*|должн?\p{L}{0,3})(?!\p{L})|(?<!\p{L})не (?:используй|меняй|трогай|делай|удаляй)|禁止|不要|千万别|不得|不能|不可以|不许|切勿|必须|务必|一定要|只能|永远|必ず|ないで|てはいけ|てはなら|絶対に|常に|마십시오|하지 ?마|지 ?마세요|절대|반드시|금지|항상|(?<!\p{L})(?:لا ت\p{L}*|يجب|أبدا\p{M}*|دائما\p{M}*|ممنوع)/iu,
}
const WISH: Cue = {
  latin:
    /\b(?:i(?:['’]d| would)? prefer|i(?:['’]d| would) (?:like|love) (?:it|that|this|the)|prefer(?:ably|red)?|rather than|ideally|nice to have|lieber|bevorzug\w*|am liebsten|je préfère|prefiero|preferisco)\b/iu,
  other: /最好|希望|なるべく|できれば|좋겠|(?<!\p{L})(?:предпочита\p{L}*|лучше)(?!\p{L})/iu,
}
const REFUSAL: Cue = {
  latin:
    /^(?:(?:no|nope|nein|non|wrong)[,.!;]|that['’]s (?:wrong|not)|stop\b|undo\b|revert\b)|\b(?:instead of|not what i|let['’]s not|we (?:decided|agreed) against|rejected|don['’]t (?:like|want)|do not want|statt(?:dessen)?|gefällt mir nicht|plutôt que|en lugar de)\b/iu,
  other: /不行|而不是|不对|ではなく|違います|아니요|대신|^нет[,.! ]|(?<!\p{L})вместо(?!\p{L})/iu,
}
const DECISION: Cue = {
  latin:
    /\b(?:decid\w+|chose|chosen|going with|went with|instead of|rather than|settled on|agreed|the (?:fix|solution|approach|plan) is|root cause|turns out|because|so that|entschieden|stattdessen|weil|décid\w+|decid\w+)\b/i,
  other: /决定|因为|改用|決め|ので|결정|때문|(?<!\p{L})(?:реш\p{L}+|потому что)/iu,
}
const TROUBLE: Cue = {
  latin:
    /(?:error|exception)s?\b|\b(?:failed|fails|failing|failure|traceback|panic|cannot|not found|denied|undefined|unexpected|broken|crash\w*|fehler|erreur|fallo)\b/i,
  other: /错误|失败|报错|エラー|失敗|오류|실패|ошибк/iu,
}
const UNFINISHED: Cue = {
  latin:
    /\b(?:todo|still (?:need|have|to do|open|missing)|remaining|next (?:step|up|i)|not yet|pending|follow-up|left to do|noch offen|als nächstes|il reste|falta)\b/i,
  other: /待办|接下来|尚未|还需要|残り|まだ|아직|осталось/iu,
}
const ANNOUNCEMENT =
  /^(?:(?:now|good|great|perfect|okay|ok|first|next|also|jetzt|gut|zuerst|bien|ahora|maintenant)[,.!:]?\s+)?(?:let me|let['’]s|i['’]ll|i will|i need to|now|lass mich|ich werde|je vais|voy a|déjame)\b|^(?:现在)?(?:让我|我来|我将)/iu

/** Who asks sets no rule, but for those who ask politely. */
const QUESTION = /[?？؟]["'”’)]?\s*$/u
const POLITE_RULE =
  /^(?:please\s+)?(?:can|could|would|will) (?:you|we)\b.*\b(?:never|always|not|don['’]?t|avoid|without|stop)\b|^(?:kannst|könntest|würdest) du\b.*\b(?:nie|niemals|immer|nicht|keine?[nmrs]?|ohne)\b/iu

/** What somebody cannot or does not do is no rule for others; nor is what may not be so, or happens without or to avoid something. */
const STATEMENT =
  /\b(?:i|it|this|that|which|they|he|she)(?: \w+)? (?:do not|don['’]?t|cannot|can['’]?t)\b|(?<!\b(?:you|we|agents?) )\bmay not\b|\bto avoid\b|\b\w+s without\b/giu
/** A line of a listing, a difference or a log. */
const PASTED_LINE = /^(?:\d{1,6}\s*[+|→-]\s|\d{1,6}\s{2,}|[+-]{1,3}\s|\d{4}-\d\d-\d\d[T ]\d|\[\d)/

/** What a person's sentence is, besides a request. */
export function kindOfWish(sentence: string): Extract<ItemKind, 'constraint' | 'preference' | 'rejected' | 'request'> {
  if (QUESTION.test(sentence) && !POLITE_RULE.test(sentence)) return 'request'
  if (PASTED_LINE.test(sentence)) return 'request'
  if (says(REFUSAL, sentence)) return 'rejected'
  if (says(RULE, sentence) && says(RULE, sentence.replaceAll(STATEMENT, ' '))) return 'constraint'
  return says(WISH, sentence) ? 'preference' : 'request'
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

/** A sentence that says what comes next: whoever reads on sees what came of it. */
export function announces(sentence: string): boolean {
  return ANNOUNCEMENT.test(sentence)
}

const UNDOING =
  /^\s*\/(?:undo|rewind)\b|\bi(?:['’]ve| have)? (?:undid|undone|reverted|rolled back)\b|\b(?:undo|revert|roll back) (?:that|this|it|your|the last)\b|^(?:no|nope|wrong|nein|non)[,.!]|that['’]s (?:wrong|not (?:it|right|true|what))|\bstill (?:broken|fails|failing|wrong|the same|not (?:working|right)|doesn['’]t)\b/iu

/** A person's message that takes back or rejects what the agent just said or did. */
export function undoes(message: string): boolean {
  return UNDOING.test(message.slice(0, 400))
}
