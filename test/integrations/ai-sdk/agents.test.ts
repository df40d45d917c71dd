import { describe, expect, it } from 'vitest'
import { aiSdkAgent } from '../../support/ai-sdk-agents.ts'
import { faultsOf, world } from '../../support/sdk-world.ts'

/** `npm run agents` lets them work for 300 steps. */
describe('an agent of the AI SDK, 24 steps before a provider that takes half of what was declared', () => {
  it.each([
    ['v6', 'anthropic'],
    ['v6', 'chat'],
    ['v7', 'anthropic'],
    ['v7', 'chat'],
    ['v6', 'responses'],
    ['v7', 'responses'],
  ] as const)('D10, A24 · %s, %s: is refused once, loses nothing, keeps nothing twice', async (version, behind) => {
    const steps = 24
    const at = await world({ steps, window: 8_000, declared: 16_000, stopAt: 11 })
    const thread = await aiSdkAgent(version, behind, at)
    expect(await faultsOf(at, thread, steps)).toEqual([])
    expect(at.report().overflows).toBe(1)
    expect((await thread.commits()).length).toBeGreaterThanOrEqual(2)
    await at.close()
  })
})
