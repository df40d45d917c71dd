import { describe, expect, it } from 'vitest'
import { createCompactor, type ModelTable, memoryStore, modelSources, presets } from '../../src/index.ts'
import type { PriceStep } from '../../src/schema/model-limits.ts'
import type { Store } from '../../src/schema/ports.ts'
import type { StepAccount } from '../../src/schema/thread-cost.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { emptyFolder } from '../support/folders.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, user } from '../support/steps.ts'

const PRICES: PriceStep = { above: 0, input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, cacheWriteHour: 10 }
const MODEL = 'claude-opus-4-5'
const at = { window: 1_000_000, reserve: 10_000, model: MODEL, dialect: 'openai-chat' } as const
const MILLION = 1_000_000

interface Opened {
  readonly prices?: PriceStep | undefined
  readonly store?: Store
  readonly clock?: () => number
}

function compactorFor({ prices = PRICES, store = memoryStore(), clock = () => 0 }: Opened = {}) {
  const overrides: ModelTable = {
    [MODEL]: { window: 1_000_000, maxOutput: 10_000, prices: [prices] },
    free: { window: 1_000_000 },
  }
  return createCompactor({ policy: presets.balanced(), store, clock, models: modelSources(overrides) })
}

type Thread = Awaited<ReturnType<ReturnType<typeof compactorFor>['thread']>>

/** A call of an agent whose provider caches everything, and reports in Anthropic's words. */
async function step(thread: Thread, index: number, last: number, words = 1_500): Promise<number> {
  await thread.append(
    messagesFor('openai-chat', index === 0 ? [user('Read all files.')] : [results([`c${index - 1}`, `file: ${prose(words)}`])]),
  )
  const { tokens, changed } = await thread.prepare(at)
  await thread.append(messagesFor('openai-chat', [calls([`c${index}`, 'read_file', { path: `${index}.ts` }])]))
  const read = changed ? 0 : Math.min(last, tokens)
  await thread.settle({
    usage: { input_tokens: 0, cache_read_input_tokens: read, cache_creation_input_tokens: tokens - read, output_tokens: 40 },
  })
  return tokens
}

async function play(thread: Thread, count: number): Promise<void> {
  let last = 0
  for (let index = 0; index < count; index += 1) last = await step(thread, index, last)
}

const asked = async (thread: Thread, usage: unknown, model = MODEL): Promise<StepAccount | null> => {
  // Another process may have appended.
  await thread.state()
  await thread.append(messagesFor('openai-chat', [user(prose(400))]))
  await thread.prepare({ ...at, model })
  await thread.append(messagesFor('openai-chat', [agent('Done.')]))
  await thread.settle({ usage })
  return (await thread.cost()).last
}

