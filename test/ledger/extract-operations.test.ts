import { describe, expect, it } from 'vitest'
import { extractFacts } from '../../src/ledger/extract.ts'
import { extractOperations } from '../../src/ledger/extract-operations.ts'
import { EMPTY_LEDGER, foldLedger } from '../../src/ledger/fold.ts'
import { readEntry } from '../../src/ledger/read-entry.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { takesBack } from '../../src/ledger/supersession.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Ledger } from '../../src/schema/ledger.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

/** The ledger of messages, made in one go or in several. */
function ledgerOf(messages: readonly Json[], cuts: readonly number[] = []): Ledger {
  const entries = neutralEntries(messages)
  return [...cuts, entries.length].reduce((ledger: Ledger, end) => {
    const from = ledger.coveredTo
    if (end <= from) return ledger
    const operations = extractOperations(ledger, readLog(entries), rangeOf(from, end))
    const folded = foldLedger(ledger, operations, { entries })
    expect(folded.rejected).toEqual([])
    return { ...folded.ledger, coveredTo: end, round: ledger.round + 1 }
  }, EMPTY_LEDGER)
}

const brief = ({ items }: Ledger, status = 'active'): readonly string[] =>
  items.filter((item) => item.status === status).map(({ kind, authority, text }) => `${kind}/${authority}: ${text}`)

describe('a ledger made without a model', () => {
  it('F4, F6 · has the task and later requests word for word, and each rule, wish and refusal as an item of its own', () => {
    const ledger = ledgerOf([
      says('user', 'Build the shop.\nNever store card numbers.'),
      says('assistant', 'Fine.'),
      says('user', 'Add a basket. I would prefer a small one. No, not a popup, use a page instead of it.'),
    ])
    expect(brief(ledger)).toEqual([
      'task/user: Build the shop.\nNever store card numbers.',
      'constraint/user: Never store card numbers.',
      'request/user: Add a basket. I would prefer a small one. No, not a popup, use a page instead of it.',
      'preference/user: I would prefer a small one.',
      'rejected/user: No, not a popup, use a page instead of it.',
      'state/assistant: Fine.',
    ])
  })

  it('F5 · has decisions with their reason, files with the last operation, commands with exit status, errors in the tool’s words', () => {
    const ledger = ledgerOf([
      says('user', 'Fix the build'),
      says('assistant', 'I use esbuild instead of rollup, because `rollup.config.js` is broken.'),
      ...round('Edit', { file_path: 'build.ts' }),
      ...round('bash', { command: 'npm run build' }, 'Error: cannot resolve module ./main.ts\nexit code: 2', true),
    ])
    expect(brief(ledger)).toEqual(
      expect.arrayContaining([
        'decision/assistant: I use esbuild instead of rollup, because `rollup.config.js` is broken.',
        'file/assistant: build.ts: modified',
        'command/assistant: npm run build → failure, exit 2',
        'error/tool: Error: cannot resolve module ./main.ts',
      ]),
    )
  })

  it('F5 · resolves an error when the same command works', () => {
    const failing = round('bash', { command: 'npm test' }, 'Error: expected 2 in sum.test.ts to be 3\nexit code: 1', true)
    const ledger = ledgerOf([says('user', 'go'), ...failing, ...round('bash', { command: 'npm test' }, 'exit code: 0')], [3])
    expect(brief(ledger, 'done')).toEqual([
      'command/assistant: npm test → failure, exit 1',
      'error/tool: Error: expected 2 in sum.test.ts to be 3',
    ])
  })

  it.each([
    ['Claude Code', 'TodoWrite', 'todos', 'content'],
    ['Codex', 'update_plan', 'plan', 'step'],
    ['OpenCode', 'todowrite', 'todos', 'content'],
  ])('L5 · has the plan from recorded state: %s', (_, tool, list, text) => {
    const plan = (first: string, second: string): readonly Json[] =>
      round(tool, {
        [list]: [
          { [text]: 'write it', status: first },
          { [text]: 'test it', status: second },
        ],
      })
    const ledger = ledgerOf([says('user', 'go'), ...plan('in_progress', 'pending'), ...plan('completed', 'in_progress')], [3])
    expect(brief(ledger).filter((line) => line.startsWith('step'))).toEqual(['step/assistant: test it'])
    expect(brief(ledger, 'done')).toEqual(['step/assistant: write it'])
  })

  it('L5 · knows steps that are made and finished one by one', () => {
    const entries = neutralEntries([
      ...round('TaskCreate', { subject: 'write it' }),
      ...round('TaskCreate', { subject: 'test it' }),
      ...round('TaskUpdate', { taskId: '1', status: 'completed' }),
    ])
    const { steps } = extractFacts(readLog(entries), { ...rangeOf(0, entries.length) })
    expect(steps.map(({ text, status }) => [text, status])).toEqual([
      ['write it', 'done'],
      ['test it', 'open'],
    ])
  })

  it('A23 · knows what is in flight and what the user is asked', () => {
    const [call] = round('deploy', { to: 'live' }) as [Json]
    const ledger = ledgerOf([says('user', 'go'), says('assistant', 'Shall I deploy to live?'), call])
    expect(brief(ledger).filter((line) => line.startsWith('state'))).toEqual([
      'state/assistant: Awaiting an answer: Shall I deploy to live?',
      'state/assistant: In flight: deploy, call e2',
    ])
  })

  it('F4 · is the same whether it is made at once or round by round, but for what became of states', () => {
    const messages = [
      says('user', 'Build it'),
      says('assistant', 'The port is 8080 in `config.ts`.'),
      says('user', 'Never use port 80.'),
      says('assistant', 'The port is 9090 in `config.ts`.'),
    ]
    const noStates = (ledger: Ledger): readonly string[] => brief(ledger).filter((line) => !line.startsWith('state'))
    expect(noStates(ledgerOf(messages, [1, 2, 3]))).toEqual(noStates(ledgerOf(messages)))
  })

  it('L12 · what a person said is not taken back by what the agent says', () => {
    const ledger = ledgerOf([says('user', 'go'), says('user', 'Never use port 8080.'), says('assistant', 'Never use port 9090.')])
    expect(brief(ledger)).toContain('constraint/user: Never use port 8080.')
  })
})

