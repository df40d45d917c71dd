import type { Acknowledged } from '../schema/ports.ts'

/** What there is of a thread, to be held against what was acknowledged. */
type Found = Omit<Acknowledged, 'hash' | 'lost'>

/**
 * What is missing of what was acknowledged; `null` if nothing is. There may be more: a writer can end before it is told. `hashAt` is the
 * chain hash after so many entries, if it is known.
 */
export function lostOf(
  told: Acknowledged | null,
  found: Found,
  hashAt: (length: number) => string | undefined,
): Acknowledged['lost'] {
  if (told === null) return null
  // What was told before an erasure means nothing after it: its process may have ended before it could tell.
  if (told.lost !== null || found.erasures > told.erasures) return told.lost
  if (found.length < told.length) {
    return { at: found.length, detail: `${told.length} entries were acknowledged, and ${found.length} are there` }
  }
  if ((hashAt(told.length) ?? told.hash) !== told.hash) {
    return { at: Math.max(0, told.length - 1), detail: 'other entries were acknowledged than are there' }
  }
  const fewer = (['commits', 'pins', 'erasures'] as const).find((kind) => found[kind] < told[kind])
  if (fewer === undefined) return null
  return { at: found.length, detail: `${told[fewer]} ${fewer} were acknowledged, and ${found[fewer]} are there` }
}
