import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import { neutralEntries } from './logs.ts'

/** A call of one tool and its result, as two neutral messages. */
export function round(tool: string, input: object | string, result = 'ok', isError = false): readonly Json[] {
  const args = typeof input === 'string' ? input : JSON.stringify(input)
  const id = `${tool}-${args.length}`
  return [
    { role: 'assistant', content: [{ type: 'tool_call', id, name: tool, arguments: args }] },
    { role: 'tool', content: [{ type: 'tool_result', tool_call_id: id, text: result, ...(isError ? { is_error: true } : {}) }] },
  ]
}

export const says = (role: 'user' | 'assistant', text: string): Json => ({ role, content: [{ type: 'text', text }] })

export const TASK = 'Make the parser twice as fast.\nDo NOT change its public API; keep `parse(text)` as it is.'

/** A small coding session: a task, two later wishes, files read and changed, commands that worked and failed, a last word. */
export function workedSession(): readonly Entry[] {
  return neutralEntries([
    says('user', TASK),
    ...round('read_file', { path: 'src/parser.ts' }, 'export function parse'),
    ...round('Edit', { file_path: 'src/parser.ts', old: 'a', new: 'b' }),
    ...round('bash', { command: 'npm test' }, 'Process exited with code 1\n3 failed'),
    says('user', 'use the new lexer, please'),
    ...round('write_file', { path: 'src/lexer.ts', content: '…' }),
    ...round('read_file', { path: 'src/parser.ts' }, 'export function parse'),
    ...round('shell', { cmd: ['npm', 'test'] }, 'exit code: 0'),
    says('user', '<system-reminder>tests changed</system-reminder>'),
    says('assistant', 'The parser is 2.3 times as fast; all tests pass.'),
    says('user', 'now document it'),
  ])
}
