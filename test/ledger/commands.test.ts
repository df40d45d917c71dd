import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/schema/json.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

/** Checks that fail are open, all others are listed as commands. */
const commands = (...messages: readonly (readonly Json[])[]): readonly string[] => {
  const summary = summaryOf([says('user', 'go'), ...messages.flat(), says('assistant', 'Done.')])
  return [...sectionOf(summary, 'Commands'), ...sectionOf(summary, 'Open')]
}
const bash = (command: string, output: string): readonly Json[] => round('bash', { command }, output)

describe('F5 · a command', () => {
  it.each([
    ['go test ./... 2>&1 | tail -20', '--- FAIL: TestDrain (0.05s)\nFAIL', '--- FAIL: TestDrain (0.05s)'],
    ['npx vitest run | grep -E "Tests|FAIL"', ' Tests  2 failed | 40 passed', 'Tests 2 failed | 40 passed'],
    [
      'npm run check 2>&1 | tail -5',
      "src/a.ts(3,1): error TS2304: Cannot find name 'x'.",
      "src/a.ts(3,1): error TS2304: Cannot find name 'x'.",
    ],
    ['pytest || true', '= 1 failed, 3 passed in 0.1s =', '= 1 failed, 3 passed in 0.1s ='],
    ['bun test | grep -E "pass|fail"', ' 2077 pass\n 114 fail', '114 fail'],
    ['npm run check | tail -5', 'npm error workspace app@0.7.29', 'npm error workspace app@0.7.29'],
  ])('that a pipe calls a success failed where its output says so: %s', (command, output, verdict) => {
    const run = command.replace(/(?: 2>&1)?(?: \| tail -\d+)?$/, '')
    expect(commands(bash(command, output))).toEqual([`- “${run}” → failure: “${verdict}” (e1)`])
  })

  it('is the same run if only its output is cut elsewhere', () => {
    const [first, second] = ['go vet ./... 2>&1 | head -5', 'go vet ./...']
    expect(commands(bash(first, 'pool.go:3:1: undefined: drain'), bash(second, 'ok, nothing found'))).toEqual([
      '- “go vet ./...” → success (e3)',
    ])
    expect(commands(bash('npm run lint 2>&1 | tail -5', '1 issues:\n* wrap: 1'), bash('npm run lint', 'clean'))).toEqual([
      '- “npm run lint” → success, after a failure at e1 with “1 issues:” (e3)',
    ])
  })

  it.each([
    ['error: Database connection failed\n(fail) pool > drains [1.2ms]\n 3 pass\n 1 fail', '(fail) pool > drains [1.2ms]'],
    ['Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nKeyError: \'drain\'', "KeyError: 'drain'"],
    ['ok  pool\nsrc/pool.go:12:4: undefined: drain\nhook failed (code 2)', 'src/pool.go:12:4: undefined: drain'],
  ])('that failed is told with what names the fault: %s', (output, fault) => {
    expect(commands(round('bash', { command: './check' }, output, true))).toEqual([`- “./check” → failure: “${fault}” (e1)`])
  })

  it.each([
    [
      'bun test',
      ' 1244 pass\n 0 fail\n 2695 expect() calls\nRan 1244 tests across 56 files. [1.61s]',
      '1244 pass 0 fail 2695 expect()',
    ],
    [
      'git diff --stat',
      ' src/a.ts | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)',
      '1 file changed, 1 insertion(+), 1 deletion(-)',
    ],
    ['git log --oneline -2', '642d959 Read the tides\n3478dc9 Read the moon', '642d959 Read the tides'],
    [
      'find . -name "*cli*"',
      './packages/cli/cli.pony\n./examples/client.pony\n',
      './packages/cli/cli.pony ./examples/client.pony',
    ],
  ])('is told with the figures of its output: %s', (command, output, words) => {
    expect(commands(bash(command, output))[0]).toContain(`“${command}” → success: “${words}`)
  })

  it('whose output tells something comes before those that only went well', () => {
    const quiet = Array.from({ length: 12 }, (_, index) => bash(`chmod +x run${index}.sh`, '')).flat()
    const messages = [says('user', 'go'), ...round('bash', { command: './get' }, 'ValueError: no such table', true), ...quiet]
    const summary = summaryOf([...messages, says('assistant', 'Done.')], 220)
    expect(summary).toContain('no such table')
    expect(summary).not.toContain('run2.sh')
  })

  it.each([
    ['npm test | tail -3', '40 passed, 0 failed'],
    ['bun test 2>&1 | tail -20', 'tests:\nerror: Database connection failed\n 1331 pass\n 0 fail'],
    ['node --test | tail', 'ok 1\nerror: as it should be\n# pass 3\n# fail 0'],
    ['npm test', 'prints FAIL in a test that passes'],
    ['grep -rn FAIL src | head', 'src/a.ts:3: throw new Error("FAIL")'],
  ])('is a success where nothing says otherwise: %s', (command, output) => {
    expect(commands(bash(command, output))[0]).toMatch(/→ success(?:: “[^”]+”)? \(e1\)$/)
  })

  it('comes with the commit that it made, and without the folder it was run in', () => {
    const made = bash('cd /repo/app && git commit -m "Fix the pool"', '[main 3f2a91c] Fix the pool\n 2 files changed')
    expect(commands(made)).toEqual(['- “git commit -m "Fix the pool"” → success: “[main 3f2a91c] Fix the pool” (e1)'])
  })

  it('that a person refused was not run', () => {
    const refused =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. The user said:\nnot yet, check the parent"
    const messages = [says('user', 'go'), ...round('bash', { command: 'git push' }, refused, true), says('assistant', 'Ok.')]
    const summary = summaryOf(messages)
    expect(summary).not.toContain('git push →')
    expect(summary).toContain('- e2, refusing bash “git push”: “not yet, check the parent”')
  })

  it('case 93 · of an unknown tool that a person refused was told as a failure of it: it was not made', () => {
    const refused = "The user doesn't want to proceed with this tool use. The tool use was rejected. The user said:\nnot there"
    expect(commands(round('create_issue', { title: 'Try another library' }, refused, true))).toEqual([])
  })

  it('that only looked is said last, where there is room', () => {
    const looked = Array.from({ length: 30 }, (_, index) => bash(`grep -rn name${index} src`, 'src/a.ts:1: x')).flat()
    const all = commands(bash('npm run build', 'ok'), looked)
    expect(all).toContain('- “npm run build” → success (e1)')
    expect(all.length).toBe(31)
    const short = summaryOf([says('user', 'go'), ...bash('npm run build', 'ok'), ...looked, says('assistant', 'Done.')], 160)
    expect(short).toContain('- “npm run build” → success (e1)')
  })

  it('may be a call of an unknown tool: what it was given, and how it ended', () => {
    const booked = round(
      'book_flight',
      { user_id: 'mia_li', flight: 'HAT170' },
      '{"reservation_id": "OBUT9V", "status": "booked"}',
    )
    const summary = summaryOf([says('user', 'go'), ...booked, says('assistant', 'Done.')])
    expect(sectionOf(summary, 'Commands')).toEqual(['- “book_flight user_id: mia_li, flight: HAT170” → success (e1)'])
    expect(summary).toContain('- e2, book_flight: “{reservation_id: OBUT9V, status: booked}”')
  })

  it('may be a call of an unknown tool that failed: with its last argument, and why', () => {
    const legs = ['HAT078', 'HAT118', 'HAT229', 'HAT266'].map((flight) => ({ flight_number: flight, date: '2024-05-27' }))
    const pay = (card: string): readonly Json[] =>
      round('update_flights', { reservation: 'OBUT9V', legs, payment: card }, 'Error: the balance is not enough', true)
    const lines = commands(pay('gift_1'), pay('gift_22'), round('calculate', { expression: '2 + 3' }, '5.0'))
    const flights = '[flight_number: HAT078, date: 2024-05-27; HAT118, 2024-05-27; HAT229, 2024-05-27; HAT266, 2024-05-27]'
    expect(lines).toEqual([
      `- “update_flights reservation: OBUT9V, legs: ${flights}, payment: gift_1” → failure: “Error: the balance is not enough” (e1)`,
      `- “update_flights reservation: OBUT9V, legs: ${flights}, payment: gift_22” → failure: “Error: the balance is not enough” (e3)`,
      '- “calculate expression: 2 + 3” → success: “5.0” (e5)',
    ])
  })

  it('may be a call of an unknown tool whose record is long: all of it is told where there is room', () => {
    const legs = Array.from({ length: 8 }, (_, at) => ({ flight_number: `HAT${at}00`, date: '2024-05-27', price: 100 + at }))
    const found = JSON.stringify({ reservation_id: 'OBUT9V', legs, insurance: 'yes' }, null, 1)
    const summary = summaryOf([
      says('user', 'go'),
      ...round('get_reservation', { id: 'OBUT9V' }, found),
      says('assistant', 'Done.'),
    ])
    expect(summary).toContain('flight_number: HAT700')
    expect(summary).toContain('insurance: yes')
  })
})

