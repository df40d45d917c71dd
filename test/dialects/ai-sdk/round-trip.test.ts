import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../../src/dialects/ai-sdk/dialect.ts'
import type { Json } from '../../../src/schema/json.ts'
import { AI_SDK_INPUTS, TOOL_STATES } from '../../support/ai-sdk-inputs.ts'
import { roundTrip } from '../../support/round-trip.ts'

const extra = fc.dictionary(
  fc.string().map((key) => `x${key}`),
  fc.jsonValue(),
)

describe('A13 · messages of the AI SDK, taken apart and put together', () => {
  it.each(AI_SDK_INPUTS)('A13 · are what they were: $what', ({ input }) => {
    const before = JSON.stringify(input)
    expect(JSON.stringify(roundTrip(aiSdk, input))).toBe(before) // The order of keys too.
    expect(JSON.stringify(input)).toBe(before)
  })

  it('A13 · are what they were, whatever the unforeseen fields', () => {
    const part = fc
      .tuple(extra, fc.constantFrom('text', 'tool-call', 'reasoning', 'custom', 'what'), fc.string(), fc.jsonValue())
      .map(([fields, type, text, input]) => ({ ...fields, type, text, toolCallId: text, toolName: 'f', input }))
    const message = fc
      .tuple(extra, fc.constantFrom('user', 'assistant', 'tool'), fc.oneof(fc.string(), fc.array(part, { maxLength: 4 })))
      .map(([fields, role, content]) => ({ ...fields, role, content }))
    fc.assert(
      fc.property(extra, fc.array(message), fc.option(fc.string()), (top, messages, system) => {
        const input = { ...top, system, messages } as Json
        expect(JSON.stringify(roundTrip(aiSdk, input))).toBe(JSON.stringify(input))
      }),
      { numRuns: 200 },
    )
  })

  it('A13 · messages for people are what they were, whatever the order of their parts', () => {
    const part = fc.oneof(
      fc.constantFrom<Json>({ type: 'step-start' }, { type: 'data-x', data: 1 }, { type: 'source-url', sourceId: 's', url: 'u' }),
      fc.string().map((text): Json => ({ type: 'text', text })),
      fc.tuple(fc.constantFrom(...TOOL_STATES), extra).map(([tool, fields]) => ({ ...fields, ...tool }) as Json),
      fc.tuple(fc.constantFrom(...TOOL_STATES), fc.jsonValue()).map(([tool, output]) => ({ ...tool, output }) as Json),
    )
    const message = fc
      .tuple(extra, fc.constantFrom('user', 'assistant', 'system'), fc.array(part, { maxLength: 8 }))
      .map(([fields, role, parts]) => ({ id: 'm', ...fields, role, parts }))
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        expect(JSON.stringify(roundTrip(aiSdk, messages as Json))).toBe(JSON.stringify(messages))
      }),
      { numRuns: 300 },
    )
  })
})
