import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { type CompactorEvent, createCompactor, presets, type Thread } from '../../src/index.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { finishedTurns, messagesFor, prose, user } from '../support/steps.ts'

const steps = [user('Build the importer. Never write to the table orders_live.'), ...finishedTurns(40, 150), user('go')]

async function open(policy = presets.balanced()) {
  const compactor = createCompactor({ clock: () => 0, policy })
  const events: CompactorEvent[] = []
  compactor.on('switched', (event) => events.push(event))
  const thread = await compactor.thread('t')
  await thread.append(messagesFor('openai-chat', steps))
  return { thread, events }
}

const tokensOf = async (thread: Thread): Promise<number> => (await thread.prepare()).tokens

describe('another policy or model at run time', () => {
  it('case 75 · a ten times smaller window is planned for before the next request; and back, with nothing lost', async () => {
    const { thread, events } = await open()
    await thread.use({ model: 'gpt-4o', window: 40_000, reserve: 1_000 })
    const large = await tokensOf(thread)
    expect(large).toBeGreaterThan(8_000)
    await thread.use({ model: 'gpt-4o-mini', window: 4_000, reserve: 400 })
    const small = await thread.prepare({ dialect: 'openai-chat' })
    expect(small.tokens).toBeLessThanOrEqual(3_600)
    expect(openaiChat.validate(small.request)).toEqual([])
    expect(JSON.stringify(small.request)).toContain('orders_live')
    await thread.use({ model: 'gpt-4o', window: 40_000, reserve: 1_000 })
    await thread.undo()
    expect(await tokensOf(thread)).toBe(large)
    expect(events.map((event) => ('model' in event ? event.model : ''))).toEqual(['gpt-4o', 'gpt-4o-mini', 'gpt-4o'])
  })

  it('F11 · pins that do not fit the smaller window any more fail loudly', async () => {
    const { thread } = await open()
    await thread.append([{ role: 'user', content: `Keep this: ${prose(3_000)}` }])
    await thread.pin({ text: 'Keep this' })
    await thread.use({ window: 40_000, reserve: 1_000 })
    await thread.prepare()
    await thread.use({ window: 2_000, reserve: 100 })
    const failure = failureIn(await rejection(thread.prepare()))
    expect(failure).toMatchObject({
      code: 'fixed-part-too-large',
      items: expect.arrayContaining([expect.objectContaining({ what: 'pins' })]),
    })
  })

  it('F11 · what is said of a model replaces all that was said of the one before, and a call’s own words come first', async () => {
    const { thread } = await open()
    await thread.use({ model: 'gpt-4o', window: 4_000, reserve: 400 })
    expect((await thread.prepare()).budget.window).toBe(4_000)
    expect((await thread.prepare({ window: 5_000 })).budget.window).toBe(5_000)
    await thread.use({ model: 'gpt-4o' })
    expect((await thread.prepare()).budget.window).toBe(128_000)
  })

  it('F11, case 72 · off: nothing is compacted, and what does not fit is refused with numbers, until it is on again', async () => {
    const { thread } = await open()
    await thread.use({ policy: 'off', window: 4_000, reserve: 400 })
    expect(failureIn(await rejection(thread.prepare()))).toMatchObject({ code: 'compaction-refused', available: 3_600 })
    expect(await thread.commits()).toEqual([])
    await thread.use({ policy: presets.balanced() })
    expect(await tokensOf(thread)).toBeLessThanOrEqual(3_600)
  })

  it('F11 · a policy for one call: the next one is under the usual one again', async () => {
    const { thread } = await open()
    const at = { window: 12_000, reserve: 400 }
    const eager = presets.balanced({ trigger: 0.3, release: 0.2 })
    expect((await thread.prepare({ ...at, policy: 'off' })).receipt).toBeNull()
    const once = await thread.prepare({ ...at, policy: eager })
    expect(once.receipt?.inputs.policy).toBe(JSON.stringify(eager))
    expect((await thread.explain(at)).policy).toBe('balanced')
    expect((await thread.explain({ ...at, policy: presets.cms() })).policy).toBe('cms')
    const wrong = { ...presets.cms(), summaryTokens: -1 }
    expect(failureIn(await rejection(thread.prepare({ ...at, policy: wrong })))).toMatchObject({ code: 'budget-invalid' })
  })

  it('F11 · summaries change their role with the policy, and the request stays valid', async () => {
    const { thread } = await open(presets.balanced({ trigger: 0.5, release: 0.3 }))
    const at = { window: 6_000, reserve: 400, dialect: 'openai-chat' } as const
    await thread.prepare(at)
    await thread.use({ policy: presets.cms() })
    await thread.append(messagesFor('openai-chat', [...finishedTurns(30, 150), user('on')]))
    const { request, tokens } = await thread.prepare(at)
    expect(openaiChat.validate(request)).toEqual([])
    expect(tokens).toBeLessThanOrEqual(5_600)
  })

  it('refuses what it does not know', async () => {
    const { thread } = await open()
    expect(failureIn(await rejection(thread.use({ polciy: 'off' } as never)))).toMatchObject({
      code: 'option-unknown',
      nearest: 'policy',
    })
  })
})
