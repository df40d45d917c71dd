/*
 * Ids for lines that we write: made from what the line is, so that the same thread gives the same file.
 */

/** An id in the form of a UUID (version 4). */
export function uuidFor(text: string): string {
  const hex = [0, 1, 2, 3].map((seed) => mix(text, seed).toString(16).padStart(8, '0')).join('')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Eight hexadecimal digits that none of `taken` is; they are added to it. */
export function shortIdFor(text: string, taken: Set<string>): string {
  for (let seed = 0; ; seed += 1) {
    const id = mix(text, seed).toString(16).padStart(8, '0')
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

/** Spreads a text over 32 bits. Not a secret, and no protection against anybody: lines only have to differ. */
function mix(text: string, seed: number): number {
  let hash = 2_166_136_261 ^ Math.imul(seed + 1, 2_654_435_761)
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return (hash ^ (hash >>> 16)) >>> 0
}
