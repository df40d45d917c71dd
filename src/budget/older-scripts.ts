/**
 * How many tokens more a character takes in an older vocabulary than in o200k, by the first character of a stretch of Unicode: cl100k
 * minus o200k, measured on the sentences of the test and rounded up. Hindi takes 0.3 tokens a character in the one and 1 in the other.
 */
const SCRIPTS: readonly (readonly [first: number, excess: number])[] = [
  [0x0080, 0.5], // Latin with marks
  [0x0370, 0.6], // Greek
  [0x0400, 0.26], // Cyrillic
  [0x0530, 1.6], // Armenian
  [0x0590, 0.65], // Hebrew
  [0x0600, 0.52], // Arabic
  [0x0700, 1], // the rarer ones
  [0x0900, 0.8], // Hindi, Marathi, Nepali
  [0x0980, 1.2], // Bengali to Sinhala
  [0x0e00, 0.6], // Thai
  [0x0e80, 1], // Laos, Tibet, Burma
  [0x10a0, 1.7], // Georgian
  [0x1100, 1],
  [0x1e00, 1], // Vietnamese
  [0x1f00, 1],
  [0x2000, 0], // symbols
  [0x3000, 0.2], // East Asian punctuation, kana
  [0x3400, 0.5], // Han
  [0xa000, 1],
  [0xac00, 0.5], // Hangul
  [0xd7b0, 0],
]

/** Vocabularies that were made for all of these scripts. */
const WIDE = /^(?:o200k$|gemini|gemma)/
/** Models whose makers write Chinese: it costs them no more than it costs o200k. */
const CHINESE = /^(?:qwen|qwq|deepseek|glm|kimi|moonshot|minimax|hunyuan|ernie|doubao|yi-)/
const HAN_FIRST = 0x3400
const HAN_END = 0xa000

/** True of families whose vocabulary may be older than o200k: what is not known to be wide. */
export function isOlderVocabulary(family: string): boolean {
  return !WIDE.test(family)
}

/** Tokens that a family's vocabulary may need for a text beyond o200k's own. */
export function olderExcess(text: string, family: string): number {
  if (!BEYOND_ASCII.test(text)) return 0
  const isChinese = CHINESE.test(family)
  let sum = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80 || (isChinese && code >= HAN_FIRST && code < HAN_END)) continue
    sum += excessOf(code)
  }
  return sum
}

const BEYOND_ASCII = /[^\0-\x7f]/

function excessOf(code: number): number {
  let low = 0
  let high = SCRIPTS.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((SCRIPTS[middle]?.[0] ?? 0) <= code) low = middle
    else high = middle
  }
  return SCRIPTS[low]?.[1] ?? 0
}
