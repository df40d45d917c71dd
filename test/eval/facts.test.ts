import { describe, expect, it } from 'vitest'
import { type Fault, judgeCleared, judgeSummary } from '../../eval/facts/judge.ts'
import { questionsIn } from '../../eval/facts/judge-answers.ts'
import { printFacts } from '../../eval/facts/report.ts'
import { checkSession, type Found } from '../../eval/facts/run.ts'
import { shellCommands } from '../../eval/facts/shell.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'

/** A log of calls with their results; with `error` the log calls the result one. Call n is entry 2n, its result entry 2n + 1. */
function logOf(...rounds: readonly (readonly [tool: string, args: Json, text: string, error?: 'error'])[]): readonly Entry[] {
  const messages = rounds.flatMap(([name, args, text, error], index) => [
    { role: 'assistant', content: [{ type: 'tool_call', id: `c${index}`, name, arguments: JSON.stringify(args) }] },
    {
      role: 'tool',
      content: [{ type: 'tool_result', tool_call_id: `c${index}`, text, ...(error === undefined ? {} : { is_error: true }) }],
    },
  ])
  return ingest(EMPTY_STATE, neutral.readMessages(messages)).entries
}

function spoken(...said: readonly (readonly [role: 'user' | 'assistant', text: string])[]): readonly Entry[] {
  const messages = said.map(([role, text]) => ({ role, content: [{ type: 'text', text }] }))
  return ingest(EMPTY_STATE, neutral.readMessages(messages)).entries
}

/** What is wrong with the lines of a summary. */
function faults(log: readonly Entry[], ...lines: readonly string[]): readonly Fault[] {
  const summary = [`[Summary v2.0] Entries e0–e${log.length - 1}, made without a model.`, '## Section', ...lines].join('\n')
  return judgeSummary(summary, log).falses.map(({ fault }) => fault)
}

const RUNNING = 'Chunk ID: 1\nWall time: 30 seconds\nProcess running with session ID 7\nOutput:\n...'

