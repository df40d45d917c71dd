import { describe, expect, it } from 'vitest'
import { palimpsest } from '../../src/integrations/ai-sdk/memory.ts'
import { palimpsest as forLangchain } from '../../src/integrations/langchain/memory.ts'

describe('options of an integration', () => {
  it.each([-5, 0, Number.NaN])('a window of %d is refused when the memory is made, not at the first request', (window) => {
    const failure = { failure: expect.objectContaining({ code: 'input-invalid', at: 'window', found: String(window) }) }
    expect(() => palimpsest({ thread: 't', window })).toThrow(expect.objectContaining(failure))
    expect(() => forLangchain({ thread: 't', window })).toThrow(expect.objectContaining(failure))
  })

  it('a negative reserve is refused when the memory is made, and none at all is taken', () => {
    const failure = { failure: expect.objectContaining({ code: 'input-invalid', at: 'reserve' }) }
    expect(() => palimpsest({ thread: 't', reserve: -1 })).toThrow(expect.objectContaining(failure))
    expect(() => palimpsest({ thread: 't', reserve: 0 })).not.toThrow()
  })
})
