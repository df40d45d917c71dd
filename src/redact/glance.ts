import { KNOWN_STARTS } from './known-keys.ts'

/** Where secrets may stand in a text. Nearly every text has none, and this quick look shows it. */
interface Glance {
  /** Words that begin like a key or a web token: where each begins and ends, one after the other. */
  readonly words: readonly number[]
  /** Something is written as the value of a name that secrets are kept under. */
  readonly hasNamed: boolean
  /** There may be a key with dots in it. */
  readonly hasDotted: boolean
  /** There are words that secrets are given with: programs, options, headers, parts of addresses. */
  readonly hasContext: boolean
}

const SHORTEST_WORD = 10
const DOT = 0x2e
const SLASH = 0x2f
const COLON = 0x3a
const EQUALS = 0x3d
const BACKSLASH = 0x5c
const MOST_SPACES = 3
/** A quotation mark in JSON that is inside JSON. */
const MOST_BACKSLASHES = 3
/** The longest name below. */
const LONGEST_NAME = 16
const SECRET_NAME =
  /(?:password|passwd|pwd|passphrase|secret|token|credentials?|authorization|cookie|salt|key(?:[_-]?(?:id|base))?)$/i

const isWord = flags('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
/** What those names end with, and what stands before the first dot of a key. */
const endsName = flags('detnslyDETNSLY')
const endsDotted = flags('9sbrGp')
const isQuote = flags('"\'`]')
/** By their first two characters. */
const startsKey = new Uint8Array(128 * 128)
for (const start of ['eyJ', ...KNOWN_STARTS]) startsKey[pairOf(start.charCodeAt(0), start.charCodeAt(1))] = 1

/** How the words begin that `by-context.ts` looks for, and options that take a secret. */
const CONTEXT_STARTS = wordsIn(
  'hook webh sig mysq mari curl wget sshp auth logi client-key id-token refresh-token iden pass kenn contrase senha x-amz-s x-goog-s',
)
const CONTEXT = new RegExp(`^(?:${CONTEXT_STARTS.join('|')}|--[\\w-]{0,24}(?:pass|token|key|secret|pwd))`, 'i')
const LONGEST_CONTEXT = 40
const startsContext = new Uint8Array(128 * 128)
for (const start of ['--', ...CONTEXT_STARTS, ...CONTEXT_STARTS.map((word) => word.toUpperCase())]) {
  startsContext[pairOf(start.charCodeAt(0), start.charCodeAt(1))] = 1
  startsContext[pairOf(start.toUpperCase().charCodeAt(0), start.charCodeAt(1))] = 1
}

function wordsIn(list: string): readonly string[] {
  return list.split(' ')
}

/** Looks at every character once: this runs over everything that is appended. */
export function glanceAt(text: string): Glance {
  const words: number[] = []
  let hasNamed = false
  let hasDotted = false
  // Of other alphabets, there are only a few words to look for.
  let hasContext = ['ароль', '密码', 'パスワード'].some((word) => text.includes(word))
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 128 && isWord[code] === 1) {
      const from = at
      at += 1
      for (let next = text.charCodeAt(at); next < 128 && isWord[next] === 1; next = text.charCodeAt(at)) at += 1
      const pair = pairOf(code, text.charCodeAt(from + 1))
      if (at - from >= SHORTEST_WORD && startsKey[pair] === 1) words.push(from, at)
      hasContext ||= startsContext[pair] === 1 && CONTEXT.test(text.slice(from, Math.min(at, from + LONGEST_CONTEXT)))
      at -= 1
    } else if (code === COLON || code === EQUALS) {
      hasNamed ||= isAfterName(text, at)
      hasDotted ||= text.startsWith('AA', at + 1)
      hasContext ||= text.startsWith(':*:', at) || text.startsWith(':5432:', at)
    } else if (code === DOT) hasDotted ||= endsDotted[text.charCodeAt(at - 1)] === 1 && DOTTED_STARTS.has(text.slice(at - 2, at))
    else if (code === SLASH) hasDotted ||= text.startsWith('/0', at + 1) && text[at - 1] === '1'
  }
  return { words, hasNamed, hasDotted, hasContext }
}

/** What keys with dots have in front of the first of them. */
const DOTTED_STARTS = new Set(['29', 'vs', 'vb', 'vr', 'SG', 'dp'])

/** Whether what stands before a sign is a name, maybe quoted, that secrets are kept under. */
function isAfterName(text: string, sign: number): boolean {
  let end = sign
  while (end > sign - MOST_SPACES && text.charCodeAt(end - 1) <= 0x20) end -= 1
  if ((isQuote[text.charCodeAt(end - 1)] ?? 0) === 1) end -= 1
  for (let left = MOST_BACKSLASHES; left > 0 && text.charCodeAt(end - 1) === BACKSLASH; left -= 1) end -= 1
  return endsName[text.charCodeAt(end - 1)] === 1 && SECRET_NAME.test(text.slice(Math.max(0, end - LONGEST_NAME), end))
}

function pairOf(first: number, second: number): number {
  return first * 128 + (second & 127)
}

function flags(characters: string): Uint8Array {
  const table = new Uint8Array(128)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}
