import type { ItemKind } from '../schema/ledger.ts'

/*
 * Words by which a sentence shows what it is, in the languages that people most often write to agents in. A sentence that none of
 * them knows is a request or a fact, which is never wrong.
 */

const RULE =
  /^no \p{L}|\b(?:must(?: not|n['’]t)?|never|always|do not|don['’]?t|cannot|may not|no longer|avoid|without|make sure|ensure|only (?:use|touch|change|edit)|keep .{1,40} (?:as is|as it is|unchanged)|under no circumstances|required?)\b|\b(?:niemals|nie|immer|nicht|keine?[nmrs]?|muss|darf|nur)\b|\b(?:jamais|toujours|ne .{1,30} pas|nunca|siempre|mai|sempre)\b|禁止|不要|不许|必须|务必|不得|千万别|必ず|ないで|てはいけ|하지 ?마|지 ?마세요|반드시|절대|никогда|нельзя|обязательно|всегда|(?<!\p{L})не (?:надо|используй|меняй|трогай|делай|удаляй)|يجب|أبدًا|دائمًا|ممنوع|(?<!\p{L})لا ت/iu
const WISH =
  /\b(?:i(?:['’]d| would)? (?:prefer|like|love|want)|prefer(?:ably|red)?|rather than|ideally|nice to have|lieber|bevorzug\w*|am liebsten|je préfère|prefiero|preferisco)\b|最好|なるべく/iu
const REFUSAL =
  /^(?:(?:no|nope|nein|non|wrong)[,.!;]|that['’]s (?:wrong|not)|stop\b|undo\b|revert\b)|\b(?:instead of|not what i|let['’]s not|we (?:decided|agreed) against|rejected|don['’]t (?:like|want)|do not want|statt(?:dessen)?|gefällt mir nicht|plutôt que|en lugar de)\b|不行|而不是/iu
const DECISION =
  /\b(?:decid\w+|chose|chosen|going with|went with|instead of|rather than|settled on|agreed|the (?:fix|solution|approach|plan) is|root cause|turns out|because|so that|entschieden|stattdessen|weil|décid\w+|decid\w+)\b|决定|因为/iu
const TROUBLE =
  /(?:error|exception)s?\b|\b(?:failed|fails|failing|failure|traceback|panic|cannot|not found|denied|undefined|unexpected|broken|crash\w*|fehler|erreur|fallo)\b/iu
const UNFINISHED =
  /\b(?:todo|still (?:need|have|to do|open|missing)|remaining|next (?:step|up|i)|not yet|pending|follow-up|left to do|noch offen|als nächstes|il reste|falta)\b|待办|接下来/iu
const ANNOUNCEMENT =
  /^(?:(?:now|good|great|perfect|okay|ok|first|next|also|jetzt|gut|zuerst|bien|ahora|maintenant)[,.!:]?\s+)?(?:let me|let['’]s|i['’]ll|i will|i need to|now|lass mich|ich werde|je vais|voy a|déjame)\b|^(?:现在)?(?:让我|我来|我将)/iu

/** Who asks sets no rule, but for those who ask politely. */
const QUESTION = /[?？؟]["'”’)]?\s*$/u
const POLITE_RULE =
  /^(?:please\s+)?(?:can|could|would|will) (?:you|we)\b.*\b(?:never|always|not|don['’]?t|avoid|without|stop)\b|^(?:kannst|könntest|würdest) du\b.*\b(?:nie|niemals|immer|nicht|keine?[nmrs]?|ohne)\b/iu

/** What a person's sentence is, besides a request. */
export function kindOfWish(sentence: string): Extract<ItemKind, 'constraint' | 'preference' | 'rejected' | 'request'> {
  if (QUESTION.test(sentence) && !POLITE_RULE.test(sentence)) return 'request'
  if (REFUSAL.test(sentence)) return 'rejected'
  if (RULE.test(sentence)) return 'constraint'
  return WISH.test(sentence) ? 'preference' : 'request'
}

/** What an agent's sentence is. */
export function kindOfStatement(sentence: string): Extract<ItemKind, 'decision' | 'error' | 'open' | 'fact'> {
  if (DECISION.test(sentence)) return 'decision'
  if (UNFINISHED.test(sentence)) return 'open'
  return TROUBLE.test(sentence) ? 'error' : 'fact'
}

/** A line of output that says what went wrong. */
export function saysTrouble(line: string): boolean {
  return TROUBLE.test(line)
}

/** A sentence that says what comes next: whoever reads on sees what came of it. */
export function announces(sentence: string): boolean {
  return ANNOUNCEMENT.test(sentence)
}