describe('F5 · a command that looks for something', () => {
  it('has found nothing where it printed nothing, whatever its status says', () => {
    expect(commands(bash('grep -rn ebb src', 'Process exited with code 1\nOutput:\n'))).toEqual([
      '- “grep -rn ebb src” → failure, exit 1: nothing found (e1)',
    ])
    expect(commands(bash('find src -name "*ebb*"', ''))).toEqual(['- “find src -name "*ebb*"” → success: nothing found (e1)'])
    expect(commands(round('Grep', { pattern: 'ebb' }, 'No files found'))).toEqual([
      '- searched for “ebb” → success: nothing found (e1)',
    ])
    expect(commands(bash('grep -rn ebb src', 'exit code: 2\ngrep: src: Is a directory'))[0]).not.toContain('nothing found')
  })

  it('is told with all that it printed, if that is a line with a value', () => {
    expect(commands(bash('wc -l src/moon.ts', '  77 src/moon.ts'))).toEqual([
      '- “wc -l src/moon.ts” → success: “77 src/moon.ts” (e1)',
    ])
    expect(commands(bash('cat version.txt', '7.1'))).toEqual(['- “cat version.txt” → success (e1)'])
  })

  it('says nothing of what the program around it puts above its output', () => {
    expect(commands(bash('git fetch origin', 'Chunk ID: 4a\nWall time: 1\nOriginal token count: 0\nOutput:\n'))).toEqual([
      '- “git fetch origin” → success (e1)',
    ])
  })
})

