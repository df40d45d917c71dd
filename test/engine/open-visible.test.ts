import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import type { Thread } from '../../src/engine/thread.ts'
import { gapsBetween, visibleRanges } from '../../src/log/visible-ranges.ts'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { PlanRecord } from '../../src/schema/plan.ts'
import type { Store } from '../../src/schema/ports.ts'
import { rangeShown } from '../../src/schema/stored-plan.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { lightEngine } from '../support/light-engine.ts'
import { agent, calls, finishedTurns, messagesFor, PROVIDERS, type Provider, results, type Step, user } from '../support/steps.ts'

const WINDOW = 20_000
const dialects = { 'openai-chat': openaiChat, anthropic }

/** A store that counts the rows it hands out. */
function counting(store: StoreWith<Capability>): { readonly store: Store; rows(): number } {
  let rows = 0
  return {
    rows: () => rows,
    store: {
      ...store,
      async rows(key, ranges) {
        const read = await store.rows(key, ranges)
        rows += read.length
        return read
      },
      async read(key, from, to) {
        const read = await store.read(key, from, to)
        rows += read.length
        return read
      },
    },
  }
}

/** A store that can only read everything: threads opened over it are the measure of those that are not. */
function withoutRows({ rows: _, ...store }: Store): Store {
  return store
}

/** A long conversation that was compacted, and what was said since. */
async function longThread(store: Store, provider: Provider, turns = 300): Promise<void> {
  const thread = await lightEngine({ store, dialects: [dialects[provider]] }).thread('t')
  const say = (steps: readonly Step[]) => messagesFor(provider, steps)
  await thread.append(say([user('KEEP this')]))
  await thread.append(say(finishedTurns(turns, 100)))
  await thread.pin({ text: 'KEEP this' })
  await thread.pin({ text: 'Request 40:' })
  await thread.compact({ window: WINDOW })
  await thread.append(say([user('and now'), calls(['late', 'read_file', { path: 'x' }]), results(['late', 'ok']), agent('done')]))
}

describe.each(PROVIDERS)('opening a long thread that was compacted, in %s', (provider) => {
  const open = (store: Store): Promise<Thread> => lightEngine({ store, dialects: [dialects[provider]] }).thread('t')
  const say = (steps: readonly Step[]) => messagesFor(provider, steps)

  it('E10 · reads what is visible and no more, and shows the same as if everything was read', async () => {
    const kept = memoryStore()
    await longThread(kept, provider)
    const counted = counting(kept)
    const thread = await open(counted.store)
    const whole = await open(withoutRows(kept))
    const options = { window: WINDOW * 2 }
    const { request, tokens, prompt, record } = await thread.prepare(options)
    const shown = new Set(
      prompt.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'entry' ? [part.entry.seq] : []))),
    )
    expect(counted.rows()).toBeGreaterThan(shown.size - 1)
    // The borders of the fold, and the blocks beside those that it carries.
    expect(counted.rows()).toBeLessThan(shown.size + 10)
    expect((await whole.entries()).length).toBeGreaterThan(3 * shown.size)
    const expected = await whole.prepare(options)
    expect({ request, tokens, record }).toEqual({ request: expected.request, tokens: expected.tokens, record: expected.record })
  })

  it('goes on as if everything had been read: appends, late results, compactions, entries', async () => {
    const steps: readonly ((thread: Thread) => Promise<unknown>)[] = [
      (thread) => thread.append(say([user('more'), calls(['c1', 'read_file', { path: 'y' }])])),
      (thread) => thread.append(say([results(['c1', 'fine'])])),
      (thread) => thread.append(say([agent('so'), user('again')])),
      // A call that is folded: its result comes too late.
      (thread) => thread.append(say([results(['call-3', 'very late'])])),
      (thread) => thread.append(say([user('go on')])),
      (thread) => thread.compact({ window: WINDOW }),
      (thread) => thread.compact({ window: WINDOW / 2 }),
      (thread) => thread.entries(),
      (thread) => thread.explain({ window: WINDOW / 4 }),
    ]
    const stores = [memoryStore(), memoryStore()] as const
    for (const store of stores) await longThread(store, provider)
    for (const [index, step] of steps.entries()) {
      // Opened anew at every step, so that each is the first that looks.
      const [partly, wholly] = [await open(stores[0]), await open(withoutRows(stores[1]))]
      const [made, expected] = [await step(partly), await step(wholly)]
      expect(JSON.stringify(made), `step ${index}`).toBe(JSON.stringify(expected))
      const [now, then] = [await partly.prepare({ window: WINDOW * 2 }), await wholly.prepare({ window: WINDOW * 2 })]
      expect(JSON.stringify(now.request), `after step ${index}`).toBe(JSON.stringify(then.request))
      expect(now.tokens).toBe(then.tokens)
    }
  })
})

