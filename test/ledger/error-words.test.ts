import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import { checkOperations } from '../../src/ledger/check/check-operations.ts'
import { sourceReader } from '../../src/ledger/check/sources.ts'
import { EMPTY_LEDGER } from '../../src/ledger/fold.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import type { LedgerOperation } from '../../src/schema/ledger.ts'
import { add } from '../support/summaries.ts'

const call = (id: string, command: string): Json => ({
  ...{ role: 'assistant', content: '' },
  tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } }],
})
const result = (id: string, content: string): Json => ({ role: 'tool', tool_call_id: id, content })

const thread = await createCompactor({ clock: () => 0 }).thread('parser')
await thread.append([
  { role: 'user', content: 'Find the parser, and never touch the valves.' },
  call('a', 'ls src/lib'),
  result('a', "ls: cannot access 'src/lib': No such file or directory"),
  call('b', 'ls src'),
  result('b', 'parser.pony\nvalves.pony'),
  call('c', 'cp -r examples/vanilla-es6/* docker/'),
  result('c', 'zsh: no matches found: examples/vanilla-es6/*'),
  call('d', 'cp -r examples/react/* docker/'),
  result('d', ''),
  call('e', 'cat src/parser.pony'),
  result('e', 'class CommandParser\n  let _parent: (CommandParser box | None)\n  fun walk() => _parent'),
  { role: 'assistant', content: 'The parser is in src/parser.pony. The callers of walk in src/parser.pony pass the parent now.' },
])
const entries = await thread.entries()
const [LIST, LISTED, FOUND, COPY, COPIED, CODE, SAID] = [2, 3, 6, 8, 9, 15, 16] as const
const scene = { log: readLog(entries), entries, start: seqOf(0), end: seqOf(entries.length), read: sourceReader(entries) }

/** What is left of an operation, or why nothing is. */
function judge(operation: LedgerOperation): string {
  const { accepted, rejected } = checkOperations(EMPTY_LEDGER, [operation], scene)
  const [kept] = accepted
  if (kept?.op !== 'add') return rejected[0]?.reason ?? ''
  return rejected.length === 0 ? 'kept' : `lighter: ${kept.item.text}`
}

describe('words in which programs say that something failed', () => {
  it.each<readonly [string, LedgerOperation]>([
    ['of a file', add('error', 'ls src/lib: No such file or directory; resolved by ls src.', [LIST, LISTED, FOUND])],
    ['of a pattern', add('error', 'Copying examples/vanilla-es6/* failed (no matches found).', [COPY, COPIED])],
  ])('case 56 · are no denial of the model’s where the output has them of the same thing: %s', (_, operation) => {
    expect(judge(operation)).toBe('kept')
  })

  it.each<readonly [string, LedgerOperation]>([
    ['another thing', add('error', 'ls src/parser.pony: No such file or directory.', [LIST, LISTED, FOUND])],
    ['what was found', add('error', 'parser.pony: No such file or directory.', [LISTED, FOUND])],
    ['what worked', add('error', 'Copying examples/react/* failed (no matches found).', [COPY, COPIED])],
    ['other words', add('error', 'ls src/lib: command not found.', [LIST, LISTED])],
    ['the failure as a success', add('fact', 'ls src/lib worked.', [LIST, LISTED])],
    ['its end as a pass', add('fact', 'ls src/lib passed (No such file or directory).', [LIST, LISTED])],
    [
      'a rule that is turned around',
      add('decision', 'The agent may touch the valves: no such file or directory.', [LISTED, FOUND]),
    ],
  ])('case 56 · are one of %s', (_, operation) => {
    expect(judge(operation)).not.toBe('kept')
    expect(judge(operation)).not.toMatch(/react|may touch|worked|passed|parser\.pony: No such/)
  })
})

describe('a type that may be nothing', () => {
  it('case 56 · denies nothing: “CommandParser | None”', () => {
    expect(judge(add('fact', 'The field _parent of CommandParser has the type (CommandParser box | None).', [CODE]))).toBe('kept')
  })

  it('case 56 · and “none” is still one', () => {
    expect(judge(add('fact', 'None of the callers of walk in src/parser.pony pass the parent now.', [SAID]))).not.toBe('kept')
    expect(judge(add('fact', 'The parser in src/parser.pony: None of the callers pass the parent now.', [SAID]))).not.toBe('kept')
  })
})

it('case 56 · a count that nobody has is left out of what is true without it', () => {
  expect(judge(add('fact', 'All 5 callers of walk in src/parser.pony pass the parent now.', [SAID]))).toBe(
    'lighter: callers of walk in src/parser.pony pass the parent now.',
  )
  expect(judge(add('fact', 'The 5 callers of walk in src/parser.pony pass the parent now.', [SAID]))).not.toContain('5')
})
