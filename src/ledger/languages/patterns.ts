/**
 * Patterns of ways to say something: one for those that begin with the same opening, one for all others. To begin with a pattern takes longer
 * than to find that it does not fit. A way that begins with an opening has no alternatives outside of brackets.
 */
export function patternsOf(ways: readonly string[], openings: readonly string[]): readonly RegExp[] {
  const rests = new Map<string, string[]>()
  for (const way of ways) {
    const opening = openings.find((start) => way.startsWith(start)) ?? ''
    const known = rests.get(opening) ?? []
    known.push(way.slice(opening.length))
    rests.set(opening, known)
  }
  return [...rests].map(([opening, own]) => new RegExp(`${opening}(?:${own.join('|')})`, 'i'))
}
