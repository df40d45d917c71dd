import { describe, expect, it } from 'vitest'
import { resolveLimits } from '../../../src/budget/model-limits.ts'
import { parseModelOverrides } from '../../../src/budget/model-overrides.ts'
import { FALLBACK, MODEL_TABLE } from '../../../src/budget/model-table.ts'
import { caught, failureIn } from '../../support/caught.ts'

const refused = (models: unknown): unknown => failureIn(caught(() => parseModelOverrides(JSON.stringify(models))))

describe('an override file', () => {
  it('A3 · says what holds, for one model or for all', () => {
    const overrides = parseModelOverrides(`{
      "ACME/My-Llama-3.1": { "window": 32768, "maxOutput": 4096 },
      "gpt-4o": { "prices": { "input": 2, "output": 8, "cacheRead": 0.5 } },
      "*": { "window": 100000, "maxInput": 90000 }
    }`)
    const limitsOf = (model: string): unknown =>
      resolveLimits({ model }, { overrides, learned: {}, table: MODEL_TABLE, data: {}, fallback: FALLBACK })
    expect(limitsOf('acme/my-llama-3-1')).toMatchObject({ window: 32_768, maxInput: 32_768, maxOutput: 4_096 })
    expect(limitsOf('gpt-4o')).toMatchObject({
      window: 100_000,
      maxInput: 90_000,
      maxOutput: 16_384,
      prices: [{ above: 0, input: 2, output: 8, cacheRead: 0.5 }],
    })
  })

  it('F9 · names prices by the length of a prompt', () => {
    const steps = [
      { input: 1, output: 8 },
      { above: 200_000, input: 2, output: 12, cacheRead: 0.2 },
    ]
    expect(parseModelOverrides(JSON.stringify({ m: { prices: steps } }))).toEqual({
      m: {
        prices: [
          { above: 0, input: 1, output: 8 },
          { above: 200_000, input: 2, output: 12, cacheRead: 0.2 },
        ],
      },
    })
  })

  it.each([
    [{ m: { prices: [] } }, 'models["m"].prices', 'at least one price', '[]'],
    [
      { m: { prices: [{ above: 9, input: 1, output: 1 }] } },
      'models["m"].prices[0].above',
      '0: the first price holds from the beginning',
      '9',
    ],
    [
      {
        m: {
          prices: [
            { input: 1, output: 1 },
            { input: 2, output: 2 },
          ],
        },
      },
      'models["m"].prices[1].above',
      'a whole number above 0',
      'null',
    ],
    [[], 'models', 'an object with a model on each line', '[]'],
    [{ m: 5 }, 'models["m"]', 'an object with window, maxInput, maxOutput, prices', '5'],
    [{ m: {} }, 'models["m"]', 'at least one of window, maxInput, maxOutput, prices', '{}'],
    [{ m: { windw: 5 } }, 'models["m"].windw', 'one of window, maxInput, maxOutput, prices', '"windw"'],
    [{ m: { window: '8k' } }, 'models["m"].window', 'a whole number above 0', '"8k"'],
    [{ m: { window: 0 } }, 'models["m"].window', 'a whole number above 0', '0'],
    [{ m: { window: 8.5 } }, 'models["m"].window', 'a whole number above 0', '8.5'],
    [{ m: { window: 8, maxOutput: 9 } }, 'models["m"].maxOutput', 'at most the window of 8', '9'],
    [{ m: { window: 8, maxInput: 9 } }, 'models["m"].maxInput', 'at most the window of 8', '9'],
    [{ m: { prices: { input: 1 } } }, 'models["m"].prices', 'an input and an output price', '{"input":1}'],
    [{ m: { prices: { input: -1, output: 1 } } }, 'models["m"].prices.input', 'dollars for a million tokens', '-1'],
    [
      { 'gpt-4.1': { window: 8 }, 'GPT-4-1': { window: 9 } },
      'models["GPT-4-1"]',
      'each model once',
      '"a second entry for gpt-4-1"',
    ],
    [{ '': { window: 8 } }, 'models[""]', 'a model name', '""'],
  ])('refuses %j by its place', (models, at, expected, found) => {
    expect(refused(models)).toEqual({ code: 'input-invalid', at, expected, found })
  })

  it('that is no JSON is refused with the parser’s own words', () => {
    const error = caught(() => parseModelOverrides('{ "m": }'))
    expect(failureIn(error)).toMatchObject({ code: 'input-invalid', at: 'models', expected: 'JSON' })
    expect((error as Error).message).toContain('Unexpected token')
    expect((error as Error).cause).toBeInstanceOf(SyntaxError)
  })
})
