import { codeReader } from '../schema/codes.ts'
import { hashAfter } from './languages/foreign.ts'
import type { WordTable } from './word-table.ts'

/** Code, quotations, Chinese letters, words, and what separates clauses. */
const WORD =
  /`[^`]{0,400}`|"[^"]{0,400}"|“[^”]{0,400}”|«[^»]{0,400}»|„[^“”]{0,400}[“”]|[\u2e80-\u9fff]|[^\s,;:?!¿¡()"“”«»„…，。；：！？、（）—–\u2e80-\u9fff]+|[,;:()，；：、（）—–]/g
const LONGEST_QUOTATION = 400
const BACKTICK = 0x60
const QUOTE = 0x22

/** What a character of ASCII is: part of a word, a word by itself, or between words. */
const BETWEEN = 1
const ALONE = 2
const KINDS = new Uint8Array(128)
for (const sign of '\t\n\v\f\r ?!"') KINDS[sign.charCodeAt(0)] = BETWEEN
for (const sign of ',;:()') KINDS[sign.charCodeAt(0)] = ALONE

/** The words of a text as they are written, `’` for every apostrophe. */
export function spellingsIn(text: string): readonly string[] {
  return (text.includes("'") ? text.replaceAll("'", '’') : text).match(WORD) ?? []
}

const codesOf = codeReader()

/**
 * What is known of the words of a text, in order; those that the table does not have are read. A text of ASCII alone is gone through character by
 * character, apostrophes as they are, and what the table has is not cut out of it.
 */
export function knownIn<Value>(
  text: string,
  table: WordTable<readonly Value[]>,
  read: (spelled: string) => readonly Value[],
): readonly Value[] {
  const found: Value[] = []
  const codes = codesOf(text)
  const { length } = text
  for (let at = 0; at < length; ) {
    const code = codes[at] ?? 0
    if (code >= 128) return spellingsIn(text).flatMap((spelled) => table.of(spelled) ?? read(spelled))
    const from = at
    const end = code === BACKTICK || code === QUOTE ? quotationEnd(codes, at, length) : -1
    if (end !== -1) {
      at = end
      for (const value of read(text.slice(from, end))) found.push(value)
      continue
    }
    at += 1
    if (KINDS[code] === BETWEEN) continue
    let hash = hashAfter(0, code)
    if (KINDS[code] !== ALONE) for (; KINDS[codes[at] ?? 0] === 0 && at < length; at += 1) hash = hashAfter(hash, codes[at] ?? 0)
    const known = table.at(codes, from, at, hash) ?? read(text.slice(from, at))
    if (known.length === 1) found.push(known[0] as Value)
    else for (const value of known) found.push(value)
  }
  return found
}

/** Where a quotation ends that begins at `from`; -1 if none does. */
function quotationEnd(codes: Uint16Array, from: number, length: number): number {
  const most = Math.min(length, from + LONGEST_QUOTATION + 2)
  for (let at = from + 1; at < most; at += 1) if (codes[at] === codes[from]) return at + 1
  return -1
}
