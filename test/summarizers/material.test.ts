import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seqOf } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { type Shown, transcriptOf } from '../../src/summarizers/model/transcript.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

const shownOf = (...messages: readonly (readonly Json[])[]): readonly Shown[] => {
  const entries = neutralEntries([says('user', 'Go.'), ...messages.flat()])
  return transcriptOf(entries, { from: seqOf(0), end: seqOf(entries.length) }, undefined)
}
const lines = (count: number, line: (at: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, at) => line(at))
/** So that what is tested is not among the newest entries, which are shown longer. */
const later = lines(40, (at) => `Step ${at} is taken.`).map((text) => says('assistant', text))
const outputOf = (tool: string, input: object, output: string, isError = false): string =>
  shownOf(round(tool, input, output, isError), later).find(({ seq }) => seq === 2)?.text ?? ''

describe('what a summarizer is shown of an output', () => {
  it('D7 · that failed: place, rule and message of each error, the counts, and the end', () => {
    const finding = (at: number): readonly string[] => [
      `web/page${at}.tsx:${at}:8 lint/noUnused  FIXABLE ━━━━━━━━`,
      '',
      `  × The variable count${at} is unused.`,
      ...lines(60, (line) => `    ${line} │ const other${line} = list.length;`),
    ]
    const log = ['$ lint --write', ...finding(18), ...finding(202), 'Found 2 errors.', '', 'script "lint" ended with code 1']
    const text = outputOf('bash', { command: 'lint --write' }, [...log, ...lines(80, () => '')].join('\n'), true)
    for (const at of [18, 202]) {
      expect(text).toContain(`web/page${at}.tsx:${at}:8 lint/noUnused`)
      expect(text).toContain(`× The variable count${at} is unused.`)
    }
    expect(text).toContain('Found 2 errors.')
    expect(text).toContain('ended with code 1')
    expect(text).not.toContain('other7')
  })

  it('D7 · that failed: what stands under a heading, and of what fails alike three, so that the other cause is seen', () => {
    const alike = lines(60, (at) => `(fail) the tool > does thing ${at}\nerror: expect(received).toBe(expected)\n    at a${at}`)
    const log = ['ERRORS:', '- E999 unindent does not match', ...alike, 'SyntaxError: export buildKey not found', ...alike]
    const text = outputOf('bash', { command: 'make' }, log.join('\n'), true)
    expect(text).toContain('ERRORS:\n- E999 unindent does not match')
    expect(text).toContain('SyntaxError: export buildKey not found')
    expect(text.split('expect(received)').length).toBeLessThan(10)
  })

  it('D7 · that went well: its end, without tests that passed, files that a build wrote and errors that were meant', () => {
    const log = [
      ...lines(30, (at) => `(pass) suite > test ${at}`),
      ...lines(30, (at) => `dist/chunk-${at}.js   ${at}.2 KB`),
      ...lines(30, (at) => `error: as it should be ${at}`),
      '60 pass',
      '0 fail',
    ]
    const text = outputOf('bash', { command: 'make test' }, log.join('\n'))
    expect(text).toContain('60 pass\n0 fail')
    expect(text).not.toMatch(/\(pass\)|KB/)
    expect(text.split('as it should be').length).toBeLessThan(6)
  })

  it('D7 · of a hook that failed: the reason, without colours, wheels and returns', () => {
    const red = (text: string): string => `\u001b[31m${text}\u001b[0m`
    const log = [
      'hook: pre-commit',
      ...lines(60, (at) => `${red('Checked ')}${red(String(at))} files.\r`),
      '\u001b[1G\u001b[0K⠙The following paths are ignored by one of your .gitignore files:\r',
      red('vendor/piers'),
      ...lines(60, (at) => `Formatted ${at} files.`),
      'exit status 1',
    ]
    const text = outputOf('bash', { command: 'git commit -m x' }, log.join('\n'), true)
    expect(text).toContain('\nThe following paths are ignored by one of your .gitignore files:\nvendor/piers\n')
    expect(text).toContain('exit status 1')
    expect(text).not.toMatch(/[\r⠙]|\[\d{0,2}[mGK]/)
  })

  it('D7 · tests that passed are counted, and one that failed behind a pipe is shown as a failure', () => {
    const log = [
      ...lines(40, (at) => `ok  \tharbour/pier${at}\t0.${at}s`),
      '--- FAIL: TestNextBoat (0.01s)',
      '    pier_test.go:12: got 3 boats, want 4',
      ...lines(40, (at) => `ok  \tharbour/quay${at}\t0.${at}s`),
      'done',
    ].join('\n')
    const text = outputOf('bash', { command: 'go test ./... | cat' }, log)
    expect(text).toBe('… 40 passed\n--- FAIL: TestNextBoat (0.01s)\n    pier_test.go:12: got 3 boats, want 4\n… 40 passed\ndone')
  })

  it('D7 · of a list of issues that a command printed: those that are spoken of, by their numbers', () => {
    const issues = lines(60, (at) => ({ number: 900 + at, title: `Boat ${at} is late`, state: 'open' }) as unknown as string)
    const messages = [
      ...round('bash', { command: 'gh issue list --json number,title,state' }, JSON.stringify(issues)),
      says('assistant', '#950 is the one. See also https://github.com/harbour/board/issues/931 for it.'),
    ]
    const text = shownOf(messages, later).find(({ seq }) => seq === 2)?.text ?? ''
    expect(text).toContain('each: number, title, state')
    expect(text).toContain('\n950, Boat 50 is late, open\n')
    expect(text).toContain('\n931, Boat 31 is late, open\n')
  })

  it('D7 · of a file, a manual or a skill that nothing comes back to: that it was read', () => {
    const code = lines(300, (at) => `func Test${at}(t *testing.T) { run(t, ${at}) }`).join('\n')
    expect(outputOf('Read', { file_path: 'a_test.go' }, code)).toBe('300 lines')
    expect(outputOf('bash', { command: 'tool update --help' }, code)).toBe('300 lines')
    const [, skill] = shownOf([says('user', `Base directory for this skill: /home/u/skills/careful-work\n\n${code}`)])
    expect(skill).toMatchObject({ label: 'e1 harness', text: 'instructions of the skill careful-work, 302 lines' })
  })

  it('D7 · of a record, whole elements: those that are spoken of, as rows under the names of their fields', () => {
    const record = lines(40, (at) => ({ id: `F${at}`, seats: { low: at, high: 2 * at }, day: '2024-05-27' }) as unknown as string)
    const messages = [...round('find_flights', { day: 1 }, JSON.stringify(record)), says('assistant', 'I would take F23.')]
    const text = shownOf(messages, later).find(({ seq }) => seq === 2)?.text ?? ''
    expect(text).toMatch(/^each: id, seats\(low, high\), day\nF0, \(0, 0\), 2024-05-27\n/)
    expect(text).toContain('\nF23, (23, 46), 2024-05-27\n')
    expect(text).toContain('\n…\n')
    for (const row of text.split('\n').slice(1)) expect(row).toMatch(/^(?:…|F\d+, \(\d+, \d+\), 2024-05-27)$/)
  })

  it('a number that no program reads exactly is shown as it stands', () => {
    const record = `[${lines(60, (at) => `{"id":9007199254740993${at}}`).join(',')}]`
    expect(outputOf('find', { a: 1 }, record)).toContain('90071992547409930')
  })

  it('case 93 · a call that a person refused is marked so, with their words and no others', () => {
    const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    const words = `${refusal} To tell you how to proceed, the user said:\nclone it instead`
    const shown = shownOf(
      round('bash', { command: 'rm -r x' }, words, true),
      round('bash', { command: 'rm -r y' }, refusal, true),
    )
    expect(shown[2]).toMatchObject({ label: 'e2 tool, refused by a person', text: 'clone it instead' })
    expect(shown[3]?.label).toBe('e3 call, e4 refused by a person')
  })

  it('F5 · a patch that was not applied has failed, and says why', () => {
    const patch = '*** Begin Patch\n*** Update File: a.go\n-old()\n+fresh()\n*** End Patch'
    const answer = 'apply_patch verification failed: Failed to find expected lines in a.go:\nold()'
    expect(shownOf(round('apply_patch', patch, answer)).at(-1)).toMatchObject({ label: 'e2 tool, failure', text: answer })
  })

  it('F5 · an edit that was not made says why, without the file as it would have been', () => {
    const window = lines(100, (at) => `${at}: code of line ${at}`).join('\n')
    const answer = `Your proposed edit has introduced new syntax error(s).\n\nERRORS:\n- E999 bad indent\n\nThis is how your edit would have looked if applied\n${window}\nYour changes have NOT been applied. Please try again.`
    const text = outputOf('edit', { search: 'a', replace: 'b' }, answer)
    expect(text).toMatch(/ERRORS:\n- E999 bad indent\n\nYour changes have NOT been applied/)
    expect(text).not.toContain('code of line')
  })
})

describe('what a summarizer is shown of versions', () => {
  const body = (name: string): string => lines(8, (at) => `    ${name}_${at} = compute(${at}, options)`).join('\n')
  const write = (code: string) =>
    round('Edit', { file_path: 'a.py', old_string: '', new_string: code }, 'The file a.py has been updated.')

  it('D7 · of a passage that is written twice the last stands whole, and the first names it', () => {
    const shown = shownOf(write(body('value')), later, write(`${body('value')}\n    last = 1`))
    const [first, last] = shown.filter(({ label }) => label.includes('call'))
    expect(first?.text).toBe(`Edit a.py\n+ … 8 lines as in e${last?.seq}`)
    expect(last?.text).toContain('value_3 = compute(3, options)')
    expect(last?.text).toContain('+ last = 1')
  })

  it('D7 · what an agent proposes to replace is told with its sides (Aider)', () => {
    const block = `a.py\n\`\`\`python\n<<<<<<< SEARCH\n${body('old')}\n=======\n${body('fresh')}\n>>>>>>> REPLACE\n\`\`\`\n${'It works. '.repeat(80)}`
    const text = shownOf([says('assistant', block)], later)[1]?.text ?? ''
    expect(text).toContain('+ fresh_3 = compute(3, options)')
    expect(text).toMatch(/^- /m)
    expect(text).not.toContain('SEARCH')
  })

  it('D7 · a reference names an entry that shows all of these lines', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'x')
    const output = fc.tuple(fc.constantFrom('bash', 'Read'), fc.array(word, { minLength: 4, maxLength: 14 }))
    const linesIn = (words: readonly string[]): readonly string[] =>
      words.map((each) => (each.length < 2 ? each : `the line of ${each} is long enough`))
    fc.assert(
      fc.property(fc.array(output, { minLength: 2, maxLength: 10 }), (outputs) => {
        const shown = shownOf(...outputs.map(([name, words]) => round(name, { command: 'x' }, linesIn(words).join('\n'))))
        const texts = new Map(shown.map(({ seq, text }) => [`e${seq}`, text]))
        outputs.forEach(([, words], index) => {
          const left = [...linesIn(words)]
          for (const line of (texts.get(`e${2 * index + 2}`) ?? '').split('\n')) {
            const [, count = '0', entry = ''] = /^… (\d+) lines as in (e\d+)$/.exec(line) ?? []
            if (entry === '') expect(left.shift()).toBe(line)
            else
              for (const named of left.splice(0, Number(count)))
                expect(named === 'x' || texts.get(entry)?.includes(named)).toBe(true)
          }
          expect(left).toEqual([])
        })
      }),
      { numRuns: 40 },
    )
  })
})
