import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, type ModelTable, memoryStore, modelSources, type Policy, presets } from '../../src/index.ts'
import type { PriceStep } from '../../src/schema/model-limits.ts'
import { agent, calls, messagesFor, prose, results, type Step, user } from '../support/steps.ts'

const MINUTE = 60_000
const PRICES: PriceStep = { above: 0, input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, cacheWriteHour: 10 }
const at = { window: 1_000_000, reserve: 10_000, model: 'claude-opus-4-5', dialect: 'openai-chat' } as const

interface Opened {
  readonly policy?: Policy
  readonly prices?: PriceStep
  readonly store?: ReturnType<typeof memoryStore>
  clock?: () => number
}

function open({ policy = presets.balanced(), prices = PRICES, store = memoryStore(), clock = () => 0 }: Opened = {}) {
  const overrides: ModelTable = { 'claude-opus-4-5': { window: 1_000_000, maxOutput: 10_000, prices: [prices] } }
  return createCompactor({ policy, store, clock, models: modelSources(overrides) }).thread('t')
}

/** A call that brings a result of so many words. */
const call = (index: number, words: number): readonly Step[] => [
  calls([`c${index}`, 'read_file', { path: `${index}.ts` }]),
  results([`c${index}`, `file ${index}: ${prose(words)}`]),
]

type Thread = Awaited<ReturnType<typeof open>>

/** Plays calls one after the other, and says after which of them the thread was compacted. */
async function play(thread: Thread, count: number, words: number, from = 0): Promise<readonly number[]> {
  if (from === 0) await thread.append(messagesFor('openai-chat', [user('Read all files.')]))
  const compacted: number[] = []
  let commits = (await thread.commits()).length
  for (let index = from; index < from + count; index += 1) {
    await thread.prepare(at)
    const now = (await thread.commits()).length
    if (now > commits) compacted.push(index)
    commits = now
    await thread.append(messagesFor('openai-chat', call(index, words)))
  }
  return compacted
}

