import { itemAt } from '../schema/at.ts'
import { findByContext, findCookies } from './by-context.ts'
import { findByName } from './by-name.ts'
import { glanceAt } from './glance.ts'
import { isPlaceholder, isRandom } from './is-random.ts'
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
const BEARER = /\b(?:Bearer|Basic)\s([A-Za-z0-9_+/.~-]{16,2048}={0,2})/g
/** A part of a connection string: any value is a secret there. */
const CONNECTION = /;\s?(?:password|pwd|accountkey|sharedaccesskey|sharedaccesssignature)\s?=\s?([^;"'\s]{1,512})/gi

/**
 * Secrets in a text, in order and apart. Takes time in proportion to the text, whatever is in it: every pattern is bounded or moves on
 * past what it has read.
 */
export function findSecrets(text: string): readonly Secret[] {
  const { words, signs, marks, hasDotted, mayConnect } = glanceAt(text)
  const found: Secret[] = []
  const add = (secrets: readonly Secret[]): void => {
    for (const secret of secrets) found.push(secret)
  }
  if (text.includes('PRIVATE KEY')) add(findKeyBlocks(text))
  if (words.length > 0) add(findWords(text, words))
  if (hasDotted) add(Array.from(text.matchAll(DOTTED), (match) => secretAt(match.index, match[0], 'api-key')))
  if (text.includes('://')) add(findUserinfo(text))
  if (signs.length > 0) add(findByName(text, signs))
  if (mayConnect) add(findConnections(text))
  if (text.includes('Bearer') || text.includes('Basic')) add(findBearers(text))
  if (marks.size > 0) add(findByContext(text, marks))
  if (signs.length > 0) add(findCookies(text))
  return found.length === 0 ? NONE : apart(found)
}

const NONE: readonly Secret[] = []

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

function findConnections(text: string): readonly Secret[] {
  return Array.from(text.matchAll(CONNECTION)).flatMap((match) =>
    lastGroup(match, 1, 'connection-secret', (value) => !isPlaceholder(value)),
  )
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
