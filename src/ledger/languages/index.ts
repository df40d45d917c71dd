import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'
import type { Language, LanguageCode } from './language.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

/** The languages by their codes. */
const BY_CODE: Readonly<Record<LanguageCode, Language>> = {
  ...{ en: english, de: german, fr: french, es: spanish, pt: portuguese, it: italian },
  // Japanese comes before Chinese: it is written with Chinese letters, too.
  ...{ ja: japanese, zh: chinese, ko: korean, ru: russian, ar: arabic },
}

/** The languages that people most often write to agents in. */
export const LANGUAGES: readonly Language[] = Object.values(BY_CODE)

export function languageNamed(code: LanguageCode): Language {
  return BY_CODE[code]
}