describe('a thread opened in part', () => {
  it('L1 · reads the rest page by page, and goes on where its store failed', async () => {
    const kept = memoryStore()
    await longThread(kept, 'openai-chat', 1_200)
    let pages = 0
    const failing: Store = {
      ...kept,
      async rows(key, ranges) {
        const read = await kept.rows(key, ranges)
        pages += read.length > 1_000 ? 1 : 0
        if (pages === 2 && read.length > 1_000) throw new Error('the disk is gone')
        return read
      },
    }
    const thread = await lightEngine({ store: failing }).thread('t')
    await expect(thread.entries()).rejects.toThrow('the disk is gone')
    const whole = await lightEngine({ store: kept }).thread('t')
    expect(await thread.entries()).toEqual(await whole.entries())
    expect(pages).toBeGreaterThan(2)
  })

  it('takes over what another process compacts, forks and pins', async () => {
    const store = memoryStore()
    await longThread(store, 'openai-chat')
    const [left, right] = [await lightEngine({ store }).thread('t'), await lightEngine({ store }).thread('t')]
    await left.prepare({ window: WINDOW * 2 })
    await right.compact({ window: WINDOW / 2 })
    const [seen, expected] = [await left.prepare({ window: WINDOW }), await right.prepare({ window: WINDOW })]
    expect(seen.request).toEqual(expected.request)
    expect(await left.pin({ text: 'Request 7:' })).toHaveLength(1)
  })

  it('E10 · costs as many rows at 9,600 entries as at 2,400, in SQLite as well', async () => {
    const read = async (turns: number): Promise<number> => {
      const kept = await openSqliteStore(':memory:')
      await longThread(kept, 'openai-chat', turns)
      const counted = counting(kept)
      await (await lightEngine({ store: counted.store }).thread('t')).prepare({ window: WINDOW * 2 })
      await kept.close()
      return counted.rows()
    }
    const [few, many] = [await read(600), await read(2_400)]
    expect(Math.abs(many - few)).toBeLessThan(few / 5)
  })
})

describe('the visible ranges of a plan', () => {
  const span = (from: number, to: number) => rangeShown({ from, to }) as PlanRecord['span']
  const fold = (from: number, to: number, ...carried: readonly number[]): PlanRecord => ({
    ...{ action: 'summarize', span: span(from, to), tokens: 1, summary: '' },
    carries: carried.map((seq) => ({ seq: seqOf(seq) })),
  })

  it('are everything but the inside of folds, with what those carry', () => {
    expect(visibleRanges([], 5)).toEqual([{ from: 0, end: 5 }])
    const ranges = visibleRanges([fold(2, 97, 40)], 100)
    expect(ranges).toEqual([
      { from: 0, end: 3 },
      { from: 40, end: 41 },
      { from: 97, end: 100 },
    ])
    expect(gapsBetween(ranges, 100)).toEqual([
      { from: 3, end: 40 },
      { from: 41, end: 97 },
    ])
    expect(visibleRanges([fold(0, 0), fold(1, 9, 9, 4)], 10)).toEqual([
      { from: 0, end: 2 },
      { from: 4, end: 5 },
      { from: 9, end: 10 },
    ])
    expect(gapsBetween([], 3)).toEqual([{ from: 0, end: 3 }])
  })
})
