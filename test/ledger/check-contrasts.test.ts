import { describe, expect, it } from 'vitest'
import { checkSummary } from '../../src/ledger/check-summary.ts'
import { EMPTY_LEDGER } from '../../src/ledger/fold.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { seqOf } from '../../src/schema/ids.ts'
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
const say = (role: 'user' | 'assistant', text: string) => ({ role, content: [{ type: 'text', text }] })

const entries = neutralEntries([
  say('user', 'Mend the ferry timetable.'),
  say(
    'assistant',
    'The ferry index is built before the timetable is loaded. Every pier has a clock. The queue holds at most 40 cars.',
  ),
  call('a', 'Edit', {
    file_path: 'src/ferry.ts',
    old_string: 'const harbourMaster = find()\nsail(tide)',
    new_string: 'sail(tide)\nconst lighthouseKeeper = call()',
  }),
  result('a', 'The file src/ferry.ts has been updated.'),
  call('b', 'Bash', { command: 'npx vitest run' }),
  result('b', 'FAIL test_departures: expected 4\nok test_arrivals', true),
  call('c', 'Grep', { pattern: 'ferryLegacy' }),
  result('c', 'No matches found'),
  say('assistant', 'The commits were taken back one by one:\nRemoved: c8ba4b0 feat: import\nRemoved: 0f8af81 style: lint'),
  call('d', 'Read', { file_path: 'src/pier.ts' }),
  result('d', '12:export function mooringPlace(pier) {\n13:  return pier\n96:export function ticketPrice(pier) {'),
  say('assistant', 'Let me move the creation of the berth list in front of the mooring block.'),
  call('e', 'Edit', { file_path: 'src/berth.ts', old_string: 'a', new_string: 'b' }),
  result('e', 'The file src/berth.ts has been updated.'),
  say('assistant', 'Usage is declared in src/a.ts:327, src/web/b.ts:29 and lib/c.ts:183.'),
])
const [SAID, EDIT, RUN, UNDONE, PIER, BERTH, USAGE] = [1, [2, 3], [4, 5], 8, [9, 10], [12, 13], 14] as const
const scene = { ledger: EMPTY_LEDGER, log: readLog(entries), start: seqOf(0), end: seqOf(entries.length), previous: '' }

function kept(text: string, sources: readonly number[]): string {
  const checked = checkSummary(answerOf([add('fact', text, sources)]), scene)
  if (checked.kind === 'unsound') return ''
  return checked.operations.map((operation) => (operation.op === 'add' ? operation.item.text : '')).join()
}

describe('case 57 · of two things that exclude each other, only the one that its sources tell is kept', () => {
  it.each<readonly [what: string, sources: readonly number[], honest: string, twin: string]>([
    [
      'an order',
      [SAID],
      'The index of the ferry is built before the timetable.',
      'The index of the ferry is built after the timetable.',
    ],
    ['a share', [SAID], 'A clock is at every pier.', 'A clock is at one of the piers.'],
    ['a bound', [SAID], 'Of cars, the queue takes at most 40.', 'Of cars, the queue takes at least 40.'],
    ['what an edit took out', EDIT, 'src/ferry.ts: harbourMaster was removed.', 'src/ferry.ts: harbourMaster was added.'],
    ['what an edit put in', EDIT, 'src/ferry.ts: lighthouseKeeper was added.', 'src/ferry.ts: lighthouseKeeper was removed.'],
    ['which of two tests failed', RUN, 'test_departures failed in that run.', 'test_arrivals failed in that run.'],
    ['which line it is', PIER, 'ticketPrice of the pier is in line 96.', 'ticketPrice of the pier is in line 12.'],
  ])('%s', (_, sources, honest, twin) => {
    expect(kept(honest, sources)).toBe(honest)
    expect(kept(twin, sources)).not.toContain(twin.slice(-24))
  })
})

describe('what is true is kept', () => {
  it.each<readonly [what: string, sources: readonly number[], text: string]>([
    ['of several things that were each done in a line of their own', [UNDONE], 'Two commits were removed: c8ba4b0 and 0f8af81.'],
    [
      'in the words in which the call was announced',
      BERTH,
      'The creation of the berth list was moved in front of the mooring block.',
    ],
    [
      'with the number of what it lists',
      [USAGE],
      'Usage is declared in three places: src/a.ts:327, src/web/b.ts:29 and lib/c.ts:183.',
    ],
  ])('case 57 · %s', (_, sources, text) => {
    expect(kept(text, sources)).toBe(text)
  })

  it('case 57 · but not with another number than that of what it lists', () => {
    const text = 'Usage is declared in five places: src/a.ts:327, src/web/b.ts:29 and lib/c.ts:183.'
    expect(kept(text, [USAGE])).not.toContain('five')
  })
})
