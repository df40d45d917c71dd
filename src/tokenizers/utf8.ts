/** Writes a part of a text as UTF-8 to the beginning of `bytes`, which has room for three bytes a character, and says where it ends. */
export function writeUtf8(text: string, from: number, to: number, bytes: Uint8Array): number {
  let end = 0
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

const encoder = new TextEncoder()
/** Below this, a loop is faster than a call. */
const SHORT = 48

/** Writes a text of nothing but ASCII to the beginning of `bytes`, which has room for it. False if it holds anything else. */
export function writeAscii(text: string, bytes: Uint8Array): boolean {
  const { length } = text
  if (length >= SHORT) {
    const { read, written } = encoder.encodeInto(text, bytes)
    return read === length && written === length
  }
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) return false
    bytes[at] = code
  }
  return true
}
