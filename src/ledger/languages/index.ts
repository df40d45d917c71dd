import { english } from './english.ts'
import type { Language, LanguageCode } from './language.ts'

/** Languages besides English. */
export interface OtherLanguages {
  /** Those that are written with Latin letters. */
  readonly latin: readonly Language[]
  /** Those that are known by their letters. */
  readonly byLetters: readonly Language[]
  /** What their words add to the score of a sentence, as for English ones. */
  readonly weights: readonly (readonly [weight: number, marks: string])[]
}

const ENGLISH: readonly Language[] = [english]
const NONE: OtherLanguages = { latin: [], byLetters: [], weights: [] }
const known = { others: NONE, latin: ENGLISH }

/**
 * Most conversations are in English only, so that a page loads the other languages when somebody first uses one of them. What is read in a text does not depend on when
 * that is: they are asked only about texts that are foreign, and whoever has such a text read sees to it that they are there.
 */
export function knowLanguages(others: OtherLanguages): void {
  known.others = others
  known.latin = [english, ...others.latin]
}

export function knowsLanguages(): boolean {
  return known.others !== NONE
}

export function otherLanguages(): OtherLanguages {
  return known.others
}

export function languageNamed(code: LanguageCode): Language {
  const { latin, byLetters } = known.others
  return [...latin, ...byLetters].find((language) => language.code === code) ?? english
}
