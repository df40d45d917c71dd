import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { type CompactorEvent, createCompactor, type JsonObject, presets } from '../../src/index.ts'
import { compact as compactMessages, safeCompact } from '../../src/integrations/layer.ts'
import { add, answerOf, scripted } from '../support/summaries.ts'
import { agent, opened, round, sent, user, words } from './talk.ts'

/** The lists of tests and checks that the five programs ask for, each item once. */

describe('the CMS agent’s own list', () => {
  it('A31 · the six steps: many messages, large outputs, overflow, pruning, a summary, and the conversation goes on', async () => {
    const compactor = createCompactor({ policy: presets.cms(), clock: () => 0 })
    const events: CompactorEvent[] = []
    for (const name of ['compaction-started', 'compaction-done'] as const) compactor.on(name, (event) => events.push(event))
    const thread = await compactor.thread('session')
    await thread.append([user('Build the shop. Use the slug /winter-sale, and never publish without asking me.')])
    const small = { window: 200_000, model: 'anthropic/claude-3.5-sonnet', dialect: 'openai-chat' } as const
    let calls = 0
    for (let turn = 0; turn < 14; turn += 1) {
      await thread.append([
        user(`Change page ${turn}.`),
        ...round(`c${calls}`, turn % 2 === 0 ? 'get_page' : 'find_image', { id: turn }, words(18_000, turn)),
        agent(`Page ${turn} is changed; its id is page-${turn}.`),
      ])
      calls += 1
      const { request, tokens, budget } = await thread.prepare(small)
      // No errors of the provider: every call has its result; and it always fits.
      expect(openaiChat.validate(request)).toEqual([])
      expect(tokens).toBeLessThanOrEqual(budget.limit)
      await thread.settle()
    }
    expect(events.some((event) => event.kind === 'compaction-done' && event.wasPruned)).toBe(true)
    const tight = { ...small, window: 30_000 }
    const made = await thread.prepare(tight)
    expect(made.receipt?.stages?.wasCompacted).toBe(true)
    const shown = JSON.stringify(made.request)
    // No drift, the summary has the user's intent, and what was compacted can be referred to.
    expect(shown).toContain('never publish without asking me')
    expect(shown).toContain('/winter-sale')
    expect(shown).toContain('page-13')
    // What the agent found out about tools is in step with what is shown.
    const named = sent(made).flatMap((message) => (message['tool_calls'] as readonly JsonObject[] | undefined) ?? [])
    expect(await thread.toolsInUse()).toEqual(
      [...new Set(named.map(({ function: called }) => (called as JsonObject)['name']))].sort(),
    )
    await thread.append([user('And now?'), agent('All pages are changed.')])
    expect(openaiChat.validate((await thread.prepare(tight)).request)).toEqual([])
    // People are told.
    expect(events.at(-1)).toMatchObject({ kind: 'compaction-done', wasSummarized: true })
  })
})

describe('the layer’s own list', () => {
  const talk = (from: number, count: number): readonly JsonObject[] =>
    Array.from({ length: count }, (_, at) => [
      user(`Step ${from + at}: ${words(300, at)}`),
      agent(`Step ${from + at} is done.`),
    ]).flat()
  const summarizer = scripted((_, call) => answerOf([add('fact', `Step ${call} is done.`, [3])]))

  it('D12 · a full cycle: fewer messages, and what the summary says', async () => {
    const thread = await opened(presets.layer())
    const { messages } = await compactMessages(talk(0, 40), { thread, modelContextLimit: 16_000 })
    expect(messages.length).toBeLessThan(80)
    expect(JSON.stringify(messages)).toContain('Step 0')
  })

  it('D12 · chained: every round builds on the summary before it', async () => {
    const thread = await opened(presets.layer(), [user('Build the importer in steps.')])
    const rounds: string[] = []
    for (let count = 0; count < 3; count += 1) {
      await thread.append([...talk(count * 40, 40)])
      rounds.push(JSON.stringify((await thread.prepare({ window: 16_000 })).request))
    }
    for (const [index, request] of rounds.entries()) expect(request).toContain(`round ${index + 1}`.replace('round', 'Round'))
    expect(rounds.at(-1)).toContain('Build the importer in steps.')
  })

  it('D12 · recovery: a model that fails leaves the conversation as it was, or the summary that needs none', async () => {
    const failing = { name: 'failing', summarize: () => Promise.reject(new Error('the model is down')) }
    const policy = presets.layer()
    const thread = await createCompactor({ policy, summarizer: failing, clock: () => 0 }).thread('t')
    await thread.append([...talk(0, 60)])
    const { request, receipt, tokens, budget } = await thread.prepare({ window: 16_000, dialect: 'openai-chat' })
    expect(openaiChat.validate(request)).toEqual([])
    expect(tokens).toBeLessThanOrEqual(budget.limit)
    expect(receipt?.summary?.by).toBe('deterministic')
    const kept = talk(0, 3)
    expect(await safeCompact(kept, { thread: await opened(policy), modelContextLimit: 16_000 })).toEqual(kept)
    expect(summarizer.jobs).toEqual([])
  })
})