describe('F5 · the plan', () => {
  const plan = (...calls: readonly (readonly Json[])[]): readonly string[] =>
    sectionOf(summaryOf([says('user', 'go'), ...calls.flat(), says('assistant', 'Done.')]), 'Plan')

  it('stands in its own order, with the numbers that the agent uses; a note on a step is not its name', () => {
    const lines = plan(
      round('TaskCreate', { subject: 'Write the tests' }),
      round('TaskCreate', { subject: 'Fix the pool', description: 'It leaks.' }),
      round('TaskCreate', { subject: 'Tell the others' }),
      round('TaskUpdate', { taskId: '2', status: 'in_progress', description: 'The worktree was not enough.' }),
      round('TaskUpdate', { taskId: '1', status: 'completed' }),
    )
    expect(lines).toEqual(['- [x] 1. “Write the tests” (e9)', '- [~] 2. “Fix the pool” (e7)', '- [ ] 3. “Tell the others” (e5)'])
  })

  it('case 57 · a step that was deleted or cancelled is not open, and its number stays its own', () => {
    const lines = plan(
      round('TaskCreate', { subject: 'Write the tests' }),
      round('TaskCreate', { subject: 'Fix the pool' }),
      round('TaskUpdate', { taskId: '1', status: 'deleted' }),
      round('TaskCreate', { subject: 'Tell the others' }),
      round('TaskUpdate', { taskId: '3', status: 'in_progress' }),
    )
    expect(lines).toEqual([
      ...['- [-] dropped: 1. “Write the tests” (e5)', '- [ ] 2. “Fix the pool” (e3)', '- [~] 3. “Tell the others” (e9)'],
    ])
    const todos = [
      { content: 'Write the tests', status: 'cancelled' },
      { content: 'Fix the pool', status: 'pending' },
    ]
    expect(plan(round('todowrite', { todos }))).toEqual(['- [-] dropped: “Write the tests” (e1)', '- [ ] “Fix the pool” (e1)'])
  })

  it('case 57 · what is said of a step besides its status leaves it as far as it was', () => {
    const lines = plan(
      round('TaskCreate', { subject: 'Write the tests' }),
      round('TaskUpdate', { taskId: '1', status: 'completed' }),
      round('TaskUpdate', { taskId: '1', owner: 'tester', subject: 'Write all tests' }),
    )
    expect(lines).toEqual(['- [x] 1. “Write all tests” (e5)'])
  })
})
