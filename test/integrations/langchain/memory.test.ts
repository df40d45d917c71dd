import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore } from '../../../src/index.ts'
import { palimpsest } from '../../../src/integrations/langchain/memory.ts'
import { langchainAgent } from '../../support/langchain-agents.ts'
import { faultsOf, world } from '../../support/sdk-world.ts'

const long = (turns: number): BaseMessage[] =>
  Array.from({ length: turns }, (_, turn) => [
    new HumanMessage(`Question ${turn}: ${'where does it leak, and since when? '.repeat(20)}`),
    new AIMessage(`Answer ${turn}: ${'at the third valve, since the storm. '.repeat(20)}`),
  ]).flat()

const LOOK = { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }

const answered = (id: string) => new AIMessage({ content: '', tool_calls: [{ id, name: 'look', args: {}, type: 'tool_call' }] })

/** What the model is shown before it gives its answer. */
async function shownOf(
  memory: ReturnType<typeof palimpsest>,
  messages: BaseMessage[],
  answer: BaseMessage = new AIMessage('Fine.'),
): Promise<readonly BaseMessage[]> {
  let shown: readonly BaseMessage[] = []
  await memory.middleware().wrapModelCall({ messages, systemPrompt: 'Be brief.', tools: [LOOK] }, (request) => {
    shown = request.messages
    return answer
  })
  return shown
}

