import { describe, expect, it } from 'vitest'
import { doorsOf, faultsOfSubjects, unreachedProofs } from '../../scripts/requirements/doors.ts'
import { faultsOfTitles } from '../../scripts/requirements/faults.ts'
import type { Tree } from '../../scripts/requirements/imports.ts'
import { faultsOfDoors, provedThrough, withDoors } from '../../scripts/requirements/proved.ts'
import { isDue, type RequirementTable, readTable } from '../../scripts/requirements/table.ts'
import { titlesIn } from '../../scripts/requirements/titles.ts'

/** A table as the document has it. */
function tableOf(current: string, ...rows: readonly string[]): RequirementTable {
  const head = '| id | requirement | part |\n| -- | ----------- | ---- |'
  return readTable(`# Requirements\n\nCurrent part: ${current}\n\n${head}\n${rows.join('\n')}\n`)
}

/** Made up, so that no requirement is carried by this file itself. */
const titled = (id: string, rest = 'does it'): string => `it('${id} ${'·'} ${rest}', run)`

describe('the table of requirements', () => {
  it('has its parts in the order in which they are built, whatever their numbers', () => {
    const rows = ['6', '6.1', '6.2', '6.5', '6.3', '14', '8', 'later'].map((part, index) => `| A${index + 1} | x | ${part} |`)
    const dueIn = (current: string): readonly string[] => {
      const table = tableOf(current, ...rows)
      return table.requirements.filter((each) => isDue(table, each)).map(({ part }) => part)
    }
    expect(dueIn('6.1')).toEqual(['6', '6.1'])
    expect(dueIn('6.5')).toEqual(['6', '6.1', '6.2', '6.5'])
    expect(dueIn('14')).toEqual(['6', '6.1', '6.2', '6.5', '6.3', '14'])
  })

  it('names the row whose part is unknown, and the row that has no id', () => {
    expect(() => tableOf('6', '| A1 | x | 6.7 |')).toThrow('the part "6.7" is not in the list, in the row | A1 | x | 6.7 |')
    expect(() => tableOf('6', '| A | x | 6 |')).toThrow('no id in the row | A | x | 6 |')
    expect(() => tableOf('6.7', '| A1 | x | 6 |')).toThrow('the current part is 6.7')
  })
})

describe('titles of tests', () => {
  it('carry one id, several, or a range', () => {
    const ids = (id: string) => titlesIn('a.test.ts', titled(id)).flatMap((title) => title.ids)
    expect(ids('A7')).toEqual(['A7'])
    expect(ids('B8, E6')).toEqual(['B8', 'E6'])
    expect(ids('cases 1, 2')).toEqual(['case 1', 'case 2'])
    expect(ids('C1–C3, case 17')).toEqual(['C1', 'C2', 'C3', 'case 17'])
  })

  it('carry none where they are skipped, commented out, or do not begin with it', () => {
    expect(titlesIn('a.test.ts', titled('A7').replace('it(', 'it.skip('))).toEqual([])
    expect(titlesIn('a.test.ts', `// ${titled('A7')}`)).toEqual([])
    expect(titlesIn('a.test.ts', titled('see A7'))).toEqual([])
  })

  it('are missed if something is due, and refused if they name what was not asked for', () => {
    const table = tableOf('6.1', '| A1 | x | 6 |', '| A2 | x | 6.1 |', '| A3 | x | 6.2 |')
    expect(faultsOfTitles(table, titlesIn('a.test.ts', titled('A1, A9')))).toEqual([
      'A2 is due and has no test',
      'a title names A9, which docs/requirements.md does not have',
    ])
  })
})

