import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gemini } from '../../../src/dialects/gemini/dialect.ts'
import type { Json } from '../../../src/schema/json.ts'
import { GEMINI_INPUTS } from '../../support/gemini-inputs.ts'
import { roundTrip } from '../../support/round-trip.ts'

describe('A13 · Gemini contents, taken apart and put together', () => {
  it.each(GEMINI_INPUTS)('A13 · are what they were: $what', ({ input }) => {
    const before = JSON.stringify(input)
    expect(JSON.stringify(roundTrip(gemini, input))).toBe(before) // The order of keys too.
    expect(JSON.stringify(input)).toBe(before)
  })

  it('A13 · are what they were, whatever the unforeseen fields', () => {
    const extra = fc.dictionary(
      fc.string().map((key) => `x${key}`),
      fc.jsonValue(),
    )
    const data: fc.Arbitrary<object> = fc.oneof(
      fc.string().map((text) => ({ text })),
      fc.string().map((name) => ({ functionCall: { name, args: {} } })),
      fc.tuple(fc.string(), fc.jsonValue()).map(([name, response]) => ({ function_response: { name, response } })),
      fc.jsonValue().map((value) => ({ executableCode: value })),
    )
    const part = fc.tuple(extra, data, extra).map(([before, held, after]) => ({ ...before, ...held, ...after }))
    const content = fc
      .tuple(extra, fc.constantFrom('user', 'model', 'function', 'system'), fc.array(part, { maxLength: 3 }))
      .map(([fields, role, parts]) => ({ ...fields, role, parts, ...fields }))
    const system = fc.option(fc.oneof(fc.string(), fc.array(fc.string()), content))
    fc.assert(
      fc.property(extra, fc.array(content), system, extra, (top, contents, systemInstruction, config) => {
        for (const input of [
          { ...top, contents, config },
          { ...top, systemInstruction, contents },
          { contents, config: { ...config, systemInstruction }, ...top },
        ] as Json[])
          expect(JSON.stringify(roundTrip(gemini, input))).toBe(JSON.stringify(input))
      }),
      { numRuns: 300 },
    )
  })
})
