/**
 * Patterns of parts that begin alike, in as few as possible: of each that is tried, trying it takes longer than finding that it does not fit.
 * A part that begins with one of the openings has no alternatives outside of brackets.
 */
export function patternsOf(ways: readonly string[], openings: readonly string[]): readonly RegExp[] {
  const own = openings.map((opening) => ways.filter((way) => openingOf(way, openings) === opening))
  const grouped = own.flatMap((parts, at) => {
    const opening = openings[at] ?? ''
    return parts.length === 0 ? [] : [`${opening}(?:${parts.map((part) => part.slice(opening.length)).join('|')})`]
  })
  const others = ways.filter((way) => openingOf(way, openings) === undefined)
  return [...grouped, ...others].map((way) => new RegExp(way, 'i'))
}

/** The first opening of a list that a way begins with. */
function openingOf(way: string, openings: readonly string[]): string | undefined {
  return openings.find((opening) => way.startsWith(opening))
}
