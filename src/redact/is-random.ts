const LEAST_RANDOM = 16
const LEAST_PASSWORD = 8
/** Of two neighbours, how often they are of different kinds (small, capital, digit). Words: rarely; keys: every second or third time. */
const LEAST_CHANGES = 0.25
const LEAST_DISTINCT = 8

/** True if a value looks drawn by lot: long, letters and digits mixed, many different ones. */
export function isRandom(value: string): boolean {
  if (value.length < LEAST_RANDOM || isPlaceholder(value) || isReference(value)) return false
  const kinds = Array.from(value.slice(0, 512), kindOf).filter((kind) => kind !== 'sign')
  if (!kinds.includes('digit') || !kinds.some((kind) => kind !== 'digit')) return false
  const changes = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length
  return changes / kinds.length >= LEAST_CHANGES && new Set(value).size >= LEAST_DISTINCT
}

/** True if a value looks like a carefully chosen password: at least three kinds of characters. */
export function isPassword(value: string): boolean {
  if (value.length < LEAST_PASSWORD || isPlaceholder(value) || isReference(value)) return false
  return new Set(Array.from(value.slice(0, 512), kindOf)).size >= 3
}

/** True if a short value that is neither a path nor a name has both letters and digits. */
export function isMixed(value: string): boolean {
  if (value.length < LEAST_PASSWORD || isPlaceholder(value)) return false
  return /^[A-Za-z0-9_+~!@#$%^&*-]+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value)
}

/** Something that stands for a secret and is not one: `$TOKEN`, `<your key>`, `***`, what we put there ourselves. */
export function isPlaceholder(value: string): boolean {
  return /^(?:[$%{<[*]|\.\.|x{3}|your|example|changeme|password$|passwd$|secret$|token$|user$|null$|none$|undefined$)/i.test(
    value,
  )
}

/** A name in a program: `config.auth.token2`, `process.env.KEY_1`. */
function isReference(value: string): boolean {
  return /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value) && !/\d[A-Za-z]+\d/.test(value)
}

function kindOf(character: string): 'small' | 'capital' | 'digit' | 'sign' {
  if (character >= '0' && character <= '9') return 'digit'
  if (character >= 'a' && character <= 'z') return 'small'
  return character >= 'A' && character <= 'Z' ? 'capital' : 'sign'
}
