import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writtenAgain } from '../../../src/integrations/fetch/written-again.ts'
import type { Json, JsonObject } from '../../../src/schema/json.ts'

const value = fc.jsonValue({ depthSize: 'small' }) as fc.Arbitrary<Json>
const history = fc.array(value, { maxLength: 6 })
const fields = fc.dictionary(fc.constantFrom('model', 'system', 'tools', 'messages[', 'input'), value, { maxKeys: 3 })
const bodies = fc.record({ front: fields, messages: history, behind: fields, changed: history, from: fc.nat(6), more: fields })

describe('a body that is written again', () => {
  it('says what it is to say, whatever was handed in, and however it was written', () => {
    fc.assert(
      fc.property(bodies, fc.constantFrom(0, 1), ({ front, messages, behind, changed, from, more }, blanks) => {
        const given: JsonObject = { ...front, messages, ...behind }
        const body: JsonObject = { ...given, ...more, messages: [...messages.slice(0, from), ...changed] }
        const text = JSON.stringify(given, null, blanks)
        expect(JSON.parse(writtenAgain(body, { text, body: JSON.parse(text) }))).toEqual(JSON.parse(JSON.stringify(body)))
      }),
    )
  })

  it('is the very text where it says the same, blanks and all', () => {
    const text = '{ "messages": [ 1e0, {"role":"user"} ] , "model":"m" }'
    const body = JSON.parse(text) as JsonObject
    expect(writtenAgain({ ...body, messages: [1, { role: 'user' }] }, { text, body })).toBe(text)
  })

  it('has what did not change as it was written', () => {
    const text = '{"model":"m","messages":[1.0,{"n":1e2},{"role":"user"}],"n":1}'
    const body = JSON.parse(text) as JsonObject
    const marked = { ...body, messages: [1, { n: 100 }, { role: 'user', mark: true }] }
    expect(writtenAgain(marked, { text, body })).toBe(
      '{"model":"m","messages":[1.0,{"n":1e2},{"role":"user","mark":true}],"n":1}',
    )
  })
})
