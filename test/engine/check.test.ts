import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, type Policy, presets, type Thread } from '../../src/index.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

/** One token a character, so that sums can be read, under the name of the models' own tokenizer: no margin is added. */
const letters = { name: bpeTokenizer().name, count: (text: string): number => text.length }

/** A thread whose next request has so many tokens: 7 are frame and beginning of the answer. */
async function sized(tokens: number, policy: Policy = presets.cms()): Promise<Thread> {
  const thread = await createCompactor({ tokenizer: letters, policy }).thread('t')
  await thread.append([{ role: 'user', content: 'x'.repeat(tokens - 7) }], { dialect: 'openai-chat' })
  return thread
}

describe('the overflow check', () => {
  it('A1 · begins one token above window − reserve, and says with which numbers', async () => {
    const at = { model: 'openai/gpt-4o', window: 128_000, reserve: 4_096 }
    expect(await (await sized(123_904)).check(at)).toMatchObject({
      ...{ isOverflow: false, currentTokens: 123_904, availableTokens: 0, modelLimit: 128_000, outputReserve: 4_096 },
    })
    expect(await (await sized(123_905)).check(at)).toMatchObject({ isOverflow: true, availableTokens: 0 })
    expect((await (await sized(100_000)).check(at)).availableTokens).toBe(23_904)
  })

  it('A1 · keeps the model’s most output free where no reserve is set', async () => {
    const policy = presets.balanced()
    expect(await (await sized(111_616, policy)).check({ model: 'gpt-4o' })).toMatchObject({
      ...{ isOverflow: false, outputReserve: 16_384 },
    })
    expect((await (await sized(111_617, policy)).check({ model: 'gpt-4o' })).isOverflow).toBe(true)
  })

  it('A1, A2, A3 · is careful with a model that nobody knows', async () => {
    expect(await (await sized(11_905)).check({ model: 'unheard-of', reserve: 4_096 })).toMatchObject({
      ...{ isOverflow: true, availableTokens: 0, modelLimit: 16_000, outputReserve: 4_096 },
    })
    expect(await (await sized(100)).check({ window: 4_000 })).toMatchObject({ modelLimit: 4_000, outputReserve: 2_000 })
  })

  it('A1 · knows what a model takes in, where that is less than the window leaves', async () => {
    const at = { model: 'gpt-5', reserve: 4_096 }
    expect(await (await sized(272_000)).check(at)).toMatchObject({ isOverflow: false, availableTokens: 0, modelLimit: 400_000 })
    expect((await (await sized(272_001)).check(at)).isOverflow).toBe(true)
  })

  it('A1 · agrees with what prepare does, and changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2_000, max: 12_000 }), fc.integer({ min: 0, max: 1_500 }), async (window, reserve) => {
        const thread = await createCompactor({ policy: presets.cms(), clock: () => 0 }).thread('t')
        await thread.append(messagesFor('openai-chat', [...finishedTurns(20, 160), user('go on')]))
        const check = await thread.check({ window, reserve })
        expect(await thread.check({ window, reserve })).toEqual(check)
        expect(await thread.commits()).toEqual([])
        const { receipt, tokens } = await thread.prepare({ window, reserve })
        expect(check.isOverflow).toBe(receipt !== null)
        expect(check.currentTokens).toBe(receipt?.tokens.before ?? tokens)
        expect((await thread.check({ window, reserve })).currentTokens).toBe(tokens)
      }),
      { numRuns: 15 },
    )
  })

  it('A5 · counts the margin of a model whose tokenizer we lack', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(5, 160), user('go on')]))
    const known = await thread.check({ model: 'gpt-4o' })
    expect((await thread.check({ model: 'claude-sonnet-4-5' })).currentTokens).toBe(Math.ceil(known.currentTokens * 1.1))
  })

  it('A4 · says what fills the request, by kind: together its tokens', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(20, 160), user('go on')]))
    for (const options of [{ system: 'Be brief.' }, { tools: [{ type: 'function', function: { name: 'read' } }] }]) {
      const { kinds } = await thread.check(options)
      const { tokens } = await thread.prepare(options)
      expect(Object.values(kinds).reduce((sum, size) => sum + size, 0)).toBe(tokens)
      expect([kinds.user > 0, kinds.calls > 0, kinds.results > 0, kinds.summary]).toEqual([true, true, true, 0])
    }
    const { receipt } = await thread.compact({ window: 2_500, reserve: 0 })
    expect((await thread.check({ window: 2_500, reserve: 0 })).kinds).toEqual(receipt.kinds?.after)
    expect(receipt.kinds?.after.summary).toBeGreaterThan(0)
  })
})

