import { describe, expect, it } from 'vitest'
import { playLoad } from './judge/load-games.ts'

describe('an agent that works for a long time', () => {
  it.each([0, 2])(
    'L9, L11, F11, E1, case 77 · is never stuck, whatever providers, summarizers, hooks and restarts do (seed %i)',
    async (seed) => {
      const { wrong, compactions } = await playLoad(seed, 40)
      expect(wrong).toEqual([])
      expect(compactions).toBeGreaterThan(0)
    },
  )

  it('L11 · what fits is not compacted to become larger, and not again and again for a page that is made anew', async () => {
    const { wrong, compactions } = await playLoad(771_012, 200)
    expect(wrong).toEqual([])
    expect(compactions).toBeLessThan(40)
  })
})