describe('what a thread has cost', () => {
  it('F9 · is what the provider reported, call by call, and in money by the sheet', async () => {
    const compactor = compactorFor()
    const told: unknown[] = []
    compactor.on('call-settled', ({ model, tokens, dollars }) => told.push({ model, tokens, dollars }))
    const thread = await compactor.thread('t')
    const usage = { input_tokens: 7, cache_read_input_tokens: 100, cache_creation_input_tokens: 1_000, output_tokens: 10 }
    const hour = { ...usage, cache_creation: { ephemeral_1h_input_tokens: 400, ephemeral_5m_input_tokens: 600 } }
    const [one, another] = [await asked(thread, usage), await asked(thread, hour)]
    const plain = (7 * 5 + 100 * 0.5 + 1_000 * 6.25 + 10 * 25) / MILLION
    expect(one).toMatchObject({ tokens: { read: 100, written: 1_000, new: 7, output: 10 }, dollars: plain })
    expect(another?.dollars).toBeCloseTo(plain + (400 * (10 - 6.25)) / MILLION, 12)
    expect(one).not.toHaveProperty('remarks')
    expect(told[0]).toEqual({ model: MODEL, tokens: { read: 100, written: 1_000, new: 7, output: 10 }, dollars: plain })
    const cost = await thread.cost()
    expect(cost).toMatchObject({ calls: 2, reckoned: 0, unpriced: 0, tokens: { read: 200, written: 2_000, hour: 400, new: 14 } })
    expect(cost.dollars).toBeCloseTo((one?.dollars ?? 0) + (another?.dollars ?? 0), 12)
  })

  it('F9 · stands beside what it would have cost without compaction, and compacted late; receipts say it, too', async () => {
    const thread = await compactorFor().thread('t')
    await play(thread, 90)
    const { dollars, uncompacted, late, calls: count, tokens } = await thread.cost()
    const commits = await thread.commits()
    expect([count, commits.length > 0, late.compactions]).toEqual([90, true, 0])
    expect(uncompacted.dollars).toBeGreaterThan(dollars * 1.15)
    expect(late).toEqual({ ...uncompacted, compactions: 0 })
    expect(uncompacted.tokens).toBeGreaterThan(tokens.read + tokens.written + tokens.new)
    const [first] = commits
    // Until the first compaction there was nothing to compare.
    const ratio = (first?.receipt.cost?.uncompacted.dollars ?? 0) / (first?.receipt.cost?.dollars ?? 1)
    // Long texts are estimated until a compaction is near.
    expect(Math.abs(ratio - 1)).toBeLessThan(0.05)
    expect(first?.receipt.cost?.last?.tokens.output).toBe(40)
  })

  it.each([
    ['memory', () => memoryStore()],
    ['SQLite', (folder: string) => openSqliteStore(`${folder}/agent.db`)],
    ['session files', (folder: string) => openJsonlStore(folder)],
  ] as const)(
    'F9 · is summed in the row of the thread, and goes on after a restart, without request records: %s',
    async (name, openStore) => {
      const folder = emptyFolder()
      const one = compactorFor({ store: await openStore(folder) })
      const thread = await one.thread('t')
      let last = 0
      for (let index = 0; index < 8; index += 1) last = await step(thread, index, last)
      const before = await thread.cost()
      const isMemory = name === 'memory'
      if (!isMemory) await one.close()
      const again = isMemory ? one : compactorFor({ store: await openStore(folder) })
      const reopened = await again.thread('t')
      expect(await reopened.cost()).toEqual(before)
      for (let index = 8; index < 10; index += 1) last = await step(reopened, index, last)
      const after = await reopened.cost()
      expect(after.calls).toBe(10)
      const whole = await compactorFor().thread('t')
      await play(whole, 10)
      const { dollars, uncompacted } = await whole.cost()
      expect(after.dollars).toBeCloseTo(dollars, 9)
      expect(after.uncompacted.dollars).toBeCloseTo(uncompacted.dollars, 9)
      await again.close()
    },
  )

  it('F9 · counts every call of two processes once, and a call that is settled twice once', async () => {
    const store = memoryStore()
    const [one, another] = [await compactorFor({ store }).thread('t'), await compactorFor({ store }).thread('t')]
    const usage = { prompt_tokens: 500, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 0 } }
    for (let turn = 0; turn < 4; turn += 1) await asked(turn % 2 === 0 ? one : another, usage)
    await one.settle({ usage })
    expect([(await one.cost()).calls, (await another.cost()).tokens.output]).toEqual([4, 12])
  })

  it('F9, L13 · is nothing in another thread, in a branch, or after an erasure', async () => {
    const compactor = compactorFor()
    const thread = await compactor.thread('t')
    await asked(thread, { input: 500, output: 1 })
    const [entry] = await thread.entries()
    const branch = await thread.branch({ at: entry?.id ?? '', include: true })
    const stranger = await compactor.thread('t', { tenant: 'other' })
    for (const other of [branch, stranger]) expect((await other.cost()).calls).toBe(0)
    await compactor.erase({ thread: 't' })
    expect((await (await compactor.thread('t')).cost()).calls).toBe(0)
  })

  it('F9 · a store that cannot keep it, or fails to, does not stop an agent', async () => {
    const { costs, ...without } = memoryStore()
    const thread = await compactorFor({ store: without }).thread('t')
    await play(thread, 3)
    expect((await thread.cost()).calls).toBe(3)
    let isBroken = true
    const put: typeof costs.put = async (...args) => {
      if (isBroken) throw new Error('the disk is full')
      return costs.put(...args)
    }
    const store = memoryStore()
    const failing = await compactorFor({
      store: { ...store, costs: { of: store.costs.of, put: (...args) => (isBroken ? put(...args) : store.costs.put(...args)) } },
    }).thread('t')
    await play(failing, 3)
    isBroken = false
    await asked(failing, { input: 500, output: 1 })
    expect((await (await compactorFor({ store }).thread('t')).cost()).calls).toBe(4)
  })
})