describe('approaching an overflow', () => {
  it('A27 · begins above nine tenths of what is usable, or at another threshold', async () => {
    const usable = 8_000
    const at = { window: 10_000, reserve: 2_000 }
    const near = async (tokens: number, threshold?: number) =>
      (await (await sized(tokens)).check(threshold === undefined ? at : { ...at, threshold })).isApproaching
    expect([await near(usable * 0.9), await near(usable * 0.9 + 1)]).toEqual([false, true])
    expect([await near(usable * 0.5, 0.5), await near(usable * 0.5 + 1, 0.5)]).toEqual([false, true])
  })

  it.each([0, -1, 1.5, Number.NaN])('A27 · a threshold of %d is refused', async (threshold) => {
    const error = await rejection((await sized(100)).check({ threshold }))
    expect(failureIn(error)).toMatchObject({ code: 'budget-invalid', field: 'threshold' })
  })
})

describe('tokens that turns added', () => {
  const usage = (input: number, output: number) => ({ prompt_tokens: input, completion_tokens: output })

  it('B23 · are the difference of what the provider reported, and unknown where it was compacted in between', async () => {
    const thread = await createCompactor().thread('t')
    const turn = async (reported: object | undefined, tokens = 100): Promise<void> => {
      await thread.append(messagesFor('openai-chat', [user('go on')]))
      await thread.prepare({ window: 100_000 })
      await thread.append(messagesFor('openai-chat', finishedTurns(1, tokens).slice(1)))
      await thread.settle(reported === undefined ? {} : { usage: reported })
    }
    await thread.append(messagesFor('openai-chat', finishedTurns(10, 200)))
    expect(await thread.usage()).toEqual([])
    await turn(usage(1_000, 50))
    await turn(usage(1_200, 60))
    await turn(undefined)
    await turn(usage(1_500, 40))
    await thread.compact({ window: 2_500, reserve: 0 })
    await turn(usage(1_600, 40))
    const turns = await thread.usage()
    expect(turns.map(({ tokens }) => tokens)).toEqual([210, 280, undefined])
    const entries = await thread.entries()
    expect(turns.every(({ to }) => entries[to]?.role === 'assistant')).toBe(true)
  })

  it('B23 · are read off messages that carry a usage, aborted and failed ones left out', async () => {
    const thread = await createCompactor().thread('t')
    const says = (text: string, fields: object = {}) => ({
      ...{ role: 'assistant' as const, blocks: [{ kind: 'text' as const, raw: { type: 'text', text }, text }], ...fields },
      shell: { dialect: 'neutral', raw: { role: 'assistant', content: [null] }, holes: [{ path: ['content', 0], block: 0 }] },
    })
    const used = (input: number, output: number) => ({ usage: { input, output, cacheRead: 0, cacheWrite: 0 } })
    await thread.appendDrafts([
      ...[says('one', used(100, 20)), says('two', { ...used(900, 1), finishReason: 'aborted' })],
      ...[says('three', { ...used(900, 1), error: 'overloaded' }), says('four', used(150, 30))],
    ])
    expect(await thread.usage()).toEqual([{ from: 0, to: 3, tokens: 60 }])
  })
})
