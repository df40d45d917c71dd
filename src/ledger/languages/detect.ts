import type { LanguageCode } from './language.ts'
import { BY_LETTERS } from './letters.ts'
import { OUTLINES } from './outlines.ts'

const BY_WORDS = OUTLINES.map(({ code, smallWords }) => ({ code, words: new Set(smallWords.split(' ')) }))
/** Languages that a summary has no headings in. A model may write them all the same. */
const WITHOUT_HEADINGS = [
  { code: 'he', letters: /\p{Script=Hebrew}{2}/u },
  { code: 'el', letters: /\p{Script=Greek}{2}/u },
  { code: 'th', letters: /\p{Script=Thai}{2}/u },
  { code: 'hi', letters: /\p{Script=Devanagari}{2}/u },
] as const

/** Most texts have none of these, and need not be searched for each script. */
const OTHER_LETTERS = /[\u0370-\u1fff\u2e80-\ud7ff]/

/** More of a text than this says nothing new about its language, and is often pasted; so are more texts than these. */
const LOOKED_AT = 240
const MOST_TEXTS = 12
const FEWEST_WORDS = 2

/**
 * The language in which people write, mostly of late: by script, then by the small words that they use, each once; English if it is not
 * clear.
 */
export function languageOf(texts: readonly string[]): LanguageCode {
  const looked = lookedAt(texts)
  const script = scriptIn(looked, BY_LETTERS)
  if (script !== undefined) return script
  const [first] = smallWordsIn(looked)
  return first === undefined || first.count <= FEWEST_WORDS ? 'en' : first.code
}

/** Letters of a script and words must be this clear before two languages are said to differ: identifiers are Latin everywhere. */
const CLEAR = { letters: 0.2, words: 4, times: 1.5 } as const

/** The code of the language of texts, or `undefined` if it is not beyond doubt. */
export function clearLanguageOf(texts: readonly string[]): string | undefined {
  const looked = lookedAt(texts)
  const script = scriptIn(looked, [...BY_LETTERS, ...WITHOUT_HEADINGS])
  if (script !== undefined) return shareOfOtherLetters(looked) >= CLEAR.letters ? script : undefined
  const [first, second] = smallWordsIn(looked)
  if (first === undefined || first.count < CLEAR.words || first.count < CLEAR.times * (second?.count ?? 0)) return undefined
  return first.code
}

function lookedAt(texts: readonly string[]): readonly string[] {
  return texts.slice(-MOST_TEXTS).map((text) => text.slice(0, LOOKED_AT))
}

/** The first script that more than a quarter of the texts use. */
function scriptIn<Code>(
  texts: readonly string[],
  scripts: readonly { readonly code: Code; readonly letters: RegExp }[],
): Code | undefined {
  const isIn = (letters: RegExp): boolean => texts.filter((text) => letters.test(text)).length > texts.length / 4
  return isIn(OTHER_LETTERS) ? scripts.find(({ letters }) => isIn(letters))?.code : undefined
}

/** How many different small words of each language there are, most first; among equals in the order of the list. */
function smallWordsIn(texts: readonly string[]): readonly { readonly code: LanguageCode; readonly count: number }[] {
  const found = texts
    .join('\n')
    .toLowerCase()
    .match(/\p{L}+/gu)
  const spoken = [...new Set(found)]
  return BY_WORDS.map(({ code, words }) => ({ code, count: spoken.filter((word) => words.has(word)).length })).sort(
    (a, b) => b.count - a.count,
  )
}

function shareOfOtherLetters(texts: readonly string[]): number {
  const letters = texts.join('').match(/\p{L}/gu) ?? []
  return letters.filter((letter) => OTHER_LETTERS.test(letter)).length / letters.length
}
