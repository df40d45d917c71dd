import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets } from '../../src/index.ts'
import { CompactionError } from '../../src/schema/failures.ts'
import type { Store } from '../../src/schema/ports.ts'
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

describe('a machine on which planning takes longer than a lease holds', () => {
  /** A store in which others take over before the first commits, as if the lease had run out. */
  function overtaken(times: number) {
    const store = memoryStore()
    const terms: number[] = []
    let left = times
    const slow: Store = {
      ...store,
      leases: {
        ...store.leases,
        async take(key, holder, milliseconds) {
          if (holder !== 'other') terms.push(milliseconds)
          return store.leases.take(key, holder, milliseconds)
        },
      },
      async commit(key, parent, commit, fence = 0) {
        left -= 1
        if (left >= 0) throw new CompactionError<'lease-lost'>({ code: 'lease-lost', thread: key.thread, fence })
        await store.commit(key, parent, commit, fence)
      },
    }
    return { store: slow, terms }
  }

  it('A20, case 79 · whoever lost a lease takes the next for longer, so that one of them gets to its end', async () => {
    const { store, terms } = overtaken(3)
    const thread = await createCompactor({ store, clock: () => 0 }).thread('t')
    await thread.append(history)
    expect((await thread.compact({ window: 2_000, reserve: 0 })).changed).toBe(true)
    expect([...new Set(terms)]).toEqual([250, 1_000, 4_000, 16_000])
    await thread.append([{ role: 'user', content: prose(900) }])
    await thread.compact({ window: 1_500, reserve: 0 })
    expect(terms.at(-1)).toBe(250)
  })

  it('A20, case 79 · a lease that was being prolonged when its work ended is given back all the same', async () => {
    const store = memoryStore()
    const { promise: isProlonged, resolve: prolonged } = Promise.withResolvers<void>()
    const { promise: hasEnded, resolve: ended } = Promise.withResolvers<void>()
    const { asked, end, summarizer } = waiting()
    let takes = 0
    const late: Store = {
      ...store,
      leases: {
        ...store.leases,
        async take(...given) {
          takes += 1
          if (takes === 2) {
            prolonged()
            // Arrives in the store when the work is done.
            await hasEnded
          }
          return store.leases.take(...given)
        },
      },
      async commit(...given) {
        await store.commit(...given)
        ended()
      },
    }
    const policy = presets.balanced({ ahead: false })
    const thread = await createCompactor({ store: late, policy, summarizer, clock: () => 0 }).thread('t')
    await thread.append(history)
    const compacting = thread.compact({ window: 2_000, reserve: 0 })
    await asked
    await isProlonged
    end()
    await compacting
    expect(await thread.session()).toMatchObject({ compactionCount: 1, currentlyCompacting: false })
  })
})

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
