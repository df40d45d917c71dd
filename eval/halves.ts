/** Sessions are tuned to on one half and measured on the other. */
export type Half = 'A' | 'B'

/** The half that a session belongs to, by its name alone: new sessions do not move the others. */
export function halfOf(session: string): Half {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(session)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  // The lowest bit of such a hash is that of the bytes added up; a higher one depends on their order as well.
  return ((hash >>> 16) & 1) === 0 ? 'A' : 'B'
}
