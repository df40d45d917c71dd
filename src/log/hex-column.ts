/** Texts by their places. */
export interface TextColumn {
  get(at: number): string
  set(at: number, text: string): void
}

/** An even number of small hex digits. */
const HEX = /^(?:[0-9a-f]{2})+$/
const MOST_BYTES = 64
/** So many stand on one page: a list that grows leaves its former self behind, a page does not. */
const PAGE = 128

/**
 * Texts of hex digits, as bytes: hashes are kept as long as the log, and as text each takes three times its bytes. They are as long as the
 * first one is; any other text is kept as it is.
 */
export function hexColumn(): TextColumn {
  const others = new Map<number, string>()
  const pages: Uint8Array[] = []
  let width = 0
  return {
    get(at) {
      const page = pages[Math.floor(at / PAGE)]
      const other = others.get(at)
      if (other !== undefined || page === undefined) return other ?? ''
      return hexOf(page, (at % PAGE) * width, width)
    },
    set(at, text) {
      if (width === 0 && text.length <= 2 * MOST_BYTES && HEX.test(text)) width = text.length / 2
      if (width === 0 || text.length !== 2 * width) {
        others.set(at, text)
        return
      }
      const place = Math.floor(at / PAGE)
      const page = pages[place] ?? new Uint8Array(PAGE * width)
      pages[place] = page
      // Bytes of a text that is none of hex digits mean nothing: the text itself is found first.
      if (!write(page, (at % PAGE) * width, text)) others.set(at, text)
      else if (others.size > 0) others.delete(at)
    },
  }
}

/** What each character is worth as a digit; more than any is if it is none. */
const NO_DIGIT = 0x80
const DIGITS = new Uint8Array(128).fill(NO_DIGIT)
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGITS[digit.charCodeAt(0)] = value

/** False if not all of them are hex digits: what was written then means nothing. */
function write(page: Uint8Array, from: number, text: string): boolean {
  let seen = 0
  for (let at = 0; at < text.length; at += 2) {
    const high = valueAt(text, at)
    const low = valueAt(text, at + 1)
    page[from + at / 2] = (high << 4) | low
    seen |= high | low
  }
  return seen < NO_DIGIT
}

function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 128 ? (DIGITS[code] ?? NO_DIGIT) : NO_DIGIT
}

const ZERO = 0x30
const BEFORE_TEN = 0x61 - 10

function digitOf(value: number): number {
  return value < 10 ? ZERO + value : BEFORE_TEN + value
}

/** Made at once: what is put together digit by digit is kept in pieces. */
function hexOf(bytes: Uint8Array, from: number, width: number): string {
  const codes = new Array<number>(2 * width)
  for (let at = 0; at < width; at += 1) {
    const byte = bytes[from + at] ?? 0
    codes[2 * at] = digitOf(byte >> 4)
    codes[2 * at + 1] = digitOf(byte & 0xf)
  }
  return String.fromCharCode(...codes)
}
