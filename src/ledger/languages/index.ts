import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import type { Language, LanguageCode, OtherCode } from './language.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

const LATIN: Readonly<Record<Exclude<LanguageCode, OtherCode>, Language>> = {
  ...{ en: english, de: german, fr: french, es: spanish, pt: portuguese, it: italian },
}

/** Languages that are written with Latin letters. A sentence of a few words may be in any of them: they are tried together. */
export const LATIN_LANGUAGES: readonly Language[] = Object.values(LATIN)

/** The others by their codes. */
export type OtherLanguages = Readonly<Record<OtherCode, Language>>

let others: OtherLanguages | undefined

/** Makes the other languages known, for good. They are loaded by whoever has a text with their letters, before it is read. */
export function knowOtherLanguages(languages: OtherLanguages): void {
  others = languages
}

export function knowsOtherLanguages(): boolean {
  return others !== undefined
}

/** Never asked for a text without their letters, so that what is read does not depend on whether they are known. */
export function otherLanguages(): OtherLanguages {
  if (others === undefined) throw new Error('a text was read before the languages of its letters were loaded')
  return others
}

export function languageNamed(code: LanguageCode): Language {
  return isLatin(code) ? LATIN[code] : otherLanguages()[code]
}

function isLatin(code: LanguageCode): code is keyof typeof LATIN {
  return code in LATIN
}
