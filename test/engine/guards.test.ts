import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets } from '../../src/index.ts'
import { tenantId } from '../../src/schema/ids.ts'
import type { Policy } from '../../src/schema/policy.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import type { SummaryJob } from '../../src/schema/summary.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { agent, finishedTurns, messagesFor, user } from '../support/steps.ts'

const at = { window: 6000, reserve: 0 }
const ladder = [{ rung: 'summarize', keep: { kind: 'messages', count: 10 } }] as const

/** A summarizer that fails, or answers at a price, and counts how often it was asked. */
function counted(money?: number): Summarizer & { calls: number } {
  const summarizer = {
    name: 'counted',
    calls: 0,
    async summarize() {
      summarizer.calls += 1
      if (money === undefined) throw new Error('the model is down')
      const content = { kind: 'prose', text: 'The tables are being moved, one after another, and each keeps its keys.' } as const
      const answer = { by: 'counted', content, finish: 'stop', toolCalls: 0, attempts: [], usage: null, remarks: [] } as const
      return { ...answer, money }
    },
  }
  return summarizer
}

async function grown(policy: Policy, summarizer: Summarizer, options = {}, turns = 24) {
  const compactor = createCompactor({ clock: () => 0, policy, summarizer, ...options })
  const thread = await compactor.thread('t')
  await thread.append(messagesFor('openai-chat', [...finishedTurns(turns, 160), user('go on')]))
  return { compactor, thread }
}

describe('a summary that fails', () => {
  it('L10 · steps down to the one that needs no model, by default', async () => {
    const { thread } = await grown(presets.balanced(), counted())
    expect(await thread.compact(at)).toMatchObject({
      changed: true,
      receipt: { summary: { by: 'deterministic', fault: { reason: 'broken' } } },
    })
  })

  it('D9 · L11 · leaves everything as it is if the policy says so, and is not tried again until there is more', async () => {
    const summarizer = counted()
    const { thread } = await grown(presets.balanced({ onFailure: 'keep', ladder, ahead: false }), summarizer, {}, 22)
    const kept = await thread.prepare(at)
    expect(await thread.commits()).toEqual([])
    expect(kept.tokens).toBeGreaterThan(5000)
    expect(summarizer.calls).toBe(1)
    for (let step = 0; step < 20; step += 1) {
      await thread.append(messagesFor('openai-chat', [agent(`step ${step}`)]))
      await thread.prepare(at)
    }
    expect(summarizer.calls).toBeLessThanOrEqual(2)
    expect(await thread.commits()).toEqual([])
  })

  it('D9 · L3 · steps down all the same if it does not fit, and after a refusal', async () => {
    const { thread } = await grown(presets.balanced({ onFailure: 'keep' }), counted(), {}, 40)
    expect((await thread.prepare(at)).tokens).toBeLessThanOrEqual(6000)
    const other = await grown(presets.balanced({ onFailure: 'throw' }), counted(), {}, 10)
    const refused = await other.thread.prepare(at)
    const again = await other.thread.recover(new Error('Input is too long for requested model.'))
    expect(again?.tokens).toBeLessThan(refused.tokens)
  })

  it('B14 · is an error that a person decides about if the policy says so, and the next step goes on', async () => {
    const summarizer = counted()
    const { thread } = await grown(presets.balanced({ onFailure: 'throw', ladder, ahead: false }), summarizer, {}, 22)
    const failure = failureIn(await rejection(thread.prepare(at)))
    expect(failure).toMatchObject({ code: 'summarizer-failed', summarizer: 'counted', reason: 'broken' })
    expect((await thread.prepare(at)).receipt).toBeNull()
    expect(summarizer.calls).toBe(1)
    expect(await thread.commits()).toEqual([])
  })

  it('B14, D9 · is what each preset’s system does', () => {
    expect([presets.layer(), presets.pi(), presets.balanced()].map(({ onFailure }) => onFailure)).toEqual([
      'keep',
      'throw',
      undefined,
    ])
    expect(() => createCompactor({ policy: presets.balanced({ onFailure: 'panic' as never }) })).toThrow('onFailure')
  })
})

