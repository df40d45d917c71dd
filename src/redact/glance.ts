import { KNOWN_STARTS } from './known-keys.ts'

/** Where secrets may stand in a text. Nearly every text has none, and this quick look shows it. */
interface Glance {
  /** Words that begin like a key or a web token: where each begins and ends, one after the other. */
  readonly words: readonly number[]
  /** There may be a key with dots in it. */
  readonly hasDotted: boolean
  /** Where a colon or an equals sign stands after a name that secrets are kept under. */
  readonly signs: readonly number[]
  /** There may be a part of a connection string. */
  readonly mayConnect: boolean
  /** What else secrets are given with. */
  readonly marks: ReadonlySet<Mark>
}

/** Programs, options, parts of addresses and sentences. */
export type Mark = WordMark | 'pgpass'
type WordMark =
  | ('webhook' | 'signature' | 'mysql' | 'curl' | 'sshpass' | 'auth' | 'login')
  | ('key-data' | 'identified' | 'told' | 'password' | 'option')

/** Behind the name of a password: the rest of the name, or that it is told what it is. */
const TOLD = '(?:[_-][a-z]|\\\\{0,3}["\'`]?\\s{0,3}(?:is\\b|ist\\b|：))'
/** How each begins, at the beginning of a word: with three plain characters. */
const MARKS: Readonly<Record<WordMark, readonly string[]>> = {
  webhook: ['webhook', 'hooks\\.slack'],
  signature: ['sig=', 'signature=', 'x-amz-s', 'x-goog-s'],
  mysql: ['mysql', 'mariadb'],
  curl: ['curl', 'wget'],
  sshpass: ['sshpass'],
  auth: ['auth\\\\{0,3}"'],
  login: ['login\\s'],
  'key-data': ['client-key-data', 'id-token-data', 'refresh-token-data'],
  identified: ['identified\\s', 'password\\s{1,3}["\']'],
  told: [`password${TOLD}`, `passwd${TOLD}`, `pwd${TOLD}`, `passphrase${TOLD}`],
  password: ['passwort', 'kennwort', 'passe\\b', 'contrase', 'senha'],
  option: ['--[\\w-]{0,24}(?:pass|passw\\w{2,3}|phrase|pwd|token|key|secret)[=\\s]'],
}

const SHORTEST_WORD = 10
const DASH = 0x2d
const DOT = 0x2e
const SLASH = 0x2f
const COLON = 0x3a
const SEMICOLON = 0x3b
const EQUALS = 0x3d
const BACKSLASH = 0x5c
const MOST_SPACES = 3
/** A quotation mark in JSON that is inside JSON. */
const MOST_BACKSLASHES = 3
/** The longest name below. */
const LONGEST_NAME = 24
const SECRET_NAME =
  /(?:passwor[dt](?:[_-][a-z]{1,12})?|passwd|pwd|passphrase|kennwort|de passe|contraseña|senha|secret(?:[_-]base)?|token|credentials?|authorization|cookie|salt|key(?:[_-]?(?:id|base))?)$/i

/** For every character, so that none has to be compared first. */
const isWord = flags('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-', 0x10000)
/** What those names end with. */
const endsName = flags('detnslyaDETNSLYA')
const isEscape = flags('nrt')
const isQuote = flags('"\'`]')
/** By their first two characters. */
const startsKey = new Uint8Array(128 * 128)
for (const start of ['eyJ', ...KNOWN_STARTS]) startsKey[pairOf(start.charCodeAt(0), start.charCodeAt(1))] = 1

const MARK_NAMES = Object.keys(MARKS) as readonly WordMark[]
/** One group a mark. */
const MARK = new RegExp(MARK_NAMES.map((name) => `(${MARKS[name].join('|')})`).join('|'), 'iy')
const SHORTEST_MARK = 3
/** By their first three characters, in either case. */
const startsMark = new Uint8Array(32 ** 3)
for (const start of Object.values(MARKS).flat()) startsMark[tripleAt(start, 0)] = 1
// An option may be called anything.
for (let third = 0; third < 32; third += 1) startsMark[tripleOf(DASH, DASH, third)] = 1

