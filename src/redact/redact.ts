import { isBytes } from '../schema/foreign-values.ts'
import { frozen } from '../schema/frozen.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import type { Hash } from '../schema/ports.ts'
import { isSecretUnder, kindFor } from './by-name.ts'
import { findSecrets } from './find-secrets.ts'

/**
 * Takes secrets out of a text.
 *
 * Contract: pure; never throws; the same secret becomes the same token, and a text that was redacted stays as it is.
 */
export type Redact = (text: string) => string

/** The name of a secret says what it is by its last word. */
const SECRET_NAME =
  /(?:password|passwd|pwd|passphrase|secret|token|credentials?|authorization|cookie|(?:api|access|secret|private|encryption|signing|account|master|service|auth|storage)[_-]?key(?:[_-]?id)?)$/i

/** Fields by which a provider knows its own words again. What carries one goes back untouched or not at all. */
const SEALS = [
  'signature',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
  'encryptedContent',
  'reasoningEncryptedContent',
]

/** Fields that tell what kind of file stands beside them. */
const MEDIA = ['media_type', 'mediaType', 'mimeType']

/** How many hex digits tell secrets of a tenant apart. */
const DIGITS = 10

/** Redacts for one tenant. */
export interface Redactor {
  readonly text: Redact
  /** What stands for a secret of this kind. */
  token(secret: string, kind: string): string
}

/**
 * A token says what kind of secret it stands for and tells it from others of its tenant; without the key, a guessed secret cannot be
 * confirmed by trying.
 *
 *     Authorization: Bearer [redacted:web-token:3fa96c1d20]
 */
export function redactor(hash: Hash, key: string, tenant: string): Redactor {
  // The key stands inside and outside, so that nothing can be added to what was hashed.
  const keyed = (text: string): string => hash(`${key}\n${hash(JSON.stringify([key, tenant, text]))}`)
  const token = (secret: string, kind: string): string => `[redacted:${kind}:${keyed(secret).slice(0, DIGITS)}]`
  return { token, text: (text) => redactText(text, token) }
}

/** Leaves every text as it is. */
export const noRedaction: Redactor = frozen({ text: (text) => text, token: (secret) => secret })

function redactText(text: string, token: Redactor['token']): string {
  const secrets = findSecrets(text)
  if (secrets.length === 0) return text
  const parts: string[] = []
  let at = 0
  for (const { from, to, kind } of secrets) {
    parts.push(text.slice(at, from), token(text.slice(from, to), kind))
    at = to
  }
  return `${parts.join('')}${text.slice(at)}`
}

/**
 * Redacts every text in a value, even if only the name of its field tells that it is a secret. What a provider has sealed stays as it is,
 * and so do files.
 */
export function redactJson(value: Json, redact: Redactor): Json {
  if (typeof value === 'string') return value.startsWith('data:') ? value : redact.text(value)
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact))
  if (!isJsonObject(value) || isBytes(value) || SEALS.some((seal) => typeof value[seal] === 'string')) return value
  const isFile = MEDIA.some((name) => typeof value[name] === 'string')
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === 'data' && isFile ? item : redactField(name, item, redact)]),
  )
}

/** True if a text holds a secret, or is one beside its name. */
export function holdsSecret(name: string, text: string): boolean {
  return findSecrets(text).length > 0 || (SECRET_NAME.test(name) && isSecretUnder(name, text, true))
}

function redactField(name: string, value: Json, redact: Redactor): Json {
  const redacted = redactJson(value, redact)
  if (typeof value !== 'string' || redacted !== value || !SECRET_NAME.test(name)) return redacted
  return isSecretUnder(name, value, true) ? redact.token(value, kindFor(name)) : value
}
