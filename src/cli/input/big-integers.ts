import { changeAroundStrings } from '../../schema/json-strings.ts'

/** Around a number that stands in a string. Of private use: no text that people write has them. */
const [OPENS, CLOSES] = ['\u{f8e0}', '\u{f8e1}']

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const LONG_NUMBER = /\d{16}/
const INTEGER = /^-?\d+$/
const SHIELDED = new RegExp(`(?<!\\\\)\\\\*"${OPENS}(-?\\d+)${CLOSES}\\\\*"|${OPENS}(-?\\d+)${CLOSES}`, 'g')

/**
 * JSON in which integers that no `number` holds stand in strings, so that not one digit is lost while it is read (case 91).
 *
 *     {"id": 12345678901234567890}   →   {"id": "‹12345678901234567890›"}
 */
export function shieldIntegers(json: string): string {
  if (!LONG_NUMBER.test(json)) return json
  const shielded = (found: string): string =>
    !INTEGER.test(found) || Number.isSafeInteger(Number(found)) ? found : `"${OPENS}${found}${CLOSES}"`
  return changeAroundStrings(json, { between: (piece) => piece.replaceAll(NUMBER, shielded) })
}

/** JSON with those integers as they came: also in arguments that are JSON inside a string, and in what is quoted of them. */
export function unshieldIntegers(json: string): string {
  return json.includes(OPENS)
    ? json.replaceAll(SHIELDED, (_, quoted: string | undefined, bare: string | undefined) => quoted ?? bare ?? '')
    : json
}
