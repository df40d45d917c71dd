import { describe, expect, it } from 'vitest'
import { createCompactor, modelSources, parseModelOverrides, presets, triggers } from '../../src/index.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { finishedTurns, messagesFor, prose, user } from '../support/steps.ts'

const open = (options = {}) => createCompactor({ clock: () => 0, ...options })

/** A thread of about 230 tokens a turn. */
async function grown(turns: number, options = {}) {
  const compactor = open(options)
  const thread = await compactor.thread('t')
  await thread.append(messagesFor('openai-chat', [...finishedTurns(turns, 160), user('go on')]))
  return { compactor, thread }
}

describe("a model's limits", () => {
  it('A3 · come from the host, then from a user’s file, our table, the data package, a relative, the fallback', async () => {
    const models = modelSources(parseModelOverrides('{ "gpt-4o": { "window": 64000 } }'))
    const { thread } = await grown(1, { models })
    const windowOf = async (options: object): Promise<readonly [number, string]> => {
      const { limits } = await thread.prepare(options)
      return [limits.window, limits.sources.window]
    }
    expect(await windowOf({ model: 'gpt-4o', window: 32_000 })).toEqual([32_000, 'override'])
    expect(await windowOf({ model: 'openai/gpt-4o' })).toEqual([64_000, 'override'])
    expect(await windowOf({ model: 'gpt-4o-mini' })).toEqual([128_000, 'table'])
    expect((await windowOf({ model: 'nova-pro' }))[1]).toBe('package')
    expect(await windowOf({ model: 'gpt-5-for-tomorrow' })).toEqual([400_000, 'family'])
    expect(await windowOf({ model: 'unheard-of' })).toEqual([128_000, 'fallback'])
    expect(await windowOf({})).toEqual([128_000, 'fallback'])
  })

  it('F11 · case 30 · what a provider refuses is learned, from the number it names or from the refusal alone', async () => {
    for (const [report, least, most] of [
      [{ limit: 6000 }, 6000, 6000],
      [{}, 2500, 7000],
    ] as const) {
      const { thread, compactor } = await grown(30)
      const first = await thread.prepare({ model: 'gpt-4', reserve: 0 })
      const { request, changed, receipt } = await thread.overflowed(report)
      expect(receipt.trigger).toBe('overflow')
      expect(changed).toBe(true)
      expect(JSON.stringify(request).length).toBeLessThan(JSON.stringify(first.request).length)
      const { budget } = await thread.prepare({ model: 'gpt-4', reserve: 0 })
      expect(budget.window).toBeGreaterThanOrEqual(least)
      expect(budget.window).toBeLessThanOrEqual(most)
      const again = await (await open({ learned: compactor.learned() }).thread('other')).prepare({ model: 'gpt-4', reserve: 0 })
      expect(again.budget.window).toBe(budget.window)
    }
  })

  it('F11 · what one tenant learned stays with it', async () => {
    const { thread, compactor } = await grown(30)
    await thread.prepare({ model: 'my-llama', baseUrl: 'http://localhost:11434/v1', reserve: 0 })
    await thread.overflowed({ limit: 8192 })
    expect(compactor.learned().limits).toEqual({ 'my-llama at localhost:11434/v1': { window: 8192 } })
    expect(compactor.learned({ tenant: 'other' }).limits).toEqual({})
    const { budget } = await (await compactor.thread('t', { tenant: 'other' })).prepare({ model: 'my-llama', reserve: 0 })
    expect(budget.window).toBe(128_000)
  })

  it('case 30 · a server that serves six tenths of what is declared is found out, and the next requests fit', async () => {
    const { thread } = await grown(40)
    const model = { model: 'gpt-4', reserve: 0 }
    const served = Math.floor(8192 * 0.6)
    let { tokens } = await thread.prepare(model)
    for (let refusals = 0; tokens > served; refusals += 1) {
      expect(refusals).toBeLessThan(3)
      tokens = (await thread.overflowed({})).tokens
    }
    await thread.append(messagesFor('openai-chat', [...finishedTurns(4, 160), user('go on')]))
    expect((await thread.prepare(model)).tokens).toBeLessThanOrEqual(8192 * 0.9)
  })

  it('F11 · case 90 · after a refusal the next request is smaller, whatever window the host declares and whatever is reported', async () => {
    const share = (tokens: number, of: number): number => Math.round(tokens * of)
    const reports = [
      () => ({}),
      () => ({ actual: 60_000 }),
      () => ({ limit: 50_000 }),
      (sent: number) => ({ limit: share(sent, 0.9), actual: share(sent, 0.95) }),
      (sent: number) => ({ limit: share(sent, 2.5), actual: share(sent, 2.7) }),
      (sent: number) => ({ limit: share(sent, 1.7), actual: share(sent, 1.5) }),
    ]
    const declared = [
      { window: 30_000, reserve: 0 },
      { model: 'gpt-4o', window: 30_000, reserve: 0 },
      { model: 'claude-sonnet-4-5', window: 40_000, reserve: 200 },
      { model: 'my-own', reserve: 0 },
    ]
    const models = modelSources(parseModelOverrides('{ "my-own": { "window": 30000 } }'))
    for (const options of declared) {
      for (const report of reports) {
        const { thread } = await grown(60, { models })
        let refused = await thread.prepare(options)
        for (let times = 0; times < 3; times += 1) {
          const next = await thread.overflowed(report(refused.tokens))
          const [bytes, before] = [next, refused].map(({ request }) => JSON.stringify(request).length)
          expect(bytes, JSON.stringify([options, report(refused.tokens), times])).toBeLessThan(before ?? 0)
          expect((await thread.prepare(options)).tokens).toBeLessThanOrEqual(next.tokens)
          refused = next
        }
      }
    }
  })

  it('case 90 · what is learned about a model without a name stays with the window that it was declared with', async () => {
    const { thread } = await grown(10)
    await thread.prepare({ window: 8000 })
    await thread.overflowed({ limit: 2000 })
    expect((await thread.prepare({ window: 8000 })).budget.window).toBe(2000)
    expect((await thread.prepare({ window: 100_000 })).budget.window).toBe(100_000)
  })

  it('F11 · a request that names no model is sized by what was reported of its window, too', async () => {
    const { thread } = await grown(10)
    const first = await thread.prepare({ window: 8000, reserve: 500 })
    expect(first.budget.limit).toBe(7500)
    await thread.settle({ usage: { prompt_tokens: first.tokens * 2, completion_tokens: 5 } })
    await thread.append([{ role: 'assistant', content: 'Seen.' }])
    await thread.settle({ usage: { prompt_tokens: first.tokens * 2, completion_tokens: 5 } })
    await thread.prepare({ window: 8000, reserve: 500 })
    await thread.settle({ usage: { prompt_tokens: first.tokens * 2, completion_tokens: 5 } })
    expect((await thread.prepare({ window: 8000, reserve: 500 })).budget.limit).toBeLessThan(4000)
    // Whatever else has no name may be another model.
    expect((await thread.prepare({ window: 9000, reserve: 500 })).budget.limit).toBe(8500)
  })

  it('case 25 · unknown and large windows: 16k without an output limit, a million that never fires', async () => {
    const { thread } = await grown(20)
    const small = await thread.prepare({ window: 16_000 })
    expect(small.budget.reserve).toBe(4000)
    expect((await thread.prepare({ model: 'gemini-2.5-pro' })).receipt).toBeNull()
    expect((await thread.prepare({ model: 'unheard-of' })).limits.notes[0]).toContain('unheard-of')
  })

  it('F11 · case 75 · a switch to a window ten times smaller, and back', async () => {
    const { thread } = await grown(60)
    const large = { model: 'gpt-4o', window: 80_000, reserve: 0 }
    const small = { ...large, window: 8000 }
    expect((await thread.prepare(large)).receipt).toBeNull()
    const squeezed = await thread.prepare(small)
    expect(squeezed.tokens).toBeLessThanOrEqual(8000)
    expect((await thread.prepare(small)).record.commit).toBe(squeezed.record.commit)
    const back = await thread.prepare(large)
    expect(back.record.commit).toBe(squeezed.record.commit)
    expect((await thread.compact(large)).tokens).toBeLessThanOrEqual(squeezed.tokens)
    await thread.undo()
    await thread.undo()
    expect((await thread.prepare(large)).tokens).toBeGreaterThan(squeezed.tokens)
  })
})

