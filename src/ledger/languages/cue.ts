import { LATIN_LANGUAGES, otherLanguages } from './index.ts'
import type { Cues, Language } from './language.ts'
import { hasOwnLetters } from './letters.ts'

/** The same cue in all languages: in those written with Latin letters, and in the others. */
export interface Cue {
  readonly latin: RegExp
  /** Asked for of texts with their letters only. */
  readonly other: () => RegExp
}

/** Puts a cue of all languages together. */
export function cueOf(name: keyof Cues): Cue {
  return { latin: combined(name, LATIN_LANGUAGES), other: once(() => combined(name, Object.values(otherLanguages()))) }
}

export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** With the flag `u` only if one language needs it: a search takes twice the time with it. Matches nowhere if no language has the cue. */
function combined(name: keyof Cues, languages: readonly Language[]): RegExp {
  const own = languages.flatMap(({ cues }) => cues[name] ?? [])
  const source = own.length === 0 ? '(?!)' : own.map((cue) => cue.source).join('|')
  return new RegExp(source, own.some(({ unicode }) => unicode) ? 'iu' : 'i')
}

/** True if a sentence has one of a cue's words. */
export function says({ latin, other }: Cue, sentence: string): boolean {
  return latin.test(sentence) || (hasOwnLetters(sentence) && other().test(sentence))
}
