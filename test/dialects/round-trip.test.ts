import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import type { Json } from '../../src/schema/json.ts'
import { FOREIGN_INPUTS, TRICKY } from '../support/foreign-inputs.ts'
import { roundTrip } from '../support/round-trip.ts'

describe('an adapter gives back what it took', () => {
  it.each(FOREIGN_INPUTS)('$name: $what', ({ dialect, input }) => {
    const restored = roundTrip(dialect, input)
    expect(restored).toEqual(input)
    expect(JSON.stringify(restored)).toBe(JSON.stringify(input)) // The order of keys too.
  })

  it('whatever the unforeseen fields', () => {
    const extra = fc.dictionary(
      fc.string().map((key) => `x${key}`),
      fc.jsonValue(),
    )
    const message = fc
      .tuple(extra, extra, fc.constantFrom('user', 'assistant'), fc.string())
      .map(([before, after, role, text]) => ({
        ...before,
        role,
        ...after,
        content: [{ ...after, type: 'text', text, ...before }],
      }))
    fc.assert(
      fc.property(fc.constantFrom(openaiChat, anthropic, neutral), extra, fc.array(message), (dialect, top, messages) => {
        const input = { ...top, messages } as Json
        expect(JSON.stringify(roundTrip(dialect, input))).toBe(JSON.stringify(input))
      }),
      { numRuns: 300 },
    )
  })
})

describe('reading', () => {
  it('does not let a key called __proto__ change any object', () => {
    roundTrip(openaiChat, { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', extra: TRICKY }] }], extra: TRICKY })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('takes a part type for what it says, not for a property that every object has', () => {
    const [message] = openaiChat.readMessages([{ role: 'user', content: [{ type: 'constructor' }, { type: 'toString' }] }])
    expect(message?.blocks.map((block) => block.kind)).toEqual(['opaque', 'opaque'])
  })

  it('knows a summary that another product wrote by its mark, never by how a text begins', () => {
    const [marked, looksAlike] = neutral.readMessages([
      { role: 'user', compactSummary: true, content: [{ type: 'text', text: 'we did this' }] },
      { role: 'user', content: [{ type: 'text', text: 'Summary: please write one' }] },
    ])
    expect(marked).toMatchObject({ author: 'harness', blocks: [{ foreignSummary: true }] })
    expect(looksAlike?.author).toBeUndefined()
    expect(looksAlike?.blocks[0]).not.toHaveProperty('foreignSummary')
  })
})
