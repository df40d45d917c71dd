import { describe, expect, it } from 'vitest'
import { AT_MOST_IN_PROPORTION, growth } from './processor-time.ts'

describe('how time grows', () => {
  const count = (steps: number): number => {
    let sum = 0
    for (let step = 0; step < steps; step += 1) sum = (sum * 31 + step) % 1_000_003
    return sum
  }

  it('tells proportion from a square', () => {
    expect(growth(1_000_000, (size) => () => count(size))).toBeLessThan(AT_MOST_IN_PROPORTION)
    expect(growth(1_000, (size) => () => count(size * size))).toBeGreaterThan(AT_MOST_IN_PROPORTION)
  })
})
