import { describe, expect, it } from 'vitest'
import { type CompactorOptions, createCompactor, memoryStore, modelSources, presets } from '../../src/index.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { asked, at, compactorFor, MODEL, PRICES, type Thread } from '../support/costs.ts'
import { emptyFolder } from '../support/folders.ts'
import { calls, messagesFor, prose, results, user } from '../support/steps.ts'

const MILLION = 1_000_000

/** A call of an agent whose provider caches everything, and reports in Anthropic's words. */
async function step(thread: Thread, index: number, last: number, words = 1_500, request = at): Promise<number> {
  await thread.append(
    messagesFor('openai-chat', index === 0 ? [user('Read all files.')] : [results([`c${index - 1}`, `file: ${prose(words)}`])]),
  )
  const { tokens, changed } = await thread.prepare(request)
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

  it('F9 · compacted late is above 95 % of the window, by a model where one is asked', async () => {
    const lateOf = async (more: Partial<CompactorOptions>) => {
      const models = modelSources({ [MODEL]: { window: 20_000, maxOutput: 1_000, prices: [PRICES] } })
      const thread = await createCompactor({ policy: presets.balanced(), clock: () => 0, models, ...more }).thread('t')
      const prompts: number[] = []
      let last = 0
      for (let index = 0; index < 40; index += 1) {
        last = await step(thread, index, last, 500, { ...at, window: 20_000, reserve: 1_000 })
        prompts.push((await thread.cost()).last?.late.prompt ?? 0)
      }
      return { prompts, late: (await thread.cost()).late }
    }
    const { prompts, late } = await lateOf({})
    expect(late.compactions).toBeGreaterThan(0)
    expect(Math.max(...prompts)).toBeLessThanOrEqual(19_000)
    expect(Math.max(...prompts)).toBeGreaterThan(18_000)
    const asked = await lateOf({ summarizer: { name: 'none', summarize: async () => Promise.reject(new Error('down')) } })
    // What it reads and writes, at 0.5 and at 25 dollars for a million.
    const each = (asked.late.dollars - late.dollars) / late.compactions
    expect(each).toBeGreaterThan((3_000 * 25 + 18_000 * 0.5) / MILLION)
    expect(each).toBeLessThan((3_000 * 25 + 20_000 * 6.25) / MILLION)
  })

  it('F9 · is not more for a call that failed and reported nothing', async () => {
    const thread = await compactorFor().thread('t')
    await asked(thread, { input: 500, output: 1 })
    await thread.append(messagesFor('openai-chat', [user('And now?')]))
    await thread.prepare(at)
    await thread.settle({ error: new Error('the connection was lost') })
    expect((await thread.cost()).calls).toBe(1)
    await thread.settle({ error: new Error('cut short'), usage: { input: 500, output: 1 } })
    expect((await thread.cost()).calls).toBe(2)
  })

  it('F9 · of another model the cache is cold everywhere, also when the view was changed for it', async () => {
    const prices = [PRICES] as const
    const models = modelSources({ [MODEL]: { window: 1_000_000, prices }, other: { window: 1_000_000, prices } })
    const thread = await createCompactor({ policy: presets.balanced(), clock: () => 0, models }).thread('t')
    let last = 0
    for (let index = 0; index < 20; index += 1) last = await step(thread, index, last)
    await thread.compact(at)
    await step(thread, 20, 0, 1_500, { ...at, model: 'other' })
    const { uncompacted } = (await thread.cost()).last ?? {}
    expect(uncompacted?.dollars).toBeGreaterThan(((uncompacted?.prompt ?? 0) * 6.25 * 0.99) / MILLION)
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
