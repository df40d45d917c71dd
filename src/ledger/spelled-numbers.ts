import { OUTLINES } from './languages/outlines.ts'

/** Numbers by the words for them, without those that are articles, too. */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  OUTLINES.flatMap(({ numbers }) => numbers?.split(' ') ?? []).map((pair): [string, string] => {
    const [word = '', number = ''] = pair.split('=')
    return [word, number]
  }),
)

const SPELLED = new RegExp(
  `(?<![\\p{L}\\p{N}_./-])(?:${[...NUMBERS.keys()].join('|')})(?![\\p{L}\\p{N}_/-]|\\.[\\p{L}\\p{N}_])`,
  'giu',
)
/** Before a word that counts things. */
const CHINESE = /[两二三四五六七八九十](?=[个次行秒天分条位字层])/g
const CHINESE_DIGITS = new Map([...'两二三四五六七八九十'].map((sign, at) => [sign, String(at === 0 ? 2 : at + 1)]))

/** How they begin: by their first three letters, whatever their case. Most sentences have no word that begins so. */
const STARTS = new Uint8Array(32_768)
for (const word of NUMBERS.keys()) STARTS[startOf(word, 0)] = 1

function startOf(text: string, at: number): number {
  return ((text.charCodeAt(at) & 31) << 10) | ((text.charCodeAt(at + 1) & 31) << 5) | (text.charCodeAt(at + 2) & 31)
}

/** Whether a text may spell a number. Of a text with other letters than those of ASCII it is not known. */
function maySpell(text: string): boolean {
  let isInside = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) return true
    const isLetter = (code | 32) >= 0x61 && (code | 32) <= 0x7a
    if (isLetter && !isInside && STARTS[startOf(text, at)] === 1) return true
    isInside = isLetter
  }
  return false
}

/** Whether a text spells a number. */
export function spellsNumber(text: string): boolean {
  return maySpell(text) && withDigits(text) !== text
}

/** A sentence with its numbers in digits, so that they can be compared: "three times" is 3 times. */
export function withDigits(text: string): string {
  if (!maySpell(text)) return text
  return text
    .replaceAll(SPELLED, (word) => NUMBERS.get(word.toLowerCase()) ?? word)
    .replaceAll(CHINESE, (sign) => CHINESE_DIGITS.get(sign) ?? sign)
}
