/**
 * Lists every requirement with the tests that carry its id. Fails if one that is due has none, if a title names an id that does not
 * exist, if a test carries an id but no door of the package reaches its subject, and if the document says that something is proved through
 * another door than it is. `npm run requirements`; with `-- --write` the document's column is written anew.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { faultsOfSubjects, unreachedProofs } from './requirements/doors.ts'
import { faultsOfTitles } from './requirements/faults.ts'
import type { Tree } from './requirements/imports.ts'
import { faultsOfDoors, provedThrough, withDoors } from './requirements/proved.ts'
import { isDue, type RequirementTable, readTable } from './requirements/table.ts'
import { type Title, titlesIn } from './requirements/titles.ts'

/** Subjects that have no door yet, until they get one or go. */
const EXCUSED: readonly string[] = []

const CARRIERS = ['test/**/*.test.ts', 'test/laws/laws/*.ts', 'src/testing/**/*.ts']
const TREE = ['{src,test,scripts,examples,eval,bench}/**/*.ts', 'bin/*.js', 'package.json']

const tree: Tree = new Map(filesOf(TREE).map((file) => [file, readFileSync(file, 'utf8')]))
const DOCUMENT = 'docs/requirements.md'
const document = readFileSync(DOCUMENT, 'utf8')
const table = readTable(document)
const titles = filesOf(CARRIERS).flatMap((file) => titlesIn(file, tree.get(file) ?? ''))
const carriers = [...new Set(titles.map(({ file }) => file))].filter((file) => file.startsWith('test/'))

const proved = provedThrough(table, titles, tree)

printTable(table, titles)
const isWriting = process.argv.includes('--write')
if (isWriting) writeFileSync(DOCUMENT, withDoors(document, proved))
const faults = [
  ...faultsOfTitles(table, titles),
  ...faultsOfSubjects(unreachedProofs(carriers, tree), EXCUSED),
  ...(isWriting ? [] : faultsOfDoors(table, proved)),
]
for (const fault of faults) console.log(fault)
console.log(
  `due so far (part ${table.current}): ${table.requirements.filter((each) => isDue(table, each)).length}, faults: ${faults.length}`,
)
process.exitCode = faults.length === 0 ? 0 : 1

function filesOf(patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { exclude: (path) => path.includes('node_modules') })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

function printTable(table: RequirementTable, titles: readonly Title[]): void {
  for (const requirement of table.requirements) {
    const { id, part } = requirement
    const carried = titles.filter((title) => title.ids.includes(id))
    const gap = isDue(table, requirement) ? '  MISSING' : '  –'
    console.log(`${id.padEnd(8)} ${part === 'later' ? part : `part ${part}`}${carried.length === 0 ? gap : ''}`)
    for (const { file, text } of carried) console.log(`           ${file}  ${text}`)
  }
}