describe('the rent', () => {
  it('F9 · decides far below the window, says so with its numbers, and comes down to a page and the newest messages', async () => {
    const thread = await open()
    const [first = 0] = await play(thread, 80, 1_500)
    const [commit] = await thread.commits()
    expect(first).toBeGreaterThan(20)
    expect(commit?.receipt.reason).toMatch(/units paid to read what could go have reached the [\d,]+ that compacting costs$/)
    expect(commit?.receipt.tokens.before).toBeLessThan(150_000)
    expect(commit?.receipt.tokens.after).toBeLessThan(15_500)
    // What calls have added is kept with the receipt: the next account goes on from there.
    expect(commit?.receipt.growth?.calls).toBe(first)
    expect(commit?.receipt.growth?.tokens).toBeGreaterThan((commit?.receipt.tokens.before ?? 0) * 0.9)
    expect(commit?.receipt.inputs.prices).toEqual([{ above: 0, input: 1, read: 0.1, write: 1.25, writeHour: 2, output: 5 }])
  })

  it('F9 · comes to its price sooner where reading costs more, and later where a summary loses more', async () => {
    const compactions = async (given: Opened): Promise<number> => (await play(await open(given), 60, 1_500)).length
    const usual = await compactions({})
    const uncached = await compactions({ prices: { above: 0, input: 5, output: 25 } })
    const dear = await compactions({ policy: presets.balanced({ loss: 1_000_000 }) })
    const recalled = await compactions({ policy: presets.balanced({ recall: true }) })
    expect([usual > 0, uncached > usual, dear, recalled >= usual]).toEqual([true, true, 0, true])
  })

  it('F9 · is the same after a restart: it follows from the log, and nothing is stored for it', async () => {
    const [one, another] = [memoryStore(), memoryStore()]
    const whole = await play(await open({ store: one }), 70, 1_500)
    const parts = [await play(await open({ store: another }), 25, 1_500)]
    for (const from of [25, 40, 55]) parts.push(await play(await open({ store: another }), 15, 1_500, from))
    expect(parts.flat()).toEqual(whole)
    expect(whole.length).toBeGreaterThan(0)
  })

  it('F9 · leaves a short session alone', async () => {
    expect(await play(await open(), 15, 1_500)).toEqual([])
  })

  it('F9, L11 · makes no second compaction where nothing was added', async () => {
    const thread = await open()
    await play(thread, 70, 1_500)
    const before = await thread.commits()
    for (let again = 0; again < 3; again += 1) await thread.prepare(at)
    const once = (await thread.commits()).length
    for (let again = 0; again < 3; again += 1) await thread.prepare(at)
    expect((await thread.commits()).length).toBe(once)
    expect(once - before.length).toBeLessThanOrEqual(1)
  })

  it('F9 · waits a step if the open round is most of what there is', async () => {
    const thread = await open({ policy: presets.balanced({ loss: 10_000 }) })
    await play(thread, 14, 1_500)
    await thread.append(messagesFor('openai-chat', call(20, 200_000)))
    const commits = (await thread.commits()).length
    await thread.prepare(at)
    expect((await thread.commits()).length).toBe(commits)
    await thread.append(messagesFor('openai-chat', [agent('That was long.'), user('And now?')]))
    await thread.prepare(at)
    const receipt = (await thread.commits()).at(-1)?.receipt
    expect(receipt?.tokens.after).toBeLessThan(30_000)
  })

  it('F9, L3 · clears old outputs where only the window asks for room and a token of it costs less that way', async () => {
    const thread = await open()
    await thread.append(messagesFor('openai-chat', [user('Read all files.')]))
    const small = { ...at, window: 12_000, reserve: 1_000, system: prose(3_000) }
    const reasons: string[] = []
    for (let index = 0; index < 40; index += 1) {
      const made = await thread.prepare(small)
      expect(made.tokens).toBeLessThanOrEqual(made.budget.limit)
      if (made.changed && made.receipt !== null) reasons.push(made.receipt.reason)
      await thread.append(messagesFor('openai-chat', call(index, 400)))
    }
    expect(reasons[0]).toMatch(/tokens are more than the [\d,]+ that fit, and clearing costs less than compacting$/)
    const [first] = await thread.commits()
    expect(first?.plan.records.every(({ action }) => action === 'clear')).toBe(true)
  })

  const ROOM = { ...at, window: 12_000, reserve: 1_000, system: prose(3_000) }
  /** Of a request, what a prune for room has left free; nothing if there was none. */
  const leftBy = ({ receipt, changed, budget }: Awaited<ReturnType<Thread['prepare']>>): readonly number[] => {
    const isForRoom = changed && receipt?.reason.endsWith('clearing costs less than compacting') === true
    return isForRoom ? [1 - receipt.tokens.after / budget.limit] : []
  }

  it('F9 · does not clear for room if a token of it costs less by folding', async () => {
    const cleared = async (loss: number): Promise<number> => {
      const thread = await open({ policy: presets.balanced({ loss }) })
      let count = 0
      await thread.append(messagesFor('openai-chat', [user('Read all files.')]))
      for (let index = 0; index < 30; index += 1) {
        count += leftBy(await thread.prepare(ROOM)).length
        await thread.append(messagesFor('openai-chat', [...call(index, 400), agent(prose(100, index)), user('Go on.')]))
      }
      return count
    }
    expect([await cleared(0), (await cleared(80_000)) > 0]).toEqual([0, true])
  })

  it('F9, L11 · does not clear for room what leaves none for the next step', async () => {
    const rooms: number[] = []
    for (let words = 1_500; words < 3_100; words += 100) {
      const thread = await open()
      const turns = Array.from({ length: 10 }, (_, index) => [...call(index, 400), agent(prose(100, index)), user('Go on.')])
      await thread.append(
        messagesFor('openai-chat', [user('Read all files.'), ...turns.flat(), agent('Done.'), user(prose(words))]),
      )
      rooms.push(...leftBy(await thread.prepare(ROOM)))
    }
    expect(rooms.length).toBeGreaterThan(0)
    expect(Math.min(...rooms)).toBeGreaterThan(0.05)
  })

  it('F9 · what clearing alone cannot make room for is a compaction, and is not called anything else', async () => {
    const thread = await open()
    const small = { ...at, window: 20_000, reserve: 1_000, system: prose(6_000) }
    await thread.append(messagesFor('openai-chat', [user('Read all files.')]))
    for (let index = 0; index < 12; index += 1) {
      await thread.append(messagesFor('openai-chat', call(index, index % 3 === 2 ? 20_000 : 1_500)))
      await thread.prepare(small)
    }
    const folds = (await thread.commits()).filter(({ receipt }) => receipt.reason.endsWith('clearing costs less than compacting'))
    expect(folds.flatMap(({ receipt }) => receipt.lawOverrides)).toEqual([])
  })

  it('F9, L3 · yields to the window', async () => {
    const thread = await open({ policy: presets.balanced({ loss: 1_000_000 }) })
    await thread.append(
      messagesFor('openai-chat', [user('Read.'), ...call(0, 20_000), ...call(1, 20_000), agent('Done.'), user('So?')]),
    )
    const { tokens, budget } = await thread.prepare({ ...at, window: 40_000 })
    expect(tokens).toBeLessThanOrEqual(budget.limit)
  })
})

