/** Languages in which a summary has headings. What it quotes stays as it was written. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'ru', 'ar', 'zh', 'ja', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]

/** Small words by which a language is known; none of them is one in another language of the list. */
const SMALL_WORDS: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'pt' | 'it', ReadonlySet<string>>> = {
  en: wordsOf('the and of is that for with this are not have it be you please should make'),
  de: wordsOf('der das und ist nicht mit ein eine für auf dem den zu wird auch bitte ich wir soll mach'),
  fr: wordsOf('le les des et est pas une pour dans qui avec sur du je nous cette vous fais'),
  es: wordsOf('el los y más pero debe haz hay siempre cuando estos archivo ejecuta las'),
  pt: wordsOf('os uma não você também isso esse essa faça ao pelo pela são então altere arquivo testes'),
  it: wordsOf('gli che di della delle nel alla più sono questo questa anche voglio fai pagina prova tutti'),
}

/** Most texts have none of these, and need not be searched for each script. */
const OTHER_LETTERS = /[\u0370-\u1fff\u2e80-\ud7ff]/

/** Languages that are known by their letters. Japanese comes first: it is written with Chinese ones, too. */
const SCRIPTS: readonly (readonly [Language, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}.?\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}{2}/u],
  ['ru', /\p{Script=Cyrillic}{2}/u],
  ['ar', /\p{Script=Arabic}{2}/u],
]

/** More of a text than this says nothing new about its language, and is often pasted; so are more texts than these. */
const LOOKED_AT = 240
const MOST_TEXTS = 12
const FEWEST_WORDS = 2

/**
 * The language in which people write, mostly of late: by script, then by the small words that they use, each once; English where it is
 * not clear.
 */
export function languageOf(texts: readonly string[]): Language {
  const looked = texts.slice(-MOST_TEXTS).map((text) => text.slice(0, LOOKED_AT))
  const isIn = (script: RegExp): boolean => looked.filter((text) => script.test(text)).length > looked.length / 4
  const script = isIn(OTHER_LETTERS) ? SCRIPTS.find(([, letters]) => isIn(letters)) : undefined
  if (script !== undefined) return script[0]
  const words = [
    ...new Set(
      looked
        .join('\n')
        .toLowerCase()
        .match(/\p{L}+/gu),
    ),
  ]
  let best: Language = 'en'
  let most = Math.max(FEWEST_WORDS, words.filter((word) => SMALL_WORDS.en.has(word)).length)
  for (const language of ['de', 'fr', 'es', 'pt', 'it'] as const) {
    const count = words.filter((word) => SMALL_WORDS[language].has(word)).length
    if (count > most) [best, most] = [language, count]
  }
  return best
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
