import { describe, expect, it } from 'vitest'
import { resolveLimits } from '../../src/budget/model-limits.ts'
import { parseModelOverrides } from '../../src/budget/model-overrides.ts'
import type { ModelTable, PriceStep } from '../../src/schema/model-limits.ts'

const priced = (input: number): { readonly prices: readonly [PriceStep] } => ({ prices: [{ above: 0, input, output: 10 }] })
const overrides: ModelTable = {
  'gpt-5': priced(1),
  'gpt-5 at proxy.example/v1': priced(2),
  '* at proxy.example/v1': priced(3),
}

function inputPrice(model: string, baseUrl?: string): number | undefined {
  return resolveLimits({ model, baseUrl }, sourcesOf(overrides)).prices?.[0].input
}

function sourcesOf(given: ModelTable) {
  return { overrides: given, learned: {}, table: {}, data: { 'gpt-4o': priced(4) }, fallback: { window: 100_000 } }
}

describe('F9 · prices of an endpoint', () => {
  it('hold at their address, however it is written, and nowhere else', () => {
    expect(inputPrice('gpt-5', 'https://key@Proxy.example/v1/?a=b')).toBe(2)
    expect(inputPrice('openai/gpt-5', 'proxy.example/v1')).toBe(2)
    expect(inputPrice('gpt-5')).toBe(1)
    expect(inputPrice('gpt-5', 'https://other.example/v1')).toBe(1)
  })

  it('hold for every model of an address, before what the data package says', () => {
    expect(inputPrice('gpt-4o', 'https://proxy.example/v1')).toBe(3)
    expect(inputPrice('gpt-4o', 'https://other.example/v1')).toBe(4)
  })

  it('hold below their address, and the longest address decides', () => {
    const host = { 'gpt-5 at proxy.example': priced(7) }
    const priceAt = (baseUrl: string, more: ModelTable = {}): number | undefined =>
      resolveLimits({ model: 'gpt-5', baseUrl }, { ...sourcesOf({ ...host, ...more }) }).prices?.[0].input
    expect(priceAt('https://proxy.example/v1')).toBe(7)
    expect(priceAt('https://proxy.example')).toBe(7)
    expect(priceAt('https://proxy.example.org/v1')).toBeUndefined()
    expect(priceAt('https://proxy.example/v1/', { '* at proxy.example/v1': priced(8) })).toBe(8)
  })

  it('are those of its seller, where the data knows several; what a model can take is not looked for there', () => {
    const data = {
      'llama-3-3-70b': { ...priced(4), window: 100_000 },
      'groq/llama-3-3-70b': { ...priced(6), window: 8_000 },
      'openrouter/meta/llama-3-3-70b': priced(5),
    }
    const of = (model: string, baseUrl?: string) => resolveLimits({ model, baseUrl }, { ...sourcesOf({}), data })
    expect(of('llama-3.3-70b').prices?.[0].input).toBe(4)
    expect(of('llama-3.3-70b', 'https://api.groq.com/openai/v1')).toMatchObject({ window: 100_000, prices: [{ input: 6 }] })
    expect(of('meta/llama-3.3-70b', 'https://openrouter.ai:443/api/v1').prices?.[0].input).toBe(5)
    expect(of('llama-3.3-70b', 'https://api.groq.com.example/v1').prices?.[0].input).toBe(4)
    expect(of('llama-3.3-70b', 'https://api.cerebras.ai/v1').prices?.[0].input).toBe(4)
  })

  it('can be written in a file of overrides; an address that is missing is refused', () => {
    const text = JSON.stringify({
      'GPT-5 at https://127.0.0.1:8080/v1/': { window: 9_000 },
      '* at proxy.example': { window: 8_000 },
    })
    expect(Object.keys(parseModelOverrides(text))).toEqual(['gpt-5 at 127.0.0.1:8080/v1', '* at proxy.example'])
    expect(() => parseModelOverrides('{ "gpt-5 at ": { "window": 9000 } }')).toThrow(/a model name/)
  })
})