describe('without prices', () => {
  it.each([
    ['absurd', { above: 0, input: 5, output: 25, cacheRead: 500 }, 'more than a new one'],
    ['zero', { above: 0, input: 0, output: 0 }, 'costs nothing'],
  ] as const)('F9, B20 · a share of the window decides, and the receipt says why (%s prices)', async (_, prices, reason) => {
    const thread = await open({ prices })
    expect(await play(thread, 60, 1_500)).toEqual([])
    const { receipt } = await thread.prepare({ ...at, window: 100_000 })
    expect(receipt?.reason).toMatch(/exceed 90 % of 90,000 usable/)
    expect(receipt?.assumed?.join()).toContain(reason)
  })

  it('F9 · a share that the host has set holds whatever prices are', async () => {
    expect(await play(await open({ policy: presets.balanced({ trigger: 0.9 }) }), 60, 1_500)).toEqual([])
  })
})

describe('a cold cache', () => {
  const clocked = () => {
    const clock = { now: 0 }
    return { clock, read: () => clock.now }
  }

  it('F9, E3, case 76 · old outputs go at no cost when a thread is resumed, and the receipt says so', async () => {
    const { clock, read } = clocked()
    const thread = await open({ clock: read })
    await play(thread, 22, 1_500)
    expect(await thread.commits()).toEqual([])
    clock.now = 3 * 60 * MINUTE
    const { receipt } = await thread.prepare(at)
    expect(receipt?.reason).toBe('the cache is cold after 10,800 s without a call: what is cleared now need not be written again')
    expect(receipt?.stages).toMatchObject({ wasPruned: true, wasCompacted: false })
    expect((await thread.prepare(at)).receipt?.at).toBe(receipt?.at)
  })

  it('F9 · what is cleared then is no compaction: the next one comes at the size at which it would have come', async () => {
    const sizes = async (isCold: boolean): Promise<readonly number[]> => {
      const { clock, read } = clocked()
      const thread = await open({ clock: read })
      await play(thread, 22, 1_500)
      if (isCold) clock.now = 3 * 60 * MINUTE
      await play(thread, 38, 1_500, 22)
      return (await thread.commits()).map(({ receipt }) => receipt.tokens.before)
    }
    const [[usual = 0], [, afterwards = 0]] = [await sizes(false), await sizes(true)]
    expect(afterwards).toBeGreaterThan(usual * 0.95)
    expect(afterwards).toBeLessThan(usual * 1.05)
  })

  const HOUR_MARK = { type: 'ephemeral', ttl: '1h' } as const

  it.each([
    ['OpenAI may keep it for a day', { promptCache: '24h' }, { dialect: 'openai-chat', model: 'gpt-5' }, undefined],
    ['OpenAI may keep it for a day, behind an SDK', { promptCache: '24h' }, { dialect: 'ai-sdk', model: 'gpt-5' }, undefined],
    [
      'the client says so to OpenAI',
      {},
      { dialect: 'openai-chat', model: 'gpt-5', envelope: { prompt_cache_retention: '24h' } },
      undefined,
    ],
    ['the client marks its last message for an hour', {}, { dialect: 'anthropic' }, HOUR_MARK],
    ['the client marks its request for an hour', {}, { dialect: 'anthropic', envelope: { cache_control: HOUR_MARK } }, undefined],
  ] as const)('F9 · is not thought cold after ten minutes if %s', async (_, ports, asking, mark) => {
    const cleared = async (isAsked: boolean): Promise<boolean> => {
      const { clock, read } = clocked()
      const { dialect: asked, ...more } = { model: at.model, envelope: undefined, ...asking }
      const models = modelSources({ [more.model]: { window: 1_000_000, prices: [PRICES] } })
      const compactor = createCompactor({ policy: presets.balanced(), clock: read, models, ...(isAsked ? ports : {}) })
      const thread = await compactor.thread('t')
      const envelope =
        isAsked && more.envelope !== undefined ? { around: { dialect: asked, envelope: more.envelope, tools: [] } } : {}
      const request = { ...at, dialect: asked, model: more.model, ...envelope }
      const dialect = asked === 'ai-sdk' ? 'openai-chat' : asked
      const last = mark === undefined || !isAsked ? {} : { cache_control: mark }
      await thread.append(
        messagesFor(dialect, [user('Read all files.'), ...Array.from({ length: 22 }, (__, i) => call(i, 1_500)).flat()]),
      )
      const content = [{ type: 'text' as const, text: 'Go on.', ...last }]
      await thread.append([{ role: 'user', content }], { dialect })
      await thread.prepare(request)
      await thread.append(messagesFor(dialect, [agent('I do.'), user('And now?')]))
      await thread.settle()
      clock.now = 10 * MINUTE
      return (await thread.prepare(request)).receipt?.stages?.wasPruned === true
    }
    expect([await cleared(false), await cleared(true)]).toEqual([true, false])
  })

  it('F9, E2 · compacting is cheaper then: what is kept is written in any case', async () => {
    const { clock, read } = clocked()
    const thread = await open({ clock: read, policy: presets.balanced({ loss: 40_000 }) })
    const [warm = 99] = await play(await open({ policy: presets.balanced({ loss: 40_000 }) }), 60, 1_500)
    await play(thread, warm - 1, 1_500)
    expect(await thread.commits()).toEqual([])
    clock.now = 10 * MINUTE
    const { receipt } = await thread.prepare(at)
    expect(receipt?.reason).toMatch(/that compacting costs, the cache being cold$/)
    expect(await thread.commits()).toHaveLength(1)
  })

  it('F9 · a clock that jumps does no harm: a warm cache is left alone, and no request grows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -1e13, max: 1e13 }), { minLength: 3, maxLength: 3 }), async (times) => {
        const { clock, read } = clocked()
        const thread = await open({ clock: read })
        await play(thread, 12, 1_500)
        for (const time of times) {
          const { tokens } = await thread.prepare(at)
          clock.now = time
          expect((await thread.prepare(at)).tokens).toBeLessThanOrEqual(tokens)
        }
      }),
      { numRuns: 5 },
    )
  })

  it('F9 · a prune after the turn that does not pay for itself is refused', async () => {
    const rungs = presets.opencode().afterTurn ?? []
    const prunes = async (policy: Policy): Promise<boolean> => {
      const thread = await open({ policy })
      await play(thread, 7, 8_000)
      await thread.prepare(at)
      return (await thread.settle())?.changed === true
    }
    expect(await prunes(presets.balanced({ trigger: 0.9, afterTurn: rungs }))).toBe(true)
    expect(await prunes(presets.balanced({ loss: 1_000_000, afterTurn: rungs }))).toBe(false)
  })
})
