const SIZE = /(\d[\d,]{0,14}(?:\.\d{1,3})?) ?(bytes|characters|chars|[kmg]i?b)\b/gi
const UNITS: Readonly<Record<string, number>> = { k: 1_000, ki: 1_024, m: 1_000_000, mi: 1_048_576, g: 1e9, gi: 1_073_741_824 }
const CHARACTERS =
  /max(?:imum)? (?:input characters|length of (?:\w+ ){0,3}(?:question|prompt|input)|length)(?: is|:)? ?(\d[\d,]{0,14})/i

/**
 * The bytes that a server takes: the smallest size that it names. A limit on characters is taken for one on bytes, which is never too much. A
 * number that is only said of one part of the request is none.
 */
export function byteLimitIn(text: string): number | undefined {
  if (/string too long|expected maxlength/i.test(text)) return undefined
  const sizes = [...text.slice(0, 2_000).matchAll(SIZE)].map(([, digits = '', unit = '']) => numberIn(digits) * factorOf(unit))
  const [, characters] = CHARACTERS.exec(text) ?? []
  const limit = Math.min(...sizes, ...(characters === undefined ? [] : [numberIn(characters)]))
  return Number.isFinite(limit) && limit >= 1_000 ? Math.floor(limit) : undefined
}

function numberIn(digits: string): number {
  return Number(digits.replaceAll(',', ''))
}

/** A server's "MB" may be the smaller one. */
function factorOf(unit: string): number {
  return UNITS[unit.toLowerCase().replace(/b$/, '')] ?? 1
}
