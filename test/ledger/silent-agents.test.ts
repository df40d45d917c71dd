import { describe, expect, it } from 'vitest'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Seq } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

function summary(...messages: readonly (Json | readonly Json[])[]): string {
  const entries = neutralEntries([says('user', 'Dates without a zone are wrong.'), ...messages.flat()])
  const log = readLog(entries)
  return floorSummary({ log, ...rangeOf(0, entries.length), tokens: 2_000, shown: new Set<Seq>(), tokenizer: bpeTokenizer() })
}

const edit = (path: string, before: string, after: string) =>
  round('edit', { filePath: path, oldString: before, newString: after }, 'ok')

describe('an agent that never speaks', () => {
  it.each([
    ['a.ts', 'export function parseDate(text: string): Date {\n  return x\n}', 'function `parseDate`'],
    ['a.ts', 'export const parseDate = (text: string) => 1', 'const `parseDate`'],
    ['a.ts', 'class Zone {\n  offsetAt(time: number): number {\n    return 0\n  }\n}', 'class `Zone`, method `offsetAt`'],
    ['a.ts', 'export type ZoneName = string\nexport interface ZoneTable {}', 'type `ZoneName`, interface `ZoneTable`'],
    ['a.py', 'class Zone:\n    def offset_at(self, time):\n        pass', 'class `Zone`, function `offset_at`'],
    ['a.go', 'func (z *Zone) OffsetAt(t int) int {\n}\ntype Zone struct {\n}', 'function `OffsetAt`, type `Zone`'],
    ['a.rs', 'pub(crate) fn offset_at(&self) -> i64 {\n}\npub struct Zone {}', 'function `offset_at`, struct `Zone`'],
    ['A.java', '  public int offsetAt(long time) throws Bad {\n  }', 'method `offsetAt`'],
    ['a.go', 'func Restore() {\n\tswitch len(sessions) {\n\tcase 0:\n\t}\n}', 'function `Restore`'],
    ['a.rb', 'def offset_at(time)\nend', 'function `offset_at`'],
    ['a.sql', 'CREATE TABLE IF NOT EXISTS zones (id int);', 'table `zones`'],
  ])('case 96 · is told by what its edits add: %s, %s', (path, after, names) => {
    expect(summary(edit(path, '// here', after))).toContain(`- ${path}: modified, now with the ${names} (e1)`)
  })

  it('case 96 · what an edit adds, changes and removes, over several edits of a file', () => {
    const text = summary(
      edit('src/a.ts', 'function formatRow() {\n  a\n}', 'function formatRow() {\n  b\n}\nfunction parseDate() {\n}'),
      edit('src/a.ts', 'function oldDate() {\n}\nfunction parseDate() {\n}', 'function parseDate() {\n  if (x) {\n  }\n}'),
    )
    expect(text).toContain(
      '- src/a.ts: modified, now with the function `parseDate`, with changes in `formatRow`, an edit took out `oldDate` (2×, e3)',
    )
  })

  it('case 96 · files that are written, and patches of several files', () => {
    expect(summary(round('write', { filePath: 'src/zone.ts', content: 'export class Zone {\n}\n' }))).toContain(
      '- src/zone.ts: created, now with the class `Zone` (e1)',
    )
    const patch = [
      ...['*** Begin Patch', '*** Update File: src/a.ts', '@@', ' function formatRow() {', '-  a', '+  b', ' }'],
      ...['*** Add File: src/b.py', '+def parse_date(text):', '+    return 1', '*** End Patch'],
    ].join('\n')
    const text = summary(round('apply_patch', { input: patch }))
    expect(text).toContain('- src/a.ts: modified, with changes in `formatRow` (e1)')
    expect(text).toContain('- src/b.py: created, now with the function `parse_date` (e1)')
  })

  it('case 96 · what a comment in an edit says stands with the file', () => {
    const text = summary(edit('src/a.ts', 'x', '/** Reads `ZoneTable` as UTC if no zone is named. */\nfunction parseDate() {\n}'))
    expect(text).toContain('function `parseDate` (e1): “Reads `ZoneTable` as UTC if no zone is named.”')
  })

  it('case 96 · what came to nothing, and lines of code that declare nothing, are not told', () => {
    const refused = round('edit', { filePath: 'a.ts', oldString: 'x', newString: 'function gone() {\n}' }, 'not found', true)
    expect(summary(refused)).not.toContain('gone')
    expect(summary(edit('a.ts', 'x', '  if (ready) {\n  return parse(x)\n  for (const a of b) {'))).toContain(
      '- a.ts: modified (e1)',
    )
    const undone = summary(edit('a.ts', 'x', 'function gone() {\n}'), round('bash', { command: 'git checkout -- a.ts' }))
    expect(undone).toContain('a.ts: changes undone')
    expect(undone).not.toContain('gone')
  })

  it.each([
    ['npx vitest run', '\n Test Files  2 passed (2)\n      Tests  9 passed (9)\n', 'Tests 9 passed (9)'],
    ['pytest -q', '....\n4 passed in 0.12s\n', '4 passed in 0.12s'],
    [
      'cargo test',
      'running 2 tests\ntest result: ok. 2 passed; 0 failed; 0 ignored\n',
      'test result: ok. 2 passed; 0 failed; 0 ignored',
    ],
    ['bun test', ' 12 pass\n 0 fail\n', '12 pass 0 fail'],
  ])('case 96 · what a test said: %s', (command, output, words) => {
    expect(summary(round('bash', { command }, output))).toContain(`- “${command}” → success: “${words}” (e1)`)
  })

  it('case 96 · what was searched, and what was found first', () => {
    const text = summary(
      round('grep', { pattern: 'parseZone', path: 'src' }, 'Found 2 matches\nsrc/zone.ts:12: parseZone(text)\nsrc/row.ts:3: x'),
      round('bash', { command: 'rg -n parseRow src' }, 'src/row.ts:7:export function parseRow() {\nsrc/b.ts:1:x'),
    )
    expect(text).toContain('- searched for “parseZone” in src → success: “src/zone.ts:12: parseZone(text)” (e1)')
    expect(text).toContain('- “rg -n parseRow src” → success: “src/row.ts:7:export function parseRow() {” (e3)')
  })
})
