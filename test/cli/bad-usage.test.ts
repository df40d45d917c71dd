import { describe, expect, it } from 'vitest'
import { parseTokens } from '../../src/cli/compact/parse-tokens.ts'
import { chat } from './conversations.ts'
import { file, palimpsest } from './program.ts'

interface BadUsage {
  readonly args: readonly string[]
  readonly says: string
}

const NUMBER = 'Expected a whole number of tokens'
const SESSION = 'never-read.json'

const BAD_USAGES: readonly BadUsage[] = [
  { args: [], says: 'Usage: palimpsest' },
  { args: ['shrink'], says: "unknown command 'shrink'" },
  { args: ['compact'], says: 'Expected a file, the beginning of a session id, or --latest' },
  { args: ['compact', SESSION, 'other.json'], says: 'too many arguments' },
  { args: ['compact', SESSION, '--windw', '8k'], says: 'Did you mean --window?' },
  {
    args: ['compact', SESSION, '--from', 'yaml'],
    says: 'Allowed choices are auto, openai-chat, anthropic, neutral, openai-responses, gemini, ai-sdk',
  },
  {
    args: ['compact', SESSION, '--to', 'openai'],
    says: 'Allowed choices are auto, openai-chat, anthropic, neutral, openai-responses, gemini, ai-sdk',
  },
  ...['NaN', '-5', '0', '3.5', 'Infinity', ''].map((window) => ({
    args: ['compact', SESSION, '--window', window],
    says: NUMBER,
  })),
  { args: ['compact', SESSION, '--reserve', '-1'], says: NUMBER },
  {
    args: ['compact', SESSION, '--window', '4000', '--reserve', '4k'],
    says: 'reserve is 4000; expected less than the window of 4000.',
  },
  { args: ['compact', SESSION, '--pin', ''], says: 'Expected some text to look for.' },
]

describe('wrong usage ends with 64 before anything is read', () => {
  it.concurrent.each(BAD_USAGES.map((usage) => ({ ...usage, line: JSON.stringify(usage.args.join(' ')) })))(
    'palimpsest $line',
    async ({ args, says }) => {
      const { exit, stdout, stderr } = await palimpsest(args)
      expect({ exit, stdout }).toEqual({ exit: 64, stdout: '' })
      expect(stderr).toContain(says)
    },
  )

  it.concurrent('a reserve larger than the window of the model', async () => {
    const { exit, stderr } = await palimpsest(['compact', file(chat(1)), '--model', 'gpt-4', '--reserve', '9k'])
    expect(exit).toBe(64)
    expect(stderr).toContain('reserve is 9000; expected a whole number from 0 to 8,191.')
  })
})

describe('the address of a server that there is no store for', () => {
  it.concurrent.each([
    ['schema', '--store', 'mysql://user:secret@host/db'],
    ['schema', '--store', 'sqlite://agent.db', '--schema', 'app'],
    ['threads', '--store', 'mysql://user:secret@host/db'],
    ['compact', 'thread', '--store', 'redis+tls://user:secret@host'],
    ['explain', 'thread', '--store', 'file:///agent.db'],
    ['migrate', file('[]'), 'MySQL://user:secret@host/db'],
  ])('issue 16, D.24 · is not taken for the name of a file: %s %s %s', async (...args) => {
    const { exit, stdout, stderr } = await palimpsest(args)
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain('expected an SQLite file, a folder of session files, or an address that begins postgres://')
    expect(stderr).not.toContain('secret')
  })
})

describe('numbers of tokens', () => {
  it.each([
    ['8192', 8_192],
    ['32k', 32_000],
    ['1M', 1_000_000],
    ['007', 7],
  ])('%s is %i', (text, tokens) => {
    expect(parseTokens(text, 1)).toEqual({ kind: 'tokens', tokens })
  })

  it.each(['1e3', '0x10', '4kb', '1.5k', ' 8', '8 k', '١٢', '9007199254740993', '-0', '+5', '1_000'])('%j is refused', (text) => {
    expect(parseTokens(text, 1).kind).toBe('refused')
  })
})

describe('help', () => {
  it.concurrent('explains every exit code, and ends with 0', async () => {
    const { exit, stdout } = await palimpsest(['compact', '--help'], { environment: { COLUMNS: '80' } })
    expect(exit).toBe(0)
    for (const code of ['0', '2', '3', '64', '69', '70', '73']) expect(stdout).toMatch(new RegExp(`^ +${code}  \\w`, 'm'))
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it.concurrent('tells the version', async () => {
    const { exit, stdout } = await palimpsest(['--version'])
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
