import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { validateAnthropic } from '../../../src/dialects/anthropic/validate.ts'
import { createCompactor, memoryStore, modelSources } from '../../../src/index.ts'
import { palimpsest as forAnthropic } from '../../../src/integrations/anthropic.ts'
import { palimpsest as forOpenai } from '../../../src/integrations/openai.ts'
import type { JsonObject } from '../../../src/schema/json.ts'
import type { ScriptedTurn } from '../../../src/testing/scripted-model/script.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
const FINE: ScriptedTurn = { kind: 'turn', id: '1', text: 'All right.', calls: [], usage: { input: 100, output: 4 } }
beforeEach(() => server.play([FINE]))
afterAll(() => server.close())

const anthropicAt = (options: Parameters<typeof forAnthropic>[0]) => {
  const memory = forAnthropic(options)
  const bare = new Anthropic({ baseURL: server.anthropicUrl.replace('/v1', ''), apiKey: 'none', maxRetries: 0 })
  return { memory, client: memory.wrap(bare), bare }
}
const openaiAt = (options: Parameters<typeof forOpenai>[0]) => {
  const memory = forOpenai(options)
  const bare = new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 0 })
  return { memory, client: memory.wrap(bare), bare }
}
const body = (): JsonObject => server.requests.at(-1)?.body as JsonObject
const sent = (field: 'messages' | 'input' = 'messages') => body()[field] as readonly JsonObject[]
const words = (turns: number) =>
  Array.from({ length: turns }, (_, turn) => [
    { role: 'user' as const, content: `Question ${turn}: ${'where does it leak, and since when? '.repeat(20)}` },
    { role: 'assistant' as const, content: `Answer ${turn}: ${'at the third valve, since the storm. '.repeat(20)}` },
  ]).flat()
const MODEL = { model: 'claude-sonnet-5', max_tokens: 200 }

