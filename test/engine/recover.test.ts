import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets, type Thread, triggers } from '../../src/index.ts'
import { LOOK_ALIKES, OVERFLOWS, shapesOf } from '../budget/refusals/corpus.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { agent, finishedTurns, messagesFor, prose, user } from '../support/steps.ts'

/** A thread of about 230 tokens a turn. */
async function grown(turns: number, options = {}) {
  const compactor = createCompactor({ clock: () => 0, ...options })
  const thread = await compactor.thread('t')
  await thread.append(messagesFor('openai-chat', [...finishedTurns(turns, 160), user('go on')]))
  return { compactor, thread }
}

const TOO_LONG = new Error('Input is too long for requested model.')
const bytesOf = (request: unknown): number => JSON.stringify(request).length

describe('recover', () => {
  it.each(Object.keys(shapesOf('')))('E1 · gives a smaller request, whatever was thrown: %s', async (shape) => {
    const { thread } = await grown(20)
    const refused = await thread.prepare({ model: 'gpt-4', window: 6000, reserve: 0 })
    const again = await thread.recover(shapesOf(OVERFLOWS[0] ?? '')[shape])
    expect(again).toMatchObject({ attempt: 1, retry: true, changed: true, receipt: { trigger: 'overflow' } })
    expect(again?.refusal).toMatchObject({ kind: 'overflow', limit: 200_000, actual: 213_462 })
    expect(bytesOf(again?.request)).toBeLessThan(bytesOf(refused.request))
  })

  it('E1 · looks at what was thrown, and waits for nothing in it for long', async () => {
    const { thread } = await grown(20)
    await thread.prepare({ window: 6000, reserve: 0 })
    const trap = () => {
      throw new Error('a trap')
    }
    const promising = Object.fromEntries([['then', () => undefined]])
    const endless = new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"error":')) }))
    const thrown: readonly unknown[] = [
      new Proxy({}, { get: trap, ownKeys: trap, getPrototypeOf: trap }),
      new Proxy(new Error('x'), { get: trap }),
      { ...promising, message: 'fetch failed' },
      endless,
    ]
    for (const one of thrown) expect(await thread.recover(one)).toBeNull()
    expect(await thread.recover({ ...promising, message: 'prompt is too long: 6100 tokens > 5000 maximum' })).toMatchObject({
      refusal: { limit: 5_000, actual: 6_100 },
    })
  })

  it('E1 · says that once is enough: a step that is refused again is made smaller still, but need not be sent', async () => {
    const { thread } = await grown(20)
    await thread.prepare({ window: 6000, reserve: 0 })
    expect(await thread.recover(TOO_LONG)).toMatchObject({ attempt: 1, retry: true })
    expect(await thread.recover(TOO_LONG)).toMatchObject({ attempt: 2, retry: false })
    await thread.append(messagesFor('openai-chat', [...finishedTurns(1, 50), user('go on')]))
    await thread.prepare({ window: 6000, reserve: 0 })
    expect(await thread.recover(TOO_LONG)).toMatchObject({ attempt: 1, retry: true })
    await thread.settle({})
    expect(await thread.recover(TOO_LONG)).toMatchObject({ attempt: 1 })
  })

  it.each([
    "This model's maximum context length is 8192 tokens. However, you requested 16445 tokens (61 in the messages, 16384 in the completion).",
    "'max_tokens' is too large: 16384. This model's maximum context length is 8192 tokens and your request has 61 input tokens (16384 > 8192 - 61).",
    'input length and `max_tokens` exceed context limit: 61 + 16384 > 8192, decrease input length or `max_tokens` and try again',
    '`inputs` tokens + `max_new_tokens` must be <= 8192. Given: 61 `inputs` tokens and 16384 `max_new_tokens`',
  ])('F11 · what the answer was to take is no limit for requests, in no thread: %s', async (words) => {
    const compactor = createCompactor({ clock: () => 0, model: 'served', window: 128_000 })
    const thread = await compactor.thread('t')
    await thread.append(messagesFor('openai-chat', [user('go on')]))
    const before = await thread.prepare({ reserve: 16_384 })
    const again = await thread.recover(Object.assign(new Error(words), { status: 400 }))
    expect(again).toMatchObject({ retry: true, changed: false, refusal: { limit: 8_192, answer: 16_384 } })
    expect(again?.budget).toMatchObject({ window: 8_192, reserve: 4_096 })
    expect(again?.request).toEqual(before.request)
    const other = await compactor.thread('u')
    await other.append(messagesFor('openai-chat', finishedTurns(10, 100)))
    expect((await other.prepare({ reserve: 1_000 })).budget).toMatchObject({ window: 8_192, reserve: 1_000 })
  })

  it('F11 · a long request before a window that is smaller than the answer is folded, too', async () => {
    const { thread } = await grown(40, { model: 'served', window: 128_000 })
    const { tokens } = await thread.prepare({ reserve: 16_384 })
    const words = `maximum context length is 4096 tokens. However, you requested ${tokens + 16_384} tokens (${tokens} in the messages, 16384 in the completion).`
    const again = await thread.recover(new Error(words))
    expect(again).toMatchObject({ retry: true, changed: true, budget: { window: 4_096, reserve: 2_048 } })
    expect(again?.tokens).toBeLessThanOrEqual(again?.budget.limit ?? 0)
  })

  it('F11 · a lone number far below what went through is no limit, unless the count stands beside it', async () => {
    const windowAfter = async (words: string): Promise<number | undefined> => {
      const { thread } = await grown(40)
      const { tokens } = await thread.prepare({ model: 'small', window: 20_000, reserve: 0 })
      await thread.append(messagesFor('openai-chat', finishedTurns(1, 40)))
      await thread.settle({ usage: { prompt_tokens: tokens, completion_tokens: 40, total_tokens: tokens + 40 } })
      await thread.append(messagesFor('openai-chat', [user('go on')]))
      const refused = await thread.prepare({ model: 'small', window: 20_000, reserve: 0 })
      const again = await thread.recover(new Error(words))
      expect(again?.tokens).toBeLessThan(refused.tokens)
      return again?.budget.window
    }
    expect(await windowAfter('The prompt exceeds the maximum context length of 1100 tokens.')).toBeGreaterThan(4_000)
    expect(await windowAfter('The maximum context length is 1100 tokens, but the prompt has 9900.')).toBe(1_100)
    expect(await windowAfter('The prompt exceeds the maximum context length of 4100 tokens.')).toBe(4_100)
  })

  it('F11 · counts that cannot be of what was sent are not learned, in fields or from the host: the thread and others of the model live on', async () => {
    const body = (count: number, window: number) => ({
      error: { code: 'context_length_exceeded', message: 'too long', n_prompt_tokens: count, n_ctx: window },
    })
    for (const refuse of [
      (thread: Thread) => thread.recover(body(5, 4)),
      (thread: Thread) => thread.recover(body(5, 1_000_000)),
      (thread: Thread) => thread.overflowed({ actual: 5, limit: 4 }),
      (thread: Thread) => thread.overflowed({ actual: 5 }),
    ]) {
      const { compactor, thread } = await grown(20)
      const sent = await thread.prepare({ model: 'served', window: 6000, reserve: 0 })
      expect((await refuse(thread))?.tokens).toBeLessThan(sent.tokens)
      expect((await thread.prepare({ model: 'served', window: 6000, reserve: 0 })).budget.window).toBeGreaterThan(sent.tokens / 2)
      const other = await compactor.thread('other')
      await other.append(messagesFor('openai-chat', [...finishedTurns(20, 160), user('go on')]))
      expect((await other.prepare({ model: 'served', window: 6000, reserve: 0 })).tokens).toBeGreaterThan(sent.tokens / 5)
    }
  })

  it('F11 · what is refused without a number, and is far smaller than what went through, teaches no limit that nothing fits', async () => {
    for (const thrown of [{ status: 413 }, TOO_LONG]) {
      const { thread } = await grown(20)
      const at = { model: 'my-model', window: 8_000, reserve: 200 }
      await thread.prepare(at)
      await thread.settle({ usage: { prompt_tokens: 5_000, completion_tokens: 20 } })
      await thread.clear(at)
      await thread.append([{ role: 'user', content: 'And now something short.' }])
      await thread.prepare(at)
      await thread.recover(thrown, at).catch((error: unknown) => failureIn(error))
      await thread.append([{ role: 'user', content: prose(500) }])
      const { budget, tokens } = await thread.prepare(at)
      expect(budget.window).toBe(8_000)
      expect(tokens).toBeGreaterThan(500)
    }
  })

  it('F11 · a request of a few hundred tokens that is refused without a number teaches nothing, also before anything went through', async () => {
    for (const thrown of [{ status: 413 }, TOO_LONG]) {
      const { thread } = await grown(0)
      const at = { model: 'my-model', window: 8_000, reserve: 200 }
      await thread.append([{ role: 'user', content: `First: ${prose(300)}` }, ...messagesFor('openai-chat', [user('go on')])])
      const refused = await thread.prepare(at)
      const again = await thread.recover(thrown, at).catch((error: unknown) => error)
      if (!(again instanceof Error)) expect(again).toMatchObject({ retry: true })
      expect(refused.tokens).toBeLessThan(1_000)
      await thread.append([{ role: 'user', content: prose(3_000) }])
      const { budget, tokens } = await thread.prepare(at)
      expect(budget.window).toBe(8_000)
      expect(tokens).toBeGreaterThan(3_000)
    }
  })

  it('E1 · case 78 · a recovery that is stopped changes nothing, and uses up no retry', async () => {
    const { thread } = await grown(20)
    const options = { window: 6000, reserve: 0 }
    await thread.prepare(options)
    const before = await thread.commits()
    const stopped = thread.recover(TOO_LONG, { ...options, signal: AbortSignal.abort() })
    await expect(stopped).rejects.toMatchObject({ failure: { code: 'compaction-cancelled' } })
    expect(await thread.commits()).toEqual(before)
    expect(await thread.recover(TOO_LONG, options)).toMatchObject({ attempt: 1, retry: true })
  })

  it('E1 · tries as often as the policy says', async () => {
    const { thread } = await grown(20, { policy: { ...presets.balanced(), retries: 3 } })
    await thread.prepare({ window: 6000, reserve: 0 })
    const tries = []
    for (let times = 0; times < 4; times += 1) tries.push((await thread.recover(TOO_LONG))?.retry)
    expect(tries).toEqual([true, true, true, false])
    const failure = failureIn(await rejection(grown(1, { policy: { ...presets.balanced(), retries: -1 } })))
    expect(failure).toMatchObject({ code: 'budget-invalid', field: 'retries' })
  })

  it('E1 · is null, and changes and learns nothing, if the request was not refused for its size', async () => {
    const { thread, compactor } = await grown(20)
    const before = await thread.prepare({ model: 'gpt-4', window: 9000, reserve: 0 })
    for (const { text, status, code } of LOOK_ALIKES) {
      for (const thrown of Object.values(shapesOf(text, status, code))) expect(await thread.recover(thrown), text).toBeNull()
    }
    for (const thrown of [undefined, null, '', 7, new TypeError('fetch failed'), new DOMException('stop', 'AbortError')]) {
      expect(await thread.recover(thrown)).toBeNull()
    }
    expect(await thread.commits()).toEqual([])
    expect(compactor.learned().limits).toEqual({})
    expect((await thread.prepare({ model: 'gpt-4', window: 9000, reserve: 0 })).record.bytes).toBe(before.record.bytes)
  })

  it('E1 · is null for what we refused ourselves: it was never sent', async () => {
    const { thread } = await grown(3)
    const error = await rejection(thread.prepare({ window: 5, reserve: 0 }))
    expect(failureIn(error)).toMatchObject({ code: 'fixed-part-too-large' })
    expect(await thread.recover(error)).toBeNull()
  })

  it('case 72, F18 · with compaction off is the typed failure, and nothing is changed', async () => {
    const { thread } = await grown(20, { policy: presets.balanced({ trigger: triggers.off() }) })
    await thread.prepare({ window: 100_000 })
    const failure = failureIn(await rejection(thread.recover(TOO_LONG)))
    expect(failure).toMatchObject({ code: 'compaction-refused', reason: 'compaction is off' })
    expect(await thread.recover(new Error('Rate limit exceeded'))).toBeNull()
    expect(await thread.commits()).toEqual([])
  })

  it('F11 · case 90 · each request is a fifth smaller than the one that was refused, down to the floor, and then it is itemised', async () => {
    const roomy = presets.balanced({ trigger: 1, release: 1 })
    const said = [TOO_LONG, new Error('prompt is too long: 213462 tokens > 200000 maximum'), { status: 413 }]
    for (const options of [
      { window: 30_000, reserve: 0 },
      { model: 'gpt-4o', window: 30_000, reserve: 500 },
      { model: 'mine' },
    ]) {
      for (const [index, policy] of [undefined, roomy].entries()) {
        const { thread } = await grown(40, { policy })
        let refused = await thread.prepare(options)
        let failure: unknown
        for (let times = 0; times < 80 && failure === undefined; times += 1) {
          const next = await thread.recover(said[(times + index) % said.length]).catch((error: unknown) => {
            failure = failureIn(error)
          })
          if (next == null) break
          expect(next.tokens).toBeLessThan(refused.tokens)
          expect(bytesOf(next.request)).toBeLessThan(bytesOf(refused.request))
          if (next.tokens > 300) expect(next.tokens / refused.tokens).toBeLessThanOrEqual(0.8)
          refused = next
        }
        expect(failure).toMatchObject({
          code: 'fixed-part-too-large',
          items: expect.arrayContaining([{ what: 'system and tools', tokens: expect.any(Number) }]),
        })
      }
    }
  })

  it('F11 · case 90 · where less than a fifth can be left out, the next request is the smallest there is, and the one after is itemised', async () => {
    const thread = await createCompactor({ clock: () => 0 }).thread('t')
    const turns = Array.from({ length: 25 }, (_, turn) => [
      user(`Request ${turn}: look at src/f${turn}.ts and tell me about ${prose(30, turn)}`),
      agent(prose(400, turn)),
    ])
    await thread.append(messagesFor('openai-chat', turns.flat()))
    for (const turn of [3, 7, 11]) await thread.pin({ text: `Request ${turn}:` })
    const sizes = [(await thread.prepare({ window: 9_000, reserve: 500 })).tokens]
    let last: unknown
    while (last === undefined)
      await thread.recover(TOO_LONG).then(
        (again) => sizes.push(again?.tokens ?? 0),
        (error) => {
          last = error
        },
      )
    const small = sizes.slice(1).filter((size, at) => size > (sizes[at] ?? 0) * 0.8)
    expect(small).toEqual(sizes.slice(-1))
    expect(failureIn(last)).toMatchObject({ code: 'fixed-part-too-large', needed: sizes.at(-1) })
  })

  it('F11 · learns the window and the true count from the words', async () => {
    const { thread, compactor } = await grown(60)
    const at = { model: 'my-model', window: 20_000, reserve: 0 }
    const { tokens } = await thread.prepare(at)
    const actual = Math.round(tokens * 1.3)
    await thread.recover({
      error: {
        message: `This model's maximum context length is 9000 tokens. However, your messages resulted in ${actual} tokens.`,
      },
    })
    const { limits, calibration } = compactor.learned()
    expect(limits['my-model']?.window).toBe(9000)
    expect(calibration.families['my-model']?.[0]).toBeCloseTo(1.3, 2)
    await thread.append(messagesFor('openai-chat', [...finishedTurns(30, 160), user('go on')]))
    expect((await thread.prepare(at)).tokens * 1.3).toBeLessThanOrEqual(9000)
  })

  it('F11 · what exceeded by so much is learned as well', async () => {
    const { thread } = await grown(30)
    const { tokens } = await thread.prepare({ window: 20_000, reserve: 0 })
    const again = await thread.recover(new Error('prompt too long; exceeded max context length by 3000 tokens'))
    expect(again?.budget.window).toBeLessThanOrEqual(tokens - 3000)
  })

  it('E1 · takes an answer that came back: a usage above the window, or no room for a word', async () => {
    const at = { model: 'my-model', window: 8000, reserve: 0 }
    const { thread } = await grown(25)
    const refused = await thread.prepare(at)
    const answer = (prompt: number, output: number, finish: string) => ({
      ...{ usage: { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output } },
      choices: [{ finish_reason: finish, message: { role: 'assistant', content: 'prompt is too long' } }],
    })
    expect(await thread.recover(answer(7000, 20, 'stop'))).toBeNull()
    const silent = await thread.recover(answer(8400, 20, 'stop'))
    expect(silent?.tokens).toBeLessThanOrEqual(refused.tokens * 0.8)
    const mute = await thread.recover(answer(7990, 0, 'length'))
    expect(mute?.tokens).toBeLessThanOrEqual((silent?.tokens ?? 0) * 0.8)
  })

  it('E1 · reads a response that nobody has read', async () => {
    const { thread } = await grown(10)
    await thread.prepare({ window: 6000, reserve: 0 })
    const response = Response.json({ error: { message: 'prompt is too long: 213462 tokens > 200000 maximum' } }, { status: 400 })
    expect((await thread.recover(response))?.refusal.limit).toBe(200_000)
    expect(response.bodyUsed).toBe(false)
    expect(await thread.recover(new Response('Too Many Requests', { status: 429 }))).toBeNull()
  })

  it('E1 · case 77 · a response that somebody else reads, that has no end or that breaks off, and what cannot be looked at, throws nothing', async () => {
    const said = 'prompt is too long: 6100 tokens > 5000 maximum'
    const refusedBy = async (thrown: unknown) => {
      const { thread } = await grown(20)
      await thread.prepare({ window: 6000, reserve: 0 })
      return (await thread.recover(thrown))?.refusal
    }
    const lent = new Response(said, { status: 400 })
    lent.body?.getReader()
    expect(await refusedBy(lent)).toMatchObject({ kind: 'overflow', by: 'a refusal without words' })
    const revocable = Proxy.revocable({}, {})
    revocable.revoke()
    expect(await refusedBy(revocable.proxy)).toBeUndefined()
    expect(await refusedBy(new Proxy(new Response(said, { status: 400 }), {}))).toBeUndefined()
    const broken = new ReadableStream({
      start: (body) => body.enqueue(new TextEncoder().encode(said)),
      pull: (body) => void setImmediate(() => body.error(new Error('the connection broke'))),
    })
    expect(await refusedBy(new Response(broken, { status: 400 }))).toMatchObject({ limit: 5_000, actual: 6_100 })
    let pulled = 0
    const endless = new ReadableStream({
      pull: (body) => {
        pulled += 1
        body.enqueue(new TextEncoder().encode(pulled === 1 ? said : ' '.repeat(100_000)))
      },
    })
    expect(await refusedBy(new Response(endless, { status: 400 }))).toMatchObject({ limit: 5_000, actual: 6_100 })
    const read = pulled
    await new Promise((resolve) => setImmediate(resolve))
    expect(pulled).toBe(read)
    expect(read).toBeLessThan(20)
  })

  it('E1 · a limit on bytes makes the request smaller in bytes, and the window stays what it was', async () => {
    const { thread, compactor } = await grown(30)
    const at = { model: 'gpt-4o', reserve: 0 }
    const refused = await thread.prepare(at)
    const again = await thread.recover({
      status: 413,
      error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
    })
    expect(again?.refusal.kind).toBe('payload')
    expect(bytesOf(again?.request)).toBeLessThanOrEqual(bytesOf(refused.request) * 0.95)
    expect(compactor.learned().limits['gpt-4o']?.window).toBeUndefined()
    await thread.append(messagesFor('openai-chat', [...finishedTurns(10, 160), user('go on')]))
    expect(bytesOf((await thread.prepare(at)).request)).toBeLessThanOrEqual(bytesOf(refused.request))
  })

  it('E1 · goes on after a restart: what was refused is what these options ask for', async () => {
    const store = memoryStore()
    const { thread } = await grown(20, { store })
    const at = { model: 'gpt-4o', window: 6000, reserve: 0 }
    const refused = await thread.prepare(at)
    const other = await createCompactor({ store, clock: () => 0 }).thread('t')
    const again = await other.recover(TOO_LONG, at)
    expect(again?.tokens).toBeLessThanOrEqual(refused.tokens * 0.8)
    expect((await other.prepare(at)).tokens).toBeLessThanOrEqual(refused.tokens * 0.8)
  })

  it('case 18 · a person’s words that alone are too long are shortened by what was learned', async () => {
    const thread = await createCompactor({ clock: () => 0 }).thread('t')
    await thread.append([{ role: 'user', content: prose(6000) }])
    const refused = await thread.prepare({ window: 10_000, reserve: 0 })
    const again = await thread.recover(new Error(`maximum context length is 3000 tokens, you requested ${refused.tokens}`))
    expect(again?.tokens).toBeLessThanOrEqual(3000)
    expect(again?.receipt.lawOverrides.map(({ law }) => law)).toContain('L3')
  })

  it('F11 · at most 1.2 refusals for each limit that has to be learned, however wrong the declared window and our counts are', async () => {
    let refusals = 0
    let limits = 0
    for (const served of [3000]) {
      for (const factor of [0.7, 1.1, 1.6]) {
        for (const declared of [0.4, 1.6]) {
          const at = { model: 'my-model', window: Math.round(served * declared), reserve: 0 }
          const { thread } = await grown(2)
          let taught = 0
          for (let step = 0; step < 16; step += 1) {
            let next = await thread.prepare(at)
            for (let actual = Math.round(next.tokens * factor); actual > served; actual = Math.round(next.tokens * factor)) {
              const said = `This model's maximum context length is ${served} tokens. However, your messages resulted in ${actual} tokens.`
              const again = await thread.recover(new Error(said))
              if (again === null) throw new Error('it was an overflow')
              next = again
              taught += 1
            }
            await thread.append(messagesFor('openai-chat', [...finishedTurns(2, 160), user('go on')]))
            await thread.settle({ usage: { prompt_tokens: Math.round(next.tokens * factor), completion_tokens: 100 } })
          }
          refusals += taught
          limits += taught > 0 ? 1 : 0
        }
      }
    }
    expect(limits).toBeGreaterThan(1)
    expect(refusals / limits).toBeLessThanOrEqual(1.2)
  })
})
