import { asSeen } from './unseen.ts'

/** Signs by which programs and providers tell who is speaking. In a summary they could only be there to change that. */
const MARKERS: readonly RegExp[] = [
  /<\|[a-z0-9_ -]{2,40}\|>|<｜[^｜]{1,40}｜>/i,
  /\[\/?INST\]|<<\/?SYS>>|<\/?s>|<(?:start|end)_of_turn>|<bos>|<eos>/i,
  /(?:<|&lt;)\s{0,4}\/?\s{0,4}(?:system|user|assistant|human|developer|tool|function|instructions?|summary|context|transcript|conversation|system-reminder|antml:\w+|function_calls|invoke|tool_result|tool_use)\b[^>&]{0,80}(?:>|&gt;)/i,
  /(?:^|[\n\v\f\r\u0085\u2028\u2029])[ \t]{0,20}(?:#{1,4}[ \t]{0,4}|\*\*)?(?:system|user|human|assistant|developer)(?:\*\*)?\s*:/i,
  /\[\s*(?:Context Summary|Externalized Content|Summary v|Ledger v|System note|Output of|The conversation continues)/i,
  /\ba person, verbatim\b|\boutput of a tool, quoted\b|\bsystem, quoted\b/i,
  /\(e\d{1,9}(?:, ?e\d{1,9})*(?:, done)?\)/,
  /~{3}|[-=#*]{4}\s{0,4}(?:end|begin|start|system|data)/i,
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:previous|prior|above|earlier|preceding|system|safety)\b/i,
  /\b(?:new|updated|real|actual|hidden)\s+(?:system\s+)?(?:instructions?|prompt)\s*:/i,
]

/** True where a text has the signs of a chat template, of a role, of one of our own headings, or of an order to the reader. */
export function hasMarker(text: string): boolean {
  // What cannot be seen may hide a sign from us and not from a model.
  const seen = asSeen(text)
  return MARKERS.some((marker) => marker.test(text) || marker.test(seen))
}

const SPEAKERS = 'user|human|person|customer|client|operator|admin(?:istrator)?|owner|boss|maintainer|requester'
const SPEECH =
  'sa(?:id|ys)|ask(?:s|ed)?|want(?:s|ed)?|approv(?:e|es|ed)|request(?:s|ed)|requir(?:es|ed)|confirm(?:s|ed)|agree(?:s|d)|allow(?:s|ed)|authori[sz](?:es|ed)|permit(?:s|ted)|grant(?:s|ed)|t(?:ells|old)|instruct(?:s|ed)|consent(?:s|ed)|accept(?:s|ed)|decid(?:es|ed)|ch(?:ose|ooses)|prefer(?:s|red)?|insist(?:s|ed)|signed off|g(?:ave|ives)|demand(?:s|ed)|order(?:s|ed)|order|wish(?:es|ed)|is fine|is ok|expects?|needs?'
const CLAIMS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:${SPEAKERS})\\s+(?:[a-z]+ly\\s+|has\\s+|have\\s+|had\\s+|already\\s+|also\\s+|just\\s+|now\\s+){0,3}(?:${SPEECH})\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:approved|authori[sz]ed|confirmed|requested|permitted|allowed|signed off|agreed|granted|wanted|demanded)\\s+(?:\\w+\\s+){0,2}by\\s+(?:the\\s+|a\\s+)?(?:${SPEAKERS})\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:${SPEAKERS})(?:['’]s)?\\s+(?:explicit\\s+|full\\s+|prior\\s+)?(?:approval|consent|permission|authori[sz]ation|request|wish|order|instruction|go-ahead)\\b`,
    'i',
  ),
  /\b(?:you|they|he|she|someone|somebody|everyone|everybody)\s+(?:[a-z]+ly\s+|has\s+|have\s+|had\s+|already\s+|also\s+|just\s+|now\s+){0,3}(?:approved?|authori[sz]ed?|consent(?:ed)?|permitted|granted|signed off|allowed|agreed)\b/i,
  /\b(?:pre-?approved|has been (?:approved|authori[sz]ed)|approval (?:was|is|has been) (?:granted|given))\b/i,
  /\b(?:Nutzer(?:in)?|Benutzer(?:in)?|Anwender(?:in)?|utilisat(?:eur|rice)|usuari[oa]|utente|usuário)\b/iu,
  /用户|用戶|使用者|ユーザー|사용자|пользовател|المستخدم/iu,
]

/** True where a text says what a person said or wants. Only that person's own words may (L12). */
export function speaksForUser(text: string): boolean {
  const seen = asSeen(text)
  return CLAIMS.some((claim) => claim.test(seen))
}

const ERRORS: readonly RegExp[] = [
  /^\s*\{?\s*"?(?:error|errors)"?\s*[:{]/i,
  /^\s*(?:error|exception|fatal|failed|api error|internal server error|bad gateway|service unavailable|gateway time-?out|too many requests|rate limit(?:ed)?|overloaded|unauthori[sz]ed|forbidden|quota exceeded|insufficient (?:credits?|quota|funds)|connection (?:error|reset|refused))\b/i,
  /^\s*<!doctype html|^\s*<html/i,
  /^\s*(?:error generating (?:the )?summary|request failed|upstream (?:error|connect))/i,
]

/** True where what came back is a provider's or a proxy's error that was sent as an answer (case 52). */
export function isErrorText(text: string): boolean {
  return text.length < 4_000 && ERRORS.some((error) => error.test(text))
}

const REFUSALS: readonly RegExp[] = [
  /^\s*(?:i['’]?m sorry|i am sorry|sorry|i apologi[sz]e|unfortunately)\b[^.\n]{0,120}\b(?:can['’]?t|cannot|unable|won['’]?t|not able)\b/i,
  /^\s*(?:i can(?:['’]?t|not)|i won['’]?t|i['’]?m (?:unable|not able)|i am (?:unable|not able)|as an ai\b)/i,
  /^\s*(?:es tut mir leid|je suis désolé|lo siento|很抱歉|抱歉|申し訳)/i,
]

/** True where a model declines to answer (case 49). */
export function isRefusal(text: string): boolean {
  return text.length < 1_500 && REFUSALS.some((refusal) => refusal.test(text))
}
