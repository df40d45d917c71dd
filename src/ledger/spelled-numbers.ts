import { lookAt } from './languages/look.ts'
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

/** A longer text may well spell one, and is not looked at before it is searched. */
const LONGEST = 1_000

/** Whether a text spells a number. */
export function spellsNumber(text: string): boolean {
  return withDigits(text) !== text
}

/** A sentence with its numbers in digits, so that they can be compared: "three times" is 3 times. */
export function withDigits(text: string): string {
  if (text.length <= LONGEST && !lookAt(text).mayCount) return text
  return text
    .replaceAll(SPELLED, (word) => NUMBERS.get(word.toLowerCase()) ?? word)
    .replaceAll(CHINESE, (sign) => CHINESE_DIGITS.get(sign) ?? sign)
}
