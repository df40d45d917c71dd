/** A part of a text. */
export interface Part {
  readonly from: number
  readonly to: number
}

/** Writes a part of a text as UTF-8 from `start` on to `bytes`, which has room for three bytes a character, and says where it ends. */
export function writePart(text: string, { from, to }: Part, bytes: Uint8Array, start: number): number {
  let end = start
  for (let at = from; at < to; at += 1) {
    let code = text.charCodeAt(at)
    if (code < 0x80) {
      bytes[end] = code
      end += 1
      continue
    }
    // The text is well formed: a first half is followed by a second.
    if (code >= 0xd800 && code < 0xe000) {
      at += 1
      code = 0x10000 + ((code & 0x3ff) << 10) + (text.charCodeAt(at) & 0x3ff)
    }
    end = writeLong(code, bytes, end)
  }
  return end
}

/** A character beyond ASCII: the more of its bits are left, the more bytes come before the last. */
function writeLong(code: number, bytes: Uint8Array, from: number): number {
  let end = from
  if (code < 0x800) bytes[end++] = 0xc0 | (code >> 6)
  else {
    if (code < 0x10000) bytes[end++] = 0xe0 | (code >> 12)
    else {
      bytes[end++] = 0xf0 | (code >> 18)
      bytes[end++] = 0x80 | ((code >> 12) & 0x3f)
    }
    bytes[end++] = 0x80 | ((code >> 6) & 0x3f)
  }
  bytes[end++] = 0x80 | (code & 0x3f)
  return end
}

/** How many bytes a part of a text is as UTF-8. */
export function utf8Length(text: string, from: number, to: number): number {
  let bytes = 0
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    // Each half of a pair is half of its four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3
  }
  return bytes
}

const encoder = new TextEncoder()
/** Below this, a loop is faster than a call. */
const SHORT = 48

/** Writes a text as UTF-8 to the beginning of `bytes`, which has room for three bytes a character, and says where it ends. */
export function writeUtf8(text: string, bytes: Uint8Array): number {
  if (text.length >= SHORT) return encoder.encodeInto(text, bytes).written
  return writePart(text, { from: 0, to: text.length }, bytes, 0)
}

const HIGH = 0x80808080 | 0

/** Where ASCII ends, looked at four bytes at a time; what stands behind `end` may be anything. */
export function asciiEnd(view: DataView, from: number, end: number): number {
  for (let at = from; at < end; at += 4) {
    const others = view.getInt32(at, true) & HIGH
    if (others !== 0) return Math.min(end, at + ((31 - Math.clz32(others & -others)) >> 3))
  }
  return end
}
