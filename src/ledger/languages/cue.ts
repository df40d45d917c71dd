import { LATIN_LANGUAGES } from './index.ts'
import type { Cues, Language } from './language.ts'
import { hasOwnLetters } from './letters.ts'
import { neededBy, symbolOf, TRIPLES, tripleAfter } from './needed-letters.ts'
import { OTHER_LANGUAGES } from './other-languages.ts'

/** The same cue in all languages: in those written with Latin letters, and in the others. */
export interface Cue {
  readonly latin: RegExp
  /** Asked for of texts with their letters only. */
  readonly other: () => RegExp
}

const cues = new Map<keyof Cues, Cue>()

/** Puts a cue of all languages together. */
export function cueOf(name: keyof Cues): Cue {
  const cue = cues.get(name) ?? {
    latin: combined(name, LATIN_LANGUAGES),
    other: once(() => combined(name, Object.values(OTHER_LANGUAGES))),
  }
  cues.set(name, cue)
  return cue
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
export function says(cue: Cue, sentence: string): boolean {
  const bit = bits.get(cue) ?? noteCue(cue)
  if (sentence !== looked.sentence) look(sentence)
  return (
    ((looked.found & bit) !== 0 && cue.latin.test(sentence)) ||
    (looked.hasOther && hasOwnLetters(sentence) && cue.other().test(sentence))
  )
}

/** Each cue has a bit; the last is for those that any sentence may have, and for all for which there is no other left. */
const bits = new Map<Cue, number>()
const ANY = 1 << 31
const MOST_BITS = 31
/** The cues that may be meant where three letters stand. */
const meant = new Int32Array(TRIPLES)
/** Letters that patterns for Unicode take for an s and a k. */
const LONG_S = 0x17f
const KELVIN = 0x212a

/** What was seen of the sentence that was looked at last: it is asked for one cue after the other. */
const looked = { sentence: '', found: ANY, hasOther: false }

function noteCue(cue: Cue): number {
  const needed = bits.size < MOST_BITS ? neededBy(cue.latin) : undefined
  const bit = needed === undefined ? ANY : 1 << bits.size
  for (const triple of needed ?? []) meant[triple] = (meant[triple] ?? 0) | bit
  bits.set(cue, bit)
  look(looked.sentence)
  return bit
}

function look(sentence: string): void {
  let found = ANY
  let hasOther = false
  let triple = 0
  for (let at = 0; at < sentence.length; at += 1) {
    const code = sentence.charCodeAt(at)
    if (code >= 128) {
      hasOther ||= (code >= 0x370 && code <= 0x1fff) || code >= 0x2e80
      if (code === LONG_S || code === KELVIN) found = -1
    }
    triple = tripleAfter(triple, symbolOf(code))
    found |= meant[triple] ?? 0
  }
  looked.found = found | (meant[tripleAfter(triple, 0)] ?? 0)
  looked.hasOther = hasOther
  looked.sentence = sentence
}
