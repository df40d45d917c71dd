import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexColumn } from '../../src/log/hex-column.ts'

describe('a column of hex digits', () => {
  it('gives every text back as it was set last, hex or not', () => {
    const hex = fc.stringMatching(/^[0-9a-f]{8}$/)
    const other = fc.constantFrom(
      '',
      '0',
      'abcd',
      'ABCDEF01',
      '0123456g',
      'é1234567',
      '012345678',
      '～～～～～～～～',
      'f'.repeat(200),
    )
    const set = fc.record({ at: fc.nat({ max: 300 }), text: fc.oneof({ weight: 3, arbitrary: hex }, other) })
    fc.assert(
      fc.property(fc.array(set, { maxLength: 60 }), (sets) => {
        const column = hexColumn()
        const known = new Map<number, string>()
        for (const { at, text } of sets) {
          column.set(at, text)
          known.set(at, text)
        }
        for (const [at, text] of known) expect(column.get(at)).toBe(text)
      }),
    )
  })
})
