import { describe, expect, it } from 'vitest'
import type { Thread } from '../../../src/index.ts'
import { anthropicAgent, chatAgent, responsesAgent } from '../../support/provider-agents.ts'
import { faultsOf, type World, world } from '../../support/sdk-world.ts'

const STEPS = 24

/** `npm run agents` lets them work for 300 steps. */
describe(`an agent of a provider’s SDK, ${STEPS} steps before a provider that takes half of what was declared`, () => {
  it.each<[string, (at: World) => Promise<Thread>]>([
    ['Anthropic, streamed', (at) => anthropicAgent('streamed', at)],
    ['Anthropic, whole', (at) => anthropicAgent('whole', at)],
    ['Chat Completions, streamed', (at) => chatAgent('streamed', at)],
    ['Chat Completions, whole', (at) => chatAgent('whole', at)],
    ['Chat Completions with thoughts, streamed', (at) => chatAgent('streamed', at, 'thinks')],
    ['Chat Completions with thoughts, whole', (at) => chatAgent('whole', at, 'thinks')],
    ['Responses, streamed', (at) => responsesAgent('streamed', at)],
    ['Responses, whole', (at) => responsesAgent('whole', at)],
  ])('A24, F3 · %s: is refused once, loses nothing, keeps nothing twice', async (_, agent) => {
    const at = await world({ steps: STEPS, window: 8_000, declared: 16_000, stopAt: 11 })
    const thread = await agent(at)
    expect(await faultsOf(at, thread, STEPS)).toEqual([])
    expect(at.report().overflows).toBe(1)
    expect((await thread.commits()).length).toBeGreaterThanOrEqual(2)
    await at.close()
  })
})
