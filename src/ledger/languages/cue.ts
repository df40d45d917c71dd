import { english } from './english.ts'
import { knowsLanguages, otherLanguages } from './index.ts'
import type { Cues, Language } from './language.ts'
import { hasOwnLetters } from './letters.ts'
import { type Look, lookAt, MEANT, noteTriples } from './look.ts'
import { neededBy } from './needed-letters.ts'

/** The same cue in all languages. */
export interface Cue {
  readonly english: RegExp
  /** In all that are written with Latin letters. Asked for of texts that may be in one of them, and once they are known. */
  readonly latin: () => RegExp
  /** In the others. Asked for of texts with their letters only. */
  readonly other: () => RegExp
  /** The bit by which it is seen that a sentence has nothing of it, in English and in all languages with Latin letters. */
  readonly bits: { english: number | undefined; latin: number | undefined }
}

const cues = new Map<keyof Cues, Cue>()

/** Puts a cue of all languages together. */
export function cueOf(name: keyof Cues): Cue {
  const cue = cues.get(name) ?? cueBy({ latin: (of) => of(name), other: (of) => of(name) })
  cues.set(name, cue)
  return cue
}

/** How a pattern is made of those of cues. */
type Made = (of: (name: keyof Cues) => RegExp) => RegExp

/** A cue that is made of others. */
export function cueBy({ latin, other }: { readonly latin: Made; readonly other: Made }): Cue {
  return {
    english: latin((name) => combined(name, [english])),
    latin: once(() => latin((name) => combined(name, [english, ...otherLanguages().latin]))),
    other: once(() => other((name) => combined(name, otherLanguages().byLetters))),
    bits: { english: undefined, latin: undefined },
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
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

/** The pattern of a cue in the languages with Latin letters that a sentence may be in. */
export function latinOf(cue: Cue, sentence: string): RegExp {
  return patternOf(cue, lookAt(sentence))
}

/** True if a sentence has one of a cue's words. */
export function says(cue: Cue, sentence: string): boolean {
  let look = lookAt(sentence)
  const bit = (look.isForeign ? cue.bits.latin : cue.bits.english) ?? noteCue(cue, look.isForeign ? 'latin' : 'english')
  // Another look is needed if the cue was not known when the sentence was looked at.
  if (look.sentence === undefined) look = lookAt(sentence)
  return (
    ((bit === ANY || (look.found & bit) !== 0) && patternOf(cue, look).test(sentence)) ||
    (look.hasOther && knowsLanguages() && hasOwnLetters(sentence) && cue.other().test(sentence))
  )
}

function patternOf(cue: Cue, { isForeign }: Look): RegExp {
  return isForeign ? cue.latin() : cue.english
}

/** The last bit is for cues that any sentence may have, and for all for which there is no other left. */
const ANY = 1 << 31
const MOST_BITS = 31
const noted = { english: 0, latin: 0 }

function noteCue(cue: Cue, name: keyof typeof MEANT): number {
  const needed = noted[name] < MOST_BITS ? neededBy(name === 'latin' ? cue.latin() : cue.english) : undefined
  const bit = needed === undefined ? ANY : 1 << noted[name]
  if (needed !== undefined) noteTriples(MEANT[name], needed, bit)
  noted[name] += 1
  cue.bits[name] = bit
  return bit
}
