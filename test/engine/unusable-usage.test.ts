import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { asked, at, compactorFor, PRICES } from '../support/costs.ts'
import { agent, finishedTurns, messagesFor, prose, user } from '../support/steps.ts'

describe('a report that cannot be used', () => {
  it.each([
    ['no usage', undefined, /reported no usage: its tokens are by our own count/],
    ['zeros', { prompt_tokens: 0, completion_tokens: 0 }, /reported no usage/],
    [
      'ten times our count',
      { input_tokens: 90_000, output_tokens: 4, cache_read_input_tokens: 0 },
      /90000 tokens for a request of \d+ by our count/,
    ],
    ['a hundredth of it', { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 0 }, /cannot be meant/],
    [
      'an answer longer than any',
      { input_tokens: 900, output_tokens: 5e9, cache_read_input_tokens: 0 },
      /an answer of 5000000000 tokens, which cannot be meant/,
    ],
    [
      'more of the cache than there was',
      { prompt_tokens: 20, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 900 } },
      /reported 900 tokens of its cache in a request of 20, which cannot be meant: its tokens are by our own count/,
    ],
    [
      'a count below 0',
      { input_tokens: -5, output_tokens: 4, cache_read_input_tokens: 850 },
      /reported -5 as `input_tokens`, which cannot be meant: its tokens are by our own count/,
    ],
    [
      'a cache below 0',
      { prompt_tokens: 900, completion_tokens: 4, prompt_tokens_details: { cached_tokens: -850 } },
      /reported -850 as `cached_tokens`/,
    ],
    [
      'a cache of no number',
      { prompt_tokens: 900, completion_tokens: 4, prompt_tokens_details: { cached_tokens: null } },
      /reports nothing of its cache/,
    ],
    ['nothing of a cache', { prompt_tokens: 900, completion_tokens: 4 }, /reports nothing of its cache/],
  ] as const)('F9 · is not taken for money, and the receipt says so: %s', async (_, usage, remark) => {
    const thread = await compactorFor().thread('t')
    for (let times = 0; times < 2; times += 1)
      await asked(thread, { input_tokens: 450 * (times + 1), output_tokens: 2, cache_read_input_tokens: 0 })
    const last = await asked(thread, usage)
    expect(last?.remarks?.join(' ')).toMatch(remark)
    const { read = 0, written = 0, new: fresh = 0 } = last?.tokens ?? {}
    expect(read + written + fresh).toBeGreaterThan(800)
    expect(read + written + fresh).toBeLessThan(2_000)
    expect(read).toBeGreaterThan(0)
    expect((await thread.cost()).reckoned).toBe(1)
    const { receipt } = await thread.compact({ ...at, window: 2_000, reserve: 100 })
    expect(receipt.assumed?.join(' ')).toMatch(remark)
  })

  it('F9 · an answer that is longer than was reported counts as it is, and what is kept for an hour is no more than was written', async () => {
    const thread = await compactorFor().thread('t')
    await thread.append(messagesFor('openai-chat', [user(prose(400))]))
    await thread.prepare(at)
    await thread.append(messagesFor('openai-chat', [agent(prose(600))]))
    const cache = {
      cache_creation_input_tokens: 400,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_1h_input_tokens: 9_000 },
    }
    await thread.settle({ usage: { input_tokens: 40, output_tokens: 3, ...cache } })
    const { last } = await thread.cost()
    expect(last?.tokens).toMatchObject({ written: 400, hour: 400, new: 40 })
    expect(last?.tokens.output).toBeGreaterThan(500)
    expect(last?.remarks?.join(' ')).toMatch(/9000 tokens kept for an hour, and 400 written.*an answer of 3 tokens, and \d+ came/)
  })

  it('F9 · however small a request is, what no server adds to it is not believed', async () => {
    const thread = await compactorFor().thread('t')
    await thread.append(messagesFor('openai-chat', [user('Hello.')]))
    await thread.prepare(at)
    await thread.append(messagesFor('openai-chat', [agent('Hello.')]))
    await thread.settle({ usage: { prompt_tokens: 5e11, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 0 } } })
    const { dollars, last } = await thread.cost()
    expect(last?.remarks?.join(' ')).toMatch(/500000000000 tokens for a request of \d+ by our count/)
    expect(dollars).toBeLessThan(0.01)
  })

  it('F9 · what another model has kept is not read from the cache of this one', async () => {
    const thread = await compactorFor().thread('t')
    const silent = (prompt: number) => ({ prompt_tokens: prompt, completion_tokens: 4 })
    await asked(thread, silent(450))
    expect((await asked(thread, silent(900)))?.tokens).toMatchObject({ read: 450, written: 450 })
    expect((await asked(thread, silent(1_350), 'free'))?.tokens).toMatchObject({ read: 0, written: 1_350 })
    expect((await asked(thread, silent(1_800), 'free'))?.tokens).toMatchObject({ read: 1_350, written: 450 })
  })

  it('F9 · prices that are missing or absurd leave money unknown, and sums of tokens whole', async () => {
    const thread = await compactorFor().thread('t')
    const usage = { input_tokens: 450, output_tokens: 2, cache_read_input_tokens: 0 }
    expect(await asked(thread, usage, 'free')).toMatchObject({ dollars: null, uncompacted: { dollars: null } })
    const absurd = await compactorFor({ prices: { ...PRICES, cacheRead: 50 } }).thread('t')
    expect((await asked(absurd, usage))?.dollars).toBe(null)
    expect(await thread.cost()).toMatchObject({ calls: 1, unpriced: 1, dollars: 0, tokens: { new: 450 } })
  })

  it.each([
    ['NaN', () => Number.NaN],
    ['nothing', () => undefined],
    ['a date', () => new Date(0)],
    ['a large whole number', () => 10n],
    [
      'an error',
      () => {
        throw new Error('no time')
      },
    ],
  ])('F9 · a clock that gives no time leaves the cache warm, and says so: %s', async (_, clock) => {
    const thread = await compactorFor({ clock: clock as () => number }).thread('t')
    await asked(thread, { input_tokens: 450, output_tokens: 2, cache_read_input_tokens: 0 })
    const call = await asked(thread, undefined)
    expect(call?.remarks?.join(' ')).toMatch(/The clock gives no time/)
    expect(call?.tokens.read).toBeGreaterThan(0)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1])('case 79 · a clock that gives %s stops no thread', async (time) => {
    const clock = () => time
    const compactor = compactorFor({ clock, store: await openSqliteStore(':memory:') })
    const thread = await compactor.thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(20, 50), user('go on')]))
    await thread.prepare({ window: 6000, reserve: 0 })
    expect(await thread.recover(new Error('prompt is too long: 6100 tokens > 2000 maximum'))).toMatchObject({ retry: true })
    await thread.settle({ usage: { input_tokens: 450, output_tokens: 2 } })
    expect((await thread.commits()).length).toBeGreaterThan(0)
    await compactor.close()
  })

  it('F9 · a clock that goes back is taken for no time, and one that jumps is found out by what the cache still has', async () => {
    let now = 1_000_000
    const thread = await compactorFor({ clock: () => now }).thread('t')
    const usage = { input_tokens: 0, cache_creation_input_tokens: 450, output_tokens: 2, cache_read_input_tokens: 0 }
    await asked(thread, usage)
    now -= 500_000
    expect((await asked(thread, { ...usage, cache_read_input_tokens: 450 }))?.remarks?.[0]).toMatch(/went back by 500 s/)
    now += 10 * 365 * 24 * 3_600_000
    expect((await asked(thread, { ...usage, cache_read_input_tokens: 900 }))?.remarks?.[0]).toMatch(
      /should have been cold, and was not/,
    )
    now += 3_600_000
    expect(await asked(thread, { ...usage, cache_creation_input_tokens: 1_800 })).not.toHaveProperty('remarks')
  })
})