describe('a memory around Anthropic’s client', () => {
  it('L16, case 39 · sends what was handed in, with two marks for the cache beside the client’s own', async () => {
    const { client } = anthropicAt({ thread: 'small' })
    const own = {
      type: 'text' as const,
      text: 'You are brief.',
      cache_control: { type: 'ephemeral' as const, ttl: '1h' as const },
    }
    const messages = [...words(2), { role: 'user' as const, content: 'So?' }]
    await client.messages.create({ ...MODEL, messages, system: [own], metadata: { user_id: 'u' } })
    const mark = { type: 'ephemeral' }
    expect(body()).toEqual({
      ...MODEL,
      metadata: { user_id: 'u' },
      system: [own],
      messages: [...words(2), { role: 'user', content: [{ type: 'text', text: 'So?', cache_control: mark }] }],
    })
    const marked = words(5).map(({ role, content }) => ({
      ...{
        role,
        content: [{ type: 'text' as const, text: content, ...(role === 'user' ? { cache_control: own.cache_control } : {}) }],
      },
    }))
    await client.messages.create({
      ...MODEL,
      messages: [...marked.slice(0, 8), { role: 'user', content: 'So?' }],
      system: 'Brief.',
    })
    expect(JSON.stringify(body()).match(/cache_control/g)).toHaveLength(4)
  })

  it('E11, F9 · marks at the cut, system text and end go out once each, in an order that the provider takes, and beside a client’s own', async () => {
    const PRICES = { above: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteHour: 6 }
    const models = modelSources({ 'claude-sonnet-5': { window: 6_000, maxOutput: 200, prices: [PRICES] } })
    const tools = [{ name: 'look', input_schema: { type: 'object' as const } }]
    const hour = { type: 'ephemeral' as const, ttl: '1h' as const }
    for (const mark of [undefined, { type: 'ephemeral' as const }, hour]) {
      const { client } = anthropicAt({ thread: `marks ${JSON.stringify(mark)}`, compactor: createCompactor({ models }) })
      const system = [{ type: 'text' as const, text: 'You are brief.', ...(mark === undefined ? {} : { cache_control: mark }) }]
      await client.messages.create({ ...MODEL, tools, system, messages: [...words(20), { role: 'user', content: 'So?' }] })
      const request = body()
      expect(sent().length).toBeLessThan(41)
      expect(validateAnthropic(request)).toEqual([])
      expect(JSON.stringify(request).match(/"cache_control"/g)).toHaveLength(3)
      if (mark !== undefined) expect(request['system']).toEqual(system)
      expect(sent().at(-1)).toEqual({
        role: 'user',
        content: [{ type: 'text', text: 'So?', cache_control: { type: 'ephemeral' } }],
      })
    }
  })

  it('E11, F9 · system text is kept for an hour from the first call on, where prices say that it pays', async () => {
    const PRICES = { above: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }
    const messages = [...words(1), { role: 'user' as const, content: 'So?' }]
    for (const [cacheWriteHour, ttl] of [
      [6, { ttl: '1h' }],
      [60, {}],
    ] as const) {
      const models = modelSources({
        'claude-sonnet-5': { window: 60_000, maxOutput: 200, prices: [{ ...PRICES, cacheWriteHour }] },
      })
      const { client } = anthropicAt({ thread: `hour ${cacheWriteHour}`, compactor: createCompactor({ models }) })
      await client.messages.create({ ...MODEL, system: 'You are brief.', messages })
      const block = { type: 'text', text: 'You are brief.', cache_control: { type: 'ephemeral', ...ttl } }
      expect(body()['system']).toEqual([block])
      expect(JSON.stringify(sent().at(-1))).toContain('"cache_control":{"type":"ephemeral"}')
      expect(validateAnthropic(body())).toEqual([])
    }
  })

  it('E11 · where the last request ended is marked, too, if the provider would not look as far back', async () => {
    const { client } = anthropicAt({ thread: 'many', window: 100_000 })
    const ids = Array.from({ length: 25 }, (_, index) => `toolu_${index}`)
    const tools = [{ name: 'look', input_schema: { type: 'object' as const } }]
    const asked = {
      role: 'assistant' as const,
      content: ids.map((id) => ({ type: 'tool_use' as const, id, name: 'look', input: {} })),
    }
    const came = {
      role: 'user' as const,
      content: ids.map((id) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'dry' })),
    }
    await client.messages.create({
      ...MODEL,
      tools,
      system: 'Brief.',
      messages: [{ role: 'user', content: 'Look.' }, asked, came],
    })
    const marked = sent().map((message) => JSON.stringify(message).includes('"cache_control"'))
    expect(marked).toEqual([true, false, true])
    expect(validateAnthropic(body())).toEqual([])
  })

  it('cases 41, 42 · thinking goes back byte for byte, streamed and whole', async () => {
    const signature = 'c2VhbGVkIHdpdGggYSBsb25nIHNlYWw='
    const thinking = { text: 'First the valve, then the pump…', signature }
    const calls = [{ id: 'toolu_1', tool: 'look', input: { at: 'valve' } }]
    server.play((_, count) => (count === 1 ? { ...FINE, text: 'I look.', thinking, calls } : FINE))
    const { client, memory } = anthropicAt({ thread: 'thinking', window: 6_000 })
    const tools = [{ name: 'look', input_schema: { type: 'object' as const } }]
    const messages: Anthropic.MessageParam[] = [...words(20), { role: 'user', content: 'Look.' }]
    const asked = { ...MODEL, tools, thinking: { type: 'enabled' as const, budget_tokens: 1_024 }, max_tokens: 1_500 }
    const answer = await client.messages.stream({ ...asked, messages }).finalMessage()
    messages.push({ role: 'assistant', content: answer.content })
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'a leak' }] })
    await client.messages.create({ ...asked, messages })
    const back = sent().at(-2)?.['content'] as readonly JsonObject[]
    expect(back[0]).toEqual({ type: 'thinking', thinking: thinking.text, signature })
    expect(sent().length).toBeLessThan(messages.length)
    const kept = (await (await memory.thread()).entries()).filter(({ kind }) => kind === 'reasoning')
    expect(kept).toHaveLength(1)
  })

  it('yields to the provider’s own compaction: the history is kept, the request goes out as it is', async () => {
    const { client, memory } = anthropicAt({ thread: 'server-side', window: 2_000 })
    const messages = [...words(10), { role: 'user' as const, content: 'So?' }]
    const edits = [{ type: 'clear_tool_uses_20250919' as const }]
    await client.beta.messages.create({
      ...MODEL,
      messages,
      betas: ['context-management-2025-06-27'],
      context_management: { edits },
    })
    expect(sent()).toHaveLength(messages.length)
    expect(await (await memory.thread()).commits()).toEqual([])
    expect(await (await memory.thread()).entries()).toHaveLength(messages.length + 1)
  })

  it('F3 · a refusal in a stream’s first event is mended, one in its midst is the caller’s', async () => {
    const message = 'prompt is too long: 9000 tokens > 5000 maximum'
    const event = `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })}\n\n`
    server.play((_, count) => (count === 1 ? { kind: 'raw', type: 'text/event-stream', body: event } : FINE))
    const { client } = anthropicAt({ thread: 'stream', window: 100_000 })
    const messages = [...words(20), { role: 'user' as const, content: 'So?' }]
    const { content } = await client.messages.stream({ ...MODEL, messages }).finalMessage()
    expect(content).toMatchObject([{ text: 'All right.' }])
    expect(server.requests).toHaveLength(2)
    expect(sent().length).toBeLessThan(messages.length)
    server.play([{ kind: 'cut', text: 'I was about to' }])
    await expect(client.messages.stream({ ...MODEL, messages }).finalMessage()).rejects.toThrow()
  })

  it('leaves everything else alone: other routes, other bodies, errors that are not about size', async () => {
    const { client } = anthropicAt({ thread: 'else' })
    await client.messages.countTokens({ model: MODEL.model, messages: words(1) }).catch(() => null)
    expect(server.requests[0]?.path).toContain('count_tokens')
    server.play([{ kind: 'status', status: 401, message: 'no such key' }])
    await expect(client.messages.create({ ...MODEL, messages: words(1) })).rejects.toThrow('no such key')
    expect(server.requests).toHaveLength(1)
  })
})

