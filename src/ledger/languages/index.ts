import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import type { Language, LanguageCode, OtherCode } from './language.ts'
import { OTHER_LANGUAGES } from './other-languages.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

const LATIN: Readonly<Record<Exclude<LanguageCode, OtherCode>, Language>> = {
  ...{ en: english, de: german, fr: french, es: spanish, pt: portuguese, it: italian },
}

/** Languages that are written with Latin letters. A sentence of a few words may be in any of them: they are tried together. */
export const LATIN_LANGUAGES: readonly Language[] = Object.values(LATIN)

export function languageNamed(code: LanguageCode): Language {
  return isLatin(code) ? LATIN[code] : OTHER_LANGUAGES[code]
}

function isLatin(code: LanguageCode): code is keyof typeof LATIN {
  return code in LATIN
}
