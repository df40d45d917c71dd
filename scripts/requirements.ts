/** Lists every requirement with the tests that carry its id, and fails where one that is due has none. `npm run requirements` */
import { globSync, readFileSync } from 'node:fs'

interface Requirement {
  readonly id: string
  /** The part it is due in; infinite where no part names it yet. */
  readonly part: number
}

interface Title {
  readonly file: string
  readonly text: string
  readonly ids: readonly string[]
}

const table = readFileSync('docs/requirements.md', 'utf8')
const currentPart = Number(/^Current part: (\d+)$/m.exec(table)?.[1])
const requirements = [...table.matchAll(/^\| (case \d+|[A-Z]\d+) +\|.*\| (\d+|later) +\|$/gm)].map(
  ([, id = '', part]): Requirement => ({ id, part: part === 'later' ? Number.POSITIVE_INFINITY : Number(part) }),
)
const titles = globSync(['test/**/*.test.ts', 'test/laws/laws/*.ts', 'src/testing/**/*.ts'], { cwd: '.' })
  .sort()
  .flatMap(titlesIn)
report()

/** Strings that begin with ids and ` · `: titles of tests and names of cases. What is skipped or commented out proves nothing. */
function titlesIn(file: string): readonly Title[] {
  const code = readFileSync(file, 'utf8')
    .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    // A law has its id as a name and the rest as a title.
    .replaceAll(/name: '([A-Z]\d+)',\s*title: '/g, "title: '$1 · ")
  return [
    ...code.matchAll(/(?<!\.(?:skip|todo)\(\s*)(['"`])((?:[A-Z]\d|cases? \d)(?:\\.|(?!\1)[^\\\n])*? · (?:\\.|(?!\1)[^\\])*)\1/g),
  ]
    .map(([, , text = '']): Title => ({ file, text, ids: idsOf(text) }))
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

function report(): void {
  const carried = (id: string): readonly Title[] => titles.filter((title) => title.ids.includes(id))
  for (const { id, part } of requirements) {
    const when = Number.isFinite(part) ? `part ${part}` : 'later'
    console.log(`${id.padEnd(8)} ${when}${carried(id).length === 0 ? (part <= currentPart ? '  MISSING' : '  –') : ''}`)
    for (const { file, text } of carried(id)) console.log(`           ${file}  ${text}`)
  }
  const due = requirements.filter(({ part }) => part <= currentPart)
  const missing = due.filter(({ id }) => carried(id).length === 0).map(({ id }) => id)
  const known = new Set(requirements.map(({ id }) => id))
  const unknown = titles.flatMap((title) => title.ids).filter((id) => !known.has(id))
  if (unknown.length > 0)
    console.log(`titles name ids that docs/requirements.md does not have: ${[...new Set(unknown)].join(', ')}`)
  console.log(
    `due so far (part ${currentPart}): ${due.length}, with tests: ${due.length - missing.length}, missing: ${missing.join(', ') || 'none'}`,
  )
  process.exitCode = missing.length === 0 && unknown.length === 0 && due.length > 0 ? 0 : 1
}
