import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets } from '../../src/index.ts'
import { frozen } from '../../src/schema/frozen.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { messagesIn, stringsIn } from '../support/invariants.ts'
import { agent, finishedTurns, messagesFor, prose, user } from '../support/steps.ts'

const open = (options = {}) => createCompactor({ clock: () => 0, ...options }).thread('t')

describe('append', () => {
  it('resolves to the new length of the log, one entry a block', async () => {
    const thread = await open()
    expect(await thread.append([{ role: 'user', content: 'a' }])).toBe(1)
    const parts = [
      { type: 'text', text: 'b' },
      { type: 'text', text: 'c' },
    ]
    expect(await thread.append([{ role: 'user', content: parts }])).toBe(3)
    expect(await thread.append([])).toBe(3)
  })

  it('knows the format by its marks, and stays with it where there are none', async () => {
    const thread = await open()
    await thread.append([{ role: 'user', content: 'a' }])
    await thread.append([{ role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'f', input: {} }] }])
    await thread.append([{ role: 'user', content: 'plain again' }])
    expect((await thread.entries()).map((entry) => entry.message.dialect)).toEqual(['openai-chat', 'anthropic', 'anthropic'])
    expect((await thread.prepare()).record.dialect).toBe('anthropic')
  })

  it('refuses what it cannot read, and then appends nothing', async () => {
    const thread = await open()
    const error = await rejection(
      thread.append([{ role: 'user', content: 'fine' }, { role: 'robot' }], { dialect: 'openai-chat' }),
    )
    expect(failureIn(error)).toMatchObject({ code: 'input-invalid', at: 'messages[1].role' })
    expect(await thread.entries()).toEqual([])
  })

  it('refuses a format it does not know, and names those it does', async () => {
    const error = await rejection((await open()).append([], { dialect: 'morse' }))
    expect(failureIn(error)).toEqual({
      code: 'dialect-unknown',
      name: 'morse',
      known: ['openai-chat', 'anthropic', 'neutral', 'openai-responses', 'gemini', 'ai-sdk', 'langchain'],
    })
  })

  it.each([
    ['words', 'Hello.', 'a string'],
    ['one message', { role: 'user', content: 'Hello.' }, 'one message: put it into a list'],
    ['nothing', undefined, 'nothing'],
    ['what is no JSON', [{ role: 'user', content: 1n }], 'serialize a BigInt'],
  ])('refuses %s in place of messages, and says so', async (_, given, found) => {
    const thread = await open()
    for (const take of [thread.append, thread.resend]) {
      await expect(take(given as never)).rejects.toMatchObject({
        failure: { code: 'input-invalid', at: 'messages', found: expect.stringContaining(found) },
      })
    }
  })

  it('C1 · keeps its own copy: what a caller does to its messages afterwards does not change the log', async () => {
    const thread = await open()
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'as it was' }] }]
    await thread.append(messages)
    const before = (await thread.prepare()).record.bytes
    ;(messages[0] as { content: { text: string }[] }).content.forEach((part) => {
      part.text = 'changed'
    })
    expect(stringsIn((await thread.prepare()).request)).toContain('as it was')
    expect((await thread.prepare()).record.bytes).toBe(before)
  })

  it('carries out calls in the order they are made, without waiting in between', async () => {
    const thread = await open()
    const all = [1, 2, 3].map((n) => thread.append([{ role: 'user', content: `message ${n}` }]))
    const request = thread.prepare()
    expect(await Promise.all(all)).toEqual([1, 2, 3])
    expect(messagesIn((await request).request)).toHaveLength(3)
  })
})