describe('room for the answer', () => {
  const around = (envelope: Json) => ({ dialect: 'openai-chat', envelope, tools: [] })
  const asked = (request: Json): Json | undefined => (isJsonObject(request) ? request['max_tokens'] : undefined)

  it('case 26 · is what the request asks for; more than the model gives is lowered in the request, and reported', async () => {
    const { thread } = await grown(1)
    const kept = await thread.prepare({ model: 'gpt-4o', around: around({ max_tokens: 9000, messages: null }) })
    expect([kept.budget.reserve, asked(kept.request), kept.adjustments]).toEqual([9000, 9000, []])
    const lowered = await thread.prepare({ model: 'gpt-4o', around: around({ max_tokens: 64_000, messages: null }) })
    expect([lowered.budget.reserve, asked(lowered.request)]).toEqual([16_384, 16_384])
    expect(lowered.adjustments).toMatchObject([{ field: 'max_tokens', wanted: 64_000, given: 16_384 }])
  })

  it('case 26 · takes half of a small window at most, unless the host says otherwise', async () => {
    const { thread } = await grown(1)
    const envelope = around({ max_tokens: 6000, messages: null })
    const small = await thread.prepare({ window: 8000, around: envelope })
    expect([small.budget.reserve, asked(small.request)]).toEqual([4000, 4000])
    const told = await thread.prepare({ window: 8000, reserve: 100, around: envelope })
    expect([told.budget.reserve, asked(told.request)]).toEqual([100, 6000])
  })

  it('case 26 · what the caller asks for is not lowered by a guess, nor below the thinking that it asks for', async () => {
    const { thread } = await grown(1)
    const request = (model: string, tokens: number, more: object = {}) =>
      thread.prepare({
        model,
        dialect: 'anthropic',
        around: { dialect: 'anthropic', envelope: { max_tokens: tokens, messages: null, ...more }, tools: [] },
      })
    const thinking = { thinking: { type: 'enabled', budget_tokens: 16_000 } }
    const unknown = await request('claude-zephyr-9', 32_000, thinking)
    expect([unknown.limits.sources.maxOutput, asked(unknown.request), unknown.budget.reserve]).toEqual(['family', 32_000, 32_000])
    const known = await request('claude-3-opus', 32_000, thinking)
    expect([asked(known.request), known.budget.reserve]).toEqual([32_000, 32_000])
    expect(asked((await request('claude-3-opus', 32_000)).request)).toBe(4096)
    const gemini = { maxOutputTokens: 30_000, thinkingConfig: { thinkingBudget: 20_000 } }
    const small = await thread.prepare({
      ...{ window: 32_000, dialect: 'gemini' },
      around: { dialect: 'gemini', envelope: { contents: null, generationConfig: gemini }, tools: [] },
    })
    expect(small.request).toMatchObject({ generationConfig: { maxOutputTokens: 30_000 } })
    expect(small.budget.reserve).toBe(30_000)
  })

  it('case 13 · an empty list of tools is not sent: OpenAI refuses it', async () => {
    const { thread } = await grown(1)
    for (const dialect of ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const) {
      expect(Object.keys((await thread.prepare({ dialect, tools: [] })).request)).not.toContain('tools')
    }
  })

  it('A1 · case 26 · ends at the token: window − reserve fits, one token more does not', async () => {
    const { thread } = await grown(3, { policy: presets.balanced({ trigger: 1, release: 1 }) })
    const { tokens } = await thread.prepare({ window: 10_000, reserve: 0 })
    expect((await thread.prepare({ window: tokens + 50, reserve: 50 })).receipt).toBeNull()
    const over = await thread.prepare({ window: tokens + 49, reserve: 50 })
    expect(over.receipt?.reason).toContain('exceed')
    expect(over.tokens).toBeLessThan(tokens)
  })

  it('is refused by its field where the host asks for the impossible', async () => {
    const { thread } = await grown(1)
    const error = await rejection(thread.prepare({ window: 1000, reserve: 1000 }))
    expect(failureIn(error)).toMatchObject({ code: 'budget-invalid', field: 'reserve', value: 1000 })
  })
})

