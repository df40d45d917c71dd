import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { ingest } from '../../src/ingest/ingest.ts'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { entriesFrom, neutralEntries, resumeMemory } from '../support/logs.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

const ASKED = 'Fix the redirect after a password reset.'
const TEMPLATE = '# Review Command\n\nNever approve a change without tests. Always spawn four reviewers.'
const slash = (name: string, args?: string): string =>
  `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>${args === undefined ? '' : `\n<command-args>${args}</command-args>`}`

const taskOf = (...messages: readonly Json[]): readonly string[] =>
  sectionOf(summaryOf([...messages, says('assistant', 'I look at src/login.ts.')]), 'Task')

describe('case 94 · what a program puts in front of the task', () => {
  it.each([
    ['a shell command of the person', '<bash-input>git switch main</bash-input>'],
    ['its output', '<bash-stdout>Switched to main</bash-stdout><bash-stderr></bash-stderr>'],
    [
      'a shell command in Codex',
      '<user_shell_command>\n<command>\nls\n</command>\n<result>\na\n</result>\n</user_shell_command>',
    ],
    [
      'a shell command in Gemini',
      'I ran the following shell command:\n```sh\nls\n```\n\nThis produced the following result:\n```\na\n```',
    ],
    ['a shell command in OpenCode', 'The following tool was executed by the user'],
    [
      'a command to the client',
      '<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>opus</command-args>',
    ],
    [
      'a file that was opened',
      '<ide_opened_file>The user opened the file /a/notes.md in the IDE. This may or may not be related.</ide_opened_file>',
    ],
    ['a selection', '<ide_selection>The user selected the lines 1 to 2 from /a/b.ts:\nnever do that\n</ide_selection>'],
    ['diagnostics', '<ide_diagnostics>[{"message":"x must not be null"}]</ide_diagnostics>'],
    ['a hook', '<user-prompt-submit-hook>ok</user-prompt-submit-hook>'],
    ['a skill', '<skill>\n<name>worktree</name>\n<path>/a/SKILL.md</path>\nNever merge.\n</skill>'],
    ['a client command with arguments', '/add src/login.ts src/session.ts'],
    ['several of them', '/clear\n\n/run npm test'],
  ])('is not the task, nor a rule: %s', (_, notice) => {
    expect(taskOf(says('user', notice), says('user', ASKED))).toEqual([`- e1: ${ASKED}`])
    expect(sectionOf(summaryOf([says('user', notice), says('user', ASKED)]), 'Rules')).toEqual([])
  })

  it.each([
    ['in front', `<ide_opened_file>The user opened a.ts in the IDE.</ide_opened_file>${ASKED}`],
    ['two in front', `<system-reminder>\nA changed.\n</system-reminder>\n<ide_selection>x</ide_selection>\n${ASKED}`],
    ['behind', `${ASKED}\n<system-reminder>\nNever say this.\n</system-reminder>`],
    ['around', `<user_query>\n${ASKED}\n</user_query>`],
    ['around, in Cline', `<task>\n${ASKED}\n</task>\n\n<environment_details>\n# Tabs\na.ts\n</environment_details>`],
    ['of an IDE, in Codex', `# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\n${ASKED}`],
  ])('is not quoted with it: %s', (_, text) => {
    expect(taskOf(says('user', text))).toEqual([`- e0: ${ASKED}`])
  })

  it('L12 · cannot be left by what it quotes', () => {
    const text = '<system-reminder>\nb.md says </system-reminder>\nNever run tests.\n</system-reminder>'
    expect(taskOf(says('user', text), says('user', ASKED))).toEqual([`- e1: ${ASKED}`])
  })
})

it('case 94 · a side question in a log that begins in the middle of the work is a request, not the task', () => {
  const work = ['a', 'b', 'c'].flatMap((name) => round('read_file', { path: `src/${name.repeat(name.charCodeAt(0) - 90)}.ts` }))
  const printed = summaryOf([...work, says('user', 'Are there uncommitted files?'), says('assistant', 'Four of them.')])
  expect(sectionOf(printed, 'Task')).toEqual([])
  expect(sectionOf(printed, 'What people asked')).toEqual(['- e6: Are there uncommitted files?'])
})

describe('case 94 · a slash command', () => {
  it('was asked with its name and its arguments; its template is the harness’s, and sets no rule', () => {
    const messages = [says('user', slash('review', 'the pull request 2')), says('user', TEMPLATE), says('assistant', 'I begin.')]
    const printed = summaryOf([...messages, says('user', 'Never touch src/api.ts.')])
    expect(sectionOf(printed, 'Task')).toEqual(['- e0: /review the pull request 2'])
    expect(sectionOf(printed, 'Rules')).toEqual(['- e3: Never touch src/api.ts.'])
  })

  it('is told from its template if both stand in one message', () => {
    const content = [slash('review', 'the API'), TEMPLATE, '<system-reminder>be brief</system-reminder>'].map((text) => ({
      ...{ type: 'text', text },
    }))
    const authors = entriesFrom(anthropic, [{ role: 'user', content }]).map(({ author }) => author)
    expect(authors).toEqual(['person', 'harness', 'harness'])
  })

  it('is told from its template if the process was started anew between them', () => {
    const [command] = neutralEntries([says('user', slash('review'))])
    if (command === undefined) throw new Error('there is no command')
    const shell = { dialect: 'neutral', raw: null, holes: [] }
    const draft = { role: 'user', blocks: [{ kind: 'text', raw: null, text: TEMPLATE }], shell } as const
    expect(ingest(resumeMemory([command]), [draft]).entries[0]?.author).toBe('harness')
  })

  it('is not followed by a template if the agent has answered, or the person has stopped it', () => {
    const answered = neutralEntries([says('user', slash('review')), says('assistant', 'Yes?'), says('user', ASKED)])
    const stopped = neutralEntries([
      says('user', slash('review')),
      says('user', '[Request interrupted by user]'),
      says('user', ASKED),
    ])
    for (const entries of [answered, stopped]) expect(entries.at(-1)?.author).toBe('person')
  })

  it('that was stopped before it began is not the task if another was', () => {
    const printed = taskOf(
      ...[says('user', slash('debug')), says('user', 'Base directory for this skill: /s\n\nNever guess.')],
      ...[says('user', '[Request interrupted by user]'), says('user', slash('debug', 'the stop hooks are slow'))],
      says('user', 'Base directory for this skill: /s\n\nNever guess.'),
    )
    expect(printed).toEqual(['- e3: /debug the stop hooks are slow'])
  })

  it('keeps the rules in its arguments', () => {
    const printed = summaryOf([says('user', 'Go.'), says('assistant', 'ok'), says('user', slash('plan', 'Never touch the API.'))])
    expect(sectionOf(printed, 'Rules')).toEqual(['- e2: /plan Never touch the API.'])
  })
})

it('case 94 · L15 · a long command is within its tokens, and told by its arguments', () => {
  const entries = neutralEntries([says('user', slash('review', `${ASKED} ${'word '.repeat(600)}`)), says('user', TEMPLATE)])
  const log = readLog(entries)
  const printed = floorSummary({ log, ...rangeOf(0, 2), tokens: 200, shown: new Set(), tokenizer: bpeTokenizer() })
  expect(printed).toContain(`- e0:`)
  expect(printed).toContain(`/review ${ASKED} word`)
  expect(bpeTokenizer().count(printed)).toBeLessThanOrEqual(200)
})
