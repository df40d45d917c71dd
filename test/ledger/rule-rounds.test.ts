import { describe, expect, it } from 'vitest'
import { playRules } from '../../eval/rules/game.ts'

/** A sample; `npm run rules` plays more. */
describe('L15 · over twenty rounds in small windows', () => {
  it.each([4_000, 8_000])('in %i tokens every constraint that stands is visible, and none that was replaced', async (window) => {
    const { standing, visible, missing, stale } = await playRules(1, window)
    expect(missing).toEqual([])
    expect(visible).toBe(standing)
    expect(standing).toBeGreaterThan(400)
    expect(stale).toEqual([])
  })
})