describe('counts of a provider with another tokenizer', () => {
  it('A5 · keep a tenth free until something is known, and nothing where the tokenizer is the model’s own', async () => {
    const { thread } = await grown(2)
    expect((await thread.prepare({ model: 'claude-sonnet-4-5' })).budget.scale).toEqual({ factor: 1, margin: 0.1 })
    expect((await thread.prepare({ model: 'gpt-4o' })).budget.scale).toEqual({ factor: 1, margin: 0 })
    expect((await thread.prepare({ window: 9000 })).budget.scale).toEqual({ factor: 1, margin: 0 })
    const { budget } = await thread.prepare({ model: 'claude-sonnet-4-5', window: 12_000, reserve: 1000 })
    expect(budget.limit).toBe(10_000)
  })

  it('F11 · are learned from five reports: within 5 % then, and the request still fits', async () => {
    const { thread, compactor } = await grown(1)
    const model = { model: 'claude-sonnet-4-5', window: 6000, reserve: 0 }
    for (let step = 0; step < 5; step += 1) {
      const { tokens } = await thread.prepare(model)
      await thread.append(messagesFor('openai-chat', finishedTurns(1, 160)))
      await thread.settle({ usage: { input_tokens: Math.round(tokens * 1.22), output_tokens: 50 } })
    }
    const { budget } = await thread.prepare(model)
    expect(Math.abs(budget.scale.factor - 1.22)).toBeLessThan(0.05)
    expect(budget.scale.margin).toBeLessThan(0.06)
    for (let step = 0; step < 30; step += 1) {
      await thread.append(messagesFor('openai-chat', [...finishedTurns(1, 160), user(`go on ${step}`)]))
      expect((await thread.prepare(model)).tokens * 1.22).toBeLessThanOrEqual(6000)
    }
    expect(Object.keys(compactor.learned().calibration.families)).toEqual(['claude-sonnet-4-5'])
  })

  it('B5 · case 70 · a report from before the last commit is no anchor, and zeros of a local server say nothing', async () => {
    const policy = presets.balanced({ trigger: triggers.automatically(triggers.above(triggers.usableShare(0.9), 'reported')) })
    const { thread } = await grown(8, { policy })
    const at = { model: 'my-model', window: 8000, reserve: 0 }
    await thread.prepare(at)
    await thread.append(messagesFor('openai-chat', finishedTurns(1, 160)))
    expect(await thread.settle({ usage: { prompt_tokens: 0, completion_tokens: 0 } })).toBeNull()
    expect((await thread.prepare(at)).receipt).toBeNull()
    await thread.settle({ usage: { prompt_tokens: 7500, completion_tokens: 100 } })
    const compacted = await thread.prepare(at)
    expect(compacted.receipt?.reason).toContain('7,600 tokens')
    // The report of 7,600 spoke of the context before: nothing fires on it again.
    expect((await thread.prepare(at)).record.commit).toBe(compacted.record.commit)
    expect(await thread.commits()).toHaveLength(1)
  })

  it('B5 · B23 · takes the usage that came with the answer where none is handed in', async () => {
    const { thread, compactor } = await grown(3)
    const { tokens } = await thread.prepare({ model: 'my-model' })
    const usage = { input: Math.round(tokens * 1.5), output: 20, cacheRead: 0, cacheWrite: 0 }
    const draft = { role: 'assistant', blocks: [{ kind: 'text', raw: 'done', text: 'done' }], usage } as const
    await thread.appendDrafts([
      {
        ...draft,
        shell: { dialect: 'openai-chat', raw: { role: 'assistant', content: null }, holes: [{ path: ['content'], block: 0 }] },
      },
    ])
    await thread.settle()
    expect(compactor.learned().calibration.families['my-model']?.[0]).toBeCloseTo(1.5, 2)
  })
})

