import { describe, expect, it } from 'vitest'
import { checkOperations } from '../../src/ledger/check/check-operations.ts'
import { sourceReader } from '../../src/ledger/check/sources.ts'
import { EMPTY_LEDGER } from '../../src/ledger/fold.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { ItemDraft, ItemKind } from '../../src/schema/ledger.ts'
import { neutralEntries } from '../support/logs.ts'
import { add } from '../support/summaries.ts'

const call = (id: string, name: string, input: object) => ({
  role: 'assistant',
  content: [{ type: 'tool_call', id, name, arguments: JSON.stringify(input) }],
})
const result = (id: string, text: string, isError = false) => ({
  role: 'tool',
  content: [{ type: 'tool_result', tool_call_id: id, text, ...(isError ? { is_error: true } : {}) }],
})
const say = (role: 'user' | 'assistant', text: string) => ({ role, content: [{ type: 'text', text }] })

const entries = neutralEntries([
  say('user', 'Mend the mill.'),
  call('a', 'edit', { command: 'edit 12:14', text: 'grind(corn)' }),
  result(
    'a',
    'Your proposed edit has a syntax error.\nThis is how the edit would have looked if applied:\n12|grind(corn\n14|stop()',
    true,
  ),
  say('assistant', 'The edit lacks a bracket. The wheel of the mill turns slowly after the rain.'),
  call('b', 'Bash', { command: 'git commit --no-verify -m "Mend the mill" && git push origin mill' }),
  result(
    'b',
    '\u001b[31mNo grain\u001b[0m was found in the hopper.\n[mill 4bdbf8f] Mend the mill\nhttps://example.com/mill/pull/1532',
  ),
  call('c', 'Read', { file_path: 'mill/wheel.ts' }),
  result('c', '1475:export function turnWheel(speed) {\n1476:  return speed\n1477:const weir = openSluice()'),
  say('assistant', 'Pull request 1532 is up. turnWheel in mill/wheel.ts returns the speed of the wheel.'),
  call('d', 'Grep', { pattern: 'millstone' }),
  result('d', 'No matches found'),
  say('assistant', "The search for millstone didn't return any results. Perhaps a second wheel for the mill is easiest."),
  say('assistant', 'The barn has room for 41200 sacks of grain. The register lists 38750 visits of the owl to the tower.'),
  say('assistant', 'Next: npm run grind. The seal of the mill is A76EDD727245046F0A2407582423AEC1.'),
  call('e', 'Bash', { command: 'rm old-millstone.txt', description: 'Clean up the old millstone' }),
  result('e', ''),
])
const [EDIT, FAILED, SAID, COMMIT, COMMITTED, READ, WHEEL, UP] = [1, 2, 3, 4, 5, 6, 7, 8] as const
const [SEARCH, SEARCHED, NOTHING, COUNTED, PLANNED, REMOVED] = [9, 10, 11, 12, 13, 14] as const
const scene = { log: readLog(entries), entries, start: seqOf(0), end: seqOf(entries.length), read: sourceReader(entries) }

function judged(kind: ItemKind, text: string, sources: readonly number[]): { item: ItemDraft | undefined; isWhole: boolean } {
  const { accepted, rejected } = checkOperations(EMPTY_LEDGER, [add(kind, text, sources)], scene)
  const [operation] = accepted
  return { item: operation?.op === 'add' ? operation.item : undefined, isWhole: operation !== undefined && rejected.length === 0 }
}

describe('case 57 · what was done and what was not', () => {
  it.each<readonly [string, ItemKind, readonly number[], string, string]>([
    [
      'a denial holds for all of a list',
      'open',
      [SAID, COMMIT, UP],
      'No test, lint, manual run or review was seen.',
      'A test, lint, manual run and review was seen.',
    ],
    ['nobody did it', 'open', [SAID, UP], 'Nobody looked into the slow wheel of the mill.', 'The slow wheel was looked into.'],
    [
      'what would have been was not',
      'error',
      [EDIT, FAILED],
      'The first edit failed. The edit was not applied.',
      'The first edit failed. The edit was applied.',
    ],
    [
      'a flag denies nothing, and a call is the deed',
      'fact',
      [COMMIT, COMMITTED],
      '4bdbf8f was committed with --no-verify.',
      '4bdbf8f was not committed with --no-verify.',
    ],
    ['a call to git', 'state', [COMMIT, COMMITTED, UP], 'The branch mill is pushed.', 'The branch mill is not pushed.'],
    ['the number of a request is a name', 'state', [COMMITTED, UP], 'PR 1532 is up.', 'PR 1534 is up.'],
    [
      'the number of a line goes with what the line says',
      'fact',
      [READ, WHEEL, UP],
      'turnWheel stands in line 1475 of mill/wheel.ts.',
      'turnWheel stands in line 1477 of mill/wheel.ts.',
    ],
    [
      'a search that found nothing',
      'rejected',
      [SEARCH, SEARCHED, NOTHING],
      'The search for millstone found nothing.',
      'The search for millstone found something.',
    ],
    ['nothing at all', 'state', [SAID, READ], 'Nothing was changed.', 'Something was changed.'],
    [
      'what was not done is no guess, though it was only thought of',
      'open',
      [NOTHING],
      'A second wheel for the mill was not begun.',
      'A second wheel for the mill was begun.',
    ],
    [
      'a guess that the log makes',
      'open',
      [NOTHING],
      'Perhaps a second wheel for the mill is easiest.',
      'A second wheel for the mill is easiest.',
    ],
    [
      'a long number goes with the words around it',
      'fact',
      [COUNTED],
      'The barn has room for 41200 sacks.',
      'The barn has room for 38750 sacks.',
    ],
    [
      'the name of a command does not say that it was run',
      'state',
      [PLANNED],
      'npm run grind was not run.',
      'npm run grind was run.',
    ],
    [
      'the beginning of a long hash',
      'fact',
      [PLANNED],
      'The seal of the mill begins with A76EDD727245.',
      'The seal of the mill begins with A76EDD727248.',
    ],
    ['what a call changed', 'outcome', [REMOVED], 'The old millstone was removed.', 'The old millstone was not removed.'],
    [
      'colours of a terminal are no words',
      'error',
      [COMMIT, COMMITTED],
      'The hook printed "No grain was found in the hopper."',
      'The hook printed "No grain was found in the cellar."',
    ],
  ])('%s', (_, kind, sources, honest, twin) => {
    expect(judged(kind, honest, sources)).toMatchObject({ isWhole: true })
    const { item } = judged(kind, twin, sources)
    const isSaid = entries.some((entry) => 'text' in entry && item !== undefined && entry.text.includes(item.text))
    expect(item === undefined || isSaid || honest.includes(item.text.replace(/[.;]$/, ''))).toBe(true)
  })

  it('L12 · the sentence that takes the place of a refused item is told as said, not as open, decided or given up', () => {
    const { item, isWhole } = judged('rejected', 'A faster wheel of the mill was given up in 1987 after the rain.', [SAID])
    expect(isWhole).toBe(false)
    expect(item).toMatchObject({ kind: 'fact', text: 'The wheel of the mill turns slowly after the rain.', sources: [SAID] })
  })

  it('a guess of the model’s own is not vouched for: as a fact it would be believed as well', () => {
    expect(judged('open', 'turnWheel in mill/wheel.ts may be the speed of the wheel.', [UP]).isWhole).toBe(false)
  })

  it('a line of code takes the place of nothing', () => {
    expect(judged('fact', 'const weir is opened by openSluice in the cellar by the old miller of 1900.', [WHEEL]).item).toBe(
      undefined,
    )
  })
})
