import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyReader } from '../../../src/integrations/fetch/read-bodies.ts'
import type { Json, JsonObject } from '../../../src/schema/json.ts'

const value = fc.jsonValue({ depthSize: 'small' }) as fc.Arbitrary<Json>
const fields = fc.dictionary(fc.constantFrom('model', 'tools', ']', 'system'), value, { maxKeys: 2 })
const step = fc.record({
  more: fc.array(value, { maxLength: 3 }),
  /** How many messages of the last history are still there. */
  kept: fc.option(fc.nat(4), { nil: undefined, freq: 4 }),
  behind: fc.option(fields, { nil: undefined, freq: 4 }),
  blanks: fc.constantFrom(0, 0, 0, 1),
})

describe('bodies that go on from each other', () => {
  it.each(['messages', 'input'])('L1 · are read as JSON is, whatever was handed in before (%s)', (name) => {
    fc.assert(
      fc.property(fields, fields, fc.array(step, { maxLength: 8 }), (front, first, steps) => {
        const read = bodyReader()
        let [history, behind]: [readonly Json[], object] = [[], first]
        for (const { more, kept, behind: other = behind, blanks } of steps) {
          history = [...(kept === undefined ? history : history.slice(0, kept)), ...more]
          behind = other
          const text = JSON.stringify({ ...front, [name]: history, ...behind }, null, blanks)
          expect(read(text)).toEqual(JSON.parse(text))
        }
      }),
    )
  })

  it('L1 · a history that ends elsewhere than it did, and text that is none, are read anew', () => {
    const read = bodyReader()
    for (const text of [
      '{"messages":[{"a":1}],"n":1}',
      '{"messages":[{"a":1}],"x":[2],"n":1}',
      '{"messages":[{"a":1},"],\\"n\\":1}"],"n":1}',
      '{"messages":[{"a":1},"],\\"n\\":1}",2],"n":1}',
      '{"messages":[{"a":1}2],"n":1}',
      '[1]',
      'no JSON',
    ])
      expect(read(text)).toEqual(text.startsWith('{') && !text.includes('}2]') ? JSON.parse(text) : undefined)
  })

  it('has the messages of the last body as the very same objects', () => {
    const read = bodyReader()
    const messages = (body: JsonObject | undefined) => body?.['messages'] as readonly Json[]
    const first = messages(read('{"model":"m","messages":[{"n":1},{"n":2}],"stream":true}'))
    const next = messages(read('{"model":"m","messages":[{"n":1},{"n":2},{"n":3}],"stream":true}'))
    expect(next).toHaveLength(3)
    expect(next[0]).toBe(first[0])
    expect(next[1]).toBe(first[1])
  })
})
