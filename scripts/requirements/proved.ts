import { doorsOf } from './doors.ts'
import { type Tree, takenBy } from './imports.ts'
import type { RequirementTable } from './table.ts'
import type { Title } from './titles.ts'

/** Through what a user would meet a requirement, in the order in which they are named. */
const DOORS = ['library', 'command line', 'testing kit'] as const
type Door = (typeof DOORS)[number]

/**
 * Through which doors each requirement is proved, in words: `library, command line`; `inside` if its tests call only what no user can
 * call, `none` if it has no tests. A test goes through the library if it, or a helper of tests that it uses, imports an entry point.
 */
export function provedThrough(table: RequirementTable, titles: readonly Title[], tree: Tree): ReadonlyMap<string, string> {
  const doors = new Set(doorsOf(tree).filter((file) => !file.startsWith('src/cli/') && !file.startsWith('src/testing/')))
  const files = [...new Set(titles.map(({ file }) => file))]
  const byFile = new Map(files.map((file) => [file, doorOf(file, doors, tree)]))
  return new Map(
    table.requirements.map(({ id }) => {
      const carried = titles.filter(({ ids }) => ids.includes(id)).map(({ file }) => byFile.get(file))
      const through = DOORS.filter((door) => carried.includes(door))
      return [id, carried.length === 0 ? 'none' : through.length === 0 ? 'inside' : through.join(', ')]
    }),
  )
}

/** Rows of which the document says something else. */
export function faultsOfDoors(table: RequirementTable, proved: ReadonlyMap<string, string>): readonly string[] {
  return table.requirements
    .filter(({ id, door }) => door !== proved.get(id))
    .map(
      ({ id, door }) => `${id} is proved through: ${proved.get(id)}; the table says: ${door} (npm run requirements -- --write)`,
    )
}

/** The document with its column as it is: the last but one of every table. */
export function withDoors(text: string, proved: ReadonlyMap<string, string>): string {
  return text
    .split('\n')
    .map((line) => {
      if (!line.startsWith('|')) return line
      const cells = line.split('|').map((cell) => cell.trim())
      const [id = '', what = '', part = ''] = [cells[1], cells[2], cells.at(-2)]
      const door = id === 'id' ? 'proved through' : id.startsWith('-') ? '---' : (proved.get(id) ?? '')
      return `| ${id} | ${what} | ${door} | ${part} |`
    })
    .join('\n')
}

function doorOf(file: string, doors: ReadonlySet<string>, tree: Tree): Door | undefined {
  if (file.startsWith('src/testing/')) return 'testing kit'
  if (file.startsWith('test/cli/')) return 'command line'
  const seen = new Set([file])
  for (const each of seen) {
    for (const { file: next, name } of takenBy(each, tree)) {
      if (doors.has(next) && name !== '') return 'library'
      if (next.startsWith('test/')) seen.add(next)
    }
  }
  return undefined
}
