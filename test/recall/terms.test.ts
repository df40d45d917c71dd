import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termsOf } from '../../src/recall/terms.ts'

describe('the words by which a text is found', () => {
  it.each([
    ['parseHTTPHeader', ['parsehttphead', 'pars', 'http', 'head']],
    ['src/net/http_header.ts', ['src', 'net', 'httphead', 'http', 'head', 'ts']],
    ['v2beta1', ['v2beta1', 'v', '2', 'beta', '1']],
    ['__proto__ _', ['prot']],
    ['the The THE', ['the']],
    ['ÜberGröße', ['übergröße', 'uber', 'größe']],
    ['数据库 db', ['数据', '据库', 'db']],
    ['ﬁle', ['file']],
    ['"*" OR (a:b)', ['or', 'a', 'b']],
  ])('of %s', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  it('are the same by the short way for basic letters and by the long one', () => {
    const basic = fc.string({ unit: fc.constantFrom(...'abXYZ019_-. ') })
    fc.assert(
      fc.property(basic, (text) => {
        // A sign that stands for nothing sends the same text the long way.
        expect(termsOf(text)).toEqual(termsOf(`${text} \ue000`))
      }),
    )
  })

  it('have no space, no quotation mark and no sign that a database would take for an operator, and are not too many', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of termsOf(text)) expect(term).toMatch(/^[\p{L}\p{M}\p{N}]{1,64}$/u)
      }),
    )
    expect(termsOf(Array.from({ length: 10_000 }, (_, index) => `w${index}x`).join(' ')).length).toBeLessThan(4_010)
  })
})