describe('facts: outcomes', () => {
  it('knows that a command which runs on has not succeeded, nor failed', () => {
    const log = logOf(['exec_command', { cmd: 'bun run build' }, RUNNING])
    expect(faults(log, '- bun run build → success (e0)')).toEqual(['unfinished told as ended'])
    expect(faults(log, '- “bun run build” → success (e0)')).toEqual(['unfinished told as ended'])
    expect(faults(log, '- bun run build → failure (e0)')).toEqual(['unfinished told as ended'])
    expect(faults(log, '- bun run build → running (e0)')).toEqual([])
  })

  it('follows a command to what it became when it was asked for again', () => {
    const ended = (code: number): readonly Entry[] =>
      logOf(
        ['exec_command', { cmd: 'bun test' }, RUNNING],
        ['write_stdin', { session_id: 7, chars: '' }, RUNNING],
        ['write_stdin', { session_id: 7, chars: '' }, `Chunk ID: 2\nProcess exited with code ${code}\nOutput:\n`],
      )
    expect(faults(ended(1), '- bun test → success (e0)')).toEqual(['failure told as success'])
    expect(faults(ended(1), '- bun test → running (e0)')).toEqual(['ended told as unfinished'])
    expect(faults(ended(1), '- bun test → failure, exit 1 (e0)')).toEqual([])
    expect(faults(ended(0), '- bun test → success (e0)')).toEqual([])
  })

  it('knows background shells, agents in the background and time-outs', () => {
    const log = logOf(
      ['Bash', { command: 'make' }, 'Command running in background with ID: b1. Output is being written to: /tmp/x'],
      ['Task', { prompt: 'Review' }, 'Async agent launched successfully.\nagentId: a1'],
      ['TaskOutput', { task_id: 'a1' }, '<retrieval_status>timeout</retrieval_status>\n\n<status>running</status>'],
      ['Bash', { command: 'go test ./...' }, 'Command timed out after 2m 0.0s', 'error'],
    )
    const claimed = ['- make → success (e0)', '- Task {"prompt": "Review"} → success (e2)', '- go test ./... → success (e6)']
    expect(faults(log, ...claimed)).toEqual(Array(3).fill('unfinished told as ended'))
    expect(faults(log, '- go test ./... → failure (e6)')).toEqual([])
  })

  it('believes exit codes and marks of errors, and what was printed if a pipe hides the status', () => {
    const log = logOf(
      ['Bash', { command: 'go build ./...' }, 'Exit code 1\nundefined: x', 'error'],
      ['Bash', { command: 'go test ./... 2>&1 | tail -3' }, '--- FAIL: TestZone (0.00s)\nFAIL\tzone\t0.1s'],
      ['Bash', { command: 'bun test 2>&1 | tail' }, 'error: Item 3 failed\n 12 pass\n 0 fail\n'],
      ['Bash', { command: 'bun run test' }, 'error: Item 3 failed, as it should'],
    )
    expect(faults(log, '- go build ./... → success (e0)')).toEqual(['failure told as success'])
    expect(faults(log, '- go test ./... 2>&1 | tail -3 → success (e2)')).toEqual(['failure told as success'])
    expect(faults(log, '- bun test 2>&1 | tail → failure (e4)')).toEqual(['success told as failure'])
    expect(faults(log, '- bun run test → success (e6)', '- go build ./... → failure, exit 1: “undefined: x” (e0)')).toEqual([])
  })

  it('finds a refused call told as one that ran, a failure that was none, and words that no output has', () => {
    const log = logOf(
      [
        'Bash',
        { command: 'git push' },
        "The user doesn't want to proceed with this tool use. The tool use was rejected.",
        'error',
      ],
      ['Bash', { command: 'ls' }, 'a.ts'],
      ['Bash', { command: 'npm test' }, 'Exit code 1\nboom', 'error'],
    )
    expect(faults(log, '- git push → failure (e0)')).toEqual(['refused told as run'])
    expect(faults(log, '- ls → success, after a failure at e2 (e2)')).toEqual(['success told as failure'])
    expect(faults(log, '- npm test → failure, exit 1: “bang” (e4)')).toEqual(['quoted words not in the output'])
  })

  it('reads every call of a line that says what was done since', () => {
    const log = logOf(['exec_command', { cmd: 'make' }, RUNNING], ['Read', { file_path: '/a.ts' }, 'x'])
    expect(faults(log, '- since then: make → success (e0); Read /a.ts (e2)')).toEqual(['unfinished told as ended'])
  })

  it('takes no notice of what is only quoted, and looks no further than the summary does', () => {
    const log = logOf(['exec_command', { cmd: 'make' }, RUNNING])
    expect(faults(log, '- e0:', '~~~', '- make → success (e0)', '~~~')).toEqual([])
    const later = logOf(['Bash', { command: 'make' }, 'Exit code 1', 'error'], ['Bash', { command: 'rm a.ts' }, ''])
    const summary = '[Summary v2.0] Entries e0–e0, made without a model.\n- make → unknown (e0)\n- make → failure (e0)'
    expect(judgeSummary(summary, later).falses.map(({ fault }) => fault)).toEqual(['unfinished told as ended'])
  })

  it('holds what stands in place of an output against that output', () => {
    const log = logOf(['exec_command', { cmd: 'make' }, RUNNING])
    const shown = logOf(['exec_command', { cmd: 'make' }, '[exec_command: success]\nKey data: {"cmd":"make"}'])
    expect(judgeCleared(shown, log).falses.map(({ fault }) => fault)).toEqual(['unfinished told as ended'])
    expect(judgeCleared(log, log)).toMatchObject({ falses: [], claims: { command: 0 } })
  })

  it('lets an output be a part of what came later', () => {
    const log = logOf(
      ['exec_command', { cmd: 'make' }, RUNNING],
      ['write_stdin', { session_id: 7, chars: '' }, 'Chunk ID: 2\nProcess exited with code 0\nOutput:\n'],
    )
    const cleared = (outcome: string): readonly Fault[] =>
      judgeCleared(logOf(['exec_command', { cmd: 'make' }, `[exec_command: ${outcome}]`]), log).falses.map(({ fault }) => fault)
    expect(cleared('partial')).toEqual([])
    expect(cleared('failure')).toEqual(['success told as failure'])
  })
})

