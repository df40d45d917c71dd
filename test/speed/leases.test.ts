import { describe, expect, it } from 'vitest'
import { LEASE_MS } from '../../src/engine/leased.ts'
import { createCompactor, memoryStore } from '../../src/index.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import { prose } from '../support/steps.ts'
import { slowness } from './processor-time.ts'

/** How long a compaction takes when the process that was about it has just died. */
async function waitAfterDeath(term: number): Promise<number> {
  const store = memoryStore()
  const thread = await createCompactor({ store }).thread('t')
  await thread.append(Array.from({ length: 20 }, (_, index) => ({ role: 'user' as const, content: `${index} ${prose(300)}` })))
  await store.leases.take({ tenant: tenantId('default'), thread: threadId('t') }, 'a process that died', term)
  const started = performance.now()
  await thread.compact({ window: 4_000 })
  return performance.now() - started
}

describe('after a process died in the middle of a compaction', () => {
  it.each(Object.entries(LEASE_MS))('A20 · the next one waits about a second at most (%s)', async (_, term) => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => waitAfterDeath(term)))
    expect(Math.max(...waits)).toBeLessThan(1_000 + 250 * slowness())
  })
})
