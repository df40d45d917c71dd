/** Small words by which a language written in Latin letters is known. */
const SMALL_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words('the and of to is in that for with was this are not be on have it must should which from'),
  de: words('der die das und ist nicht mit ein eine für auf den dem zu von werden wird auch sich oder bitte soll'),
  fr: words('le la les des et est pas une pour dans que qui avec sur du au sont être doit cette vous'),
  es: words('el los las que de y en una por con para no es se del como más pero debe esta usted'),
  pt: words('o os as que de e em uma por com para não é se do da como mais mas deve esta você'),
  it: words('il lo gli che di e un una per con non è si del della come più ma deve questa sono'),
}

const SCRIPTS: readonly (readonly [name: string, letters: RegExp])[] = [
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['han', /\p{Script=Han}/gu],
  ['hangul', /\p{Script=Hangul}/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['hebrew', /\p{Script=Hebrew}/gu],
  ['greek', /\p{Script=Greek}/gu],
  ['thai', /\p{Script=Thai}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
]

/** A script needs so much of a text's letters to be its script: identifiers are Latin everywhere. */
const OTHER_SCRIPT = 0.2
const FEWEST_WORDS = 4
const CLEARLY = 1.5
/** More of a text than this says nothing new about its language. */
const LOOKED_AT = 20_000

/** The language of a text as far as it can be told: a script, a two-letter name, or `undefined` where it is not clear. */
export function languageOf(text: string): string | undefined {
  const seen = text.slice(0, LOOKED_AT)
  const letters = seen.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return undefined
  const script = SCRIPTS.find(([, own]) => (seen.match(own)?.length ?? 0) / letters >= OTHER_SCRIPT)
  if (script !== undefined) return script[0]
  const spoken = seen.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = Object.entries(SMALL_WORDS)
    .map(([language, own]) => [language, spoken.filter((word) => own.has(word)).length] as const)
    .sort(([, a], [, b]) => b - a)
  const [first, second] = counts
  if (first === undefined || first[1] < FEWEST_WORDS || first[1] < CLEARLY * (second?.[1] ?? 0)) return undefined
  return first[0]
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
