import { describe, expect, it } from 'vitest'
import { playSabotage, type Sabotaged } from './judge/sabotage-games.ts'

/** A sample; `npm run saboteur` plays as many as it is told to. */
const GAMES = 9

describe(`code in the same process that changes whatever it can reach, over ${GAMES} games`, () => {
  it('L1, L13, case 98 · changes nothing in the log, in other threads and for other tenants', async () => {
    const changed: Sabotaged[] = []
    for (let seed = 0; seed < GAMES; seed += 1) changed.push(...[await playSabotage(seed)].filter((game) => game !== undefined))
    expect(changed).toEqual([])
  }, 60_000)

  it('L1, case 68, case 98 · a commit from which something was erased could be changed in the memory store', async () => {
    expect(await playSabotage(179)).toBeUndefined()
  })
})
