import { isTombstone } from '../log/is-tombstone.ts'
import { QUOTED_HEAD } from '../schema/agent-tools.ts'
import type { Entry } from '../schema/entry.ts'
import { stemOf } from './stem.ts'

/** Longer words are cut: their ends are never searched for. */
const LONGEST = 64
/** Different words of one entry that can be found. */
const MOST = 4_000
/** Scripts that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}\p{N}_]+/gu
// The same for the letters that most of a log is written in, at a tenth of the time.
const BASIC = /^[\x20-\x7e\s]*$/
const BASIC_WORDS = /\w+/g
const SMALL = /^(?:[a-z]{1,64}|\d{1,64})$/
const BASIC_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g
/** Where a name is put together: `fooBar`, `HTTPServer`, `foo_bar`, `v2beta`. */
const SEAMS = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu

/**
 * The terms by which a text is found, each once: stems of words, whole names and the stems of their parts, and pairs of characters for
 * scripts without spaces. Every store uses these, so that all of them find the same.
 */
export function termsOf(text: string): readonly string[] {
  const terms = new Set<string>()
  const words = BASIC.test(text) ? text.matchAll(BASIC_WORDS) : text.normalize('NFKC').matchAll(WORDS)
  for (const [word] of words) {
    for (const term of termsIn(word)) terms.add(term)
    if (terms.size >= MOST) break
  }
  return [...terms]
}

/** Calls for each term of a text, as often as it occurs, with the place of its word. */
export function eachTerm(text: string, tell: (term: string, at: number) => void): void {
  for (const word of text.matchAll(BASIC.test(text) ? BASIC_WORDS : WORDS)) {
    if (SMALL.test(word[0])) tell(stemOf(word[0]), word.index)
    else for (const term of termsIn(word[0].normalize('NFKC'))) tell(term, word.index)
  }
}

/** The terms of a word: if it is put together, the whole of it first. */
export function termsIn(word: string): readonly string[] {
  if (SMALL.test(word)) return [stemOf(word)]
  return partsOf(word).flatMap((part) => (part === '' ? [] : [stemOf(part)]))
}

function partsOf(word: string): readonly string[] {
  if (BASIC.test(word)) {
    const parts = word.match(BASIC_PARTS) ?? []
    return (parts.length > 1 ? [parts.join(''), ...parts] : parts).map((part) => part.toLowerCase().slice(0, LONGEST))
  }
  if (UNSPACED.test(word)) {
    const signs = [...word]
    return signs.length === 1 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`)
  }
  const parts = word.split(SEAMS)
  const whole = parts.join('')
  return (parts.length === 1 ? parts : [whole, ...parts]).map((part) => [...part.toLowerCase()].slice(0, LONGEST).join(''))
}

/** What an entry says, as far as it is worth searching. Nothing is left of what was erased. */
export function searchable(entry: Entry): string {
  if (isTombstone(entry)) return ''
  switch (entry.kind) {
    case 'text':
    case 'reasoning':
      return entry.text
    case 'tool-call':
      return `${entry.tool} ${entry.input}`
    case 'tool-result':
      // A copy of entries that are found themselves.
      return entry.text.startsWith(QUOTED_HEAD) ? '' : `${entry.envelope.tool} ${entry.text}`
    case 'file':
      return entry.description
    case 'turn-start':
    case 'opaque':
      return ''
  }
}
