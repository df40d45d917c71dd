import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openaiResponses } from '../../../src/dialects/openai-responses/dialect.ts'
import type { Json } from '../../../src/schema/json.ts'
import { TRICKY } from '../../support/foreign-inputs.ts'
import { roundTrip } from '../../support/round-trip.ts'
import { EVERY_ITEM } from './items.ts'

const every = Object.values(EVERY_ITEM) as unknown as readonly Json[]
const hello: Json = { role: 'user', content: 'hello' }

const REQUESTS: readonly (readonly [what: string, input: Json])[] = [
  ['a bare list of every item', every],
  ['every item in a request', { model: 'gpt-5', instructions: 'be brief', input: every, tools: [], store: false }],
  ['an input that is one text', { model: 'gpt-5', input: 'hello', temperature: 0 }],
  ['instructions and an input that is one text', { input: 'hello', instructions: 'be brief' }],
  ['instructions that are null, and one text', { instructions: null, input: 'hello' }],
  ['instructions without items', { instructions: 'be brief', input: [] }],
  ['an empty text as instructions and as input', { instructions: '', input: '' }],
  ['instructions that are no text', { instructions: [hello], input: [hello] }],
  ['no items', []],
  [
    'content that is null, absent or empty',
    [{ role: 'assistant', content: null }, { role: 'user' }, { role: 'user', content: [] }],
  ],
  ['a bare string among the parts', [{ role: 'user', content: ['a', { type: 'input_text', text: 'b' }] }]],
  [
    'unknown items and parts',
    [{ type: 'hologram', x: 1 }, { type: 'constructor' }, { role: 'user', content: [{ type: 'toString' }] }],
  ],
  [
    'a type that is null',
    [
      { type: null, role: 'user', content: 'a' },
      { type: null, id: 'msg_1' },
    ],
  ],
  [
    'keys that are dangerous in JavaScript',
    {
      input: [
        { ...hello, extra: TRICKY },
        { type: 'reasoning', extra: TRICKY },
      ],
      extra: TRICKY,
    },
  ],
  [
    'dangerous keys on items',
    [JSON.parse('{"__proto__":1,"role":"user","content":"a"}'), JSON.parse('{"__proto__":1,"type":"function_call"}')],
  ],
  ['outputs that name no call, or hold nothing', [{ type: 'function_call_output' }, { type: 'shell_call_output', output: null }]],
]

function expectSame(input: Json): void {
  const restored = roundTrip(openaiResponses, input)
  expect(restored).toEqual(input)
  expect(JSON.stringify(restored)).toBe(JSON.stringify(input)) // The order of keys too.
}

describe('openai-responses gives back what it took', () => {
  it.each(Object.entries(EVERY_ITEM).map(([what, item]) => ({ what, item })))('F3 · $what', ({ item }) => {
    expectSame([item as unknown as Json])
    expectSame({ input: [hello, item as unknown as Json, hello] })
  })

  it.each(REQUESTS.map(([what, input]) => ({ what, input })))('F3 · $what', ({ input }) => {
    expectSame(input)
  })

  it('F3 · whatever the unforeseen fields', () => {
    const extra = fc.dictionary(
      fc.string().map((key) => `x${key}`),
      fc.jsonValue(),
    )
    const item = fc
      .tuple(extra, fc.constantFrom(...every), extra)
      .map(([before, known, after]) => ({ ...before, ...(known as object), ...after }))
    const message = fc
      .tuple(extra, fc.constantFrom('user', 'assistant', 'developer'), fc.string(), extra)
      .map(([before, role, text, after]) => ({
        ...before,
        role,
        content: [{ ...after, type: 'input_text', text, ...before }],
        ...after,
      }))
    fc.assert(
      fc.property(
        extra,
        fc.array(fc.oneof(item, message)),
        fc.constantFrom({}, { instructions: 'i' }),
        (top, items, instructions) => {
          expectSame({ ...top, ...instructions, input: items } as Json)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('F3 · whether the items come at once or one by one', () => {
    const atOnce = openaiResponses.readMessages(every)
    expect(every.flatMap((item) => openaiResponses.readMessages([item]))).toEqual(atOnce)
  })
})
