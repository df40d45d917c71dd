import { describe, expect, it } from 'vitest'
import { checkOperations } from '../../src/ledger/check/check-operations.ts'
import { clauseOf, clausesIn } from '../../src/ledger/check/clauses.ts'
import { deedIn } from '../../src/ledger/check/deeds.ts'
import { sourceReader } from '../../src/ledger/check/sources.ts'
import { formsOf, pastOf } from '../../src/ledger/check/verbs.ts'
import { EMPTY_LEDGER } from '../../src/ledger/fold.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { ItemKind } from '../../src/schema/ledger.ts'
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
  say('user', 'The lamp of the lighthouse blinks too fast, see src/horn.ts. Please change reservation R7 of the pilot, too.'),
  call('a', 'Bash', { command: 'npm run typecheck && npm run lint' }),
  result('a', 'no errors'),
  call('b', 'Edit', { file_path: 'src/lamp.ts', old_string: 'blink(1)', new_string: 'blinkSlowly(5) // lamp of the lighthouse' }),
  result('b', 'The file src/lamp.ts has been updated.'),
  say('assistant', 'The bead lamp-1 is in progress and I will not close it. Would you like me to change the reservation?'),
  call('c', 'update_reservation', { reservation: 'R7', tide: 'high' }),
  result('c', 'Error: no berth at high tide', true),
  say(
    'assistant',
    'The foghorn does not depend on the lamp. I would not rebuild the foghorn unless the harbour board has a use case for it.',
  ),
  call('d', 'Bash', { command: 'cp src/lamp.ts src/spare-lamp.ts' }),
  result('d', ''),
])
const [WISH, CHECK, CHECKED, EDIT, EDITED, SAID, ASKED, REFUSED, HORN, COPY, COPIED] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
const scene = { log: readLog(entries), entries, start: seqOf(0), end: seqOf(entries.length), read: sourceReader(entries) }

function isWhole(kind: ItemKind, text: string, sources: readonly number[]): boolean {
  const { accepted, rejected } = checkOperations(EMPTY_LEDGER, [add(kind, text, sources)], scene)
  return accepted.length === 1 && rejected.length === 0
}

describe('case 57 · that something was done or was not is held against what the log did', () => {
  it.each<readonly [string, ItemKind, readonly number[], string, string]>([
    [
      'a call is the deed',
      'outcome',
      [EDIT, EDITED],
      'The lamp was changed in src/lamp.ts.',
      'The lamp was not changed in src/lamp.ts.',
    ],
    ['another file is another deed', 'open', [WISH, EDIT, EDITED], 'src/horn.ts was not changed.', 'src/horn.ts was changed.'],
    ['what failed was not done', 'state', [SAID, ASKED, REFUSED], 'Reservation R7 is not changed.', 'Reservation R7 is changed.'],
    [
      'after a change, what ran before it counts no more',
      'open',
      [CHECK, CHECKED, EDIT, EDITED],
      'After the edit of src/lamp.ts, typecheck and lint were not run again.',
      'After the edit of src/lamp.ts, typecheck and lint were run again.',
    ],
    [
      'what was made was not changed by that',
      'open',
      [COPY, COPIED],
      'src/spare-lamp.ts was not updated.',
      'src/spare-lamp.ts was updated.',
    ],
    ['two denials of one predicate', 'open', [EDIT, COPIED], 'No commit and no push was seen.', 'A commit and no push was seen.'],
  ])('%s', (_, kind, sources, honest, twin) => {
    expect(isWhole(kind, honest, sources)).toBe(true)
    expect(isWhole(kind, twin, sources)).toBe(false)
  })

  it('a denial of one thing says nothing against another in the same sentence', () => {
    expect(isWhole('fact', 'The bead lamp-1 is in progress.', [SAID])).toBe(true)
    expect(isWhole('fact', 'The agent wants a use case of the harbour board.', [HORN])).toBe(true)
    expect(isWhole('fact', 'The foghorn does not depend on the lamp.', [HORN])).toBe(true)
    expect(isWhole('fact', 'The foghorn depends on the lamp.', [HORN])).toBe(false)
  })

  it('what was wished or asked was not done thereby', () => {
    expect(isWhole('outcome', 'The reservation R7 of the pilot was changed.', [WISH, SAID])).toBe(false)
  })
})

describe('the words of a deed', () => {
  it('a verb in all of its forms, and as it looks when it is done', () => {
    expect(['commit', 'commits', 'committing', 'committed'].every((word) => formsOf('committed').test(`will ${word} it`))).toBe(
      true,
    )
    expect(formsOf('checked').test('a checkpoint')).toBe(false)
    expect(pastOf('written').test('it wrote the file')).toBe(true)
    expect(pastOf('added').test('Add unit tests')).toBe(false)
    expect(pastOf('run').test('npm run lint')).toBe(false)
  })

  it('what was done, to what, without who and when', () => {
    const deed = deedIn({ text: 'Types were not checked by the agent after the last edit' })
    expect(deed).toMatchObject({ verb: 'checked', way: 'look' })
    expect([...(deed?.words ?? [])]).toEqual(['type'])
    expect(deedIn({ text: 'The worker was told not to recommend it' })).toBeUndefined()
  })

  it('what a clause denies, of all that it says', () => {
    expect([...clauseOf('The bead is in progress and I will not close it').denied]).toEqual(['clos'])
    expect(clauseOf('The dry run found none').denied).toContain('run')
    expect(clausesIn('No edit and no commit was seen').map(({ text }) => text)).toEqual([
      'No edit was seen',
      'no commit was seen',
    ])
  })
})