describe('a report that cannot be used', () => {
  it.each([
    ['no usage', undefined, /reported no usage: its tokens are by our own count/],
    ['zeros', { prompt_tokens: 0, completion_tokens: 0 }, /reported no usage/],
    [
      'ten times our count',
      { input_tokens: 90_000, output_tokens: 4, cache_read_input_tokens: 0 },
      /90000 tokens for a request of \d+ by our count/,
    ],
    ['a hundredth of it', { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 0 }, /cannot be meant/],
    [
      'an answer longer than any',
      { input_tokens: 900, output_tokens: 5e9, cache_read_input_tokens: 0 },
      /an answer of 5000000000 tokens, which cannot be meant/,
    ],
    [
      'more of the cache than there was',
      { prompt_tokens: 20, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 900 } },
      /reported 900 tokens of its cache in a request of 20, which cannot be meant: its tokens are by our own count/,
    ],
    [
      'a count below 0',
      { input_tokens: -5, output_tokens: 4, cache_read_input_tokens: 850 },
      /reported -5 as `input_tokens`, which cannot be meant: its tokens are by our own count/,
    ],
    [
      'a cache below 0',
      { prompt_tokens: 900, completion_tokens: 4, prompt_tokens_details: { cached_tokens: -850 } },
      /reported -850 as `cached_tokens`/,
    ],
    [
      'a cache of no number',
      { prompt_tokens: 900, completion_tokens: 4, prompt_tokens_details: { cached_tokens: null } },
      /reports nothing of its cache/,
    ],
    ['nothing of a cache', { prompt_tokens: 900, completion_tokens: 4 }, /reports nothing of its cache/],
  ] as const)('F9 · is not taken for money, and the receipt says so: %s', async (_, usage, remark) => {
    const thread = await compactorFor().thread('t')
    for (let times = 0; times < 2; times += 1)
      await asked(thread, { input_tokens: 450 * (times + 1), output_tokens: 2, cache_read_input_tokens: 0 })
    const last = await asked(thread, usage)
    expect(last?.remarks?.join(' ')).toMatch(remark)
    const { read = 0, written = 0, new: fresh = 0 } = last?.tokens ?? {}
    expect(read + written + fresh).toBeGreaterThan(800)
    expect(read + written + fresh).toBeLessThan(2_000)
    expect(read).toBeGreaterThan(0)
    expect((await thread.cost()).reckoned).toBe(1)
    const { receipt } = await thread.compact({ ...at, window: 2_000, reserve: 100 })
    expect(receipt.assumed?.join(' ')).toMatch(remark)
  })

  it('F9 · an answer that is longer than was reported counts as it is, and what is kept for an hour is no more than was written', async () => {
    const thread = await compactorFor().thread('t')
    await thread.append(messagesFor('openai-chat', [user(prose(400))]))
    await thread.prepare(at)
    await thread.append(messagesFor('openai-chat', [agent(prose(600))]))
    const cache = {
      cache_creation_input_tokens: 400,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_1h_input_tokens: 9_000 },
    }
    await thread.settle({ usage: { input_tokens: 40, output_tokens: 3, ...cache } })
    const { last } = await thread.cost()
    expect(last?.tokens).toMatchObject({ written: 400, hour: 400, new: 40 })
    expect(last?.tokens.output).toBeGreaterThan(500)
    expect(last?.remarks?.join(' ')).toMatch(/9000 tokens kept for an hour, and 400 written.*an answer of 3 tokens, and \d+ came/)
  })

  it('F9 · however small a request is, what no server adds to it is not believed', async () => {
    const thread = await compactorFor().thread('t')
    await thread.append(messagesFor('openai-chat', [user('Hello.')]))
    await thread.prepare(at)
    await thread.append(messagesFor('openai-chat', [agent('Hello.')]))
    await thread.settle({ usage: { prompt_tokens: 5e11, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 0 } } })
    const { dollars, last } = await thread.cost()
    expect(last?.remarks?.join(' ')).toMatch(/500000000000 tokens for a request of \d+ by our count/)
    expect(dollars).toBeLessThan(0.01)
  })

  it('F9 · what another model has kept is not read from the cache of this one', async () => {
    const thread = await compactorFor().thread('t')
    const silent = (prompt: number) => ({ prompt_tokens: prompt, completion_tokens: 4 })
    await asked(thread, silent(450))
    expect((await asked(thread, silent(900)))?.tokens).toMatchObject({ read: 450, written: 450 })
    expect((await asked(thread, silent(1_350), 'free'))?.tokens).toMatchObject({ read: 0, written: 1_350 })
    expect((await asked(thread, silent(1_800), 'free'))?.tokens).toMatchObject({ read: 1_350, written: 450 })
  })

  it('F9 · prices that are missing or absurd leave money unknown, and sums of tokens whole', async () => {
    const thread = await compactorFor().thread('t')
    const usage = { input_tokens: 450, output_tokens: 2, cache_read_input_tokens: 0 }
    expect(await asked(thread, usage, 'free')).toMatchObject({ dollars: null, uncompacted: { dollars: null } })
    const absurd = await compactorFor({ prices: { ...PRICES, cacheRead: 50 } }).thread('t')
    expect((await asked(absurd, usage))?.dollars).toBe(null)
    expect(await thread.cost()).toMatchObject({ calls: 1, unpriced: 1, dollars: 0, tokens: { new: 450 } })
  })

  it('F9 · a clock that gives no time leaves the cache warm, and says so', async () => {
    const thread = await compactorFor({ clock: () => Number.NaN }).thread('t')
    await asked(thread, { input_tokens: 450, output_tokens: 2, cache_read_input_tokens: 0 })
    const call = await asked(thread, undefined)
    expect(call?.remarks?.join(' ')).toMatch(/The clock gives no time/)
    expect(call?.tokens.read).toBeGreaterThan(0)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1])('case 79 · a clock that gives %s stops no thread', async (time) => {
    const clock = () => time
    const compactor = compactorFor({ clock, store: await openSqliteStore(':memory:') })
    const thread = await compactor.thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(20, 50), user('go on')]))
    await thread.prepare({ window: 6000, reserve: 0 })
    expect(await thread.recover(new Error('prompt is too long: 6100 tokens > 2000 maximum'))).toMatchObject({ retry: true })
    await thread.settle({ usage: { input_tokens: 450, output_tokens: 2 } })
    expect((await thread.commits()).length).toBeGreaterThan(0)
    await compactor.close()
  })

  it('F9 · a clock that goes back is taken for no time, and one that jumps is found out by what the cache still has', async () => {
    let now = 1_000_000
    const thread = await compactorFor({ clock: () => now }).thread('t')
    const usage = { input_tokens: 0, cache_creation_input_tokens: 450, output_tokens: 2, cache_read_input_tokens: 0 }
    await asked(thread, usage)
    now -= 500_000
    expect((await asked(thread, { ...usage, cache_read_input_tokens: 450 }))?.remarks?.[0]).toMatch(/went back by 500 s/)
    now += 10 * 365 * 24 * 3_600_000
    expect((await asked(thread, { ...usage, cache_read_input_tokens: 900 }))?.remarks?.[0]).toMatch(
      /should have been cold, and was not/,
    )
    now += 3_600_000
    expect(await asked(thread, { ...usage, cache_creation_input_tokens: 1_800 })).not.toHaveProperty('remarks')
  })
})