describe('off', () => {
  it('case 72, F18 · means off on every path: a typed error with the numbers, and nothing is changed', async () => {
    const { thread } = await grown(20, { policy: presets.balanced({ trigger: triggers.off() }) })
    const fits = await thread.prepare({ window: 100_000 })
    for (const attempt of [thread.prepare({ window: 2000, reserve: 0 }), thread.overflowed({})]) {
      const failure = failureIn(await rejection(attempt))
      expect(failure).toMatchObject({ code: 'compaction-refused', reason: 'compaction is off', unit: 'tokens' })
    }
    expect(await thread.commits()).toEqual([])
    expect((await thread.prepare({ window: 200_000 })).record.bytes).toBe(fits.record.bytes)
  })

  it('F18 · off means not by itself: by hand it compacts, and says that it was asked for', async () => {
    const { thread } = await grown(20, { policy: presets.balanced({ trigger: triggers.off() }) })
    const { receipt, tokens, changed } = await thread.compact({ window: 2000, reserve: 0 })
    expect([changed, receipt.trigger, receipt.reason]).toEqual([true, 'manual', 'it was asked for'])
    expect(tokens).toBeLessThanOrEqual(2000)
    expect((await thread.explain({ window: 2000, reserve: 0 })).reason).toBe('compaction is off')
  })

  it('F18 · by hand alone: an overflow is an error, a wish is not', async () => {
    const { thread } = await grown(20, { policy: presets.balanced({ trigger: triggers.manual() }) })
    const failure = failureIn(await rejection(thread.prepare({ window: 2000, reserve: 0 })))
    expect(failure).toMatchObject({ code: 'compaction-refused', available: 2000 })
    expect((await thread.compact({ window: 2000, reserve: 0 })).receipt).toMatchObject({
      trigger: 'manual',
      reason: 'it was asked for',
    })
  })
})