describe('facts: views', () => {
  it('says something else after earlier compactions than after one', async () => {
    const found = await checkSession(new URL('../../samples/ferry-timetable.json', import.meta.url).pathname)
    const stated = (view: Found['view']): readonly number[] =>
      found
        .filter((one) => one.view === view)
        .map(({ judged }) => Object.values(judged.claims).reduce((sum, count) => sum + count, 0))
    expect(stated('second')).not.toEqual(stated('request'))
    expect(found.flatMap(({ judged }) => judged.falses)).toEqual([])
  })
})

describe('facts: files', () => {
  it('knows that what was made and then deleted is gone, by the shell as well', () => {
    const log = logOf(
      ['Write', { file_path: '/repo/try.py', content: '' }, 'File created successfully at: /repo/try.py'],
      ['Bash', { command: 'cd /repo && rm -f try.py' }, ''],
      ['Write', { file_path: '/repo/out/a.ts', content: '' }, 'File created successfully at: /repo/out/a.ts'],
      ['Bash', { command: 'rm -rf /repo/out' }, ''],
    )
    const claimed = ['- /repo/try.py: created (e0)', '- /repo/out/a.ts: created (e4)']
    expect(faults(log, ...claimed)).toEqual(['gone file told as there', 'gone file told as there'])
    expect(faults(log, '- /repo/try.py: deleted (e2)')).toEqual([])
  })

  it('knows that what was moved is moved', () => {
    const log = logOf(
      ['Write', { file_path: '/repo/a.ts', content: '' }, 'File created successfully at: /repo/a.ts'],
      ['Bash', { command: 'cd /repo; git mv a.ts "b.ts"' }, ''],
    )
    expect(faults(log, '- /repo/a.ts: created (e0)')).toEqual(['moved file told otherwise'])
    expect(faults(log, '- /repo/a.ts: deleted (e2)')).toEqual(['moved file told otherwise'])
    expect(faults(log, '- /repo/a.ts: moved to /repo/b.ts (e2)')).toEqual([])
  })

  it.each([
    ['apply_patch', 'apply_patch verification failed: Failed to find expected lines in /repo/a.ts:\nx'],
    ['edit', 'oldString not found in content'],
    ['edit', 'Your proposed edit has introduced new syntax error(s).\nERRORS:\n- E999\nYour changes have NOT been applied.'],
    ['str_replace_editor', 'No replacement was performed, old_str `x` did not appear verbatim in /repo/a.ts.'],
  ])('knows that an editor which says so has changed nothing, whatever flag its result has: %s, %s', (tool, answer) => {
    const patch = '*** Begin Patch\n*** Update File: /repo/a.ts\n@@\n-x\n+y\n*** End Patch'
    const args = tool === 'apply_patch' ? { input: patch } : { path: '/repo/a.ts' }
    const log = logOf([tool, args, answer], ['bash', { command: 'false' }, '', 'error'])
    expect(faults(log, '- /repo/a.ts: modified (e0)')).toEqual(['change that was not made'])
    const cleared = (outcome: string): readonly Fault[] =>
      judgeCleared(logOf([tool, args, `[${tool}: ${outcome}]`]), log).falses.map(({ fault }) => fault)
    expect(cleared('success')).toEqual(['failure told as success'])
    expect(cleared('failure')).toEqual([])
    const again = logOf([tool, args, answer], [tool, args, 'Success. The file /repo/a.ts has been updated.'])
    expect(faults(again, '- /repo/a.ts: modified (2×, e2)')).toEqual(['more changes told than made'])
    expect(faults(again, '- /repo/a.ts: modified (e2)')).toEqual([])
    const made = logOf([tool, args, 'Success. The file /repo/a.ts has been updated.'])
    expect(faults(made, '- /repo/a.ts: modified (e0)')).toEqual([])
  })

  it('knows what was there before, what was not carried out, and what was undone', () => {
    const log = logOf(
      ['Read', { file_path: '/repo/old.ts' }, 'x'],
      ['Write', { file_path: '/repo/old.ts', content: '' }, 'The file /repo/old.ts has been updated.'],
      ['Edit', { file_path: '/repo/c.ts' }, '<tool_use_error>String not found</tool_use_error>', 'error'],
      ['Edit', { file_path: '/repo/d.ts' }, 'The file /repo/d.ts has been updated.'],
      ['Bash', { command: 'cd /repo && git checkout -- d.ts' }, ''],
      ['Edit', { file_path: '/repo/e.ts' }, 'The file /repo/e.ts has been updated.'],
    )
    expect(faults(log, '- /repo/old.ts: created (e2)')).toEqual(['old file told as created'])
    expect(faults(log, '- /repo/c.ts: modified (e4)')).toEqual(['change that was not made'])
    expect(faults(log, '- /repo/d.ts: modified (e6)')).toEqual(['undone change told as made'])
    expect(faults(log, '- /repo/e.ts: deleted (e10)')).toEqual(['file that is there told as deleted'])
    expect(faults(log, '## Files (/repo/)', '- old.ts: modified (e2)', '- e.ts: modified (3×, e10): for “x”')).toEqual([])
  })

  it('reads patches with additions and moves', () => {
    const patch = '*** Begin Patch\n*** Add File: src/new.ts\n+x\n*** Update File: src/a.ts\n*** Move to: src/b.ts\n*** End Patch'
    const log = logOf(['apply_patch', { input: patch }, 'Success. Updated the following files:'])
    expect(faults(log, '- src/new.ts: created (e0)', '- src/a.ts: modified (e0)')).toEqual(['moved file told otherwise'])
  })

  it('takes a shell command apart like a shell', () => {
    const command = 'cd "/a b" && cat <<\'EOF\' > x.txt 2>/dev/null\nrm y\nEOF\nrm -f z\\ 1 $(ls); echo a >> log # rm k'
    const parts = shellCommands(command).map(({ words, writes, appends }) => [words.join('|'), writes.join(), appends.join()])
    expect(parts).toEqual([
      ['cd|/a b', '', ''],
      ['cat', 'x.txt', ''],
      ['rm|-f|z 1|$', '', ''],
      ['echo|a', '', 'log'],
    ])
  })
})