describe('a memory for LangChain', () => {
  it.each([
    ['chat', 1],
    // Here a refusal names no limit: it is found between what was taken and what was refused.
    ['responses', 2],
  ] as const)(
    'A24 · an agent before a strict provider, %s: is refused %i times at most, loses nothing, keeps nothing twice',
    async (behind, most) => {
      const steps = 24
      const at = await world({ steps, window: 8_000, declared: 16_000, stopAt: 11 })
      const thread = await langchainAgent(behind, at)
      expect(await faultsOf(at, thread, steps, most)).toEqual([])
      expect(at.report().overflows).toBeGreaterThanOrEqual(1)
      expect((await thread.commits()).length).toBeGreaterThanOrEqual(2)
      await at.close()
    },
  )

  it('L2 · an agent that speaks first, as Anthropic and Gemini refuse it, does so behind the fixed user message; nothing else is shown otherwise', async () => {
    const greeting = [new SystemMessage('Be kind.'), new AIMessage('Hello, how can I help?'), new HumanMessage('Is it open?')]
    const memory = palimpsest({ thread: 'greeting' })
    const shown = await shownOf(memory, greeting)
    expect(shown.map(({ type }) => type)).toEqual(['system', 'human', 'ai', 'human'])
    expect([shown[0], shown[2], shown[3]].every((message, at) => message === greeting[at])).toBe(true)
    expect(await (await memory.thread()).entries()).toHaveLength(4)
    // A state whose first message was removed is what it is: what was removed is not shown again.
    const [, second = new AIMessage(''), third = new HumanMessage('')] = greeting
    const other = palimpsest({ thread: 'trimmed' })
    await shownOf(other, [new HumanMessage('A secret.'), second, third])
    expect((await shownOf(other, [second, third, new AIMessage('Yes.'), new HumanMessage('Since when?')])).length).toBe(5)
  })

  it('L16 · shows the very messages that were handed in, as long as they fit; blocks that only their provider knows go along', async () => {
    const thinking = { type: 'thinking', thinking: 'the valve', signature: 'c2VhbGVk' }
    const call = { id: 'call_1', name: 'look', args: { at: 'valve' }, type: 'tool_call' as const }
    const messages = [
      new HumanMessage('Look.'),
      new AIMessage({ content: [thinking, { type: 'text', text: 'I look.' }], tool_calls: [call] }),
      new ToolMessage({ content: 'a leak', tool_call_id: 'call_1' }),
    ]
    const memory = palimpsest({ thread: 'same' })
    const shown = await shownOf(memory, messages)
    expect(shown).toHaveLength(3)
    for (const [at, message] of shown.entries()) expect(message).toBe(messages[at])
    expect(await (await memory.thread()).entries()).toHaveLength(6)
  })

  it('D10 · folds what does not fit, begins with a user message, and leaves the state as it is', async () => {
    const store = memoryStore()
    const messages = [...long(20), new HumanMessage('So?')]
    const shown = await shownOf(palimpsest({ thread: 'folded', store, window: 4_000 }), messages)
    expect(messages).toHaveLength(41)
    expect(shown.length).toBeLessThan(messages.length)
    expect(shown[0]?.type).toBe('human')
    expect(shown.at(-1)).toBe(messages.at(-1))
    // Another process, messages from a checkpoint: other objects, other ids.
    const again = messages.map((message, at) =>
      Object.assign(message.type === 'ai' ? new AIMessage(message.text) : new HumanMessage(message.text), { id: `m${at}` }),
    )
    const memory = palimpsest({ thread: 'folded', store, window: 4_000 })
    await shownOf(memory, [...again, new AIMessage('Fine.'), new HumanMessage('And?')])
    expect(await (await memory.thread()).entries()).toHaveLength(44)
  })

  it('answers a call that was never answered; system text in the state stays in front', async () => {
    const call = { id: 'call_1', name: 'look', args: {}, type: 'tool_call' as const }
    const messages = [
      new SystemMessage('You look.'),
      new HumanMessage('Look.'),
      new AIMessage({ content: '', tool_calls: [call] }),
      new HumanMessage('Never mind.'),
    ]
    const shown = await shownOf(palimpsest({ thread: 'open' }), messages)
    expect(shown.map(({ type }) => type)).toEqual(['system', 'human', 'ai', 'tool', 'human'])
  })

  it('is an edit for the context editing middleware, too', async () => {
    const messages = [...long(20), new HumanMessage('So?')]
    await palimpsest({ thread: 'edit', window: 4_000 }).edit().apply({ messages })
    expect(messages.length).toBeLessThan(41)
    expect(messages[0]?.type).toBe('human')
  })

  it('L1 · a long result leaves the state and not the log: the model is shown all of it, in another process as well', async () => {
    const store = memoryStore()
    const report = Array.from({ length: 400 }, (_, line) => `line ${line}: pressure ${line * 7} bar`).join('\n')
    const open = () => palimpsest({ thread: 'put-away', store, offloadAbove: 500 })
    const memory = open()
    const state = [new HumanMessage('Read the report.'), answered('call_1')]
    await shownOf(memory, state.slice(0, 1), state[1])
    const whole = new ToolMessage({ content: report, tool_call_id: 'call_1', name: 'look', artifact: { rows: 400 } })
    const { wrapToolCall } = memory.middleware()
    const kept = await wrapToolCall({ toolCall: { id: 'call_1', name: 'look', args: {} } }, () => whole)
    expect(kept.text.length).toBeLessThan(2_000)
    expect(kept.text).toMatch(/^line 0: [\s\S]*characters are in the log[\s\S]*line 399: pressure 2793 bar$/)
    expect(kept.artifact).toEqual({ rows: 400 })
    const small = new ToolMessage({ content: 'none', tool_call_id: 'call_2' })
    expect(await wrapToolCall({ toolCall: { id: 'call_2', name: 'look', args: {} } }, () => small)).toBe(small)

    for (const each of [memory, open()]) {
      const shown = await shownOf(each, [...state, kept], new AIMessage('Read.'))
      expect(shown.map(({ text }) => text)).toEqual(['Read the report.', '', report])
      const entries = await (await each.thread()).entries()
      expect(entries.map(({ kind }) => kind)).toEqual(['text', 'tool-call', 'tool-result', 'text'])
    }
  })

  it.each([
    [{ cache_read: 40, cache_creation: 20 }, { read: 40, written: 20, new: 60 }, undefined],
    [{ cache_read: 500 }, undefined, /500 tokens of its cache in a request of 120/],
    [{}, undefined, /reports nothing of its cache/],
  ])('F9 · what was read from the cache and written to it costs what it costs: %j', async (details, tokens, remark) => {
    const memory = palimpsest({ thread: 'paid' })
    const usage_metadata = { input_tokens: 120, output_tokens: 5, total_tokens: 125, input_token_details: details }
    await shownOf(memory, [new HumanMessage('Look.')], Object.assign(new AIMessage('Fine.'), { usage_metadata }))
    const { last } = await (await memory.thread()).cost()
    if (tokens !== undefined) expect(last?.tokens).toEqual({ ...tokens, output: 5 })
    if (remark === undefined) expect(last).not.toHaveProperty('remarks')
    else expect(last?.remarks?.join(' ')).toMatch(remark)
  })

  it('C7 · C9 · C10 · when a tool was at work, how it ended, what its source was like and what it declares are known', async () => {
    const memory = palimpsest({
      thread: 'watched',
      tools: { look: { durability: 'replayable', determinism: () => ({ etag: 'v7' }) } },
    })
    const state = [new HumanMessage('Look.'), answered('call_1')]
    await shownOf(memory, state.slice(0, 1), state[1])
    const result = new ToolMessage({ content: 'no such valve', tool_call_id: 'call_1', name: 'look', status: 'error' })
    const same = await memory.middleware().wrapToolCall({ toolCall: { id: 'call_1', name: 'look', args: {} } }, () => result)
    expect(same).toBe(result)
    const shown = await shownOf(memory, [...state, result], new AIMessage('I see.'))
    expect(shown.at(-1)).toBe(result)
    const entry = (await (await memory.thread()).entries()).find(({ kind }) => kind === 'tool-result')
    const envelope = entry?.kind === 'tool-result' ? entry.envelope : undefined
    expect(envelope).toMatchObject({ tool: 'look', outcome: 'failure', determinism: { etag: 'v7' } })
    expect(envelope?.startedAt).toBeGreaterThan(0)
    expect(envelope?.endedAt).toBeGreaterThanOrEqual(envelope?.startedAt ?? 0)
    expect(envelope?.durability).toBe('replayable')
  })

  it('E6 · its tools look up what was folded', async () => {
    const memory = palimpsest({ thread: 'recalled', window: 4_000 })
    await shownOf(memory, [new HumanMessage('The code word is heliotrope.'), ...long(20), new HumanMessage('So?')])
    const tools = memory.recallTools()
    expect(tools.map(({ name }) => name)).toEqual(['recall', 'expand', 'read_artifact', 'context_status', 'compact_context'])
    const [recall] = memory.recallTools({ only: ['recall'] })
    expect(await recall?.invoke({ query: 'code word heliotrope' })).toContain('The code word is heliotrope.')
  })

  it('E6, L16 · its tools look into the branch that an edited state goes on in, and so does who asks for the thread', async () => {
    const memory = palimpsest({ thread: 'recalled-branch', window: 4_000 })
    await shownOf(memory, [new HumanMessage('The code word is heliotrope.')])
    await shownOf(memory, [new HumanMessage('The code word is viridian.'), ...long(20), new HumanMessage('So?')])
    const [recall] = memory.recallTools({ only: ['recall'] })
    expect(await recall?.invoke({ query: 'code word' })).toContain('The code word is viridian.')
    expect(await (await memory.thread()).commits()).not.toEqual([])
  })

  it('D9 · a memory that cannot keep a result leaves it in the state, and says so', async () => {
    const told: unknown[] = []
    const broken = { ...memoryStore(), append: () => Promise.reject(new Error('disk full')) }
    const memory = palimpsest({ thread: 'broken', store: broken, offloadAbove: 10, onError: (error) => told.push(error) })
    const whole = new ToolMessage({ content: 'a leak, and another one. '.repeat(100), tool_call_id: 'call_1' })
    expect(await memory.middleware().wrapToolCall({ toolCall: { id: 'call_1', name: 'look', args: {} } }, () => whole)).toBe(
      whole,
    )
    expect(told).toHaveLength(1)
  })

  it('D9 · an answer that cannot be kept, and a result whose source cannot be told, are the caller’s all the same', async () => {
    const errors: unknown[] = []
    const compactor = createCompactor()
    const tools = { look: { determinism: () => Promise.reject(new Error('no such source')) } }
    const memory = palimpsest({ thread: 'gone', compactor, tools, onError: (error) => errors.push(error) })
    const { wrapModelCall, wrapToolCall } = memory.middleware()
    const answer = new AIMessage('Dry.')
    const given = await wrapModelCall({ messages: [new HumanMessage('Look.')] }, async () => {
      await compactor.erase({ thread: 'gone' })
      return answer
    })
    expect([given, errors.length]).toEqual([answer, 1])
    const result = new ToolMessage({ content: 'a leak', tool_call_id: 'call_1' })
    const toolCall = { id: 'call_1', name: 'look', args: {} }
    expect([await wrapToolCall({ toolCall }, () => result), errors.length]).toEqual([result, 2])
  })

  it('a result that would not become shorter stays, whatever the limit is', async () => {
    const memory = palimpsest({ thread: 'short', offloadAbove: 10 })
    const whole = new ToolMessage({ content: 'a leak, and another one. '.repeat(40), tool_call_id: 'call_1' })
    const { wrapToolCall } = memory.middleware()
    expect(await wrapToolCall({ toolCall: { id: 'call_1', name: 'look', args: {} } }, () => whole)).toBe(whole)
  })

  it('D9 · what a tool throws is a result for the model, as without a middleware; interrupts, stops and LangChain’s own errors are thrown', async () => {
    const { wrapToolCall } = palimpsest({ thread: 'throws' }).middleware()
    const toolCall = { name: 'write', id: 'call_1', args: {} }
    const thrown = (error: unknown, runtime = {}) => wrapToolCall({ toolCall, runtime }, () => Promise.reject(error))
    const result = await thrown(new Error('The disk is full.'))
    expect(result).toMatchObject({ name: 'write', tool_call_id: 'call_1', status: 'error' })
    expect(ToolMessage.isInstance(result) && result.text).toContain('Error: The disk is full.')
    expect(await thrown('no error at all')).toMatchObject({ status: 'error' })
    const interrupt = Object.assign(new Error('Wait.'), { is_bubble_up: true })
    const wrong = Object.assign(new Error('Wrong arguments.'), { '~brand': 'ToolInvocationError' })
    const stop = new DOMException('Stopped.', 'AbortError')
    for (const error of [interrupt, wrong, stop]) await expect(thrown(error)).rejects.toBe(error)
    const signal = AbortSignal.abort()
    await expect(thrown(new Error('Late.'), { signal })).rejects.toThrow('Late.')
  })

  it('A13 · an option that does not exist is named', () => {
    expect(() => palimpsest(JSON.parse('{"thread":"t","ofloadAbove":3}'))).toThrow(/ofloadAbove/)
  })
})
