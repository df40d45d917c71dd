import { describe, expect, it } from 'vitest'
import { checkOperations } from '../../src/ledger/check/check-operations.ts'
import { occursIn } from '../../src/ledger/check/identifiers.ts'
import { sourceReader } from '../../src/ledger/check/sources.ts'
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

const plan = [
  'The orchard planner needs frost warnings. Work through this.',
  '### src/frost/alarm.ts',
  'Send a warning to every grower when the night falls below the limit.',
  '### src/frost/limit.ts',
  'Read the limit of each variety from the table.',
  '## Important',
  '1. The alarm repeats itself every minute.',
  '2. The limit of pears is hard-coded in the parser.',
  '3. Growers without a telephone hear nothing.',
  'x'.repeat(800),
].join('\n')

const entries = neutralEntries([
  say('user', plan),
  call('a', 'Edit', { file_path: '/farm/src/frost/alarm.ts', old_string: 'send()', new_string: 'sendToEveryGrower()' }),
  result('a', 'String to replace not found in file.', true),
  call('b', 'Edit', { file_path: '/farm/src/frost/alarm.ts', old_string: 'send();', new_string: 'sendToEveryGrower();' }),
  result('b', 'The file has been updated.'),
  say('assistant', 'The alarm now sends a warning to every grower. I called the old limit "good enough for apples".'),
  call('c', 'Bash', { command: 'npx tsc --noEmit && grep -n parseLimit src/frost/limit.ts 2>&1' }),
  result('c', '464:export function parseLimit(variety) {'),
  say('user', '/undo'),
  say('assistant', 'Undone. The stop hook of the farm is src/hooks/stop.ts.'),
])
const [PLAN, FAILED, EDIT, EDITED, SAID, TSC, GREP, UNDO, UNDONE] = [0, 2, 3, 4, 5, 6, 7, 8, 9] as const
const scene = { log: readLog(entries), entries, start: seqOf(0), end: seqOf(entries.length), read: sourceReader(entries) }

/** `whole` if all of an item is kept; what is left of it; or nothing. */
function kept(kind: ItemKind, text: string, sources: readonly number[]): string {
  const { accepted, rejected } = checkOperations(EMPTY_LEDGER, [add(kind, text, sources)], scene)
  const [operation] = accepted
  if (operation?.op !== 'add') return ''
  return rejected.length === 0 ? 'whole' : operation.item.text
}

describe('case 57 · what an honest model tells is kept whole, and its falsified twin is not', () => {
  it.each<readonly [string, ItemKind, readonly number[], string, string]>([
    [
      'a quotation with a full stop and a denial in it',
      'error',
      [FAILED, EDIT, EDITED],
      'The first edit of alarm.ts failed with "String to replace not found in file."; the second one was taken.',
      'The first edit of alarm.ts failed with "String to replace was found in file."; the second one was taken.',
    ],
    [
      'words in quotation marks',
      'fact',
      [SAID],
      'The agent called the old limit "good enough for apples".',
      'The agent called the old limit "good enough for pears and apples".',
    ],
    [
      'what was not seen, as nothing shows it',
      'open',
      [EDIT, SAID],
      'The alarm sends a warning to every grower; no test of it was seen.',
      'The alarm sends a warning to every grower; a test of it was seen.',
    ],
    [
      'what was not discussed',
      'open',
      [SAID, PLAN],
      'The alarm sends a warning to every grower. What it costs was not discussed.',
      'The alarm sends a warning to every grower. What it costs was discussed.',
    ],
    [
      'that there was no commit, as no call makes one',
      'state',
      [SAID, EDIT],
      'The alarm now sends a warning to every grower; no commit was seen.',
      'The alarm now sends a warning to every grower; a commit was seen.',
    ],
    [
      'an option of a command, and a line by its number',
      'fact',
      [TSC, GREP],
      'npx tsc --noEmit was run; parseLimit is in src/frost/limit.ts line 464.',
      'npx tsc --noEmit was run; parseLimit is in src/frost/limit.ts line 467.',
    ],
    [
      'a member of a list by the heading and its number',
      'open',
      [PLAN, SAID],
      'Important 2 is open: the limit of pears is hard-coded in the parser.',
      'Important 3 is open: the limit of pears is hard-coded in the parser.',
    ],
    [
      'the file of which a plan says it',
      'step',
      [PLAN, SAID],
      'In src/frost/limit.ts read the limit of each variety from the table.',
      'In src/frost/alarm.ts read the limit of each variety from the table.',
    ],
    [
      'the file that the call is about',
      'file',
      [PLAN, EDIT],
      'src/frost/alarm.ts: sends a warning to every grower below the limit.',
      'src/frost/limit.ts: sends a warning to every grower below the limit.',
    ],
    [
      'a word of rules that names a thing',
      'fact',
      [UNDONE],
      'The stop hook of the farm is src/hooks/stop.ts.',
      'The stop hook of the farm is not src/hooks/stop.ts.',
    ],
  ])('%s', (_, kind, sources, honest, twin) => {
    expect(kept(kind, honest, sources)).toBe('whole')
    const left = kept(kind, twin, sources)
    expect(left).not.toBe('whole')
    // What is left of a twin is what it shares with the honest item, or a sentence of the log.
    expect(
      honest.includes(left.replace(/[.;]$/, '')) || entries.some((entry) => 'text' in entry && entry.text.includes(left)),
    ).toBe(true)
  })

  it('what a person undid, as they say it in one word', () => {
    expect(kept('rejected', 'The warning to every grower was undone by the person.', [SAID, UNDO, UNDONE])).toBe('whole')
  })
})

describe('what is left of an item that is not borne out as a whole', () => {
  it('is without the reason, if only that is made up', () => {
    const text = 'The alarm now sends a warning to every grower because the network has 17 bridges.'
    expect(kept('fact', text, [SAID])).toBe('The alarm now sends a warning to every grower')
  })

  it('is no label alone: the name of a file says nothing', () => {
    expect(kept('file', 'src/frost/alarm.ts: deletes the harvest of last year, and burns the barn.', [EDIT, PLAN])).not.toMatch(
      /^src\/frost\/alarm\.ts;?$/,
    )
  })

  it('is the next sentence, too, if that begins with a name in small letters', () => {
    const text = 'The barn burned to the ground in winter. parseLimit() is an exported function.'
    expect(kept('fact', text, [TSC, GREP])).toBe('parseLimit() is an exported function.')
  })
})

describe('a name in a source', () => {
  it.each([
    ['tsc --noEmit', 'noEmit', true],
    ['tsc -p tsconfig.json', 'p', true],
    ['pre-noEmit', 'noEmit', false],
    ['464:export', '464', true],
    ['12:30', '12', false],
    ['b-2026-a6c3-43aa-8c69', 'a6c3-43aa-8c69', false],
  ])('in %j is %j: %s', (source, name, isThere) => {
    expect(occursIn(source, name)).toBe(isThere)
  })
})
