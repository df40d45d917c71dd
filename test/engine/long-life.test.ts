import { describe, expect, it } from 'vitest'
import { type Lived, liveAgent, mostWork } from '../support/agent-life.ts'

const STEPS = 240
/** Mostly small, now and then a file: about 330 tokens a step on average, the largest seven times as much. */
const SIZES = [40, 60, 40, 900, 40, 60, 40, 60, 2_200, 40, 60, 300]

describe('the life of an agent on SQLite', () => {
  it('A25 · a step looks at exactly as much late in it as early, and a compaction at no more', async () => {
    const lived = await liveAgent({ steps: STEPS, window: 20_000, sizes: SIZES })
    const third = STEPS / 3
    // In the first part, there is a step on which the limit comes near: what was estimated is counted once.
    const [early, late] = [lived.slice(third, 2 * third), lived.slice(2 * third)]
    const steps = (part: readonly Lived[]) => mostWork(part.filter(({ isCompaction }) => !isCompaction))
    const { storeBytes, hashedCharacters, countedCharacters, ...same } = steps(late)
    expect(steps(early)).toMatchObject(same)
    // Numbers of entries have more digits, and words are not all as long.
    expect(countedCharacters).toBeLessThan((steps(early)['countedCharacters'] ?? 0) + 100)
    expect(storeBytes).toBeLessThan((steps(early)['storeBytes'] ?? 0) + 100)
    expect(hashedCharacters).toBeLessThan((steps(early)['hashedCharacters'] ?? 0) + 100)
    const compactions = (part: readonly Lived[]) => mostWork(part.filter(({ isCompaction }) => isCompaction))
    const bounds = Object.entries(compactions(early)).map(([field, amount]) => [field, 2 * amount] as const)
    const over = bounds.filter(([field, bound]) => (compactions(late)[field] ?? 0) > bound)
    expect(over).toEqual([])
    expect(compactions(late)['messages']).toBeLessThanOrEqual(compactions(early)['messages'] ?? 0)
  })
})
