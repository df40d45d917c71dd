import { describe, expect, it } from 'vitest'
import { chat } from './conversations.ts'
import { file, palimpsest, type RunOptions, started } from './program.ts'

/** Most tests of the program share a process, for speed. These see to it that this makes no difference. */
describe.concurrent('the program in a process of its own', () => {
  const cases: Readonly<Record<string, readonly [args: readonly string[], options?: RunOptions]>> = {
    'compacts a file': [['compact', file(chat(40)), '--window', '4k', '--json']],
    'draws a picture': [['compact', file(chat(40)), '--window', '4k'], { environment: { COLUMNS: '60' } }],
    'reads standard input': [['compact', '-', '--json'], { input: JSON.stringify(chat(1)) }],
    'refuses a file that is not there': [['compact', 'missing.json']],
    'refuses a flag that it does not know': [['compact', '--unheard-of']],
  }

  it.each(Object.entries(cases))('%s, with the same words and the same exit code', async (_, [args, options]) => {
    expect(await palimpsest(args, options)).toEqual(await started(args, options))
  })
})
