/** How a text was turned into bytes. A text with half a character in it has no UTF-8. */
export type TextEncoding = 'utf-8' | 'utf-16le'

const UNITS_AT_ONCE = 8_192

/** The bytes of a text, such that `textFrom` gives back the very same text, half characters included. */
export function bytesOf(text: string): { readonly encoding: TextEncoding; readonly bytes: Uint8Array } {
  if (text.isWellFormed()) return { encoding: 'utf-8', bytes: new TextEncoder().encode(text) }
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let unit = 0; unit < text.length; unit += 1) view.setUint16(unit * 2, text.charCodeAt(unit), true)
  return { encoding: 'utf-16le', bytes }
}

/** The text of bytes. Throws if they are not of this encoding. */
export function textFrom(bytes: Uint8Array, encoding: TextEncoding): string {
  // A byte order mark is a character of the text like any other.
  if (encoding === 'utf-8') return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 2 * UNITS_AT_ONCE) {
    const units = Math.min(UNITS_AT_ONCE, (bytes.length - at) >> 1)
    parts.push(String.fromCharCode(...Array.from({ length: units }, (_, unit) => view.getUint16(at + unit * 2, true))))
  }
  return parts.join('')
}
