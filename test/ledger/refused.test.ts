import { describe, expect, it } from 'vitest'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Seq } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

const REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected."
const PLAN = 'Move `sessionHash` of src/store.ts into the restore path, so that old logs are found.'

function summary(...messages: readonly Json[]): string {
  const entries = neutralEntries(messages)
  const log = readLog(entries)
  return floorSummary({ log, ...rangeOf(0, entries.length), tokens: 2_000, shown: new Set<Seq>(), tokenizer: bpeTokenizer() })
}

describe('what a person refused', () => {
  it.each([
    ['a plan', 'ExitPlanMode', { plan: PLAN }],
    ['a message of a commit', 'bash', { command: `git commit -m "store\n\n${PLAN}"` }],
    ['a comment of an edit', 'Edit', { file_path: 'src/store.ts', old_string: 'x', new_string: `// ${PLAN}\ny` }],
    ['a description', 'bash', { command: 'rm -r old', description: PLAN }],
  ])('case 93 · is not told as said or done: %s', (_, tool, input) => {
    const task = says('user', 'Restore old logs with `sessionHash`.')
    expect(summary(task, ...round(tool, input))).toContain('of src/store.ts into the restore path')
    const refused = summary(task, ...round(tool, input, REFUSED, true))
    expect(refused).not.toContain('of src/store.ts into the restore path')
  })

  it('case 93 · is told as what it became if it was proposed again and let happen', () => {
    const again = summary(
      says('user', 'Restore old logs.'),
      ...round('ExitPlanMode', { plan: PLAN }, REFUSED, true),
      says('user', 'Fine, go on with it.'),
      ...round('ExitPlanMode', { plan: PLAN, again: true }),
    )
    expect(again).toContain('of src/store.ts into the restore path')
    expect(again).toContain('- e4, argument of ExitPlanMode:')
  })

  it('case 93 · is not among the calls that were made since the agent last spoke', () => {
    const text = summary(
      says('user', 'Restore old logs.'),
      says('assistant', 'The store in src/store.ts is wrong.'),
      ...round('Read', { file_path: 'src/store.ts' }, 'store'),
      ...round('Edit', { file_path: 'src/other.ts', old_string: 'a', new_string: 'b' }, REFUSED, true),
    )
    expect(text).toContain('since then: Read src/store.ts (e2)')
    expect(text).not.toContain('src/other.ts')
  })

  it('case 93 · nor is a comment that an edit could not write', () => {
    const edit = { file_path: 'src/store.ts', old_string: 'x', new_string: `// ${PLAN}\ny` }
    const text = summary(says('user', 'Restore old logs.'), ...round('Edit', edit, 'String to replace not found in file.', true))
    expect(text).not.toContain('of src/store.ts into the restore path')
  })
})
