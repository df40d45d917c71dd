/** A title of a test, or the name of a case, that carries ids. */
export interface Title {
  readonly file: string
  readonly text: string
  readonly ids: readonly string[]
}

/** Strings that begin with ids and ` · `: titles of tests and names of cases. What is skipped or commented out proves nothing. */
export function titlesIn(file: string, text: string): readonly Title[] {
  const code = text
    .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    // A law has its id as a name and the rest as a title.
    .replaceAll(/name: '([A-Z]\d+)',\s*title: '/g, "title: '$1 · ")
  return [
    ...code.matchAll(/(?<!\.(?:skip|todo)\(\s*)(['"`])((?:[A-Z]\d|cases? \d)(?:\\.|(?!\1)[^\\\n])*? · (?:\\.|(?!\1)[^\\])*)\1/g),
  ]
    .map(([, , title = '']): Title => ({ file, text: title, ids: idsOf(title) }))
    .filter((title) => title.ids.length > 0)
}

/** The ids a title lists: `A7 · …`, `B8, E6 · …`, `cases 1, 2 · …`, `C1–C4, case 17 · …`, `L3 · A24 · …`. */
function idsOf(title: string): readonly string[] {
  const ids: string[] = []
  for (const segment of title.split(' · ').slice(0, -1)) {
    if (!/^(?:(?:cases? )?[A-Z]?\d+(?:[–-][A-Z]?\d+)?(?:, | and |$))+$/.test(segment)) break
    let prefix = ''
    for (const [, cases, letter, from, to] of segment.matchAll(/(cases? )?([A-Z]?)(\d+)(?:[–-][A-Z]?(\d+))?/g)) {
      prefix = cases === undefined ? letter || prefix : 'case '
      for (let number = Number(from); number <= Number(to ?? from); number += 1) ids.push(`${prefix}${number}`)
    }
  }
  return ids
}
