import { describe, expect, it } from 'vitest'
import { playResends, type Wrong } from './judge/resend-games.ts'

/** A sample; `npm run resends` plays as many as it is told to. */
const GAMES = 30

describe(`the law of resent histories, over ${GAMES} games`, () => {
  it('L16, case 88 · what was resent is what is sent', async () => {
    const wrong: Wrong[] = []
    for (let seed = 0; seed < GAMES; seed += 1) wrong.push(...[await playResends(seed)].filter((game) => game !== undefined))
    expect(wrong).toEqual([])
  }, 120_000)
})

describe('games that once went wrong', () => {
  it.each([
    ['a pin on a folded message that the client had edited before was not reported', 910_492],
    ['a message put in was taken for the folded one that had said the same before it was edited', 914_382],
    [
      'a message deleted among folded ones is not said, though a result that the client cut stands in our view as it cut it',
      919_041,
    ],
    ['what is put in behind a pinned message that is folded does not unpin it', 5_005_723],
    ['a result that the client replaced is shown so, where a compaction would only have cut it down', 7_010_660],
    ['a message is new, though the client put in the same words among folded ones before', 7_013_589],
    ['a result that was put in among folded messages stands behind its call on a branch, not at the end', 9_017_636],
  ])('L16, case 88 · %s', async (_, seed) => {
    expect(await playResends(seed)).toBeUndefined()
  })
})