describe('a summarizer', () => {
  it('L11 · is asked twice in one turn of a person at most, however long its tool loop is; by hand it is asked again', async () => {
    const summarizer = counted(0.001)
    const { thread } = await grown(presets.balanced({ trigger: 0.5, release: 0.45, ahead: false }), summarizer)
    for (let step = 0; step < 60; step += 1) {
      await thread.append(
        messagesFor('openai-chat', [agent(`Step ${step}: ${'the table is moved and checked again '.repeat(12)}`)]),
      )
      await thread.prepare(at)
    }
    expect((await thread.commits()).length).toBeGreaterThan(3)
    expect(summarizer.calls).toBe(2)
    const { summary } = (await thread.commits()).at(-1)?.receipt ?? {}
    expect(summary).toMatchObject({ by: 'deterministic', fault: { reason: 'too-often' } })
    await thread.compact({ ...at, instructions: 'the keys' })
    expect(summarizer.calls).toBe(3)
    await thread.append(messagesFor('openai-chat', [user('and now the next one'), ...finishedTurns(10, 160), user('go on')]))
    await thread.prepare(at)
    expect(summarizer.calls).toBe(4)
  })

  it('L11 · is asked twice in a turn also by a process that ends again and again, whatever came of its summaries', async () => {
    const store = memoryStore()
    for (const [onFailure, money] of [
      ['step-down', 0.001],
      ['keep', undefined],
    ] as const) {
      const summarizer = counted(money)
      const policy = presets.balanced({ trigger: 0.5, release: 0.45, ahead: false, onFailure, ladder })
      const start = async () => await createCompactor({ store, clock: () => 0, policy, summarizer }).thread(onFailure)
      await (await start()).append(messagesFor('openai-chat', [...finishedTurns(14, 160), user('go on')]))
      for (let life = 0; life < 16; life += 1) {
        const thread = await start()
        await thread.append(messagesFor('openai-chat', [agent(`Life ${life}: ${'the table is moved and checked '.repeat(80)}`)]))
        await thread.prepare(at)
      }
      expect(summarizer.calls, onFailure).toBe(2)
      const thread = await start()
      await thread.append(messagesFor('openai-chat', [user('and now the next one'), ...finishedTurns(6, 160), user('go on')]))
      await thread.prepare(at)
      expect(summarizer.calls, onFailure).toBe(3)
    }
    const [record] = (await store.learned?.of(tenantId('default'))) ?? []
    expect(record?.key).toBe('asked')
    expect(record?.body).not.toContain('step-down')
  })

  it('L11 · is asked no more once a thread has cost what it may', async () => {
    const summarizer = counted(0.6)
    const { thread } = await grown(presets.balanced(), summarizer, { spendCap: { thread: 1 } })
    for (let round = 0; round < 5; round += 1) {
      await thread.compact({ ...at, instructions: `round ${round}` })
      await thread.append(messagesFor('openai-chat', [...finishedTurns(6, 160), user('go on')]))
    }
    expect(summarizer.calls).toBe(2)
    expect((await thread.commits()).at(-1)?.receipt.summary?.fault).toMatchObject({ reason: 'spend-cap' })
  })

  it('L11 · is not asked for what may cost more than is left', async () => {
    const summarizer = { ...counted(0.4), priceOf: () => 0.4 }
    const { thread } = await grown(presets.balanced(), summarizer, { spendCap: { thread: 1, tenantPerDay: 5 } })
    for (let round = 0; round < 4; round += 1) {
      await thread.compact({ ...at, instructions: `round ${round}` })
      await thread.append(messagesFor('openai-chat', [...finishedTurns(6, 160), user('go on')]))
    }
    const made = (await thread.commits()).map(({ receipt }) => receipt.summary)
    expect(made.reduce((sum, summary) => sum + (summary?.money ?? 0), 0)).toBeCloseTo(0.8)
    expect(made.at(-1)?.fault).toMatchObject({ reason: 'spend-cap', detail: expect.stringContaining('may cost 0.4') })
  })

  it('L11 · has spent what it was expected to cost where its answers name no money', async () => {
    for (const spendCap of [{ thread: 1 }, { tenantPerDay: 1 }]) {
      const silent = counted(0)
      const summarize = async (job: SummaryJob) => ({ ...(await silent.summarize(job)), money: null })
      const { thread } = await grown(presets.balanced(), { name: 'silent', summarize, priceOf: () => 0.4 }, { spendCap })
      for (let round = 0; round < 4; round += 1) {
        await thread.compact({ ...at, instructions: `round ${round}` })
        await thread.append(messagesFor('openai-chat', [...finishedTurns(6, 160), user('go on')]))
      }
      const made = (await thread.commits()).map(({ receipt }) => receipt.summary)
      expect(silent.calls).toBe(2)
      expect(made.every((summary) => (summary?.money ?? null) === null)).toBe(true)
      expect(made.at(-1)?.fault).toMatchObject({ reason: 'spend-cap', detail: expect.stringContaining('0.8 of 1 dollars') })
    }
  })

  it('L11 · L13 · is asked no more once a tenant has spent what it may in a day, in any process', async () => {
    const store = memoryStore()
    let now = 0
    const summarizer = counted(0.6)
    const options = { store, clock: () => now, spendCap: { tenantPerDay: 1 } }
    const { thread } = await grown(presets.balanced(), summarizer, options)
    for (let round = 0; round < 4; round += 1) await thread.compact({ ...at, instructions: `round ${round}` })
    expect(summarizer.calls).toBe(2)
    const compactor = createCompactor({ policy: presets.balanced(), summarizer, ...options })
    const compactIn = async (tenant: string, instructions: string) => {
      const other = await compactor.thread('other', { tenant })
      await other.append(messagesFor('openai-chat', [...finishedTurns(24, 160), user('go on')]))
      await other.compact({ ...at, instructions })
    }
    await compactIn('default', 'a')
    expect(summarizer.calls).toBe(2)
    await compactIn('stranger', 'b')
    expect(summarizer.calls).toBe(3)
    now += 24 * 3_600_000
    await compactIn('default', 'c')
    expect(summarizer.calls).toBe(4)
  })

  it('case 74 · L11 · an agent that asks for a compaction a hundred times gets one, and pays for one', async () => {
    const summarizer = counted(0.001)
    const { thread } = await grown(presets.balanced(), summarizer)
    for (let times = 0; times < 100; times += 1) await thread.compact(at)
    expect(await thread.commits()).toHaveLength(1)
    expect(summarizer.calls).toBe(1)
  })

  it('case 74 · L11 · so does one whose calls stand in the log: little is new after each, and its loop is one turn of a person', async () => {
    const summarizer = counted(0.001)
    const { compactor, thread } = await grown(presets.balanced({ ladder }), summarizer)
    await thread.prepare({ window: 60_000, reserve: 0 })
    await thread.compact({ window: 60_000, reserve: 0 })
    const [first, paid] = [(await thread.commits()).length, summarizer.calls]
    const tools = compactor.tools(thread)
    for (let times = 0; times < 100; times += 1) {
      const { text } = await tools.execute('compact_context', { reason: 'it is full', preserve: [] })
      const id = `c${times}`
      const call = { id, type: 'function', function: { name: 'compact_context', arguments: '{}' } }
      await thread.append([
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: id, content: text },
      ])
    }
    expect([await thread.commits(), summarizer.calls - paid]).toMatchObject([{ length: first }, 0])
    for (let round = 0; round < 5; round += 1) {
      await thread.append(
        messagesFor(
          'openai-chat',
          Array.from({ length: 40 }, () => agent('One more thing is done. '.repeat(30))),
        ),
      )
      await tools.execute('compact_context', { reason: 'a part is done', preserve: [] })
    }
    expect((await thread.commits()).length).toBeGreaterThan(first + 2)
    expect(summarizer.calls).toBe(2)
  })

  it('case 69 · L11 · usage that swings around the trigger compacts once', async () => {
    const { thread } = await grown(presets.balanced({ trigger: 0.8, release: 0.5 }), counted(0.001), {}, 20)
    const prefixes = new Set<string>()
    for (let step = 0; step < 12; step += 1) {
      const { tokens } = await thread.prepare({ ...at, model: 'my-model' })
      await thread.settle({ usage: { input_tokens: Math.round(tokens * (step % 2 === 0 ? 1.25 : 0.8)), output_tokens: 5 } })
      prefixes.add((await thread.prepare({ ...at, model: 'my-model' })).record.commit ?? 'none')
    }
    expect(prefixes.size).toBeLessThanOrEqual(2)
  })

  it('case 71 · L11 · an automatic “continue” beside a system prompt that fills most of the window does not loop', async () => {
    const summarizer = counted(0.001)
    const policy = presets.balanced({ continueWith: 'Continue with the next steps.' })
    const { thread } = await grown(policy, summarizer, {}, 6)
    const system = 'You move tables from one database to another and check them. '.repeat(380)
    let compactions = 0
    for (let step = 0; step < 40; step += 1) {
      const { tokens, receipt } = await thread.prepare({ ...at, system })
      expect(tokens).toBeLessThanOrEqual(6000)
      const commits = (await thread.commits()).length
      if (commits > compactions && receipt?.continueWith !== undefined)
        await thread.append([{ role: 'user', content: receipt.continueWith }])
      compactions = commits
      await thread.append([{ role: 'assistant', content: `Step ${step} is done.` }])
    }
    expect(compactions).toBeLessThan(12)
    expect(summarizer.calls).toBeLessThanOrEqual(2 + compactions)
  })

  it('is capped by numbers that make sense', () => {
    expect(() => createCompactor({ spendCap: { thread: -1 } })).toThrow('spendCap.thread')
    expect(() => createCompactor({ spendCap: { threads: 1 } as never })).toThrow('spendCap has no option "threads"')
    expect(() => createCompactor({ spendCap: { thread: '5' } as never })).toThrow('thread: expected a number, found "5"')
    expect(() => createCompactor({ spendCap: { thread: undefined } as never })).not.toThrow()
  })
})

describe('a rung that acts although everything fits', () => {
  it('L11 · E3 · changes nothing if the request would only grow: what was cut for a small window stays cut', async () => {
    let now = 0
    const compactor = createCompactor({ clock: () => now, policy: presets.timeline() })
    const thread = await compactor.thread('t')
    const step = async (id: string, lines: number) => {
      const call = { id, type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } }
      const content = Array.from({ length: lines }, (_, line) => `line ${line} of a file`).join('\n')
      await thread.append([
        { role: 'user', content: `Look at ${id}.` },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: id, content },
      ])
    }
    await step('a', 2_000)
    const cut = await thread.prepare({ window: 2_000, reserve: 100 })
    await thread.append([{ role: 'assistant', content: 'Seen.' }])
    await step('b', 5)
    now += 400_000
    const cold = await thread.prepare({ window: 40_000, reserve: 100 })
    expect(cut.receipt).not.toBeNull()
    expect(cold.receipt).toMatchObject({
      nothing: expect.stringMatching(/^there is nothing to gain: \d+ tokens would become \d+$/),
    })
    expect(cold.tokens).toBeLessThan(2_100)
    expect(await thread.commits()).toHaveLength(1)
  })
})