describe('what a test proves', () => {
  const source = {
    'package.json': JSON.stringify({
      bin: { tool: 'bin/tool.js' },
      exports: { '.': { default: './dist/index.js' }, './package.json': './package.json' },
    }),
    'bin/tool.js': "import('../dist/cli.js')",
    'src/index.ts': "export { open } from './open.ts'\nexport type { Idea } from './idea.ts'",
    'src/cli.ts': "import { open } from './open.ts'\nopen()",
    'src/open.ts': "import { used } from './parts.ts'\nexport const open = async () => (await import('./late.ts')).late(used())",
    'src/late.ts':
      "export const late = async () => {\n  const { later } = await import('./later.ts')\n  later()\n}\nexport const never = 1",
    'src/later.ts': 'export const later = () => 1\nexport const never = 1',
    'src/parts.ts': 'export const used = () => inner()\nexport const inner = () => 1\nexport const spare = () => 2',
    'src/idea.ts': 'export type Idea = 1\nexport const idea = 1',
  }
  const proofs = (tests: Readonly<Record<string, string>>) => {
    const tree: Tree = new Map(Object.entries({ ...source, ...tests }))
    return unreachedProofs(
      Object.keys(tests).filter((file) => file.endsWith('.test.ts')),
      tree,
    )
  }

  it('is reached through exports and programs of the package', () => {
    expect(doorsOf(new Map(Object.entries(source)))).toEqual(['src/index.ts', 'src/cli.ts'])
  })

  it.each([
    ['something that a door passes on', "import { open } from '../src/open.ts'"],
    ['something behind it', "import { used } from '../src/parts.ts'"],
    [
      'something that is loaded when it is needed',
      "import { late } from '../src/late.ts'\nimport { later } from '../src/later.ts'",
    ],
    ['something that its own file uses', "import { inner } from '../src/parts.ts'"],
    ['the types of what it does not run', "import { open } from '../src/open.ts'\nimport type { Idea } from '../src/idea.ts'"],
    ['a program that it starts', "const MAIN = new URL('../src/cli.ts', import.meta.url)"],
  ])('counts if it is %s', (_, text) => {
    expect(proofs({ 'test/a.test.ts': text })).toEqual([])
  })

  it.each([
    ['a file that no door reaches', "import { idea } from '../src/idea.ts'", ['src/idea.ts: idea']],
    ['a name that only tests import', "import { spare, used } from '../src/parts.ts'", ['src/parts.ts: spare']],
    ['beside what is loaded when it is needed', "import { never } from '../src/late.ts'", ['src/late.ts: never']],
    ['all of such a file', "import * as all from '../src/idea.ts'", ['src/idea.ts']],
    ['nothing at all', 'export const one = 1', ['nothing of src']],
  ])('does not count if it is %s', (_, text, subjects) => {
    expect(proofs({ 'test/a.test.ts': text })).toEqual([{ file: 'test/a.test.ts', subjects }])
  })

  it('may be reached through helpers', () => {
    const helper = { 'test/help.ts': "import { open } from '../src/open.ts'\nexport const help = open" }
    expect(proofs({ ...helper, 'test/a.test.ts': "import { help } from './help.ts'" })).toEqual([])
  })

  it('is excused by name or by file, as long as the excuse is needed', () => {
    const unreached = [{ file: 'test/a.test.ts', subjects: ['src/idea.ts: idea', 'src/parts.ts: spare'] }]
    expect(faultsOfSubjects(unreached, ['src/idea.ts', 'src/parts.ts: spare'])).toEqual([])
    expect(faultsOfSubjects(unreached, ['src/idea.ts', 'src/gone.ts'])).toEqual([
      'test/a.test.ts carries ids, but no door of the package reaches its subject: src/parts.ts: spare',
      'src/gone.ts is excused from having a door, and needs no excuse any more: take it from the list',
    ])
  })
})

describe('the door that something is proved through', () => {
  const exports = { '.': { default: './dist/index.js' }, './testing': { default: './dist/testing/index.js' } }
  const tree: Tree = new Map([
    ['package.json', JSON.stringify({ exports })],
    ['src/index.ts', "export { fold } from './fold.ts'"],
    ['src/fold.ts', 'export const fold = 1'],
    ['src/testing/index.ts', 'export const cases = 1'],
    ['test/help.ts', "import { fold } from '../src/index.ts'\nexport const open = fold"],
    ['test/direct.test.ts', "import { fold } from '../src/index.ts'"],
    ['test/helped.test.ts', "import { open } from './help.ts'"],
    ['test/typed.test.ts', "import type { Fold } from '../src/index.ts'\nimport { fold } from '../src/fold.ts'"],
    ['test/cli/run.test.ts', "import { open } from '../help.ts'"],
  ])
  const carry = (...pairs: readonly (readonly [file: string, id: string])[]) =>
    pairs.map(([file, id]) => ({ file, text: id, ids: [id] }))
  const table = tableOf('6', ...['A1', 'A2', 'A3', 'A4', 'A5'].map((id) => `| ${id} | x | 6 |`))

  it('is the library if a test or its helper imports an entry point, and inside if it imports what is behind it, or only types', () => {
    const titles = carry(
      ...([
        ['test/direct.test.ts', 'A1'],
        ['test/helped.test.ts', 'A2'],
        ['test/typed.test.ts', 'A3'],
      ] as const),
      ...([
        ['test/cli/run.test.ts', 'A4'],
        ['src/testing/index.ts', 'A4'],
        ['test/typed.test.ts', 'A4'],
      ] as const),
    )
    const proved = provedThrough(table, titles, tree)
    expect([...proved.values()]).toEqual(['library', 'library', 'inside', 'command line, testing kit', 'none'])
  })

  it('stands in the table, and one that is wrong or missing is a fault', () => {
    const proved = new Map([
      ['A1', 'library'],
      ['A2', 'none'],
    ] as const)
    const text = 'Current part: 6\n\n| id | requirement | part |\n| -- | -- | -- |\n| A1 | x | 6 |\n| A2 | y | 6 |\n'
    const written = withDoors(text, proved)
    expect(written).toContain('| id | requirement | proved through | part |')
    expect(written).toContain('| A1 | x | library | 6 |')
    expect(withDoors(written, proved)).toBe(written)
    expect(faultsOfDoors(readTable(written), proved)).toEqual([])
    expect(faultsOfDoors(readTable(text), proved)).toHaveLength(2)
    expect(faultsOfDoors(readTable(written), new Map([...proved, ['A1', 'inside']]))).toEqual([
      'A1 is proved through: inside; the table says: library (npm run requirements -- --write)',
    ])
  })
})
