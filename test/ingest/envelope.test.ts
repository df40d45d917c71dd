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

  it('is called "tool" where nobody knows the name', () => {
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
    ['0 errors, 3 warnings', 'success'],
    ['errors are documented below', 'success'],
    ['[Request interrupted by user for tool use]', 'partial'],
    ['Command timed out after 120 s', 'partial'],
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
