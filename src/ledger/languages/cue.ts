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
  return lettersOf(lookAt(sentence)).patternOf(cue)
}

/** True if a sentence has one of a cue's words. */
export function says(cue: Cue, sentence: string): boolean {
  let look = lookAt(sentence)
  const letters = lettersOf(look)
  const bit = letters.bits.get(cue) ?? noteCue(cue, letters)
  if (look.sentence === undefined) look = lookAt(sentence)
  return (
    ((bit === ANY || (look.found & bit) !== 0) && letters.patternOf(cue).test(sentence)) ||
    (look.hasOther && knowsLanguages() && hasOwnLetters(sentence) && cue.other().test(sentence))
  )
}

/** By which letters it is seen that a sentence has nothing of most cues. */
interface Letters {
  readonly patternOf: (cue: Cue) => RegExp
  /** Each cue has a bit; the last is for those that any sentence may have, and for all for which there is no other left. */
  readonly bits: Map<Cue, number>
  readonly meant: Int32Array
}

const OF_ENGLISH: Letters = { patternOf: ({ english }) => english, bits: new Map(), meant: MEANT.english }
const OF_LATIN: Letters = { patternOf: ({ latin }) => latin(), bits: new Map(), meant: MEANT.latin }
const ANY = 1 << 31
const MOST_BITS = 31

function lettersOf({ isForeign }: Look): Letters {
  return isForeign ? OF_LATIN : OF_ENGLISH
}

function noteCue(cue: Cue, { bits, meant, patternOf }: Letters): number {
  const needed = bits.size < MOST_BITS ? neededBy(patternOf(cue)) : undefined
  const bit = needed === undefined ? ANY : 1 << bits.size
  if (needed !== undefined) noteTriples(meant, needed, bit)
  bits.set(cue, bit)
  return bit
}