describe('the timeline’s own list', () => {
  const turn = (name: string, tokens = 800): readonly JsonObject[] => [
    user(`turn ${name}`),
    ...round(`c${name}`, 'search', { name }, words(tokens)),
    agent(`end of ${name}`),
  ]
  const at = { window: 6_000, reserve: 500, dialect: 'openai-chat' } as const
  const turns = [...'ABCDEFGHIJKLMNOP'].flatMap((name) => turn(name))

  it('E13 · nothing under the limit; a summary is put in; the next one goes on from it', async () => {
    const thread = await opened(presets.timeline(), turn('A'))
    expect((await thread.prepare(at)).receipt).toBeNull()
    await thread.append(turns)
    const first = await thread.prepare(at)
    expect(first.receipt?.stages?.wasCompacted).toBe(true)
    const [summary] = await thread.summaries()
    expect(summary?.digest).toBeDefined()
    await thread.append([...'QRSTUVWXYZ'].flatMap((name) => turn(name)))
    const second = await thread.prepare(at)
    expect(second.receipt?.records[0]?.to).toBeGreaterThan(first.receipt?.records[0]?.to ?? 0)
    expect(second.receipt?.records.filter(({ action }) => action === 'summarize')).toHaveLength(1)
  })

  it('E13 · a turn too large is split; no call is parted from its result; marks stand behind what is rendered', async () => {
    const long = [
      user('one long turn'),
      ...[...'ABCDEFGHIJ'].flatMap((name) => round(`c${name}`, 'search', { name }, words(900))),
    ]
    const thread = await opened(presets.timeline(), [...turn('0'), ...long])
    const prepared = await thread.prepare(at)
    expect(openaiChat.validate(prepared.request)).toEqual([])
    expect(JSON.stringify(prepared.request)).toContain('one long turn')
    expect(prepared.cacheMarks.every((mark) => mark < sent(prepared).length)).toBe(true)
  })

  it('E13, E3, case 76 · after two hours without a call old output is hidden, which is told, and only once', async () => {
    let now = 0
    const compactor = createCompactor({ policy: presets.timeline(), clock: () => now })
    const told: string[] = []
    compactor.on('compaction-done', ({ strategy, wasPruned }) => told.push(`${strategy}: ${wasPruned}`))
    const thread = await compactor.thread('t')
    await thread.append([...'ABCD'].flatMap((name) => turn(name)))
    const before = await thread.prepare({ window: 100_000 })
    now += 2 * 60 * 60 * 1000
    await thread.append(turn('E'))
    const after = await thread.prepare({ window: 100_000 })
    expect(told).toEqual(['prune-cold: true'])
    expect(after.tokens).toBeLessThan(before.tokens)
    await thread.prepare({ window: 100_000 })
    expect(told).toHaveLength(1)
  })

  it('E3 · how long it was idle is known after a restart, if messages say when they were written', async () => {
    const hours = 60 * 60 * 1000
    const compactor = createCompactor({ policy: presets.timeline(), clock: () => 10 * hours })
    const thread = await compactor.thread('t')
    const messages = [...'ABCD'].flatMap((name) => turn(name))
    await thread.appendDrafts(openaiChat.readMessages(messages).map((draft) => ({ ...draft, time: hours })))
    expect((await thread.prepare({ window: 100_000 })).receipt?.strategy).toBe('prune-cold')
  })
})

describe('agents that do not stop', () => {
  it('case 74 · a hundred compactions in a row change nothing after the first, and ask nobody', async () => {
    const summarizer = scripted(() => answerOf([add('fact', 'It is done.', [1])]))
    const policy = presets.balanced({ trigger: 1, release: 1 })
    const thread = await createCompactor({ policy, summarizer, clock: () => 0 }).thread('t')
    await thread.append(Array.from({ length: 30 }, (_, at) => [user(`step ${at} ${words(60)}`), agent('It is done.')]).flat())
    for (let count = 0; count < 100; count += 1) await thread.compact({ window: 2_000, reserve: 100 })
    expect(await thread.commits()).toHaveLength(1)
    expect(summarizer.jobs).toHaveLength(1)
  })

  it('case 71 · told to go on beside a large system prompt, an agent compacts once, and not with every message', async () => {
    const policy = presets.opencode()
    const thread = await opened(policy, [user('Fix it.'), ...round('c', 'read', { a: 1 }, words(9_000))])
    const at = { window: 12_000, reserve: 500, system: words(6_000, 3), dialect: 'openai-chat' } as const
    const first = await thread.prepare(at)
    expect(first.continueWith).toBe(policy.continueWith)
    await thread.append([user(first.continueWith ?? ''), agent('I go on.')])
    for (let count = 0; count < 10; count += 1) {
      const { continueWith, tokens, budget } = await thread.prepare(at)
      expect(continueWith).toBeUndefined()
      expect(tokens).toBeLessThanOrEqual(budget.limit)
      await thread.append([user('Continue if you have next steps.'), agent('Nothing is left.')])
    }
    expect((await thread.commits()).length).toBeLessThanOrEqual(2)
  })
})
