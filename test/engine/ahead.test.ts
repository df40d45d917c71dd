import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import {
  type CompactorEvent,
  type CompactorOptions,
  createCompactor,
  memoryStore,
  modelSources,
  type Policy,
  presets,
  type Thread,
} from '../../src/index.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import type { SummaryAnswer, SummaryJob } from '../../src/schema/summary.ts'
import { watchedJobs } from '../support/background.ts'
import { agent, finishedTurns, messagesFor, prose, user } from '../support/steps.ts'
import { add, answerOf } from '../support/summaries.ts'

const at = { window: 8_000, reserve: 500, dialect: 'openai-chat' } as const
const RULE = 'Never write to the table orders_live.'

/** A summarizer that answers when it is told to. */
function patient(waits: () => void) {
  const jobs: SummaryJob[] = []
  const open: ((answer: SummaryAnswer) => void)[] = []
  const summarizer: Summarizer = {
    name: 'patient',
    summarize(job) {
      jobs.push(job)
      waits()
      return new Promise((resolve) => open.push(resolve))
    },
  }
  return { summarizer, jobs, answer: () => open.shift()?.(answerOf([add('constraint', RULE, [0], 'user')])) }
}

async function talking(options: Partial<CompactorOptions> & { readonly policy?: Policy } = {}) {
  const background = watchedJobs()
  const { summarizer, jobs, answer } = patient(background.waits)
  const compactor = createCompactor({ clock: () => 0, summarizer, jobs: background.jobs, ...options })
  const events: CompactorEvent[] = []
  for (const name of ['summary-ahead', 'compaction-started', 'compaction-done'] as const)
    compactor.on(name, (event) => events.push(event))
  const thread = await compactor.thread('t')
  await thread.append(messagesFor('openai-chat', [user(`Build the importer. ${RULE}`)]))
  const { until, step } = stepping(thread, background.quiet)
  /** The summarizer answers, and what comes of it is kept. */
  const answered = async (): Promise<void> => {
    answer()
    await background.ended()
  }
  return { compactor, thread, jobs, answered, events, until, step, quiet: background.quiet }
}

const policy = presets.balanced({ trigger: 0.8, release: 0.5 })

/** Steps of an agent. After each, what is done in the background has come as far as it can. */
function stepping(thread: Thread, quiet: () => Promise<void>, request: typeof at & { readonly model?: string } = at) {
  async function step(number: number) {
    await thread.append(messagesFor('openai-chat', [user(`Step ${number}?`), agent(`Step ${number} ${prose(150)}`)]))
    const made = await thread.prepare(request)
    await quiet()
    expect(openaiChat.validate(made.request)).toEqual([])
    expect(made.tokens).toBeLessThanOrEqual(made.budget.limit)
    return made
  }
  /** Steps until a condition holds. */
  async function until(isDone: (made: Awaited<ReturnType<Thread['prepare']>>) => boolean, from = 0) {
    for (let number = from; number < from + 200; number += 1) {
      const made = await step(number)
      if (isDone(made)) return { made, number }
    }
    throw new Error('it never happened')
  }
  return { step, until }
}

const steps = (events: readonly CompactorEvent[]): readonly string[] =>
  events.map((event) => (event.kind === 'summary-ahead' ? event.step.kind : event.kind))

