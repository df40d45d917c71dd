import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { summarizerText } from '../../src/ledger/summarizer-input.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

const LIMITS = { message: 2_000, result: 500 }
const only = (messages: readonly Json[], at = 0): Entry => neutralEntries(messages)[at] as Entry

describe('what the writer of a summary is shown', () => {
  it('D7 · very long contents by head and tail: 2,000 characters of a message, 500 of a result', () => {
    const long = `start ${'x'.repeat(20_000)} end`
    const message = summarizerText(only([says('assistant', long)]), LIMITS)
    const result = summarizerText(only(round('bash', { command: 'make' }, long), 1), LIMITS)
    for (const [text, most] of [
      [message, 2_000],
      [result, 500],
    ] as const) {
      expect(text.startsWith('start xxx')).toBe(true)
      expect(text.endsWith('xxx end')).toBe(true)
      expect(text.length).toBeLessThanOrEqual(most + 60)
    }
    expect(result).toContain('characters left out: e1')
  })

  it('whatever is short, as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(summarizerText(only([says('user', text)]), LIMITS)).toBe(text)
      }),
    )
  })

  it('a call by its tool and arguments, a file by its name', () => {
    expect(summarizerText(only(round('bash', { command: 'make' })), LIMITS)).toBe('bash {"command":"make"}')
    const file: Entry = { ...only([says('user', '')]), kind: 'file', media: 'image', description: 'shot.png' } as Entry
    expect(summarizerText(file, LIMITS)).toBe('[image: shot.png]')
  })
})
