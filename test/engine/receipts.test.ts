import { describe, expect, it } from 'vitest'
import { countFates } from '../../src/compact/fates.ts'
import { createCompactor } from '../../src/index.ts'
import { printPlan } from '../../src/plan/print-plan.ts'
import { accountedFor, compactCase, threadWith } from '../support/invariants.ts'
import { agent, finishedTurns, messagesFor, results, user } from '../support/steps.ts'

const talk = [...finishedTurns(20, 150), user('go')]
const opened = async (clock: () => number = () => 1234) => {
  const thread = await createCompactor({ clock }).thread('orders')
  await thread.append(messagesFor('openai-chat', talk))
  return thread
}

describe('a plan', () => {
  it('C27 · names thread, version, time and token counts, given by the engine', async () => {
    const thread = await opened()
    const { receipt } = await thread.compact({ window: 2000, reserve: 0 })
    const [commit] = await thread.commits()
    expect(commit?.plan).toMatchObject({
      thread: 'orders',
      version: (await thread.entries()).length,
      createdAt: 1234,
      originalTokens: receipt.tokens.before,
      compactedTokens: receipt.tokens.after,
      warnings: [],
    })
    expect(receipt.tokens.before).toBeGreaterThan(2000)
    expect(receipt.tokens.after).toBeLessThanOrEqual(1200)
  })

  it('C27 · L6 · counts what stood in the prompt before, not the whole log: the second compaction is held against the first', async () => {
    const thread = await opened()
    const whole = await thread.prepare({ window: 100_000 })
    const first = await thread.compact({ window: 2000, reserve: 0 })
    expect(first.receipt.tokens.before).toBe(whole.tokens)
    await thread.append(messagesFor('openai-chat', finishedTurns(2, 150)))
    const grown = await thread.prepare({ window: 100_000 })
    const check = await thread.check({ window: 100_000 })
    const { receipt } = await thread.compact({ window: 1500, reserve: 0 })
    expect(grown.tokens).toBeLessThan(whole.tokens)
    expect(receipt.tokens.before).toBe(grown.tokens)
    expect(receipt.bytes.before).toBe(Buffer.byteLength(JSON.stringify(grown.request)))
    expect(receipt.kinds?.before).toEqual(check.kinds)
    expect(receipt.kinds?.before.summary).toBeGreaterThan(0)
  })

  it('C3 · holds records that can be carried out without the thread: spans, a summary with its size, fields, reasons, an index', async () => {
    const summarized = await opened()
    await summarized.compact({ window: 1000 })
    expect((await summarized.commits())[0]?.plan.records[0]).toMatchObject({
      action: 'summarize',
      span: { from: 0, firstTurn: 1, hash: expect.stringMatching(/^[0-9a-f]{32}$/) },
      tokens: expect.any(Number),
      summary: expect.stringContaining('Request 0'),
    })
    const cleared = await threadWith('openai-chat', talk)
    await cleared.compact({ window: 4000, reserve: 0 })
    const records = (await cleared.commits())[0]?.plan.records ?? []
    expect(records.find(({ action }) => action === 'clear')).toMatchObject({ preservedFields: { path: 'src/file-0.ts' } })
    const dropped = await opened()
    await dropped.compact({ window: 80, reserve: 0 })
    expect((await dropped.commits())[0]?.plan.records[0]).toMatchObject({
      action: 'drop',
      reason: 'no room for a summary',
      index: { brief: expect.stringContaining('Request 0'), keywords: expect.arrayContaining(['read_file']) },
    })
  })

  it('reads like this', async () => {
    const thread = await threadWith('openai-chat', [...finishedTurns(3, 400), user('go')])
    await thread.compact({ window: 700, reserve: 0 })
    const [commit] = await thread.commits()
    expect(commit === undefined ? '' : printPlan(commit.plan)).toMatchInlineSnapshot(`
      "1493 -> 693 tokens, 13 entries
        shorten     e2 (turn 1, 154 tokens) head 363, tail 242 characters
        shorten     e6 (turn 2, 154 tokens) head 364, tail 242 characters
        shorten     e10 (turn 3, 155 tokens) head 363, tail 242 characters"
    `)
  })
})

