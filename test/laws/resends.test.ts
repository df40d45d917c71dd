import { describe, expect, it } from 'vitest'
import { playResends, type Wrong } from './judge/resend-games.ts'

/** A sample; `npm run resends` plays as many as it is told to. */
const GAMES = 120

describe(`the law of resent histories, over ${GAMES} games`, () => {
  it('L16, case 88 · what was resent is what is sent', async () => {
    const wrong: Wrong[] = []
    for (let seed = 0; seed < GAMES; seed += 1) wrong.push(...[await playResends(seed)].filter((game) => game !== undefined))
    expect(wrong).toEqual([])
  }, 120_000)
})