/**
 * Looks at every character once: this runs over everything that is appended. No character outside of the text is asked for: once one is,
 * each look takes five times as long.
 */
export function glanceAt(text: string): Glance {
  let words: number[] | undefined
  let signs: number[] | undefined
  const { length } = text
  // Of other alphabets, there are only a few words to look for.
  let marks = OTHER_PASSWORDS.some((word) => text.includes(word)) ? new Set<Mark>(['password']) : undefined
  let hasDotted = false
  let mayConnect = false
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (isWord[code] === 1) {
      // In JSON, a line break is a letter too.
      if (isEscape[code] === 1 && at > 0 && text.charCodeAt(at - 1) === BACKSLASH) at += 1
      const from = at
      do at += 1
      while (at < length && isWord[text.charCodeAt(at)] === 1)
      if (at - from >= SHORTEST_MARK) {
        if (at - from >= SHORTEST_WORD && startsKey[pairOf(text.charCodeAt(from), text.charCodeAt(from + 1))] === 1)
          words = withTwo(words, from, at)
        if (startsMark[tripleAt(text, from)] === 1) marks = withMark(marks, markAt(text, from))
      }
      at -= 1
    } else if (code === COLON || code === EQUALS) {
      if (isAfterName(text, at)) signs = withOne(signs, at)
      hasDotted ||= text.startsWith('AA', at + 1)
      if (text.startsWith(':*:', at) || text.startsWith(':5432:', at)) marks = withMark(marks, 'pgpass')
    } else if (code === SEMICOLON) mayConnect ||= isBeforePart(text, at + 1)
    else if (code === DOT) hasDotted ||= at >= 2 && DOTTED_STARTS.has(text.slice(at - 2, at))
    else if (code === SLASH) hasDotted ||= text.startsWith('1//0', at - 1)
  }
  return { words: words ?? NONE, hasDotted, signs: signs ?? NONE, mayConnect, marks: marks ?? NO_MARKS }
}

const OTHER_PASSWORDS = ['ароль', '密码', 'パスワード']
const NONE: readonly number[] = []
const NO_MARKS: ReadonlySet<Mark> = new Set()

function withOne(found: number[] | undefined, one: number): number[] {
  const list = found ?? []
  list.push(one)
  return list
}

function withTwo(found: number[] | undefined, first: number, second: number): number[] {
  return withOne(withOne(found, first), second)
}

function withMark(marks: Set<Mark> | undefined, mark: Mark | undefined): Set<Mark> | undefined {
  return mark === undefined ? marks : (marks ?? new Set<Mark>()).add(mark)
}

function markAt(text: string, at: number): WordMark | undefined {
  MARK.lastIndex = at
  const found = MARK.exec(text)
  return found === null ? undefined : MARK_NAMES[found.findIndex((group, index) => index > 0 && group !== undefined) - 1]
}

const startsPart = flags('pasPAS')
const goesOnPart = flags('wcahWCAH')

/** Whether a part of a connection string that holds a secret may begin there, behind a space or at once. */
function isBeforePart(text: string, next: number): boolean {
  if (next + 2 >= text.length) return false
  const code = text.charCodeAt(next)
  const at = code > 0x20 && code < 0x80 ? next : next + 1
  return startsPart[text.charCodeAt(at)] === 1 && goesOnPart[text.charCodeAt(at + 1)] === 1
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

function tripleAt(text: string, at: number): number {
  return tripleOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2))
}

/** Of a letter, its last five bits are the same in either case. */
function tripleOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31)
}

function pairOf(first: number, second: number): number {
  return first * 128 + (second & 127)
}

function flags(characters: string, size = 128): Uint8Array {
  const table = new Uint8Array(size)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}
