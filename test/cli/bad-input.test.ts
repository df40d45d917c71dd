import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/schema/json.ts'
import { file, folder, palimpsest } from './program.ts'

interface BadInput {
  readonly what: string
  readonly content: string | Uint8Array | Json
  readonly says: string
}

const LONG = '{"messages":[{"role":"user","content":"hello"},\n{"role":"assistant","content":"world"}]}'

const BAD_INPUTS: readonly BadInput[] = [
  { what: 'an empty file', content: '', says: 'expected a transcript in JSON, found nothing: it is empty.' },
  { what: 'white space', content: ' \n', says: 'expected a transcript in JSON, found only white space.' },
  {
    what: 'truncated JSON',
    content: LONG.slice(0, 80),
    says: 'line 2, column 33 (inside messages[1].content): expected a closing quote, found the end of the file. It looks cut off.',
  },
  {
    what: 'a comma too many',
    content: '[{"role":"user",}]',
    says: 'line 1, column 17 (inside [0]): expected a key in quotes, found "}".',
  },
  { what: 'text that is not JSON', content: 'hello', says: 'line 1, column 1: expected a value, found "h".' },
  { what: 'JSON Lines', content: '{"a":1}\n{"b":2}\n', says: 'It looks like JSON Lines' },
  {
    what: 'binary',
    content: Uint8Array.of(0x7b, 0x22, 0xff, 0x00),
    says: 'expected JSON in UTF-8, found other bytes at offset 2.',
  },
  { what: 'UTF-16', content: Uint8Array.of(0xff, 0xfe, 0x5b, 0x00), says: 'expected UTF-8, found UTF-16.' },
  {
    what: 'a string',
    content: '"hello"',
    says: 'input: expected an object with messages, or an array of messages, found "hello".',
  },
  { what: 'another shape', content: { conversation: [] }, says: 'messages: expected an array, found nothing.' },
  { what: 'no messages', content: { messages: [] }, says: 'messages: expected at least one message, found none.' },
  { what: 'an empty array', content: [], says: 'messages: expected at least one message, found none.' },
  { what: 'a message that is none', content: ['hello'], says: 'messages[0]: expected a message object, found "hello".' },
  {
    what: 'an unknown role',
    content: [...['user', 'assistant', 'user', 'robot'].map((role) => ({ role, content: 'hi' }))],
    says: 'messages[3].role: expected system, developer, user, assistant, tool or function, found "robot".',
  },
  {
    what: 'a part without a type',
    content: [{ role: 'user', content: [{ text: 'hi' }] }],
    says: 'messages[0].content[0].type: expected a part type, found nothing.',
  },
  {
    what: 'brackets without end',
    content: `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    says: 'expected at most 1000 levels of brackets',
  },
]

describe('input that cannot be read ends with 2, names the file and the place, and prints nothing else', () => {
  it.concurrent.each(BAD_INPUTS)('$what', async ({ content, says }) => {
    const path = file(content, 'broken.json')
    const { exit, stdout, stderr } = await palimpsest(['compact', path, '--json'])
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain(`palimpsest: ${path}: `)
    expect(stderr).toContain(says)
    expect(stderr).not.toContain('    at ')
  })

  it.concurrent('a file that is not there, and a folder', async () => {
    const missing = await palimpsest(['compact', '/no/such/session.json'])
    expect(missing).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'palimpsest: /no/such/session.json: cannot be read: there is no such file or folder.\n',
    })
    const directory = await palimpsest(['compact', folder()])
    expect(directory).toMatchObject({ exit: 2, stderr: expect.stringContaining('it is a folder') as string })
  })

  it.concurrent('standard input is named as such', async () => {
    const { exit, stderr } = await palimpsest(['compact', '-'], { input: '[1' })
    expect(exit).toBe(2)
    expect(stderr).toBe(
      'palimpsest: standard input: line 1, column 3 (inside [0]): expected a comma or the closing bracket, found the end of the file. It looks cut off.\n',
    )
  })

  it.concurrent('what it quotes cannot steer the terminal', async () => {
    const path = file([{ role: 'user\u001b[2J\u009b31m', content: 'hi' }])
    const { exit, stderr } = await palimpsest(['compact', path])
    expect(exit).toBe(2)
    expect(/[^\P{Cc}\n]/u.test(stderr)).toBe(false)
  })
})