describe('facts: answers and words', () => {
  it('finds an answer that is put to one of several questions, unless its words say which', () => {
    const log = spoken(['assistant', 'Shall I bump the version? Or do you want a patch release?'], ['user', 'minor'])
    expect(faults(log, '- e1, to “Or do you want a patch release?”: minor')).toEqual(['answer to another question'])
    expect(faults(log, '- e1, to “Shall I bump the version?”, “Or do you want a patch release?”: minor')).toEqual([])
    const clear = spoken(['assistant', 'Shall I bump the version? Or do you want a patch release?'], ['user', 'a patch'])
    expect(faults(clear, '- e1, to “Or do you want a patch release?”: a patch')).toEqual([])
    const other = spoken(['assistant', 'Shall I bump the version?'], ['user', 'yes'])
    expect(faults(other, '- e1, to “Shall I delete it?”: yes')).toEqual(['answer to another question'])
    expect(questionsIn('Is `a?b` right?\n```\nwhat?\n```\nNo question.')).toEqual(['Is `a b` right?'])
  })

  it('finds an option that an answer does not name, or that another list has', () => {
    const asked = 'Seen:\n1. **The pool** leaks\nWe could:\n1. Close it\n2. Bound it, see #4 (the cache)\nWhich?'
    const of = (answer: string) => spoken(['assistant', asked], ['user', answer])
    expect(faults(of('do 1 and 2'), '- e1, to “1: Close it”, “2: Bound it, see #4 (the cache)”: do 1 and 2')).toEqual([])
    expect(faults(of('4 too'), '- e1, to “4: the cache”: 4 too')).toEqual([])
    expect(faults(of('1'), '- e1, to “1: The pool leaks”: 1')).toEqual(['answer to another question'])
    expect(faults(of('2'), '- e1, to “1: Close it”: 2')).toEqual(['answer to another question'])
  })

  it('finds options that the person did not choose, and what stood in a call that was refused', () => {
    const options = [
      { label: 'Local file', description: 'Write it to a file in the repository. Easy to find.' },
      { label: 'Comments on the issue', description: 'Add the design as comments on the issue. Seen by all.' },
    ]
    const log = logOf(
      [
        'AskUserQuestion',
        { questions: [{ question: 'Where?', options }] },
        'User has answered your questions: "Where?"="Local file". ',
      ],
      ['ExitPlanMode', { plan: 'Rewrite everything in Rust.' }, "The user doesn't want to proceed with this tool use.", 'error'],
    )
    expect(faults(log, '- Add the design as comments on the issue. (e0)')).toEqual(['option that was not chosen'])
    expect(faults(log, '- Write it to a file in the repository. (e0)')).toEqual([])
    expect(faults(log, '- Rewrite everything in Rust. (e2)')).toEqual(['refused proposal told as said'])
    expect(faults(log, '- since then: ExitPlanMode (e2)')).toEqual([])
  })

  it('finds tests that are said to pass though the last run failed, and files that were changed after all', () => {
    const call = { type: 'tool_call', id: 'c', name: 'Bash', arguments: '{"command":"go test ./..."}' }
    const edit = { type: 'tool_call', id: 'd', name: 'Edit', arguments: '{"file_path":"/repo/a.ts"}' }
    const messages = [
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [{ type: 'tool_result', tool_call_id: 'c', text: 'Exit code 1\nFAIL', is_error: true }] },
      { role: 'assistant', content: [{ type: 'text', text: 'All tests pass. No changes needed in `a.ts`.' }, edit] },
      { role: 'tool', content: [{ type: 'tool_result', tool_call_id: 'd', text: 'The file /repo/a.ts has been updated.' }] },
    ]
    const log = ingest(EMPTY_STATE, neutral.readMessages(messages)).entries
    expect(faults(log, '- All tests pass. (e2)', '- No changes needed in `a.ts`. (e2)')).toEqual([
      'tests told as passing',
      'file told as unchanged',
    ])
    expect(faults(log, '- All tests should pass. (e2)')).toEqual([])
  })
})