describe('a receipt', () => {
  it('accounts for trigger, inputs, sizes, strategy and model calls', async () => {
    const thread = await opened()
    const { receipt, request } = await thread.compact({
      window: 2000,
      reserve: 500,
      model: 'gpt-4o',
      instructions: 'keep the API',
    })
    expect(receipt).toMatchObject({
      trigger: 'manual',
      at: 1234,
      inputs: {
        model: 'gpt-4o',
        window: 2000,
        reserve: 500,
        dialect: 'openai-chat',
        instructions: 'keep the API',
        tokenizer: 'o200k_base',
      },
      tokens: { budget: 1500 },
      summarizerCalls: 0,
      violations: [],
      lawOverrides: [],
    })
    expect(receipt.bytes.after).toBe(Buffer.byteLength(JSON.stringify(request)))
    expect(receipt.bytes.before).toBeGreaterThan(receipt.bytes.after)
    expect(receipt.utilisation).toBeCloseTo(receipt.tokens.after / 1500)
  })

  it('F3 · and the request it goes with was checked by its provider’s validator', async () => {
    for (const dialect of ['openai-chat', 'anthropic'] as const) {
      const { receipt } = await compactCase('openai-chat', talk, { window: 1500, dialect })
      expect(receipt.violations).toEqual([])
    }
  })

  it('gives every entry exactly one fate, as runs', async () => {
    const { receipt } = await compactCase('openai-chat', talk, { window: 1500 })
    expect(accountedFor(receipt.fates)).toEqual(Array.from({ length: 81 }, (_, seq) => seq))
    expect(receipt.fates.length).toBeLessThan(10)
    const counts = countFates(receipt.fates)
    expect(counts.summarized).toBeGreaterThan(50)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(81)
  })

  it('tells what was kept, cleared, shortened, summarized, dropped and repaired', async () => {
    const steps = [user('start'), results(['lost', 'an orphan']), ...finishedTurns(4, 100), user('go')]
    const { receipt } = await compactCase('openai-chat', steps, { window: 50_000 })
    expect(receipt.fates.find(({ fate }) => fate === 'repaired')).toEqual({ from: 1, to: 1, fate: 'repaired' })
    expect(countFates(receipt.fates)).toMatchObject({ kept: 18, repaired: 1 })
    const tight = await compactCase('openai-chat', steps, { window: 90, reserve: 0 })
    expect(countFates(tight.receipt.fates).dropped).toBeGreaterThan(0)
  })

  it('lists what the provider has no place for, and the entry is not called kept', async () => {
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'https://x/cat.png' } },
          { type: 'text', text: 'what is it?' },
        ],
      },
    ]
    const { receipt } = await compactCase('openai-chat', messages, { window: 5000, dialect: 'anthropic' })
    expect(receipt.losses).toEqual([{ seq: 0, what: 'image' }])
    expect(receipt.fates[0]).toEqual({ from: 0, to: 0, fate: 'cleared' })
  })

  it('is the same account when the same compaction is asked for again, and no new commit', async () => {
    let now = 0
    const thread = await opened(() => {
      now += 1
      return now
    })
    const first = await thread.compact({ window: 2000 })
    const second = await thread.compact({ window: 2000 })
    expect(second).toMatchObject({ changed: false })
    expect(second.receipt).toEqual(first.receipt)
    expect(await thread.commits()).toHaveLength(1)
  })

  it('is a new one when anything that decides the plan changes: head, pins, window, instructions, format', async () => {
    const thread = await opened()
    const options = { window: 2000 }
    await thread.compact(options)
    await thread.append(messagesFor('openai-chat', [agent('one more')]))
    await thread.compact(options)
    await thread.pin({ text: 'Request 3' })
    await thread.compact(options)
    await thread.compact({ ...options, instructions: 'shorter' })
    await thread.compact({ ...options, dialect: 'anthropic' })
    await thread.compact({ window: 1500 })
    expect(await thread.commits()).toHaveLength(6)
  })
})

describe('a request record', () => {
  it('C18 · names commit, head, format and the version of the renderer, and fingerprints the bytes', async () => {
    const thread = await opened()
    const { record } = await thread.compact({ window: 2000 })
    const [commit] = await thread.commits()
    expect(record).toMatchObject({ commit: commit?.id, head: 81, dialect: 'openai-chat', renderer: 'v1.2' })
    const again = await thread.prepare({ window: 2000 })
    expect(again.record).toEqual(record)
    await thread.append(messagesFor('openai-chat', [agent('more')]))
    expect((await thread.prepare({ window: 2000 })).record.bytes).not.toBe(record.bytes)
  })

  it('fingerprints system text and tools apart', async () => {
    const thread = await opened()
    const plain = (await thread.prepare()).record
    const other = (await thread.prepare({ system: 'Be brief.', tools: [{ name: 'f' }] })).record
    expect([other.system === plain.system, other.tools === plain.tools]).toEqual([false, false])
  })
})
