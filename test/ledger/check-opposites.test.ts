import { describe, expect, it } from 'vitest'
import { oppositesOf } from '../../src/ledger/check/opposites.ts'
import { checkSummary } from '../../src/ledger/check-summary.ts'
import { EMPTY_LEDGER } from '../../src/ledger/fold.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { ItemKind } from '../../src/schema/ledger.ts'
import { neutralEntries } from '../support/logs.ts'
import { add, answerOf } from '../support/summaries.ts'

const call = (id: string, name: string, input: object) => ({
  role: 'assistant',
  content: [{ type: 'tool_call', id, name, arguments: JSON.stringify(input) }],
})
const result = (id: string, text: string, isError = false) => ({
  role: 'tool',
  content: [{ type: 'tool_result', tool_call_id: id, text, ...(isError ? { is_error: true } : {}) }],
})
const entries = neutralEntries([
  { role: 'user', content: [{ type: 'text', text: 'Make the importer read gzip files.' }] },
  {
    role: 'assistant',
    content: [{ type: 'text', text: 'The importer reads the file without a limit; I will add one of 20 MB.' }],
  },
  call('c1', 'Bash', { command: 'npm test' }),
  result('c1', 'Tests: 41 passed, 3 failed\n  ✗ importer › refuses a broken archive\nduration 1842.6 ms', true),
  call('c2', 'Bash', { command: 'git push' }),
  result('c2', 'The user doesn’t want to proceed with this tool use. the user said: open a pull request first', true),
  { role: 'assistant', content: [{ type: 'text', text: 'The build has not been run since the limit was added.' }] },
])
const scene = { ledger: EMPTY_LEDGER, log: readLog(entries), start: seqOf(0), end: seqOf(entries.length), previous: '' }

/** What is left of an item: all of it, less of it, or nothing. */
function kept(
  text: string,
  sources: readonly number[],
  kind: ItemKind = 'fact',
  authority: 'assistant' | 'tool' = 'assistant',
): string {
  const checked = checkSummary(answerOf([add(kind, text, sources, authority)]), scene)
  if (checked.kind === 'unsound') return ''
  return checked.operations.map((operation) => (operation.op === 'add' ? operation.item.text : '')).join()
}

describe('what cannot be told from its opposite', () => {
  it.each([
    ['The importer reads the file without a limit.', [1]],
    ['The build has not been run since the limit was added.', [6]],
    ['npm test gave 41 passed, 3 failed.', [2, 3]],
    ['The duration of npm test was 1843 ms.', [2, 3]],
  ] as const)('case 56 · is kept if the sources tell it: %s', (text, sources) => {
    expect(kept(text, sources)).toBe(text)
  })

  it.each([
    ['The importer reads the file with a limit.', [1]],
    ['The build has been run since the limit was added.', [6]],
    ['npm test gave 3 passed, 41 failed.', [2, 3]],
    ['npm test gave 43 passed, 3 failed.', [2, 3]],
    ['The duration of npm test was 1842 ms.', [2, 3]],
  ] as const)('case 56 · is not vouched for the other way round: %s', (text, sources) => {
    expect(kept(text, sources)).not.toContain(text.slice(0, -1))
  })

  it('F4 · why a person refused a call is that person’s word, quoted as the result that has it', () => {
    expect(kept('open a pull request first', [5], 'request', 'tool')).toBe('open a pull request first')
    expect(kept('open a pull request', [3], 'request', 'tool')).toBe('')
  })

  it('F4 · of what is said for a person, the part stays that says nothing for them', () => {
    const text = 'The importer reads the file without a limit; the user approved of that and wants no tests.'
    expect(kept(text, [1])).toBe('The importer reads the file without a limit')
  })

  it('turns around one thing at a time, and nothing that is copied', () => {
    expect(oppositesOf('The tests failed and were not run again', '').map(({ text }) => text)).toEqual([
      'The tests failed and were run again',
      'The tests passed and were not run again',
    ])
    expect(oppositesOf('It says that no such file or directory exists', ' it says that no such file or directory ')).toEqual([])
    expect(oppositesOf('Run it until the lint passes', '')).toEqual([])
  })
})