describe('a memory around OpenAI’s client', () => {
  it('L16 · a request of system text alone goes out as it came, and nothing of the conversation with it', async () => {
    const { memory, client } = openaiAt({ thread: 'alone' })
    await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Is it open?' }] })
    const alone = { model: 'gpt-4o', messages: [{ role: 'system' as const, content: 'Name a colour.' }] }
    await client.chat.completions.create(alone)
    expect(body()).toEqual(alone)
    await client.chat.completions.create({ model: 'gpt-4o', messages: [] })
    expect(sent()).toEqual([])
    expect(await (await memory.thread()).entries()).toHaveLength(2)
  })

  it('L16 · sends what was handed in, whatever its fields are, and keeps the answer of a stream', async () => {
    const { client, memory } = openaiAt({ thread: 'small' })
    const messages = [
      { role: 'developer' as const, content: 'Be brief.' },
      ...words(1),
      { role: 'user' as const, content: 'So?' },
    ]
    const asked = { model: 'gpt-4o', messages, user: 'u', seed: 7 }
    await client.chat.completions.stream(asked).finalMessage()
    expect(body()).toEqual({ ...asked, stream: true })
    const entries = await (await memory.thread()).entries()
    expect(entries.at(-1)).toMatchObject({ role: 'assistant', text: 'All right.' })
    expect(entries).toHaveLength(4)
  })

  it('case 41 · thoughts of other hosts are kept whole, though the client keeps only the last piece of a field that it does not know', async () => {
    const chunk = (delta: JsonObject, finish: string | null = null) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
    const pieces = ['First the valve', ', then the pump', ', then home.']
    const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }
    const tools = [{ type: 'function' as const, function: { name: 'look', parameters: { type: 'object' } } }]
    const detail = { type: 'reasoning.text', index: 0, format: 'unknown' }
    const said: Readonly<Record<string, readonly [readonly JsonObject[], JsonObject]>> = {
      deepseek: [pieces.map((text) => ({ reasoning_content: text })), { reasoning_content: pieces.join('') }],
      vllm: [pieces.map((text) => ({ reasoning: text })), { reasoning: pieces.join('') }],
      openrouter: [
        [
          ...pieces.map((text) => ({ reasoning: text, reasoning_details: [{ ...detail, text, signature: null }] })),
          { reasoning_details: [{ ...detail, text: null, signature: 'sealed' }] },
        ],
        { reasoning: pieces.join(''), reasoning_details: [{ ...detail, text: pieces.join(''), signature: 'sealed' }] },
      ],
    }
    for (const [host, [deltas, thought]] of Object.entries(said)) {
      const events = [...deltas, { content: 'I look.' }, { tool_calls: [{ index: 0, ...call }] }].map((delta) => chunk(delta))
      const stream = [chunk({ role: 'assistant', content: '' }), ...events, chunk({}, 'tool_calls'), 'data: [DONE]\n\n']
      const thinking = { kind: 'raw' as const, type: 'text/event-stream', body: stream.join('') }
      server.play((_, count) => (count === 1 ? thinking : FINE))
      const { client, memory } = openaiAt({ thread: host, window: 20_000 })
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Look.' }]
      messages.push(await client.chat.completions.stream({ model: 'm', messages, tools }).finalMessage())
      messages.push({ role: 'tool', tool_call_id: 'c1', content: 'dry' })
      await client.chat.completions.create({ model: 'm', messages, tools })
      expect(sent()[1]).toEqual({ role: 'assistant', content: 'I look.', ...thought, tool_calls: [call] })
      const kinds = (await (await memory.thread()).entries()).map(({ kind }) => kind)
      expect(kinds).toEqual(['text', 'reasoning', 'text', 'tool-call', 'tool-result', 'text'])
    }
  })

  it('case 14 · malformed, huge and empty arguments come back as they were sent', async () => {
    const { client } = openaiAt({ thread: 'arguments' })
    const call = (id: string, args: string) => ({ id, type: 'function' as const, function: { name: 'look', arguments: args } })
    const texts = ['{"at": ', '{}', JSON.stringify({ at: 'x'.repeat(200_000) })]
    const messages: OpenAI.ChatCompletionMessageParam[] = texts.flatMap((args, at) => [
      { role: 'user' as const, content: `Look ${at}.` },
      { role: 'assistant' as const, content: null, tool_calls: [call(`call_${at}`, args)] },
      { role: 'tool' as const, tool_call_id: `call_${at}`, content: 'nothing' },
    ])
    await client.chat.completions.create({ model: 'gpt-4o', messages: [...messages, { role: 'user', content: 'So?' }] })
    const calls = sent().flatMap((message) => (message['tool_calls'] ?? []) as readonly JsonObject[])
    expect(calls.map((given) => (given['function'] as JsonObject)['arguments'])).toEqual(texts)
  })

  it('cases 12, 13 · tools that are gone, or there twice, change nothing in what was called; no request has an empty list', async () => {
    const { client } = openaiAt({ thread: 'tools', window: 6_000 })
    const call = { id: 'call_1', type: 'function' as const, function: { name: 'gone', arguments: '{}' } }
    const tool = (name: string) => ({ type: 'function' as const, function: { name, parameters: { type: 'object' } } })
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      ...words(20),
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: 'nothing' },
    ]
    await client.chat.completions.create({ model: 'gpt-4o', messages, tools: [tool('look'), tool('look')] })
    expect(body()['tools']).toHaveLength(1)
    expect(sent().at(-2)?.['tool_calls']).toEqual([call])
    await client.chat.completions.create({ model: 'gpt-4o', messages })
    expect(body()).not.toHaveProperty('tools')
  })

  it('cases 43, 46 · a reasoning item stays with its call, its seal as it came', async () => {
    const thinking = { text: 'the valve', signature: 'gAAAAsealed' }
    const calls = [{ id: 'call_1', tool: 'look', input: {} }]
    server.play((_, count) => (count === 1 ? { ...FINE, thinking, calls } : { ...FINE, id: '2' }))
    const { client } = openaiAt({ thread: 'reasoning', window: 6_000 })
    const items: OpenAI.Responses.ResponseInputItem[] = [...words(20), { role: 'user', content: 'Look.' }]
    const asked = { model: 'gpt-4o', store: false, include: ['reasoning.encrypted_content' as const], max_output_tokens: 500 }
    const { output } = await client.responses.create({ ...asked, input: items })
    const back = [...items, ...(output as OpenAI.Responses.ResponseInputItem[])]
    await client.responses.create({
      ...asked,
      input: [...back, { type: 'function_call_output', call_id: 'call_1', output: 'a leak' }],
    })
    const types = sent('input').map(({ type }) => type)
    expect(types.slice(-4)).toEqual(['reasoning', 'message', 'function_call', 'function_call_output'])
    expect(sent('input').find(({ type }) => type === 'reasoning')).toMatchObject({ encrypted_content: 'gAAAAsealed' })
    expect(sent('input').length).toBeLessThan(back.length)
  })

  it('cases 15, 47 · items that nobody knows go through, an opaque compaction item among them', async () => {
    const { client } = openaiAt({ thread: 'opaque' })
    const opaque = { type: 'compaction', id: 'cmp_1', encrypted_content: 'b3BhcXVl' }
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'valves' } }
    const items = [opaque, { role: 'user', content: 'So?' }, search, { role: 'user', content: 'And?' }]
    await client.responses.create({ model: 'gpt-4o', input: items as OpenAI.Responses.ResponseInputItem[] })
    expect(sent('input')).toEqual(items)
  })

  it('case 47 · a provider’s compaction has a readable twin: the log, which people and other providers read', async () => {
    const opaque = { type: 'compaction', id: 'cmp_1', encrypted_content: 'b3BhcXVl' }
    const usage = { input_tokens: 9, output_tokens: 9, total_tokens: 18 }
    const message = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'On.', annotations: [] }],
    }
    const output = [opaque, message]
    const compacted = JSON.stringify({ id: 'resp_1', object: 'response', status: 'completed', model: 'm', output, usage })
    server.play((_, count) => (count === 1 ? { kind: 'raw', type: 'application/json', body: compacted } : FINE))
    const { client, memory } = openaiAt({ thread: 'twin' })
    const input = [...words(3), { role: 'user' as const, content: 'The code word is heliotrope.' }]
    const managed: object = { context_management: [{ type: 'compaction', compact_threshold: 1_000 }] }
    await client.responses.create({ model: 'gpt-4o', input, store: false, ...managed })
    expect(sent('input')).toEqual(input)
    // The client drops what the item stands for; so does the request, with and without the provider's own compaction.
    for (const more of [managed, {}]) {
      const next = [...output, { role: 'user', content: 'Which word?' }]
      await client.responses.create({
        model: 'gpt-4o',
        input: next as OpenAI.Responses.ResponseInputItem[],
        store: false,
        ...more,
      })
      expect(sent('input')).toEqual(next)
    }
    const thread = await memory.thread()
    expect(JSON.stringify(await thread.recall('code word'))).toContain('heliotrope')
    const { request } = await thread.prepare({ dialect: 'anthropic', model: 'claude-sonnet-5' })
    expect(JSON.stringify(request)).toContain('heliotrope')
    expect(JSON.stringify(request)).not.toContain('b3BhcXVl')
  })

  it('previous_response_id · the provider keeps the history until something of it must go', async () => {
    let count = 0
    server.play(() => ({ ...FINE, id: String(++count), text: `Answer ${count}: ${'at the third valve. '.repeat(40)}` }))
    const { client, memory } = openaiAt({ thread: 'chained', window: 3_000 })
    let last: { readonly previous_response_id?: string } = {}
    const chained: boolean[] = []
    for (let turn = 0; turn < 14; turn += 1) {
      const input = `Question ${turn}: ${'where does it leak? '.repeat(20)}`
      const answer = await client.responses.create({ model: 'gpt-4o', input, max_output_tokens: 200, ...last })
      last = { previous_response_id: answer.id }
      chained.push('previous_response_id' in body())
    }
    expect(chained.slice(0, 3)).toEqual([false, true, true])
    expect(chained.at(-1)).toBe(false)
    expect(server.requests.at(-1)?.text).toContain('Question 13')
    expect(await (await memory.thread()).entries()).toHaveLength(28)
    await client.responses.create({ model: 'gpt-4o', input: 'Hello?', previous_response_id: 'resp_of_somebody_else' })
    expect(body()['previous_response_id']).toBe('resp_of_somebody_else')
    expect(await (await memory.thread()).entries()).toHaveLength(28)
  })

  it('L16 · who asks for the thread gets the branch that an edited history goes on in', async () => {
    const { memory, client } = openaiAt({ thread: 'edited', window: 4_000 })
    const ask = (content: string, rest: OpenAI.ChatCompletionMessageParam[]) =>
      client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content }, ...rest] })
    await ask('Never touch the valves.', [])
    await ask('Touch the valves.', [...words(20), { role: 'user', content: 'So?' }])
    const thread = await memory.thread()
    expect(JSON.stringify(await thread.entries())).not.toContain('Never')
    expect(await thread.commits()).not.toEqual([])
  })

  it('case 44 · a conversation goes on with another provider: thinking stays behind, words and calls go along', async () => {
    const store = memoryStore()
    const thinking = { text: 'the valve', signature: 'c2VhbGVk' }
    server.play([{ ...FINE, thinking, calls: [{ id: 'toolu_1', tool: 'look', input: {} }] }])
    const first = anthropicAt({ thread: 'both', store })
    await first.client.messages.create({ ...MODEL, messages: [{ role: 'user', content: 'Look.' }] })
    const thread = await first.memory.thread()
    await thread.append([{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'a leak' }] }])
    const { request } = await thread.prepare({ dialect: 'openai-chat', model: 'gpt-4o' })
    server.play([FINE])
    await openaiAt({}).bare.chat.completions.create({ model: 'gpt-4o', ...request })
    expect(sent().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(JSON.stringify(body())).not.toContain('c2VhbGVk')
  })
})