describe('a summary ahead of time', () => {
  it('F10 · is asked for before it is needed, and installed when it is: what came meanwhile stands behind it, word for word', async () => {
    const { jobs, answered, events, until, step } = await talking({ policy })
    const asked = await until(() => jobs.length > 0)
    expect(asked.made.receipt).toBeNull()
    expect(asked.made.tokens).toBeLessThan(0.8 * asked.made.budget.limit)
    await step(900)
    await answered()
    expect(steps(events)).toEqual(['asked', 'ready'])
    const { made } = await until(({ receipt }) => receipt !== null, asked.number + 1)
    expect(made.receipt?.summary).toMatchObject({ by: 'scripted', ahead: true })
    expect(made.receipt?.records.find(({ action }) => action === 'summarize')?.to).toBe((jobs[0]?.end ?? 0) - 1)
    expect(JSON.stringify(made.request)).toContain('Step 900?')
    expect(made.tokens).toBeLessThan(0.65 * made.budget.limit)
    expect(steps(events)).toEqual(['asked', 'ready', 'compaction-started', 'compaction-done'])
    expect(events[2]).toMatchObject({ ahead: true })
    expect(jobs).toHaveLength(1)
  })

  it('F10 · nobody waits: beyond the mark a request that fits goes out as it is, and one that does not is planned for without a model', async () => {
    const { jobs, events, until } = await talking({ policy })
    const { made } = await until(({ receipt }) => receipt !== null)
    expect(jobs).toHaveLength(1)
    expect(made.receipt?.tokens.before).toBeGreaterThan(0.8 * made.budget.limit)
    expect(made.receipt?.summary).toMatchObject({ by: 'deterministic', fault: { reason: 'not-ready' } })
    expect(steps(events)).toEqual(['asked', 'dropped', 'compaction-started', 'compaction-done'])
  })

  it('F10, F9, case 76 · is put in place once the cache is cold, and nothing is pruned that would make it worthless', async () => {
    let now = 0
    const prices = [{ above: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }] as const
    const models = modelSources({ 'claude-sonnet-4-5': { window: 1_000_000, prices } })
    const background = watchedJobs()
    const { summarizer, answer } = patient(background.waits)
    const compactor = createCompactor({ clock: () => now, summarizer, jobs: background.jobs, models })
    const told: string[] = []
    compactor.on('summary-ahead', ({ step }) => told.push(step.kind))
    const thread = await compactor.thread('t')
    const say = async (index: number) => {
      const call = { id: `c${index}`, type: 'function', function: { name: 'read', arguments: '{}' } }
      await thread.append([{ role: 'assistant', content: '', tool_calls: [call] }], { dialect: 'openai-chat' })
      await thread.append([{ role: 'tool', tool_call_id: `c${index}`, content: prose(1_500, index) }], { dialect: 'openai-chat' })
      const made = await thread.prepare({
        model: 'claude-sonnet-4-5',
        window: 1_000_000,
        reserve: 10_000,
        dialect: 'openai-chat',
      })
      await background.quiet()
      return made
    }
    await thread.append([{ role: 'user', content: `Build the importer. ${RULE}` }], { dialect: 'openai-chat' })
    let index = 0
    for (; told.length === 0 && index < 200; index += 1) await say(index)
    now += 3_600_000
    expect((await say(index + 1)).changed).toBe(false)
    answer()
    await background.ended()
    now += 3_600_000
    const { changed, receipt } = await say(index + 2)
    expect([changed, receipt?.summary?.ahead]).toEqual([true, true])
    expect(receipt?.reason).toMatch(/^the cache is cold after 3,600 s without a call, and the summary is there/)
    expect(told).toEqual(['asked', 'ready'])
  })

  it('F10 · a jump over the window is planned for at once, and nobody is asked', async () => {
    const { thread, jobs } = await talking({ policy })
    await thread.append(messagesFor('openai-chat', [...finishedTurns(60, 150), user('go on')]))
    const { receipt } = await thread.prepare(at)
    expect(receipt?.summary).toMatchObject({ by: 'deterministic', fault: { reason: 'not-ready' } })
    expect(jobs).toHaveLength(0)
  })

  it('F10 · a policy may have it waited for', async () => {
    const { thread, jobs, answered, until } = await talking({ policy: { ...policy, ahead: 'wait' } })
    const { number } = await until(() => jobs.length > 0)
    await until(({ tokens, budget }) => tokens > 0.95 * budget.limit, number + 1)
    await thread.append(messagesFor('openai-chat', [...finishedTurns(3, 150), user('go on')]))
    const made = thread.prepare(at)
    await answered()
    const { receipt, tokens, budget } = await made
    expect(receipt?.summary).toMatchObject({ by: 'scripted', ahead: true })
    expect(jobs).toHaveLength(1)
    expect(tokens).toBeLessThanOrEqual(budget.limit)
  })

  it('F10 · is not asked for where the policy does not want it, or the host has a say in it', async () => {
    const hooks = { before: () => undefined }
    for (const given of [{ policy: presets.balanced({ trigger: 0.8, release: 0.5, ahead: false }) }, { policy, hooks }]) {
      const { jobs, until } = await talking(given)
      await until(({ tokens, budget }) => tokens > 0.7 * budget.limit)
      expect(jobs).toHaveLength(0)
    }
  })

  const outdating: Record<string, (thread: Thread) => Promise<unknown>> = {
    'a new context': (thread) => thread.clear(at),
    'another policy': (thread) => thread.use({ policy: presets.balanced({ trigger: 0.82, release: 0.5 }) }),
    'a pin in what it folds': (thread) => thread.pin({ entry: 'e3' }),
    'a rule that is taken back': (thread) =>
      thread.append(
        messagesFor('openai-chat', [user('Forget the rule about orders_live: you may write to the table orders_live now.')]),
      ),
  }
  for (const [what, outdate] of Object.entries(outdating)) {
    it(`F10 · is thrown away after ${what}`, async () => {
      const { thread, jobs, answered, events, until } = await talking({ policy })
      const { number } = await until(() => jobs.length > 0)
      await answered()
      await outdate(thread)
      const before = events.length
      await until(({ receipt }) => receipt !== null || steps(events).includes('dropped'), number + 1)
      expect(steps(events)).toContain('dropped')
      expect(steps(events.slice(0, before + 1)).filter((kind) => kind === 'ready').length).toBeLessThanOrEqual(2)
      expect((await thread.commits()).filter(({ receipt }) => receipt.summary?.ahead === true)).toEqual([])
    })
  }

  it('F10 · is thrown away if the request that needs it is for another model', async () => {
    const { thread, jobs, answered, events, until, quiet } = await talking({ policy })
    const { number } = await until(() => jobs.length > 0)
    await answered()
    await stepping(thread, quiet, { ...at, model: 'another' }).until(() => steps(events).includes('dropped'), number + 1)
    const dropped = events.find((event) => event.kind === 'summary-ahead' && event.step.kind === 'dropped')
    expect(dropped).toMatchObject({ step: { reason: 'the model is another one' } })
  })

  it('F10, F7 · is thrown away after an undo: what it folds is what the model saw before that', async () => {
    const { thread, jobs, answered, events, until } = await talking({ policy })
    const first = await until(() => jobs.length > 0)
    await answered()
    const { number } = await until(({ receipt }) => receipt !== null, first.number + 1)
    const second = await until(() => jobs.length > 1, number + 1)
    await answered()
    await thread.undo()
    expect(steps(events).at(-1)).toBe('dropped')
    const { made } = await until(({ receipt }) => receipt !== null, second.number + 1)
    expect(made.receipt?.summary).not.toHaveProperty('ahead')
  })

  it('F10, A20 · one is asked for at a time in all processes; what another one has compacted meanwhile is no longer folded by it', async () => {
    const store = memoryStore()
    const one = await talking({ policy, store })
    await one.until(() => one.jobs.length > 0)
    const background = watchedJobs()
    const other = patient(background.waits)
    const compactor = createCompactor({ clock: () => 0, store, policy, summarizer: other.summarizer, jobs: background.jobs })
    const thread = await compactor.thread('t')
    const { step } = stepping(thread, background.quiet)
    for (const number of [900, 901]) expect((await step(number)).receipt).toBeNull()
    expect([one.jobs.length, other.jobs.length]).toEqual([1, 0])
    await one.answered()
    await step(902)
    expect(other.jobs).toHaveLength(1)
    const made = thread.compact({ ...at, window: 4_000 })
    while (other.jobs.length < 2) await new Promise(setImmediate)
    other.answer()
    other.answer()
    expect((await made).changed).toBe(true)
    // Another process has appended.
    await one.thread.state()
    await one.step(903)
    expect(steps(one.events)).toEqual(['asked', 'ready', 'dropped'])
  })

  it('F10 · is thrown away after a compaction by hand, which asks for itself', async () => {
    const { thread, jobs, answered, events, until } = await talking({ policy })
    await until(() => jobs.length > 0)
    await answered()
    const made = thread.compact(at)
    while (jobs.length < 2) await new Promise(setImmediate)
    await answered()
    expect((await made).receipt.summary).not.toHaveProperty('ahead')
    expect(steps(events)).toEqual(['asked', 'ready', 'compaction-started', 'dropped', 'compaction-done'])
  })

  it('F10 · a branch and a restart begin without it', async () => {
    const store = memoryStore()
    const { thread, jobs, answered, compactor, until, quiet } = await talking({ policy, store })
    const { number } = await until(() => jobs.length > 0)
    await answered()
    const branch = await thread.branch({ at: 'e2' })
    const onBranch = stepping(branch, quiet)
    expect((await onBranch.until(() => jobs.length > 1)).made.receipt).toBeNull()
    await compactor.close()
    const background = watchedJobs()
    const other = patient(background.waits)
    const again = { clock: () => 0, store, policy, summarizer: other.summarizer, jobs: background.jobs }
    const opened = stepping(await createCompactor(again).thread('t'), background.quiet)
    expect((await opened.until(() => other.jobs.length > 0, number + 1)).made.receipt).toBeNull()
  })

  it('F10, L11 · what is erased meanwhile is not written about, and closing ends what is being written', async () => {
    const { compactor, jobs, events, until } = await talking({ policy })
    await until(() => jobs.length > 0)
    await compactor.erase({ thread: 't', entry: 'e1' })
    expect(jobs[0]?.signal.aborted).toBe(true)
    expect(steps(events)).toEqual(['asked', 'dropped'])
    await compactor.close()
  })

  it('F10, L11 · two calls in a turn and the spend cap hold for it as well', async () => {
    const dear: Summarizer = {
      name: 'dear',
      summarize: async () => answerOf([add('constraint', RULE, [0], 'user')], { money: 2 }),
    }
    const { until } = await talking({ policy, summarizer: dear, spendCap: { thread: 1 } })
    const first = await until(({ receipt }) => receipt !== null)
    expect(first.made.receipt?.summarizerCalls).toBe(1)
    const second = await until(({ receipt }) => receipt?.summary?.fault !== undefined, first.number + 1)
    expect(second.made.receipt?.summary).toMatchObject({ by: 'deterministic', fault: { reason: 'spend-cap' } })
  })

  it('F10, L11 · what was spent on one that was thrown away counts, after a restart as well', async () => {
    const dear: Summarizer = {
      name: 'dear',
      summarize: async () => answerOf([add('constraint', RULE, [0], 'user')], { money: 2 }),
    }
    const given = { summarizer: dear, store: memoryStore(), spendCap: { thread: 2 } }
    const { thread, compactor, events, until } = await talking({ policy, ...given })
    await until(() => steps(events).includes('ready'))
    await thread.use({ policy: presets.balanced({ trigger: 0.82, release: 0.5 }) })
    expect(steps(events)).toEqual(['asked', 'ready', 'dropped'])
    expect((await thread.cost()).summaries).toEqual({ calls: 1, dollars: 2 })
    await compactor.close()
    const background = watchedJobs()
    const again = createCompactor({ clock: () => 0, policy, jobs: background.jobs, ...given })
    const { made } = await stepping(await again.thread('t'), background.quiet).until(({ receipt }) => receipt !== null, 100)
    expect(made.receipt?.summary).toMatchObject({ by: 'deterministic', fault: { reason: 'spend-cap' } })
  })

  it('F10 · a summarizer that fails in the background is no reason to wait', async () => {
    const broken: Summarizer = { name: 'broken', summarize: async () => Promise.reject(new Error('down')) }
    const { events, until } = await talking({ policy, summarizer: broken })
    const { made } = await until(({ receipt }) => receipt !== null)
    expect(made.receipt?.summary).toMatchObject({ by: 'deterministic', fault: { reason: 'broken' } })
    expect(steps(events)).toEqual(['asked', 'ready', 'compaction-started', 'compaction-done'])
  })
})
