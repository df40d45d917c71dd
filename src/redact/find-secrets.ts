import { itemAt } from '../schema/at.ts'
import { findByContext } from './by-context.ts'
import { glanceAt } from './glance.ts'
import { isMixed, isPassword, isPlaceholder, isRandom } from './is-random.ts'
import { findKeyBlocks } from './key-blocks.ts'
import { DOTTED, knownKey } from './known-keys.ts'

/** A secret in a text: from one character to another, without the last. */
export interface Secret {
  readonly from: number
  readonly to: number
  readonly kind: string
}

/** What follows the first part of a signed or encrypted web token. */
const TOKEN_PARTS = /\.[A-Za-z0-9_-]{6,8192}\.[A-Za-z0-9_-]{0,8192}(?:\.[A-Za-z0-9_-]{6,8192}){0,2}/y
/** User and password of an address. Neither has a slash in it, so that no two addresses are looked at together. */
const USERINFO = /([^\s/:@"'<>`\\]{0,128}):([^\s/@"'<>`\\]{1,256})@/y
/** A name that a secret is kept under, and a value. Everything in it is bounded. */
const NAMED =
  /(password|passwd|pwd|passphrase|secret|token|credentials?|authorization|cookie|(?:api|access|secret|private|encryption|signing|account|master|service|auth|storage)[_-]?key(?:[_-]?id)?)\\{0,3}["'`\]]?\s{0,3}(?:=>|:=|[:=])\s{0,3}(?:(?:Bearer|Basic|Token)\s)?\\{0,3}(["'`]?)([A-Za-z0-9_+/.~!@#$%^&*-]{8,512}={0,2})/gi
const BEARER = /\b(?:Bearer|Basic)\s([A-Za-z0-9_+/.~-]{16,2048}={0,2})/g
/** A part of a connection string: any value is a secret there. */
const CONNECTION = /;\s?(?:password|pwd|accountkey|sharedaccesskey|sharedaccesssignature)\s?=\s?([^;"'\s]{1,512})/gi
const OUR_TOKEN = /\[redacted:[a-z-]*$/
const LONGEST_KIND = 40
const HAS_SIGN = /[!@#$%^&*+~]/

/**
 * Secrets in a text, in order and apart. Takes time in proportion to the text, whatever is in it: every pattern is bounded or moves on
 * past what it has read.
 */
export function findSecrets(text: string): readonly Secret[] {
  const { words, hasNamed, hasDotted, hasContext } = glanceAt(text)
  const found = [
    ...(text.includes('PRIVATE KEY') ? findKeyBlocks(text) : []),
    ...findWords(text, words),
    ...(hasDotted ? Array.from(text.matchAll(DOTTED), (match) => secretAt(match.index, match[0], 'api-key')) : []),
    ...findUserinfo(text),
    ...(hasNamed ? findNamed(text) : []),
    ...Array.from(text.matchAll(CONNECTION)).flatMap((match) =>
      lastGroup(match, 1, 'connection-secret', (value) => !isPlaceholder(value)),
    ),
    ...(text.includes('Bearer') || text.includes('Basic') ? findBearers(text) : []),
    ...(hasNamed || hasContext ? findByContext(text, hasNamed) : []),
  ]
  return found.length === 0 ? found : apart(found)
}

function secretAt(from: number, value: string, kind: string): Secret {
  return { from, to: from + value.length, kind }
}

/** The group that a match ends with, if it is a secret. */
function lastGroup(
  match: RegExpMatchArray,
  group: number,
  kind: string,
  isSecret: (value: string) => boolean,
): readonly Secret[] {
  const value = match[group] ?? ''
  const from = (match.index ?? 0) + match[0].length - value.length
  return isSecret(value) ? [secretAt(from, value, kind)] : []
}

function findBearers(text: string): readonly Secret[] {
  return Array.from(text.matchAll(BEARER)).flatMap((match) => lastGroup(match, 1, 'bearer-token', isRandom))
}

/** Keys that are known by how they begin, and web tokens. */
function findWords(text: string, words: readonly number[]): readonly Secret[] {
  const found: Secret[] = []
  for (let index = 0; index < words.length; index += 2) {
    const [from, to] = [itemAt(words, index), itemAt(words, index + 1)]
    // The parts of a web token look like the beginning of one.
    if (from < (found.at(-1)?.to ?? 0)) continue
    if (text.startsWith('eyJ', from)) {
      TOKEN_PARTS.lastIndex = to
      if (TOKEN_PARTS.test(text)) found.push({ from, to: TOKEN_PARTS.lastIndex, kind: 'web-token' })
      continue
    }
    const kind = knownKey(text.slice(from, to))
    if (kind !== undefined) found.push({ from, to, kind })
  }
  return found
}

function findUserinfo(text: string): readonly Secret[] {
  const found: Secret[] = []
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    USERINFO.lastIndex = at + 3
    const match = USERINFO.exec(text)
    const [, user = '', password = ''] = match ?? []
    if (match !== null && !isPlaceholder(password)) found.push(secretAt(at + 3 + user.length + 1, password, 'url-password'))
  }
  return found
}

function findNamed(text: string): readonly Secret[] {
  return Array.from(text.matchAll(NAMED)).flatMap((match) => {
    const [, name = '', quote = ''] = match
    // What we put in place of a secret says what kind of secret it was.
    if (OUR_TOKEN.test(text.slice(Math.max(0, match.index - LONGEST_KIND), match.index))) return []
    return lastGroup(match, 3, kindFor(name), (value) => isSecretUnder(name, value, quote !== ''))
  })
}

/** True if `value` looks like a secret beside a name that secrets have. */
export function isSecretUnder(name: string, value: string, isQuoted: boolean): boolean {
  if (isRandom(value)) return true
  const isWord = /pass|pwd/i.test(name)
  if (isWord && (isQuoted || HAS_SIGN.test(value)) && isPassword(value)) return true
  // Beside such a name, a short value is a secret if letters and digits are mixed; beside the name of a key, only if it is quoted.
  return (isWord || (isQuoted && /secret|key/i.test(name))) && isMixed(value)
}

export function kindFor(name: string): string {
  return /pass|pwd/i.test(name) ? 'password' : 'secret'
}

/** In order, without what lies in another; if two overlap, the earlier one reaches over both. */
function apart(found: readonly Secret[]): readonly Secret[] {
  const kept: Secret[] = []
  for (const secret of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1)
    if (last === undefined || secret.from >= last.to) kept.push(secret)
    else if (secret.to > last.to) kept[kept.length - 1] = { ...last, to: secret.to }
  }
  return kept
}
