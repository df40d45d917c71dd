import { codeReader } from '../../schema/codes.ts'
import { english } from './english.ts'
import { isForeignBy } from './foreign.ts'
import { knowsLanguages, otherLanguages } from './index.ts'
import type { Cues, Language } from './language.ts'
import { hasOwnLetters } from './letters.ts'
import { neededBy, symbolOf, TRIPLES, tripleAfter } from './needed-letters.ts'

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
  if (sentence !== looked.sentence) look(sentence)
  return looked.letters.patternOf(cue)
}

/** True if a sentence has one of a cue's words. */
export function says(cue: Cue, sentence: string): boolean {
  if (sentence !== looked.sentence) look(sentence)
  const { letters } = looked
  const bit = letters.bits.get(cue) ?? noteCue(cue, letters)
  return (
    ((looked.found & bit) !== 0 && letters.patternOf(cue).test(sentence)) ||
    (looked.hasOther && knowsLanguages() && hasOwnLetters(sentence) && cue.other().test(sentence))
  )
}

/** By which letters it is seen that a sentence has nothing of most cues. */
interface Letters {
  readonly patternOf: (cue: Cue) => RegExp
  /** Each cue has a bit; the last is for those that any sentence may have, and for all for which there is no other left. */
  readonly bits: Map<Cue, number>
  /** The cues that may be meant where three letters stand. */
  readonly meant: Int32Array
}

const OF_ENGLISH: Letters = { patternOf: ({ english }) => english, bits: new Map(), meant: new Int32Array(TRIPLES) }
const ofLatin = once((): Letters => ({ patternOf: ({ latin }) => latin(), bits: new Map(), meant: new Int32Array(TRIPLES) }))
const ANY = 1 << 31
const MOST_BITS = 31
/** Letters that patterns for Unicode take for an s and a k. */
const LONG_S = 0x17f
const KELVIN = 0x212a

/** What was seen of the sentence that was looked at last: it is asked for one cue after the other. */
const looked = { sentence: '', found: ANY, hasOther: false, letters: OF_ENGLISH }

function noteCue(cue: Cue, { bits, meant, patternOf }: Letters): number {
  const needed = bits.size < MOST_BITS ? neededBy(patternOf(cue)) : undefined
  const bit = needed === undefined ? ANY : 1 << bits.size
  for (const triple of needed ?? []) meant[triple] = (meant[triple] ?? 0) | bit
  bits.set(cue, bit)
  look(looked.sentence)
  return bit
}

const codesOf = codeReader()

function look(sentence: string): void {
  const codes = codesOf(sentence)
  const letters = knowsLanguages() && isForeignBy(sentence, codes) ? ofLatin() : OF_ENGLISH
  const { meant } = letters
  let found = ANY
  let hasOther = false
  let triple = 0
  for (let at = 0; at < sentence.length; at += 1) {
    const code = codes[at] ?? 0
    if (code >= 128) {
      hasOther ||= (code >= 0x370 && code <= 0x1fff) || code >= 0x2e80
      if (code === LONG_S || code === KELVIN) found = -1
    }
    triple = tripleAfter(triple, symbolOf(code))
    found |= meant[triple] ?? 0
  }
  looked.found = found | (meant[tripleAfter(triple, 0)] ?? 0)
  looked.hasOther = hasOther
  looked.letters = letters
  looked.sentence = sentence
}
