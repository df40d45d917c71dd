import { describe, expect, it } from 'vitest'
import { defaultReserve, makeBudget } from '../../src/budget/allowance.ts'
import { caught, failureIn } from '../support/caught.ts'

describe('a budget', () => {
  it('is the window less the reserve; what system and tools leave of it is for history', () => {
    expect(makeBudget({ window: 10_000, reserve: 1000, system: 300, tools: 200 })).toEqual({
      window: 10_000,
      reserve: 1000,
      scale: { factor: 1, margin: 0 },
      limit: 9000,
      system: 300,
      tools: 200,
      history: 8500,
    })
  })

  it.each([
    [128_000, 4096],
    [16_384, 4096],
    [16_380, 4095],
    [8192, 2048],
    [4, 1],
    [1, 0],
  ])('of a window of %i keeps %i tokens for the answer by default', (window, reserve) => {
    expect(defaultReserve(window)).toBe(reserve)
    expect(makeBudget({ window, system: 0, tools: 0 }).limit).toBe(window - reserve)
  })

  it('may leave history less than nothing: the law of the floor decides then', () => {
    expect(makeBudget({ window: 100, reserve: 0, system: 80, tools: 60 }).history).toBe(-40)
  })

  it.each([Number.NaN, -1, 0, 1.5, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 60])(
    'refuses a window of %d',
    (window) => {
      expect(failureIn(caught(() => makeBudget({ window, system: 0, tools: 0 })))).toEqual({
        code: 'budget-invalid',
        field: 'window',
        value: window,
        expected: 'a whole number of at least 1',
      })
    },
  )

  it.each([
    [Number.NaN, 'a whole number of at least 0'],
    [-5, 'a whole number of at least 0'],
    [0.5, 'a whole number of at least 0'],
    [1000, 'less than the window of 1000'],
    [4096, 'less than the window of 1000'],
  ])('refuses a reserve of %d in a window of 1,000: expected %s', (reserve, expected) => {
    const error = caught(() => makeBudget({ window: 1000, reserve, system: 0, tools: 0 }))
    expect(failureIn(error)).toEqual({ code: 'budget-invalid', field: 'reserve', value: reserve, expected })
  })
})