it('facts: the report prints each false statement once, with its sizes and what the log says, and counts all of them', () => {
  const log = logOf(['exec_command', { cmd: 'make' }, RUNNING])
  const judged = judgeSummary('- make → success (e0)', log)
  const found = (size: string) => ({ session: 's/1.json', size, view: 'page' as const, judged, answers: 0, unsaid: 0 })
  const report = printFacts([found('10 %'), found('20 %')], 9)
  expect(report).toContain('unfinished told as ended: 1 different statements\n  s/1.json [10 % page, 20 % page]')
  expect(report).toContain('    log:  e1: Process running with session ID 7')
  expect(report).toMatch(/^all false +1 +1$/m)
})

describe('facts: the repository', () => {
  const MADE = '[main 1a2b3c4] Read the tides\n 1 file changed'
  const log = logOf(
    ['bash', { command: 'git commit -am "Read the tides"' }, MADE],
    ['bash', { command: 'git push' }, ' ! [rejected] main -> main'],
    ['bash', { command: 'git status -sb' }, '## main...origin/main [ahead 1]\n M a.ts\n?? b.ts'],
  )

  it('knows another hash, branch or subject, an amend that was none, and a push that was rejected', () => {
    expect(faults(log, '- last commit: 1a2b3c4 on main: “Read the tides” (e0)')).toEqual([])
    for (const line of [
      '- last commit: 1a2b3c5 on main: “Read the tides” (e0)',
      '- last commit: 1a2b3c4 on quay: “Read the tides” (e0)',
      '- last commit: 1a2b3c4 on main: “Read the moon” (e0)',
      '- last commit: 1a2b3c4 on main, amended: “Read the tides” (e0)',
      '- last commit: 1a2b3c4 on main: “Read the tides” (e0); pushed (e2)',
    ])
      expect(faults(log, line), line).toEqual(['commit told otherwise'])
  })

  it('knows a commit that is not the last', () => {
    const later = logOf(
      ['bash', { command: 'git commit -am "Read the tides"' }, MADE],
      ['bash', { command: 'git commit -am "More"' }, '[main 5d6e7f8] More'],
    )
    expect(faults(later, '- last commit: 1a2b3c4 on main: “Read the tides” (e0)')).toEqual(['commit told otherwise'])
  })

  it('counts the files of a status', () => {
    const said = (words: string): readonly Fault[] => faults(log, `- git status: ${words} (e4)`)
    expect(said('on main, ahead 1 of origin/main, 1 changed file not committed, none staged, 1 untracked')).toEqual([])
    for (const words of ['on quay', 'on main, ahead 2 of origin/main', 'on main, 2 changed files not committed, none staged'])
      expect(said(words), words).toEqual(['status told otherwise'])
  })
})