describe('a trigger of a policy', () => {
  it('D3 · holds back while there are few messages, and the law that it must fit does not', async () => {
    const when = triggers.allOf(triggers.fractionOfUsable(0.5), triggers.messageFloor(10))
    const policy = presets.balanced({ trigger: triggers.automatically(when), release: 0.4 })
    const thread = await open({ policy }).thread('t')
    await thread.append([
      { role: 'user', content: prose(700) },
      { role: 'assistant', content: 'yes' },
    ])
    await thread.append([{ role: 'user', content: 'and now?' }])
    expect((await thread.prepare({ window: 1000, reserve: 0 })).receipt).toBeNull()
    const squeezed = await thread.prepare({ window: 500, reserve: 0 })
    expect(squeezed.receipt?.reason).toContain('although the policy alone would wait')
    expect(squeezed.tokens).toBeLessThanOrEqual(500)
  })

  it('counts the turns that the model sees: what is folded away is none', async () => {
    const policy = presets.balanced({ trigger: triggers.automatically(triggers.turnFloor(6)), release: 0.3 })
    const { thread } = await grown(10, { policy })
    const at = { window: 4000, reserve: 0 }
    expect((await thread.prepare(at)).receipt?.reason).toContain('11 turns exceed the 6 that are kept')
    await thread.append(messagesFor('openai-chat', finishedTurns(1, 20)))
    await thread.prepare(at)
    expect(await thread.commits()).toHaveLength(1)
  })

  it('B5 · may act at the end of a turn instead of before a request', async () => {
    const when = triggers.at('settle', triggers.fractionOfUsable(0.5))
    const { thread } = await grown(15, { policy: presets.balanced({ trigger: triggers.automatically(when), release: 0.4 }) })
    expect((await thread.prepare({ window: 5000, reserve: 0 })).receipt).toBeNull()
    const settled = await thread.settle({})
    expect(settled?.receipt.trigger).toBe('settle')
    expect(settled?.tokens).toBeLessThanOrEqual(2000)
  })

  it('may wait for the cache to be cold', async () => {
    let now = 0
    const when = triggers.allOf(triggers.fractionOfUsable(0.5), triggers.idleLongerThan(300_000))
    const policy = presets.balanced({ trigger: triggers.automatically(when), release: 0.4 })
    const { thread } = await grown(15, { policy, clock: () => now })
    const at = { window: 5000, reserve: 0 }
    expect((await thread.prepare(at)).receipt).toBeNull()
    now += 300_000
    expect((await thread.prepare(at)).receipt).toBeNull()
    now += 300_001
    expect((await thread.prepare(at)).receipt?.reason).toContain('300 s without a call exceed 300 s')
  })

  it('A30 · a summary does not set off the check that made it: without growth nothing is made again', async () => {
    const { thread } = await grown(40, { policy: presets.balanced({ trigger: 0.1, release: 0.05 }) })
    const at = { window: 4000, reserve: 0 }
    await thread.pin({ text: 'go on' })
    for (let step = 0; step < 5; step += 1) await thread.prepare(at)
    expect(await thread.commits()).toHaveLength(1)
  })

  it('is refused where it makes no sense', () => {
    const broken = presets.balanced({ trigger: triggers.anyOf() })
    expect(() => open({ policy: broken })).toThrow('at least 1')
    expect(() => open({ policy: presets.balanced({ trigger: 1.5 }) })).toThrow('at most 1')
  })

  it('has a release mark below it, in every window or in the one that is known', async () => {
    expect(() => open({ policy: presets.balanced({ trigger: 0.3, release: 0.6 }) })).toThrow('release is')
    const release = { kind: 'tokens', tokens: 3900, perModel: {} } as const
    const { thread } = await grown(15, { policy: presets.balanced({ release }) })
    const failure = failureIn(await rejection(thread.prepare({ window: 4000, reserve: 0 })))
    expect(failure).toMatchObject({ code: 'budget-invalid', field: 'release' })
  })
})
