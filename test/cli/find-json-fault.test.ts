import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonFault } from '../../src/cli/input/find-json-fault.ts'

describe('findJsonFault', () => {
  it('finds a fault exactly where JSON.parse refuses a text', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '\\', '\u0001', 'x', '1', '-', '.', ' ', '\n'),
        fc.boolean(),
      )
      .map(([text, at, sign, cut]) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + sign + (cut ? '' : text.slice(place + 1))
      })
    fc.assert(
      fc.property(damaged, (text) => {
        expect(findJsonFault(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['[1, 2', { line: 1, column: 6, path: '[1]', expected: 'a comma or the closing bracket', found: 'the end of the file' }],
    ['{"a": {"b": [0, tru]}}', { line: 1, column: 17, path: 'a.b[1]', expected: 'a value', found: '"t"' }],
    ['{\n  "a": 1\n  "b": 2}', { line: 3, column: 3, path: 'a', expected: 'a comma or the closing bracket', found: '"\\""' }],
    ['{"a" 1}', { line: 1, column: 6, path: 'a', expected: 'a colon', found: '"1"' }],
    ['["\\x"]', { line: 1, column: 3, path: '[0]', expected: 'an escape that JSON knows', found: '"\\\\"' }],
    ['[] []', { line: 1, column: 4, path: '', expected: 'the end of the file', found: '"["' }],
  ])('%j', (text, fault) => {
    expect(findJsonFault(text)).toEqual(fault)
  })

  it('reads a million brackets and a string of ten megabytes without running out of stack', () => {
    expect(findJsonFault('['.repeat(1_000_000))?.column).toBe(1_000_001)
    expect(findJsonFault(`"${'a'.repeat(10_000_000)}`)?.expected).toBe('a closing quote')
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // Being refused is the answer here.
  }
}
