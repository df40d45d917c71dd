import { codeReader } from '../schema/codes.ts'
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

const codesOf = codeReader()
const SHORTEST_WORD = 10
const TRIPLE = 32 ** 3 - 1
const CAPITAL_A = 0x41
const DOT = 0x2e
const ZERO = 0x30
const FIVE = 0x35
const STAR = 0x2a
const COLON = 0x3a
const SEMICOLON = 0x3b
const BACKSLASH = 0x5c
const MOST_SPACES = 3
/** A quotation mark in JSON that is inside JSON. */
const MOST_BACKSLASHES = 3
/** The longest name below. */
const LONGEST_NAME = 24
const SECRET_NAME =
  /(?:passwor[dt](?:[_-][a-z]{1,12})?|passwd|pwd|passphrase|kennwort|de passe|contraseña|senha|secret(?:[_-]base)?|token|credentials?|authorization|cookie|salt|key(?:[_-]?(?:id|base))?)$/i

const isWord = flags('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
/** What those names end with, by their last three characters; a name of a password may have more behind it. */
const endsName = new Uint8Array(32 ** 3)
const ENDS = 'ord ort swd pwd ase sse eña nha ret ken ial als ion kie alt key yid _id -id'
for (const end of ENDS.split(' ')) for (const triple of triplesFrom(end)) endsName[triple] = 1
const LONGEST_SUFFIX = 12
const isJoint = flags('_-')
const isLetter = flags('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
const endsPassword = flags('dtDT')
const isEscape = flags('nrt')
const isQuote = flags('"\'`]')
/** By their first two characters. */
const startsKey = new Uint8Array(128 * 128)
for (const start of ['eyJ', ...KNOWN_STARTS]) startsKey[pairOf(start.charCodeAt(0), start.charCodeAt(1))] = 1

/** What a mark looks like, by how it begins: most words that begin like one are none. */
const markForms = new Map<number, MarkForm[]>()
interface MarkForm {
  readonly mark: WordMark
  readonly pattern: RegExp
  /** How all of what it matches begins, in small letters: most words differ here already. */
  readonly start: string
}
/** What needs a closer look, by three characters of which letters count in either case: a beginning, and where a sign may stand behind two others. */
const needsLook = new Uint8Array(32 ** 3)
const BEGINNING = 1
const AT_SIGN = 2
for (const [mark, starts] of Object.entries(MARKS) as readonly [WordMark, readonly string[]][])
  for (const start of starts) for (const triple of triplesFrom(start, mark)) noteMark(triple, mark, start)
for (const start of ['eyJ', ...KNOWN_STARTS]) for (const triple of triplesFrom(start)) needsLook[triple] = BEGINNING
/** What keys with dots have in front of the first of them. */
const DOTTED_STARTS = new Set(['29', 'vs', 'vb', 'vr', 'SG', 'dp'])
for (const start of DOTTED_STARTS) for (const triple of triplesFrom(`${start}.`)) needsLook[triple] = BEGINNING
for (const triple of triplesFrom('//0')) needsLook[triple] = BEGINNING
const SIGNS = ':=;'
const isSign = flags(SIGNS)
for (const sign of SIGNS)
  for (let triple = sign.charCodeAt(0) & 31; triple < needsLook.length; triple += 32)
    needsLook[triple] = (needsLook[triple] ?? 0) | AT_SIGN

function noteMark(triple: number, mark: WordMark, source: string): void {
  needsLook[triple] = BEGINNING
  const forms = markForms.get(triple) ?? []
  forms.push({ mark, pattern: new RegExp(source, 'iy'), start: /^[a-z-]*/.exec(source)?.[0] ?? '' })
  markForms.set(triple, forms)
}

/** Three characters as a number, or all that begin so if there are only two. An option may be called anything. */
function triplesFrom(start: string, mark?: WordMark): readonly number[] {
  const [first, second, third] = [start.charCodeAt(0), start.charCodeAt(1), start.charCodeAt(2)]
  if (start.length > 2 && mark !== 'option') return [tripleOf(first, second, third)]
  return Array.from({ length: 32 }, (_, any) => tripleOf(first, second, any))
}

/** What was found so far. */
interface Found {
  words: number[] | undefined
  signs: number[] | undefined
  marks: Set<Mark> | undefined
  hasDotted: boolean
  mayConnect: boolean
}

/**
 * Looks at every character once: this runs over everything that is appended. Only where three characters, or a sign, look like part of a
 * secret is it found out what they are.
 */
export function glanceAt(text: string): Glance {
  const codes = codesOf(text)
  const { length } = text
  // Of other alphabets, there are only a few words to look for.
  const marks = OTHER_PASSWORDS.some((word) => text.includes(word)) ? new Set<Mark>(['password']) : undefined
  const found: Found = { words: undefined, signs: undefined, marks, hasDotted: false, mayConnect: false }
  let triple = 0
  for (let at = 0; at < length; at += 1) {
    const code = codes[at] ?? 0
    triple = ((triple << 5) | (code & 31)) & TRIPLE
    const look = needsLook[triple] ?? 0
    if (look === 0) continue
    if ((look & BEGINNING) !== 0) lookBack(found, text, codes, at - 2, triple)
    if (isSign[code] === 1) lookAtSign(found, text, codes, at)
  }
  return {
    words: found.words ?? NONE,
    hasDotted: found.hasDotted,
    signs: found.signs ?? NONE,
    mayConnect: found.mayConnect,
    marks: found.marks ?? NO_MARKS,
  }
}

/** Notes what the three characters from `from` on begin, or end. */
function lookBack(found: Found, text: string, codes: Uint16Array, from: number, triple: number): void {
  if (from < 0) return
  const last = codes[from + 2]
  if (last === DOT) found.hasDotted ||= DOTTED_STARTS.has(text.slice(from, from + 2))
  if (last === ZERO) found.hasDotted ||= text.startsWith('1//0', from - 1)
  if (!beginsWord(codes, from)) return
  for (const { mark, pattern, start } of markForms.get(triple) ?? NO_FORMS) {
    if (!beginsWith(codes, from, start)) continue
    pattern.lastIndex = from
    if (pattern.test(text)) addMark(found, mark)
  }
  if (startsKey[pairOf(codes[from] ?? 0, codes[from + 1] ?? 0)] !== 1) return
  let end = from
  while (isWord[codes[end] ?? 0] === 1) end += 1
  if (end - from < SHORTEST_WORD) return
  found.words ??= []
  found.words.push(from, end)
}

/** In JSON, a line break is a letter too, and the word begins behind it. */
function beginsWord(codes: Uint16Array, at: number): boolean {
  if (isWord[codes[at] ?? 0] === 0) return false
  if (at === 0) return true
  const before = codes[at - 1] ?? 0
  if (isWord[before] === 0) return before !== BACKSLASH || isEscape[codes[at] ?? 0] === 0
  return at > 1 && isEscape[before] === 1 && codes[at - 2] === BACKSLASH
}

function beginsWith(codes: Uint16Array, from: number, start: string): boolean {
  for (let at = 3; at < start.length; at += 1) {
    const code = codes[from + at] ?? 0
    if (code !== start.charCodeAt(at) && code + SMALLER !== start.charCodeAt(at)) return false
  }
  return true
}

/** How far behind a capital its small letter stands. */
const SMALLER = 32

function lookAtSign(found: Found, text: string, codes: Uint16Array, at: number): void {
  if (codes[at] === SEMICOLON) {
    found.mayConnect ||= isBeforePart(codes, at + 1, text.length)
    return
  }
  if (isAfterName(text, codes, at)) {
    found.signs ??= []
    found.signs.push(at)
  }
  found.hasDotted ||= codes[at + 1] === CAPITAL_A && codes[at + 2] === CAPITAL_A
  const next = codes[at + 1]
  if (codes[at] !== COLON || (next !== STAR && next !== FIVE)) return
  if (text.startsWith(':*:', at) || text.startsWith(':5432:', at)) addMark(found, 'pgpass')
}

function addMark(found: Found, mark: Mark): void {
  found.marks ??= new Set()
  found.marks.add(mark)
}

const NO_FORMS: readonly never[] = []
const OTHER_PASSWORDS = ['ароль', '密码', 'パスワード']
const NONE: readonly number[] = []
const NO_MARKS: ReadonlySet<Mark> = new Set()

const startsPart = flags('pasPAS')
const goesOnPart = flags('wcahWCAH')

/** Whether a part of a connection string that holds a secret may begin there, behind a space or at once. */
function isBeforePart(codes: Uint16Array, next: number, length: number): boolean {
  if (next + 2 >= length) return false
  const code = codes[next] ?? 0
  const at = code > 0x20 && code < 0x80 ? next : next + 1
  return startsPart[codes[at] ?? 0] === 1 && goesOnPart[codes[at + 1] ?? 0] === 1
}

/** Whether what stands before a sign is a name, maybe quoted, that secrets are kept under. */
function isAfterName(text: string, codes: Uint16Array, sign: number): boolean {
  let end = sign - 1
  while (end > 0 && end >= sign - MOST_SPACES && (codes[end] ?? 0) <= 0x20) end -= 1
  if (end > 0 && isQuote[codes[end] ?? 0] === 1) end -= 1
  for (let left = MOST_BACKSLASHES; left > 0 && end > 0 && codes[end] === BACKSLASH; left -= 1) end -= 1
  if (end < 2 || !mayEndName(codes, end)) return false
  return SECRET_NAME.test(text.slice(Math.max(0, end + 1 - LONGEST_NAME), end + 1))
}

function mayEndName(codes: Uint16Array, end: number): boolean {
  if (endsName[tripleOf(codes[end - 2] ?? 0, codes[end - 1] ?? 0, codes[end] ?? 0)] === 1) return true
  let at = end
  while (at > 0 && end - at < LONGEST_SUFFIX && isLetter[codes[at] ?? 0] === 1) at -= 1
  return at < end && at > 0 && isJoint[codes[at] ?? 0] === 1 && endsPassword[codes[at - 1] ?? 0] === 1
}

/** Of a letter, its last five bits are the same in either case. */
function tripleOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31)
}

function pairOf(first: number, second: number): number {
  return first * 128 + (second & 127)
}

/** For every code, so that none has to be compared first. */
function flags(characters: string): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}
