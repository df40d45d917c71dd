import { describe, expect, it } from 'vitest'
import { envelopeFor, keyFieldsOf, outcomeOf } from '../../src/ingest/envelope.ts'
import type { BlockDraft } from '../../src/schema/draft.ts'

const result = (fields: object = {}): Extract<BlockDraft, { kind: 'tool-result' }> => ({
  kind: 'tool-result',
  raw: null,
  callId: 'c1',
  text: 'done',
  ...fields,
})

describe('C7 · the envelope of a tool result', () => {
  it('C7 · holds tool name, call id, outcome and key fields of the call', () => {
    const call = { tool: 'read_file', input: '{"path":"a.ts","offset":3}' }
    expect(envelopeFor(result(), call)).toEqual({
      tool: 'read_file',
      callId: 'c1',
      outcome: 'success',
      keyFields: { path: 'a.ts' },
    })
  })

  it('C7 · takes what the host declares over what it would find itself', () => {
    const declared = { tool: 'mine', outcome: 'partial', keyFields: { order: 4711 }, durability: 'non-replayable' }
    expect(envelopeFor(result(declared), { tool: 'other', input: '{"path":"x"}' })).toEqual({ callId: 'c1', ...declared })
  })

  it('is called "tool" if the name is unknown', () => {
    expect(envelopeFor(result(), undefined).tool).toBe('tool')
    expect(envelopeFor(result(), { tool: '', input: '' }).tool).toBe('tool')
  })
})

describe('the outcome of a result', () => {
  it.each([
    ['all good', 'success'],
    ['', 'success'],
    ['built in 3 s\nexit code: 0', 'success'],
    ['{"output":"","metadata":{"exit_code":1}}', 'failure'],
    ['Process exited with code 127', 'failure'],
    ['Exit status 2', 'failure'],
    ['returncode=0', 'success'],
    ['Error: no such file', 'failure'],
    ['  error[E0308]: mismatched types', 'failure'],
    ['<tool_use_error>File has not been read yet</tool_use_error>', 'failure'],
    ['Traceback (most recent call last):\n  File "a.py"', 'failure'],
    ["ls: cannot access 'src/lib': No such file or directory", 'failure'],
    ['bash: line 3: foo: command not found\n', 'failure'],
    ['cat: a.txt: No such file or directory\ntwo lines\nof the other file', 'success'],
    ['running\nTraceback (most recent call last):\n  File "a.py", line 3\nValueError: no value\n', 'failure'],
    ['Traceback (most recent call last):\nValueError: x\nhandled, going on'.replace('T', 'the t'), 'success'],
    ['0 errors, 3 warnings', 'success'],
    ['errors are documented below', 'success'],
    ['[Request interrupted by user for tool use]', 'partial'],
    ['Command timed out after 120 s', 'partial'],
    ['Chunk ID: 1f\nWall time: 30 seconds\nProcess running with session ID 61772\nOutput:\n', 'partial'],
    ['Command running in background with ID: b1. Output is being written to: /tmp/b1', 'partial'],
    ['<status>running</status>\n\n<stdout>\nexit code: 0</stdout>', 'partial'],
    ['It says: Process running with session ID 7', 'success'],
    ['<status>completed</status>\n\n<exit_code>1</exit_code>', 'failure'],
  ] as const)('of %j is %s', (text, outcome) => {
    expect(outcomeOf(text)).toBe(outcome)
  })

  it('is read off both ends, not off the middle of a long output', () => {
    const filler = 'line of a log\n'.repeat(200)
    expect(outcomeOf(`${filler}exit code: 1`)).toBe('failure')
    expect(outcomeOf(`${filler}exit code: 1\n${filler}`)).toBe('success')
  })
})

describe('key fields', () => {
  it('are the few arguments by which one would look for the result again', () => {
    expect(keyFieldsOf('{"content":"long","file_path":"a.ts","limit":5}')).toEqual({ file_path: 'a.ts' })
    expect(keyFieldsOf('{"cmd":["git","status"],"order_id":7}')).toEqual({ cmd: 'git status', order_id: 7 })
  })

  it('are at most three', () => {
    expect(Object.keys(keyFieldsOf('{"name":"n","id":"i","path":"p","url":"u","query":"q"}'))).toEqual(['path', 'url', 'query'])
  })

  it('are cut where they are long, never inside a character', () => {
    const family = '👩‍👩‍👧‍👦'
    const cut = keyFieldsOf(JSON.stringify({ command: `${'x'.repeat(155)}${family}${family}` }))['command'] as string
    expect(cut).toBe(`${'x'.repeat(155)}…`)
  })

  it('are none where the arguments are broken, no object, nested, or megabytes long', () => {
    for (const input of ['', '{"path":', '[1]', '"path"', '{"path":{"a":1}}', '{"path":""}', '{}']) {
      expect(keyFieldsOf(input)).toEqual({})
    }
    expect(keyFieldsOf(JSON.stringify({ path: 'a', content: 'x'.repeat(300_000) }))).toEqual({})
  })

  it('hold no half characters', () => {
    expect((keyFieldsOf('{"path":"a\\ud800b"}')['path'] as string).isWellFormed()).toBe(true)
  })
})

describe('what a tool declares', () => {
  const result = { kind: 'tool-result', raw: null, callId: 'c', text: '{"order_id":4711,"paid":true,"note":"long"}' } as const
  const call = { tool: 'order', input: '{"item":"book","path":"a.ts"}' }

  it('C8, C10 · names fields that must survive, of the result first, then of the call; the rest stays out', () => {
    const policies = { order: { preserve: ['order_id', 'paid', 'item', 'missing'], durability: 'anchoring' } } as const
    expect(envelopeFor(result, call, policies)).toMatchObject({
      durability: 'anchoring',
      keyFields: { order_id: 4711, paid: true, item: 'book', path: 'a.ts' },
    })
    expect(envelopeFor(result, call, policies).keyFields).not.toHaveProperty('note')
  })

  it('C10 · gives way to the host’s own settings, and holds where there are none', () => {
    const declared = { ...result, durability: 'ephemeral' } as const
    expect(envelopeFor(declared, call).durability).toBe('ephemeral')
    expect(envelopeFor(declared, call, { order: { durability: 'replayable' } }).durability).toBe('replayable')
    expect(envelopeFor(declared, call, { order: {} }).durability).toBe('ephemeral')
  })

  it('C9 · comes with how its source was', () => {
    const determinism = { contentHash: 'abc', mtime: 5 }
    expect(envelopeFor({ ...result, determinism }, call).determinism).toEqual(determinism)
  })

  it('is not found under the names that every object has', () => {
    expect(envelopeFor(result, { tool: 'constructor', input: '{}' }, {})).not.toHaveProperty('durability')
    const policies = { order: { preserve: ['__proto__', 'toString'] } }
    expect(Object.keys(envelopeFor(result, call, policies).keyFields)).toEqual(['path'])
  })
})
