import { cueOf, says } from '../languages/cue.ts'
import { asSeen } from './unseen.ts'

/**
 * Signs by which programs and providers tell who is speaking. In a summary they could only be there to change that. In front of each
 * stands what every such text has, and most others have not.
 */
const MARKERS: readonly (readonly [sign: RegExp | string, marker: RegExp])[] = [
  ['<', /<\|[a-z0-9_ -]{2,40}\|>|<｜[^｜]{1,40}｜>/i],
  [/[<[]/, /\[\/?INST\]|<<\/?SYS>>|<\/?s>|<(?:start|end)_of_turn>|<bos>|<eos>/i],
  [
    /[<&]/,
    /(?:<|&lt;)\s{0,4}\/?\s{0,4}(?:system|user|assistant|human|developer|tool|function|instructions?|summary|context|transcript|conversation|system-reminder|antml:\w+|function_calls|invoke|tool_result|tool_use)\b[^>&]{0,80}(?:>|&gt;)/i,
  ],
  [
    ':',
    /(?:^|[\n\v\f\r\u0085\u2028\u2029])[ \t]{0,20}(?:#{1,4}[ \t]{0,4}|\*\*)?(?:system|user|human|assistant|developer)(?:\*\*)?\s*:/i,
  ],
  [
    /[:：]/,
    /(?:^|[\n\v\f\r\u0085\u2028\u2029])[ \t>#*-]{0,20}(?:benutzer|nutzer|anwender|utilisateur|usuario|utente|usuário|пользователь|система|système|sistema|用户|使用者|系统|系統|ユーザー|システム|사용자|시스템|المستخدم)\s{0,4}(?:\*\*)?[:：]/iu,
  ],
  ['[', /\[\s*(?:Context Summary|Externalized Content|Summary v|Ledger v|System note|Output of|The conversation continues)/i],
  [
    ' ',
    /\ba person, verbatim\b|\boutput of a tool, quoted\b|\bfrom output of a tool\b|\bnoted from output\b|\bconcluded from e\d|\bsystem, quoted\b/i,
  ],
  ['(e', /\(e\d{1,9}(?:, ?e\d{1,9})*(?:, done)?\)/],
  [/[~=#*-]{3}/, /~{3}|[-=#*]{4}\s{0,4}(?:end|begin|start|system|data)/i],
  [
    ' ',
    /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:previous|prior|above|earlier|preceding|system|safety)\b/i,
  ],
  [':', /\b(?:new|updated|real|actual|hidden)\s+(?:system\s+)?(?:instructions?|prompt)\s*:/i],
]

/** True if a text has the signs of a chat template, of a role, of one of our own headings, or of an order to the reader. */
export function hasMarker(text: string): boolean {
  // What cannot be seen may hide a sign from us and not from a model.
  const seen = asSeen(text)
  return isMarked(text) || (seen !== text && isMarked(seen))
}

/** True if a text shows who is speaking as comments and messages in JSON do: a person may paste that, and a tool print it. */
export function imitatesRole(text: string): boolean {
  return ROLE.test(asSeen(text))
}

const ROLE = /<!--\s{0,4}(?:system|user|assistant|developer)\b|"role"\s{0,4}:\s{0,4}"(?:system|user|assistant|developer|tool)"/i

/** Each is only looked for where the text has a sign that it cannot do without. */
function isMarked(text: string): boolean {
  return MARKERS.some(([sign, marker]) => (typeof sign === 'string' ? text.includes(sign) : sign.test(text)) && marker.test(text))
}

const CLAIM = cueOf('claim')

/** True if a text says what a person said or wants. Only that person's own words may (L12). */
export function speaksForUser(text: string): boolean {
  return says(CLAIM, asSeen(text))
}

const ERRORS: readonly RegExp[] = [
  /^\s*(?:\{\s*)?"?(?:error|errors)"?\s*[:{]/i,
  /^\s*(?:error|exception|fatal|failed|api error|internal server error|bad gateway|service unavailable|gateway time-?out|too many requests|rate limit(?:ed)?|overloaded|unauthori[sz]ed|forbidden|quota exceeded|insufficient (?:credits?|quota|funds)|connection (?:error|reset|refused))\b/i,
  /^\s*<!doctype html|^\s*<html/i,
  /^\s*(?:error generating (?:the )?summary|request failed|upstream (?:error|connect))/i,
]

/** True if what came back is a provider's or a proxy's error that was sent as an answer (case 52). */
export function isErrorText(text: string): boolean {
  return text.length < 4_000 && ERRORS.some((error) => error.test(text))
}

const APOLOGY = cueOf('apology')

/** True if a model declines to answer (case 49). */
export function isRefusal(text: string): boolean {
  return text.length < 1_500 && says(APOLOGY, text)
}
