import { codeReader } from '../schema/codes.ts'
import { trimEnd } from '../schema/trim-end.ts'
import { hashAfter } from './languages/foreign.ts'
import { type WordTable, wordTable } from './word-table.ts'

const RUN = /[\p{L}\p{N}_./:#$-]+/gu
const INNER_SIGNS = './:#$-'

/** What a character is to a word: 2 may end it, 1 may only stand inside, 0 is between words. */
const PARTS = new Uint8Array(128)
for (const sign of INNER_SIGNS) PARTS[sign.charCodeAt(0)] = 1
for (let code = 0; code < 128; code += 1) if (/\w/.test(String.fromCharCode(code))) PARTS[code] = 2

/**
 * The words of a sentence as they are written, paths and names in one piece.
 *
 *     "Set src/a.ts: 3 retries."  →  Set, src/a.ts, 3, retries
 */
export function wordsOf(text: string): readonly string[] {
  return knownWordsIn(text, NONE, (word) => word)
}

const NONE = wordTable<string>()
const codesOf = codeReader()

/** What is known of these words, in the same order; those that the table does not have are cut out and read. */
export function knownWordsIn<Value>(text: string, table: WordTable<Value>, read: (word: string) => Value): readonly Value[] {
  const found: Value[] = []
  const codes = codesOf(text)
  for (let at = 0; at < text.length; at += 1) {
    const from = at
    let end = from
    let hash = 0
    /** The hash at the end of the word. */
    let whole = 0
    for (; at < text.length; at += 1) {
      const code = codes[at] ?? 0
      // Beyond ASCII, patterns tell what a word is.
      if (code >= 128) return foundIn(text).map((word) => table.of(word) ?? read(word))
      const part = PARTS[code]
      if (part === 0) break
      hash = hashAfter(hash, code)
      if (part === 1) continue
      end = at + 1
      whole = hash
    }
    if (end > from) found.push(table.at(codes, from, end, whole) ?? read(text.slice(from, end)))
  }
  return found
}

function foundIn(text: string): readonly string[] {
  return (text.match(RUN) ?? []).map((run) => trimEnd(run, INNER_SIGNS)).filter((word) => word !== '')
}
