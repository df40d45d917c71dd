import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainCopy } from '../../src/engine/plain-copy.ts'

const DEEP = 1_000

describe('a copy without writing JSON', () => {
  it('L1 · is what JSON would make of the value, or is left to it', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withSparseArray: true, withNullPrototype: true }), (value) => {
        const copy = plainCopy(value, DEEP)
        if (copy !== undefined) expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
      }),
    )
  })

  it('L1 · of every JSON value it is equal, and shares no list and no object with it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (made) => {
        const value: unknown = JSON.parse(JSON.stringify(made))
        const copy = plainCopy(value, DEEP)
        if (JSON.stringify(value).includes('__proto__')) return
        expect(copy).toEqual(value)
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
      }),
    )
  })

  it.each([
    ['a time', { at: new Date(0) }],
    ['a field that sets what an object is', JSON.parse('{"__proto__": {"a": 1}}')],
    ['what says itself how it is written', { toJSON: () => 'other' }],
    ['no number', [Number.NaN]],
    ['what looks like a value of ours', { $palimpsest: 'URL', data: 'x' }],
    ['nothing in a list', [undefined]],
    ['an object of a class', new (class Message {})()],
  ])('L1 · %s is left to JSON', (_, value: unknown) => {
    expect(plainCopy(value, DEEP)).toBeUndefined()
  })

  it('L1 · what goes on without end is left to JSON, which refuses it', () => {
    const round: Record<string, unknown> = {}
    round['again'] = round
    expect(plainCopy(round, DEEP)).toBeUndefined()
  })

  it('L1 · a field without a value is none', () => {
    expect(plainCopy({ role: 'user', name: undefined, content: 'Hi.' }, DEEP)).toEqual({ role: 'user', content: 'Hi.' })
  })
})