describe('facts: the last edit', () => {
  const change = { file_path: 'moon.ts', old_string: 'ebb(1)', new_string: 'ebb(2)' }
  const said = (log: readonly Entry[]): readonly Fault[] => faults(log, `- last edit: moon.ts: “ebb(1)” → “ebb(2)” (e0)`)

  it('knows other lines, an edit that was not applied, and one that was not the last', () => {
    expect(said(logOf(['Edit', change, 'The file moon.ts has been updated.']))).toEqual([])
    expect(said(logOf(['Edit', { ...change, new_string: 'ebb(3)' }, 'ok']))).toEqual(['edit told otherwise'])
    const refused = logOf(['Edit', change, 'String to replace not found in file.', 'error'])
    expect(said(refused)).toEqual(['edit told otherwise'])
    expect(faults(refused, '- last edit, not applied: moon.ts (e0)')).toEqual([])
    expect(said(logOf(['Edit', change, 'ok'], ['Edit', { ...change, file_path: 'b.ts' }, 'ok']))).toEqual(['edit told otherwise'])
  })
})

describe('facts: what was put into files', () => {
  const change = { file_path: 'moon.ts', old_string: 'TIDES = 11', new_string: 'TIDES = 12' }
  const said = (log: readonly Entry[]): readonly Fault[] => faults(log, '- put into moon.ts: “TIDES = 12” (e0)')

  it('knows other lines, an edit that was not applied, and one that took them out again', () => {
    expect(said(logOf(['Edit', change, 'ok']))).toEqual([])
    expect(said(logOf(['Edit', { ...change, new_string: 'TIDES = 13' }, 'ok']))).toEqual(['edit told otherwise'])
    expect(said(logOf(['Edit', change, 'String to replace not found in file.', 'error']))).toEqual(['edit told otherwise'])
    const back = { file_path: 'moon.ts', old_string: 'TIDES = 12', new_string: 'TIDES = 11' }
    expect(said(logOf(['Edit', change, 'ok'], ['Edit', back, 'ok']))).toEqual(['edit told otherwise'])
    expect(said(logOf(['Edit', change, 'ok'], ['Write', { file_path: 'moon.ts', content: '' }, 'ok']))).toEqual([
      'edit told otherwise',
    ])
    expect(said(logOf(['Edit', change, 'ok'], ['Bash', { command: 'rm moon.ts' }, '']))).toEqual(['edit told otherwise'])
  })
})
