import { codeReader } from '../schema/codes.ts'
import { type Seq, seqOf } from '../schema/ids.ts'

/**
 * What tools have said, sentence by sentence, each by a fingerprint of its letters; and the first entry that said it. There are more of
 * these than entries: side by side, each at the first free place from its own on, they take a third of what a map does.
 */
export interface Heard {
  prints: Float64Array
  /** One more than the number of the entry; 0 where a place is free. */
  saidBy: Int32Array
  size: number
}

/** Room for so many at first: a power of two, as every later one is. */
const FIRST_ROOM = 64
/** The share of places that is taken at most. */
const FULL = 0.7

export function nothingHeard(): Heard {
  return { prints: new Float64Array(FIRST_ROOM), saidBy: new Int32Array(FIRST_ROOM), size: 0 }
}

/** The place of a fingerprint: where it stands, or where it would. */
function placeOf({ prints, saidBy }: Heard, print: number): number {
  const last = prints.length - 1
  let place = (print / LENGTHS) & last
  while (saidBy[place] !== 0 && prints[place] !== print) place = (place + 1) & last
  return place
}

function remember(heard: Heard, print: number, seq: Seq): void {
  const place = placeOf(heard, print)
  if (heard.saidBy[place] !== 0) return
  heard.prints[place] = print
  heard.saidBy[place] = seq + 1
  heard.size += 1
  if (heard.size > heard.prints.length * FULL) makeRoom(heard)
}

function makeRoom(heard: Heard): void {
  const { prints, saidBy } = heard
  heard.prints = new Float64Array(2 * prints.length)
  heard.saidBy = new Int32Array(2 * prints.length)
  for (let at = 0; at < saidBy.length; at += 1) {
    const by = saidBy[at] ?? 0
    if (by === 0) continue
    const place = placeOf(heard, prints[at] ?? 0)
    heard.prints[place] = prints[at] ?? 0
    heard.saidBy[place] = by
  }
}

/** Of one result, so much is listened to. */
const MOST = 200_000
/** Shorter pieces are said by anyone. A letter of Chinese, Japanese or Korean says as much as three. */
const FEWEST_LETTERS = 20
/** A path or a line of code is the tool's no more than the agent's: only words are somebody's. In those scripts there is no space. */
const FEWEST_SPACES = 3
const MOST_SIGNS = 3

/** Remembers what a result says. */
export function hear(heard: Heard, text: string, seq: Seq): void {
  for (const piece of piecesOf(text.length > MOST ? text.slice(0, MOST) : text)) remember(heard, piece, seq)
}

/** The entry of the tool whose sentence stands in a text, whatever stands around it; `undefined` if there is none. */
export function sourceOf(heard: Heard, text: string): Seq | undefined {
  for (const piece of piecesOf(text)) {
    const seq = heard.saidBy[placeOf(heard, piece)] ?? 0
    if (seq !== 0) return seqOf(seq - 1)
  }
  return undefined
}

const codesOf = codeReader()

/** FNV-1a, and the length beside it. */
const START = 0x811c9dc5
const PRIME = 0x01000193
const LENGTHS = 512
const SLASH = 47
const FIRST_WIDE = 0x2e80

/** What a character is to a piece: nothing, between two words, code, its end, its end unless a word goes on behind it (`a.ts` is one word), a letter. */
const SPACE = 1
const CODE = 2
const END = 3
const END_BEHIND_WORD = 4
const BEYOND_ASCII = 5
/** By code: this runs over everything that tools say. A letter or digit of ASCII is itself, as a small letter. */
const PARTS = new Uint8Array(0x10000).fill(BEYOND_ASCII, 128)
for (const sign of '0123456789abcdefghijklmnopqrstuvwxyz')
  for (const form of [sign, sign.toUpperCase()]) PARTS[form.charCodeAt(0)] = sign.charCodeAt(0)
for (const sign of '"“”„«»\n\r!?;…。！？：；「」') PARTS[sign.charCodeAt(0)] = END
for (const sign of '.:') PARTS[sign.charCodeAt(0)] = END_BEHIND_WORD
for (const sign of '(){}[]=<>|&$\\') PARTS[sign.charCodeAt(0)] = CODE
PARTS[0x20] = SPACE

/** Fingerprints of the pieces between signs that end a sentence or a quotation, by their letters and digits alone. */
function piecesOf(text: string): readonly number[] {
  const codes = codesOf(text)
  const pieces: number[] = []
  const { length } = text
  let hash = START
  let letters = 0
  let spaces = 0
  let signs = 0
  let isWide = false
  for (let at = 0; at < length; at += 1) {
    let code = codes[at] ?? 0
    let part = PARTS[code] ?? 0
    // Most characters are letters of words: those are passed over by themselves, up to the zeros behind the text.
    while (part > BEYOND_ASCII) {
      hash = Math.imul(hash ^ part, PRIME)
      letters += 1
      at += 1
      code = codes[at] ?? 0
      part = PARTS[code] ?? 0
    }
    if (part === SPACE) spaces += 1
    else if (part === CODE) signs += 1
    else if (part === BEYOND_ASCII) {
      hash = Math.imul(hash ^ code, PRIME)
      isWide ||= code >= FIRST_WIDE
      letters += code >= FIRST_WIDE ? 3 : 1
    } else if (part === END || (part === END_BEHIND_WORD && !goesOn(codes[at + 1] ?? 0))) {
      if (isOfWords(letters, spaces, signs, isWide)) pieces.push(fingerprint(hash, letters))
      hash = START
      letters = 0
      spaces = 0
      signs = 0
      isWide = false
    }
  }
  if (isOfWords(letters, spaces, signs, isWide)) pieces.push(fingerprint(hash, letters))
  return pieces
}

function isOfWords(letters: number, spaces: number, signs: number, isWide: boolean): boolean {
  return letters >= FEWEST_LETTERS && (isWide || spaces >= FEWEST_SPACES) && signs <= MOST_SIGNS
}

function fingerprint(hash: number, letters: number): number {
  return (hash >>> 0) * LENGTHS + (letters % LENGTHS)
}

function goesOn(code: number): boolean {
  return code === SLASH || code > 127 || (PARTS[code] ?? 0) > BEYOND_ASCII
}
