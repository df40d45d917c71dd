import { isMixed, isPassword, isPlaceholder, isRandom } from './is-random.ts'

/** A secret as the value of a name: what stands before the sign between them, and from the sign on. Everything in it is bounded. */
interface Named {
  /** Ends at the sign. */
  readonly before: RegExp
  /** Begins with the sign, and ends with its last group, the value; a group before that is its quotation mark. */
  readonly after: RegExp
  readonly kindOf: (name: string) => string
  readonly isSecret: (value: string, name: string, isQuoted: boolean) => boolean
}

const NAMES: readonly Named[] = [
  {
    before:
      /(?:password|passwd|pwd|passphrase|secret|token|credentials?|authorization|cookie|(?:api|access|secret|private|encryption|signing|account|master|service|auth|storage)[_-]?key(?:[_-]?id)?)\\{0,3}["'`\]]?\s{0,3}$/i,
    after: /(?:=>|:=|[:=])\s{0,3}(?:(?:Bearer|Basic|Token)\s)?\\{0,3}(["'`]?)([A-Za-z0-9_+/.~!@#$%^&*-]{8,512}={0,2})/iy,
    kindOf: kindFor,
    isSecret: (value, name, isQuoted) => isSecretUnder(name, value, isQuoted),
  },
  {
    before:
      /(?:passwor[dt]|passwd|pwd|passphrase|kennwort|mot de passe|contraseña|senha)(?:[_-][a-z]{1,12})?\\{0,3}["'`]?\s{0,3}$/i,
    after: /(?:=>|:=|[:=])\s{0,3}\\{0,3}(["'`])([^"'`\n\\]{4,128})(?=\\{0,3}["'`])/y,
    kindOf: () => 'password',
    isSecret: (value) => isQuotedPassword(value),
  },
  {
    before:
      /(?:secret[_-]?key(?:[_-]?base)?|secret[_-]base|app[_-]key|(?:cookie|session|jwt|csrf|hmac|encryption|master|signing|webhook)[_-]?(?:secret|key|salt))["'`]?\s{0,3}$/i,
    after: /(?:=>|:=|[:=])\s{0,3}(["'`]?)(?:base64:)?([A-Za-z0-9+/_-]{24,512}={0,2})/y,
    kindOf: () => 'secret',
    isSecret: (value) => !isPlaceholder(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= 8,
  },
]

type Found = { readonly from: number; readonly to: number; readonly kind: string }

/** The longest name, with what may stand between it and the sign. */
const LONGEST_NAME = 48
const OUR_TOKEN = /\[redacted:[a-z-]*$/
const LONGEST_KIND = 40

/** The secrets behind signs that a glance has found after names that secrets are kept under. */
export function findByName(text: string, signs: readonly number[]): readonly Found[] {
  return signs.flatMap((sign) => {
    const before = text.slice(Math.max(0, sign - LONGEST_NAME), sign)
    return NAMES.flatMap(({ before: names, after, kindOf, isSecret }) => {
      const name = names.exec(before)
      // What we put in place of a secret says what kind of secret it was.
      if (
        name === null ||
        OUR_TOKEN.test(
          text.slice(Math.max(0, sign - before.length + name.index - LONGEST_KIND), sign - before.length + name.index),
        )
      )
        return []
      after.lastIndex = sign
      const [, quote = '', value = ''] = after.exec(text) ?? []
      const to = after.lastIndex
      if (value === '' || !isSecret(value, name[0], quote !== '')) return []
      return [{ from: to - value.length, to, kind: kindOf(name[0]) }]
    })
  })
}

/** True if a value in quotation marks may be a password. */
export function isQuotedPassword(value: string): boolean {
  return !isPlaceholder(value) && !/\s/.test(value) && /[\d!@#$%^&*+~]/.test(value)
}

const HAS_SIGN = /[!@#$%^&*+~]/

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
