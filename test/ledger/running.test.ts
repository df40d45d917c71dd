import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/schema/json.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { says } from '../support/worked-session.ts'

let made = 0
/** A call and its result, with an id of its own however often it is made. */
function round(name: string, args: object, text: string, isError = false): readonly Json[] {
  made += 1
  const id = `call-${made}`
  return [
    { role: 'assistant', content: [{ type: 'tool_call', id, name, arguments: JSON.stringify(args) }] },
    { role: 'tool', content: [{ type: 'tool_result', tool_call_id: id, text, ...(isError ? { is_error: true } : {}) }] },
  ]
}

/** Checks that fail are open, all others are listed as commands. */
const commands = (...messages: readonly (readonly Json[])[]): readonly string[] => {
  const summary = summaryOf([says('user', 'go'), ...messages.flat(), says('assistant', 'Done.')])
  return [...sectionOf(summary, 'Commands'), ...sectionOf(summary, 'Open')]
}

const chunk = (state: string, output = ''): string => `Chunk ID: 1f\nWall time: 30.0 seconds\n${state}\nOutput:\n${output}`
const RUNNING = chunk('Process running with session ID 61772', '12 pass')
const started = (): readonly Json[] => round('exec_command', { cmd: 'bun test' }, RUNNING)
const asked = (text: string): readonly Json[] => round('write_stdin', { session_id: 61772, chars: '' }, text)

describe('F5 · case 92 · a command that runs on', () => {
  it('was told as a success: it is running', () => {
    expect(commands(started())).toEqual(['- “bun test” → running (e1)'])
    expect(commands(started(), asked(RUNNING))).toEqual(['- “bun test” → running (e1)'])
  })

  it('is what it became when it was asked for again, and its line says where', () => {
    const failed = asked(chunk('Process exited with code 1', 'error: one test failed'))
    expect(commands(started(), asked(RUNNING), failed)).toEqual([
      '- “bun test” → failure, exit 1: “error: one test failed”, ended at e6 (e1)',
    ])
    expect(commands(started(), asked(chunk('Process exited with code 0')))).toEqual(['- “bun test” → success, ended at e4 (e1)'])
  })

  it('is not mixed up with another that was started since', () => {
    const other = round('exec_command', { cmd: 'make' }, RUNNING.replace('61772', '5'))
    const ended = asked(chunk('Process exited with code 0'))
    expect(commands(started(), other, ended)).toEqual(['- “bun test” → success, ended at e6 (e1)', '- “make” → running (e3)'])
  })

  it.each([
    ['a background shell', 'Command running in background with ID: b1. Output is being written to: /tmp/b1.output'],
    [
      'a shell sent to the background',
      'Command was manually backgrounded by user with ID: b1. Output is being written to: /tmp/b1',
    ],
    ['a command without new output', 'installing\n[The command has no new output after 30 seconds. You may wait longer]'],
  ])('may be %s', (_, text) => {
    expect(commands(round('Bash', { command: 'make' }, text))).toEqual(['- “make” → running (e1)'])
  })

  it('may be stopped: then it is neither', () => {
    const background = round('Bash', { command: 'make' }, 'Command running in background with ID: b1. Output is being written')
    const stopped = round('KillShell', { shell_id: 'b1' }, 'Successfully killed shell: b1 (make)')
    expect(commands(background, stopped)).toEqual(['- “make” → partial, ended at e4 (e1)'])
  })

  it('may be an agent in the background, whose status is looked up by its id', () => {
    const agent = round('Task', { prompt: 'Review it' }, 'Async agent launched successfully.\nagentId: a02 (internal)')
    const status = (state: string, rest: string): readonly Json[] =>
      round(
        'TaskOutput',
        { task_id: 'a02' },
        `<retrieval_status>${state}</retrieval_status>\n\n<task_id>a02</task_id>\n\n${rest}`,
      )
    const running = status('timeout', '<status>running</status>')
    expect(commands(agent, running)).toEqual(['- “Task prompt: Review it” → running (e1)'])
    const failed = status('success', '<status>completed</status>\n\n<exit_code>1</exit_code>')
    expect(commands(agent, running, failed)).toEqual(['- “Task prompt: Review it” → failure, ended at e6 (e1)'])
    // If what started it is not in the span, the look-up stands for itself.
    expect(commands(running)).toEqual(['- “TaskOutput task_id: a02” → running (e1)'])
  })

  it('is not one whose output only says so', () => {
    const log = round('bash', { command: 'cat notes.md' }, 'Notes\n\nProcess running with session ID 7 is what Codex prints.')
    expect(commands(log)).toEqual(['- “cat notes.md” → success (e1)'])
  })
})
