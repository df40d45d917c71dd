import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets } from '../../src/index.ts'
import type { SummaryJob } from '../../src/schema/summary.ts'
import { prose } from '../support/steps.ts'

const history = Array.from({ length: 30 }, (_, index) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `${index} ${prose(300)}`,
}))

/** A summarizer that is asked and answers nothing until it is told to fail. */
function waiting() {
  const asked = Promise.withResolvers<void>()
  const ends = Promise.withResolvers<never>()
  const summarize = (_: SummaryJob): Promise<never> => {
    asked.resolve()
    return ends.promise
  }
  return { asked: asked.promise, end: () => ends.reject(new Error('told to')), summarizer: { name: 'waits', summarize } }
}

describe('while another process has a summary written', () => {
  it('A20, case 61 · a request that fits goes out as it is; one that does not is waited for', async () => {
    const store = memoryStore()
    const { asked, end, summarizer } = waiting()
    const policy = presets.balanced({ trigger: 0.5, release: 0.2, ahead: false })
    const first = await createCompactor({ store, policy, summarizer, clock: () => 0 }).thread('t')
    const second = await createCompactor({ store, policy, clock: () => 0 }).thread('t')
    await first.append(history)
    const window = Math.ceil((await first.prepare({ window: 10_000_000 })).tokens * 1.4)
    const compacting = first.prepare({ window, reserve: 0 })
    await asked
    const meanwhile = await second.prepare({ window, reserve: 0 })
    expect(meanwhile.receipt).toBeNull()
    expect(JSON.stringify(meanwhile.request)).toContain(`29 ${prose(300)}`)
    const small = second.prepare({ window: Math.ceil(window / 3), reserve: 0 })
    end()
    const [made, smaller] = await Promise.all([compacting, small])
    expect(made.receipt?.records.length).toBeGreaterThan(0)
    expect(smaller.tokens).toBeLessThanOrEqual(window / 3)
    expect((await first.commits()).length).toBeGreaterThanOrEqual(1)
  })
})