describe('a later sentence', () => {
  it.each([
    ['The port is 8080.', 'The port is now 9090.', true],
    ['Use PostgreSQL 15 for storage.', 'Use PostgreSQL 16 for storage instead.', true],
    ['Never go above 8080.', 'Correction: never go above 9090.', true],
    ['Never touch src/a.ts.', 'Never touch src/b.ts.', false],
    ['The staging port is 8080.', 'The live port is 9090.', false],
    ['The port is 8080.', 'The port is 8080.', false],
    ['Never deploy on 2026-11-20.', 'Never deploy the docs on 2026-11-21.', false],
    ['Line 248 is broken in 2 ways.', 'Line 346 is broken in 3 ways.', false],
    ['I fixed 3 tests.', 'I fixed 4 tests.', false],
    ['Be quick.', 'Be slow.', false],
    ['`muted`: `#6c6c6c` (a dark grey)', '`muted`: `#808080` (a medium grey)', true],
    ['`muted`: `#6c6c6c` (a dark grey)', '`dim`: `#808080` (a medium grey)', false],
    ['`zone.ts`: modified (3 lines)', '`zone.ts`: modified (7 lines)', false],
  ])('F4 · takes back %j: %j %s', (earlier, later, expected) => {
    expect(takesBack(later, earlier)).toBe(expected)
  })
})

describe('reading an entry', () => {
  it('is done once: the same entry gives the same reading', () => {
    const [entry] = neutralEntries([says('assistant', 'The port is 8080 in `config.ts`.')]) as [Entry]
    const log = readLog([entry])
    expect(log.read(entry)).toBe(log.read(entry))
    expect(log.read({ ...entry })).toEqual(readEntry(entry))
  })

  it('takes nothing from what the harness wrote', () => {
    const [entry] = neutralEntries([says('user', '<system-reminder>never use port 8080</system-reminder>')]) as [Entry]
    expect(readEntry(entry).remarks).toEqual([])
  })

  it('looks at head and tail of output, however long it is', () => {
    const long = `Error: the first line names main.ts\n${'x'.repeat(5_000_000)}\nError: the last line names other.ts`
    const [, result] = neutralEntries(round('bash', { command: 'make' }, long)) as [Entry, Entry]
    expect(readEntry(result).remarks.map(({ text }) => text)).toEqual([
      'Error: the first line names main.ts',
      'Error: the last line names other.ts',
    ])
  })
})
