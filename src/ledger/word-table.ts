import { hashOf } from './languages/foreign.ts'

/**
 * What is known of words, found by the codes of their characters: a word of a text need not be cut out of it to be looked up, and the same few are
 * said again and again. What was remembered is forgotten when it is too much.
 */
export interface WordTable<Value> {
  /** What is known of the word that stands there. The hash is that of `hashAfter`, from its first character to its last. */
  at(codes: Uint16Array, from: number, end: number, hash: number): Value | undefined
  /** The same of a word that was cut out. */
  of(word: string): Value | undefined
  /** A word that is a text of its own: a part of another one would keep all of that. */
  remember(word: string, value: Value): void
}

interface Known<Value> {
  readonly word: string
  readonly hash: number
  readonly value: Value
}

/** How many words are remembered, and the places for them: each word has the first free one from its own on. A power of two. */
const MOST = 4_096
const PLACES = 2 * MOST

export function wordTable<Value>(): WordTable<Value> {
  let places: (Known<Value> | undefined)[] = []
  let size = 0
  return {
    at(codes, from, end, hash) {
      for (let place = placeOf(hash); ; place = (place + 1) & (PLACES - 1)) {
        const known = places[place]
        if (known === undefined) return undefined
        if (known.hash === hash && isAt(known.word, codes, from, end)) return known.value
      }
    },
    of(word) {
      const hash = hashOf(word)
      let place = placeOf(hash)
      while (places[place] !== undefined && places[place]?.word !== word) place = (place + 1) & (PLACES - 1)
      return places[place]?.value
    },
    remember(word, value) {
      // All of it at once, so that a look is quick; but not before there is something to remember.
      if (size === 0 || size >= MOST) [places, size] = [new Array(PLACES).fill(undefined), 0]
      const hash = hashOf(word)
      let place = placeOf(hash)
      while (places[place] !== undefined) place = (place + 1) & (PLACES - 1)
      places[place] = { word, hash, value }
      size += 1
    },
  }
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (PLACES - 1)
}

function isAt(word: string, codes: Uint16Array, from: number, end: number): boolean {
  if (word.length !== end - from) return false
  for (let at = from; at < end; at += 1) if (codes[at] !== word.charCodeAt(at - from)) return false
  return true
}
