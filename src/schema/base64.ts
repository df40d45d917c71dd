/** Bytes that are made into characters at a time: more arguments than this do not fit on every stack. */
const CHUNK = 0x8000

/** Bytes as base64, on every platform. */
export function toBase64(bytes: Uint8Array): string {
  let characters = ''
  for (let at = 0; at < bytes.length; at += CHUNK) characters += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(characters)
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at)
  return bytes
}