describe('prepare', () => {
  const window = 4000
  const reserve = 0
  /** About 230 tokens a turn. */
  const grown = async (turns: number, policy = presets.balanced()) => {
    const thread = await open({ policy })
    await thread.append(messagesFor('openai-chat', [...finishedTurns(turns, 160), user('go on')]))
    return thread
  }

  it('sends everything as it is while it stays below the trigger', async () => {
    const thread = await grown(5)
    const { request, tokens, receipt, record } = await thread.prepare({ window, reserve })
    expect(tokens).toBeLessThanOrEqual(3600)
    expect(messagesIn(request)).toEqual(messagesFor('openai-chat', [...finishedTurns(5, 160), user('go on')]))
    expect([receipt, record.commit]).toEqual([null, null])
  })

  it('compacts above the trigger, down to the release mark', async () => {
    const thread = await grown(25)
    const { tokens, receipt } = await thread.prepare({ window, reserve })
    expect(receipt).toMatchObject({ trigger: 'window', tokens: { after: tokens, budget: 4000 } })
    expect(tokens).toBeLessThanOrEqual(0.6 * 4000)
    expect(tokens).toBeGreaterThan(0.85 * 0.6 * 4000)
  })

  it('does nothing between the release mark and the trigger; compact does', async () => {
    const thread = await grown(13)
    const { tokens } = await thread.prepare({ window, reserve })
    expect(tokens).toBeGreaterThan(2400)
    expect(tokens).toBeLessThanOrEqual(3600)
    expect(await thread.commits()).toEqual([])
    const { changed, receipt } = await thread.compact({ window, reserve })
    expect(changed).toBe(true)
    expect(receipt.tokens.after).toBeLessThanOrEqual(2400)
  })

  it('acts where the policy says so', async () => {
    const eager = await grown(5, presets.balanced({ trigger: 0.1, release: 0.1 }))
    expect((await eager.prepare({ window, reserve })).tokens).toBeLessThanOrEqual(400)
  })

  it('stays on the committed view, and adds what is new behind it', async () => {
    const thread = await grown(25)
    const first = await thread.prepare({ window, reserve })
    await thread.append(messagesFor('openai-chat', [agent('a new step'), user('and a new request')]))
    const second = await thread.prepare({ window, reserve })
    const [before, after] = [messagesIn(first.request), messagesIn(second.request)]
    expect(JSON.stringify(after.slice(0, before.length))).toBe(JSON.stringify(before))
    expect(after.slice(before.length)).toEqual(messagesFor('openai-chat', [agent('a new step'), user('and a new request')]))
    expect(second.record.commit).toBe(first.record.commit)
  })

  it('counts system text and tools, and puts them into the request', async () => {
    const thread = await grown(2)
    const tools: readonly Json[] = [{ type: 'function', function: { name: 'read_file', parameters: {} } }]
    const bare = await thread.prepare({ window })
    const full = await thread.prepare({ window, system: `Be brief. ${prose(100)}`, tools })
    expect(full.tokens).toBeGreaterThan(bare.tokens + 100)
    expect(messagesIn(full.request)[0]).toMatchObject({ role: 'system' })
    expect(full.request).toMatchObject({ tools })
    const claude = await thread.prepare({ window, system: 'Be brief.', dialect: 'anthropic' })
    expect(claude.request).toMatchObject({ system: 'Be brief.' })
  })

  it('takes the window from the model, an explicit one first, 128,000 tokens where neither is known', async () => {
    const thread = await grown(40)
    expect(await thread.prepare({ model: 'gpt-4', reserve: 0 })).toMatchObject({ budget: { window: 8192 }, changed: true })
    expect((await thread.compact({ model: 'gpt-4o', window: 3000, reserve: 0 })).receipt.tokens.budget).toBe(3000)
    expect((await thread.compact({ model: 'unheard-of', reserve: 0 })).receipt.inputs.window).toBe(128_000)
  })

  it.each([
    [{ window: Number.NaN }, 'window'],
    [{ window: -1 }, 'window'],
    [{ window: 1000, reserve: 1000 }, 'reserve'],
    [{ window: 1000, reserve: -1 }, 'reserve'],
  ])('refuses a budget that makes no sense: %j', async (options, field) => {
    const thread = await grown(2)
    expect(failureIn(await rejection(thread.prepare(options)))).toMatchObject({ code: 'budget-invalid', field })
    expect(failureIn(await rejection(thread.compact(options)))).toMatchObject({ code: 'budget-invalid', field })
  })

  it('puts the request back into the envelope it came in', async () => {
    const thread = await grown(2)
    const around = { dialect: 'openai-chat', envelope: { model: 'm', messages: null, temperature: 0 }, tools: [] }
    expect(Object.keys((await thread.prepare({ around })).request as object)).toEqual(['model', 'messages', 'temperature'])
  })
})

describe('the log', () => {
  it('C1 · is never changed: entries may be frozen, and come out as they went in after any number of compactions', async () => {
    const store = memoryStore()
    const thread = await open({ store })
    await thread.append(messagesFor('anthropic', [...finishedTurns(20, 150), user('go')]), { dialect: 'anthropic' })
    const entries = await thread.entries()
    const before = structuredClone(entries)
    frozen(entries)
    for (const dialect of ['openai-chat', 'anthropic', 'neutral']) {
      for (const window of [1000, 2000, 4000]) await thread.compact({ window, dialect })
    }
    expect(await thread.entries()).toEqual(before)
  })

  it('C1 · a commit is plain data: replayed from JSON it gives the same bytes', async () => {
    const store = memoryStore()
    const thread = await open({ store })
    await thread.append(messagesFor('openai-chat', [...finishedTurns(20, 150), user('go')]))
    const { record } = await thread.compact({ window: 2000 })
    const copy = memoryStore()
    const key = { tenant: tenantId('default'), thread: threadId('t') }
    await copy.append(key, 0, JSON.parse(JSON.stringify(await store.read(key, 0, 999))), await store.head(key))
    await copy.commit(key, null, JSON.parse(JSON.stringify(await store.latest(key))))
    expect((await (await open({ store: copy })).prepare({ window: 2000 })).record).toEqual(record)
  })

  it('is the same conversation when it is opened again: same view, same pins, next message in its place', async () => {
    const store = memoryStore()
    const first = await open({ store })
    await first.append(messagesFor('openai-chat', [user('KEEP this rule'), ...finishedTurns(20, 150), user('go')]))
    await first.pin({ text: 'KEEP' })
    const before = await first.prepare({ window: 2000 })
    const again = await open({ store })
    expect((await again.prepare({ window: 2000 })).record).toEqual(before.record)
    await again.append(messagesFor('openai-chat', [...finishedTurns(20, 150), user('go on')]))
    const later = await again.prepare({ window: 2000 })
    expect(later.record.commit).not.toBe(before.record.commit)
    expect(stringsIn(later.request)).toContain('KEEP this rule')
  })

  it('keeps threads and tenants apart', async () => {
    const compactor = createCompactor({ clock: () => 0 })
    const [a, b, c] = [await compactor.thread('a'), await compactor.thread('b'), await compactor.thread('a', { tenant: 'other' })]
    await a.append([{ role: 'user', content: 'only here' }])
    expect([(await b.entries()).length, (await c.entries()).length]).toEqual([0, 0])
    await compactor.close()
  })
})
