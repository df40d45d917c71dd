import { codeReader } from '../../schema/codes.ts'
import { COUNTS, ENOUGH, hashAfter, isForeignBy, kindOf, OF_WORDS, pointsOf } from './foreign.ts'
import { knowsLanguages } from './index.ts'
import { symbolOf, TRIPLES, tripleAfter } from './needed-letters.ts'

/** What one pass over a sentence shows: it is asked for one cue after the other. */
export interface Look {
  /** Nothing if nothing was looked at, or what was seen is not all any more. */
  sentence: string | undefined
  /** Whether it may be in another language than English, if those were known. */
  isForeign: boolean
  /** Whether it may spell a number. */
  mayCount: boolean
  /** Whether it has other letters than Latin ones. */
  hasOther: boolean
  /** Bits of the cues that it may have, as far as they need letters; those of all languages with Latin letters if it is foreign. */
  found: number
}

/** The bits of cues that may be meant where three letters stand: those of English, and of all languages with Latin letters. */
export const MEANT: Readonly<Record<'english' | 'latin', Int32Array>> = {
  english: new Int32Array(TRIPLES),
  latin: new Int32Array(TRIPLES),
}

/** From now on, a bit is found where three letters stand: what was seen before is forgotten. */
export function noteTriples(meant: Int32Array, triples: Iterable<number>, bit: number): void {
  for (const triple of triples) meant[triple] = (meant[triple] ?? 0) | bit
  forgetLooks()
}

/** A sentence is read, and soon after compared with what was said before: the last ones are remembered by their lengths. A power of two. */
const PLACES = 64
const looks: readonly Look[] = Array.from({ length: PLACES }, newLook)

function newLook(): Look {
  return { sentence: undefined, isForeign: false, mayCount: false, hasOther: false, found: 0 }
}

/** A part of a long text keeps all of it alive. */
export function forgetLooks(): void {
  for (const look of looks) look.sentence = undefined
}

let knew = false

/** Looks at a sentence, unless that was done just before. */
export function lookAt(sentence: string): Look {
  const look = looks[sentence.length & (PLACES - 1)] ?? newLook()
  if (knew !== knowsLanguages()) {
    forgetLooks()
    knew = knowsLanguages()
  }
  if (look.sentence === sentence) return look
  look.sentence = sentence
  const codes = codesOf(sentence)
  const isPlain = lookAtPlain(look, sentence, codes)
  if (!isPlain) [look.isForeign, look.mayCount] = [knew && isForeignBy(sentence, codes), true]
  if (!isPlain || look.isForeign) lookAtAny(look, sentence, codes)
  return look
}

const codesOf = codeReader()
/** What a printed character of ASCII is, in one number: its part of a word, its symbol, and that it is one. None is what may begin an escape. */
const PLAIN = 1 << 13
const SYMBOL = 8
const OF_WORD = 255
const SPACE = 0x20
const CHARACTERS = new Uint16Array(0x10000)
for (let code = SPACE; code < 0x7f; code += 1) CHARACTERS[code] = PLAIN | (symbolOf(code) << SYMBOL) | (OF_WORDS[code] ?? 0)
CHARACTERS[0] = PLAIN
CHARACTERS['\\'.charCodeAt(0)] = 0

/** What most sentences are: seen at once whether it is foreign and what it has. Says if it is one. */
function lookAtPlain(look: Look, sentence: string, codes: Uint16Array): boolean {
  const meant = MEANT.english
  const { length } = sentence
  let triple = 0
  let found = 0
  let hash = 0
  let told = 0
  let points = 0
  let kinds = 0
  // Zeros stand behind the last character: there is a border as well.
  for (let at = 0; at <= length; at += 1) {
    const character = CHARACTERS[codes[at] ?? 0] ?? 0
    const small = character & OF_WORD
    if (small !== 0) hash = hashAfter(hash, small)
    else {
      if (character === 0) return false
      const kind = kindOf(hash)
      if (kind !== 0) {
        kinds |= kind
        // The same word twice says no more than once; and while nobody knows another language, nobody asks.
        const more = !knew || hash === told ? 0 : pointsOf(hash, sentence, at)
        points += more
        if (more > 0) told = hash
      }
      hash = 0
    }
    triple = tripleAfter(triple, (character >> SYMBOL) & 31)
    found |= meant[triple] ?? 0
  }
  look.isForeign = points >= ENOUGH
  look.mayCount = (kinds & COUNTS) !== 0
  look.hasOther = false
  look.found = found
  return true
}

/** Letters that patterns for Unicode take for an s and a k. */
const LONG_S = 0x17f
const KELVIN = 0x212a

function lookAtAny(look: Look, sentence: string, codes: Uint16Array): void {
  const meant = look.isForeign ? MEANT.latin : MEANT.english
  let found = 0
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
  look.found = found | (meant[tripleAfter(triple, 0)] ?? 0)
  look.hasOther = hasOther
}
