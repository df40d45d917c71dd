import type { OtherCode } from './language.ts'

/** Letters that are neither Latin nor signs. Most sentences have none of them, and need not be searched for words in them. */
export const OTHER_LETTERS: RegExp = /[\u0370-\u1fff\u2e80-\uffff]/

/** By which letters a language is known, those that share some of them in the order in which they are tried: Japanese is written with Chinese ones, too. */
export const BY_LETTERS: readonly { readonly code: OtherCode; readonly letters: RegExp }[] = [
  { code: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
  { code: 'zh', letters: /\p{Script=Han}.?\p{Script=Han}/u },
  { code: 'ko', letters: /\p{Script=Hangul}{2}/u },
  { code: 'ru', letters: /\p{Script=Cyrillic}{2}/u },
  { code: 'ar', letters: /\p{Script=Arabic}{2}/u },
]

/** Letters of these languages: without one of them, no word of theirs is in a text. Emoji are none. */
const OWN_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]/u

/** Whether a text has letters of a language that is known by its letters. */
export function hasOwnLetters(text: string): boolean {
  return OTHER_LETTERS.test(text) && OWN_LETTERS.test(text)
}
