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
      const isHex = HEX.test(text) && text.length <= 2 * MOST_BYTES
      if (width === 0 && isHex) width = text.length / 2
      if (!isHex || text.length !== 2 * width) {
        others.set(at, text)
        return
      }
      others.delete(at)
      const place = Math.floor(at / PAGE)
      const page = pages[place] ?? new Uint8Array(PAGE * width)
      pages[place] = page
      const from = (at % PAGE) * width
      for (let byte = 0; byte < width; byte += 1) {
        page[from + byte] = (valueAt(text, 2 * byte) << 4) | valueAt(text, 2 * byte + 1)
      }
    },
  }
}

const ZERO = 0x30
const NINE = 0x39
const BEFORE_TEN = 0x61 - 10

function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code <= NINE ? code - ZERO : code - BEFORE_TEN
}

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
