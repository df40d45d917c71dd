import { LANGUAGES } from './index.ts'
import type { Cues, Language } from './language.ts'

/** Letters that are neither Latin nor signs. Most sentences have none of them, and need not be searched for words in them. */
export const OTHER_LETTERS: RegExp = /[\u0370-\u1fff\u2e80-\uffff]/

/** The same cue in all languages: in those written with Latin letters, and in the others. */
export interface Cue {
  readonly latin: RegExp
  readonly other: RegExp
}

/** Puts a cue of all languages together. */
export function cueOf(name: keyof Cues): Cue {
  return { latin: combined(name, 'latin'), other: combined(name, 'other') }
}

/** With the flag `u` only if one language needs it: a search takes twice the time with it. Matches nowhere if no language has the cue. */
function combined(name: keyof Cues, letters: keyof Cue): RegExp {
  const own = LANGUAGES.filter((language) => lettersOf(language) === letters).flatMap(({ cues }) => cues[name] ?? [])
  const source = own.length === 0 ? '(?!)' : own.map((cue) => cue.source).join('|')
  return new RegExp(source, own.some(({ unicode }) => unicode) ? 'iu' : 'i')
}

function lettersOf({ knownBy }: Language): keyof Cue {
  return 'letters' in knownBy ? 'other' : 'latin'
}

/** True if a sentence has one of a cue's words. */
export function says({ latin, other }: Cue, sentence: string): boolean {
  return latin.test(sentence) || (OTHER_LETTERS.test(sentence) && other.test(sentence))
}
