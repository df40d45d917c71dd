import { describe, expect, it } from 'vitest'
import { createCompactor, type Json } from '../../src/index.ts'
import { DIALECTS } from '../../src/testing/transcripts/transcripts.ts'

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

describe('what is very deep', () => {
  it.each([500, 1_500, 5_000, 20_000])('case 80 · arguments %i levels deep go out in every dialect', async (levels) => {
    const thread = await createCompactor({ clock: () => 0 }).thread('t')
    const call = { id: 'c1', type: 'function', function: { name: 'bash', arguments: nested(levels) } } as const
    await thread.append([
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'ok' },
      { role: 'user', content: 'go on' },
    ])
    for (const dialect of DIALECTS) {
      expect(JSON.stringify((await thread.prepare({ dialect, window: 1_000_000 })).request)).toContain('ok')
      expect((await thread.compact({ dialect, window: 4_000 })).tokens).toBeLessThanOrEqual(4_000)
    }
  })

  it.each([900, 2_000, 5_000, 100_000])(
    'case 80 · values %i levels deep go out in every dialect, or are refused at the door',
    async (levels) => {
      const thread = await createCompactor({ clock: () => 0 }).thread('t')
      let input: Json = 1
      for (let level = 0; level < levels; level += 1) input = { a: input }
      const messages = [
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'b', input }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'ok' }] },
      ]
      const refused = await thread.append(messages, { dialect: 'anthropic' }).then(
        () => undefined,
        (error: Error) => error.message,
      )
      if (refused === undefined) {
        for (const dialect of DIALECTS) expect(JSON.stringify((await thread.prepare({ dialect })).request)).toContain('ok')
      } else {
        expect(refused).toContain('levels deep')
        expect(levels).toBeGreaterThan(1_000)
        expect(await thread.entries()).toEqual([])
      }
    },
  )
})
