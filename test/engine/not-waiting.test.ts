import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { type CompactorEvent, createCompactor, memoryStore, presets, type Thread } from '../../src/index.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import type { SummaryAnswer } from '../../src/schema/summary.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, user } from '../support/steps.ts'
import { add, answerOf } from '../support/summaries.ts'

const at = { window: 1500, reserve: 100, dialect: 'openai-chat' } as const
const history = messagesFor('openai-chat', [
  user('Build the importer. Never write to the table orders_live.'),
  ...finishedTurns(12, 150),
  user('go'),
])
const answer = answerOf([add('constraint', 'Never write to the table orders_live.', [0], 'user')])

/** A summarizer that waits until it is told what to answer. */
function held() {
  const asked = Promise.withResolvers<void>()
  const answers = Promise.withResolvers<SummaryAnswer>()
  const summarizer: Summarizer = {
    name: 'held',
    summarize() {
      asked.resolve()
      return answers.promise
    },
  }
  return { summarizer, asked: asked.promise, answer: () => answers.resolve(answer) }
}

/** A thread that waits for its summary, compacted by hand or by itself. */
async function compacting() {
  const { thread, asked, stop, ...rest } = await waiting()
  const made = thread.compact({ ...at, signal: stop.signal })
  await asked
  return { ...rest, thread, made, stop }
}

async function waiting() {
  const { summarizer, asked, answer } = held()
  const store = memoryStore()
  const policy = presets.balanced({ trigger: 1, release: 1, ahead: false })
  const compactor = createCompactor({ store, clock: () => 0, policy, summarizer })
  const thread = await compactor.thread('t')
  await thread.append(history)
  const events: CompactorEvent[] = []
  for (const name of ['compaction-started', 'compaction-done', 'compaction-failed', 'compaction-skipped'] as const) {
    compactor.on(name, (event) => events.push(event))
  }
  return { thread, asked, answer, stop: new AbortController(), events, store }
}

const textOf = async (thread: Thread): Promise<string> => JSON.stringify((await thread.prepare(at)).request)

describe('while a summary is being written', () => {
  it('A19, case 78 · the same handle takes in messages, and they stand behind the boundary, each once', async () => {
    const { thread, made, answer } = await compacting()
    await thread.append([{ role: 'user', content: 'one more thing' }])
    await thread.append([{ role: 'assistant', content: 'noted' }])
    answer()
    const { receipt, request } = await made
    expect(receipt.summary?.by).toBe('scripted')
    expect(openaiChat.validate(request)).toEqual([])
    expect(request.messages.slice(-2)).toEqual([
      { role: 'user', content: 'one more thing' },
      { role: 'assistant', content: 'noted' },
    ])
    const entries = await thread.entries()
    expect(entries.filter((entry) => entry.kind === 'text' && entry.text === 'one more thing')).toHaveLength(1)
    expect(receipt.fates.at(-1)).toMatchObject({ to: entries.length - 1, fate: 'kept' })
    expect(receipt.inputs.head).toBe(entries.length)
  })

  it('A19 · everything else goes on as well: reading, pinning, explaining, a request that fits', async () => {
    const { thread, made, answer } = await compacting()
    expect((await thread.entries()).length).toBeGreaterThan(20)
    await thread.pin({ text: 'Build the importer' })
    expect((await thread.explain(at)).decision).toBe('compact')
    const roomy = await thread.prepare({ window: 100_000, reserve: 0 })
    expect(roomy.receipt).toBeNull()
    answer()
    await made
    expect(await textOf(thread)).toContain('Build the importer. Never write')
  })

  it('L3 · what comes meanwhile may be so much that it no longer fits: it is planned for once more, and nobody is asked', async () => {
    const { thread, asked, answer, events } = await waiting()
    const made = thread.prepare(at)
    await asked
    await thread.append(messagesFor('openai-chat', [agent('ok'), ...finishedTurns(12, 150), user(`last ${prose(200)}`)]))
    answer()
    const { tokens, budget, request } = await made
    expect(tokens).toBeLessThanOrEqual(budget.limit)
    expect(JSON.stringify(request)).toContain('last ')
    expect(await thread.commits()).toHaveLength(2)
    expect(events.map(({ kind }) => kind)).toEqual(['compaction-started', 'compaction-done'])
  })

  it('case 10 · by hand while a tool works: its result arrives meanwhile and answers its call', async () => {
    const { thread, asked, answer } = await waiting()
    await thread.append(messagesFor('openai-chat', [calls(['slow', 'run_tests', {}])]))
    const made = thread.compact(at)
    await asked
    await thread.append(messagesFor('openai-chat', [results(['slow', 'all 12 pass'])]))
    answer()
    const { request } = await made
    expect(openaiChat.validate(request)).toEqual([])
    expect(request.messages.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'slow', content: 'all 12 pass' })
  })

  it('case 79 · a second one by hand waits for the first and finds it done: one summary, one commit', async () => {
    const { thread, made, answer } = await compacting()
    const second = thread.compact(at)
    answer()
    const [first, then] = await Promise.all([made, second])
    expect(first.changed).toBe(true)
    expect(then.changed).toBe(false)
    expect(JSON.stringify(then.request)).toBe(JSON.stringify(first.request))
    expect(await thread.commits()).toHaveLength(1)
  })

  it('cases 78, 81 · one that is stopped leaves an event and nothing else; what came meanwhile stays', async () => {
    const { thread, made, stop, events } = await compacting()
    await thread.append([{ role: 'user', content: 'stop!' }])
    stop.abort()
    expect(await rejection(made).then(failureIn)).toEqual({ code: 'compaction-cancelled' })
    expect(await thread.commits()).toEqual([])
    expect(events.map((event) => ('code' in event ? event.code : event.kind))).toEqual([
      'compaction-started',
      'compaction-cancelled',
    ])
    expect((await thread.session()).currentlyCompacting).toBe(false)
    expect((await thread.entries()).at(-1)).toMatchObject({ text: 'stop!' })
  })

  it('case 78 · if somebody undoes or changes the view meanwhile, nothing is committed over it', async () => {
    const { thread, made, answer, store } = await compacting()
    const other = await createCompactor({ store: { ...store, leases: undefined as never }, clock: () => 0 }).thread('t')
    const won = await other.compact({ window: 900, reserve: 100 })
    answer()
    await made
    const commits = await thread.commits()
    expect(commits[0]?.id).toBe((await other.commits())[0]?.id)
    expect(won.changed).toBe(true)
    expect(commits.every(({ parent }, index) => parent === (commits[index - 1]?.id ?? null))).toBe(true)
  })
})
