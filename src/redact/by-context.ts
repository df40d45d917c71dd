import { isQuotedPassword } from './by-name.ts'
import type { Mark } from './glance.ts'
import { isMixed, isPassword, isPlaceholder, isRandom } from './is-random.ts'

/** A secret that only its surroundings give away: an option of a program, a field of a file, a part of an address. */
interface Context {
  /** A text is looked at if a glance has shown one of these. */
  readonly marks: readonly Mark[]
  /** Ends with its only group, the secret. Every run in it is bounded. */
  readonly pattern: RegExp
  readonly kind: string
  readonly isSecret: (value: string) => boolean
}

const isGiven = (value: string): boolean => !isPlaceholder(value)
const isChosen = (value: string): boolean => isRandom(value) || isPassword(value) || isMixed(value)
/** Random, or of a kind that is not: hex digits have few changes of kind, and base64 may be all letters. */
const isLong = (value: string): boolean => isGiven(value) && value.length >= 16

const CONTEXTS: readonly Context[] = [
  {
    marks: ['webhook'],
    pattern:
      /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/\w{6,20}\/\w{6,20}\/|\/api\/webhooks\/\d{15,22}\/|webhook\.office\.com\/webhookb2\/[\w@-]{20,90}\/IncomingWebhook\/)([\w/-]{16,120})/g,
    kind: 'webhook',
    isSecret: isGiven,
  },
  {
    marks: ['signature'],
    pattern: /[?&;](?:amp;)?(?:sig|Signature|X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature)=([\w%+/.~-]{20,2048}={0,2})/g,
    kind: 'url-signature',
    isSecret: isLong,
  },
  {
    marks: ['mysql'],
    pattern: /\b(?:mysql|mariadb)[a-z-]{0,12}\s[^\n;|&]{0,200}?(?<=\s)(?:-p|--password=)["']?([^\s"';|&]{3,128})/g,
    kind: 'password',
    isSecret: isGiven,
  },
  {
    marks: ['curl'],
    pattern: /\b(?:curl|wget)\s[^\n;|&]{0,200}?(?<=\s)(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,128}:([^\s"']{3,256})/g,
    kind: 'password',
    isSecret: isGiven,
  },
  { marks: ['sshpass'], pattern: /\bsshpass\s{1,3}-p\s{0,3}["']?([^\s"']{3,128})/g, kind: 'password', isSecret: isGiven },
  {
    marks: ['auth'],
    pattern: /"auth\\{0,3}"\s{0,3}:\s{0,3}\\{0,3}"([A-Za-z0-9+/]{8,512}={0,2})/g,
    kind: 'docker-auth',
    isSecret: (value) => isGiven(value) && value.length % 4 === 0,
  },
  {
    marks: ['pgpass'],
    pattern: /(?<=^|\n|\\n|["'])[^\s:#"'\\]{1,128}:(?:5432|\*):[^\s:]{1,64}:[^\s:]{1,64}:([^\s:"'\\]{3,128})(?=[\s"'\\]|$)/g,
    kind: 'password',
    isSecret: isGiven,
  },
  {
    marks: ['login'],
    pattern: /(?:\b|\\[nrt])login\s{1,4}\S{1,128}\s{1,8}password\s{1,4}(\S{3,256})/g,
    kind: 'password',
    isSecret: isGiven,
  },
  {
    marks: ['key-data'],
    pattern: /\b(?:client-key|id-token|refresh-token)-data"?\s{0,3}:\s{0,3}"?([A-Za-z0-9+/]{32,8192}={0,2})/g,
    kind: 'kubernetes-key',
    isSecret: isGiven,
  },
  {
    marks: ['identified'],
    pattern:
      /\b(?:identified\s{1,3}(?:with\s{1,3}\S{1,40}\s{1,3})?by|(?:role|user)\s{1,3}\S{1,64}\s[^\n;]{0,120}?\bpassword)\s{1,3}["']([^"'\n]{3,128})/gi,
    kind: 'password',
    isSecret: isGiven,
  },
  {
    marks: ['option'],
    pattern:
      /\s--(?:[a-z]{1,16}-)?(?:password|passwd|pass|pwd|passphrase|token|api-?key|secret(?:-?key)?|auth-?token|access-?(?:key|token))(?:=|\s{1,3})["']?([^\s"'-][^\s"']{3,511})/gi,
    kind: 'secret',
    isSecret: isChosen,
  },
  {
    marks: ['told', 'password'],
    pattern:
      /(?:passwor[dt]|passwd|pwd|passphrase|kennwort|mot de passe|contraseña|senha|пароль|密码|パスワード)(?:[_-][a-z]{1,12})?\\{0,3}["'`]?\s{0,3}(?:=>|:=|[:=：]|\bist\b|\bis\b)\s{0,3}\\{0,3}["'`]([^"'`\n\\]{4,128})(?=\\{0,3}["'`])/giu,
    kind: 'password',
    isSecret: isQuotedPassword,
  },
  {
    marks: ['password'],
    pattern:
      /(?:passwort|kennwort|mot de passe|contraseña|senha|пароль|密码|パスワード)\s{0,3}(?:[:=：]|(?:ist|lautet|est|es|é)\s?[:：]?)\s{0,3}([^\s"'`,;]{6,128})/giu,
    kind: 'password',
    isSecret: (value) => isGiven(value) && /\d/.test(value) && /\p{L}/u.test(value),
  },
]

type Found = { readonly from: number; readonly to: number; readonly kind: string }

const COOKIES = /\bcookie:\s{0,3}([^\n\r"']{8,8192})/gi
const COOKIE_VALUE = /=([^;\s]{16,4096})/g

/** A header has several cookies: those are secrets that look drawn by lot. */
export function findCookies(text: string): readonly Found[] {
  if (!text.includes('ookie:')) return []
  return Array.from(text.matchAll(COOKIES)).flatMap((header) => {
    const start = header.index + header[0].length - (header[1] ?? '').length
    return Array.from((header[1] ?? '').matchAll(COOKIE_VALUE)).flatMap(({ index, 1: value = '' }) => {
      const from = start + index + 1
      return isRandom(value) ? [{ from, to: from + value.length, kind: 'cookie' }] : []
    })
  })
}

/** Values that their surroundings say are secrets: where each begins and ends. */
export function findByContext(text: string, seen: ReadonlySet<Mark>): readonly Found[] {
  if (seen.size === 0) return []
  return CONTEXTS.flatMap(({ marks, pattern, kind, isSecret }) => {
    if (!marks.some((mark) => seen.has(mark))) return []
    return Array.from(text.matchAll(pattern)).flatMap((match) => {
      const value = match[1] ?? ''
      const to = match.index + match[0].length
      return isSecret(value) ? [{ from: to - value.length, to, kind }] : []
    })
  })
}
