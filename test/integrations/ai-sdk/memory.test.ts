import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import * as v7 from 'ai'
import { createAnthropic as createAnthropicV6 } from 'ai-sdk-anthropic-v6'
import { createOpenAI as createOpenAIV6 } from 'ai-sdk-openai-v6'
import * as v6 from 'ai-v6'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCompactor, memoryStore, presets } from '../../../src/index.ts'
import { palimpsest } from '../../../src/integrations/ai-sdk/memory.ts'
import { isJsonObject, type JsonObject } from '../../../src/schema/json.ts'
import type { ScriptedAnswer } from '../../../src/testing/scripted-model/script.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'
import { caught, rejection } from '../../support/caught.ts'
import { PICTURE } from '../../support/sdk-world.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
beforeEach(() => server.play([{ kind: 'text', text: 'All right.' }]))
afterAll(() => server.close())

const modelV7 = () => createOpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }).chat('gpt-4o')
const modelV6 = () => createOpenAIV6({ baseURL: server.openaiUrl, apiKey: 'none' }).chat('gpt-4o')

/** What the provider got last. */
function sent(): readonly JsonObject[] {
  const body = server.requests.at(-1)?.body as JsonObject
  return body['messages'] as readonly JsonObject[]
}

const long = (turns: number) =>
  Array.from({ length: turns }, (_, turn) => [
    { role: 'user' as const, content: `Question ${turn}: ${'where does it leak, and since when? '.repeat(20)}` },
    { role: 'assistant' as const, content: `Answer ${turn}: ${'at the third valve, since the storm. '.repeat(20)}` },
  ]).flat()

const TOO_LONG: Extract<ScriptedAnswer, { kind: 'status' }> = {
  ...{ kind: 'status', status: 400, type: 'invalid_request_error', code: 'context_length_exceeded' },
  message: "This model's maximum context length is 6000 tokens. However, you requested 9000 tokens.",
}

describe('a memory for the AI SDK', () => {
  it('L16 · shows the SDK nothing else as long as everything fits', async () => {
    const memory = palimpsest({ thread: 'small' })
    const { prepareStep } = memory.options()
    const model = modelV7()
    const messages = [{ role: 'user' as const, content: 'Is it open?' }]
    const { messages: shown, ...rest } = await prepareStep({ model, messages, steps: [] })
    expect(shown).toBeUndefined()
    expect(rest.model?.modelId).toBe('gpt-4o')
  })

  it('D10 · keeps what was asked and what was answered, and begins with a user message whatever is folded', async () => {
    const store = memoryStore()
    const memory = palimpsest({ thread: 'kept', store, window: 4_000 })
    const messages = [...long(20), { role: 'user' as const, content: 'And now?' }]
    const { text } = await v7.generateText({ ...memory.options(), model: modelV7(), messages, maxOutputTokens: 200 })
    expect(text).toBe('All right.')
    expect(sent()[0]?.['role']).toBe('user')
    expect(sent().length).toBeLessThan(messages.length)
    const again = await (await createCompactor({ store }).thread('kept')).entries()
    expect(again.length).toBe(messages.length + 1)
    expect(again.at(-1)).toMatchObject({ kind: 'text', text: 'All right.', role: 'assistant' })
  })

  it('F3 · makes a refused stream smaller before the caller hears of it, by status or by a part of the stream', async () => {
    for (const refusal of [TOO_LONG, asStream(TOO_LONG)]) {
      server.play((_, count) => (count === 1 ? refusal : { kind: 'text', text: 'All right.' }))
      const memory = palimpsest({ thread: 'refused', window: 100_000 })
      const result = v7.streamText({
        ...memory.options(),
        model: modelV7(),
        messages: [...long(24), { role: 'user', content: 'So?' }],
      })
      const types: string[] = []
      for await (const part of result.stream) types.push(part.type)
      expect(types).not.toContain('error')
      expect(await result.text).toBe('All right.')
      expect(server.requests).toHaveLength(2)
      expect(server.requests[1]?.text.length).toBeLessThan((server.requests[0]?.text.length ?? 0) / 2)
    }
  })

  it.each(['v6', 'v7'])(
    'F3 · %s: a stream of Anthropic’s that is refused after it has begun is made smaller, too',
    async (version) => {
      const usage = { input_tokens: 1, output_tokens: 1 }
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage }
      const error = { type: 'invalid_request_error', message: TOO_LONG.message }
      const begun = [{ type: 'message_start', message }, { type: 'ping' }, { type: 'error', error }].map(
        (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
      )
      const refusal = { kind: 'raw' as const, type: 'text/event-stream', body: begun.join('') }
      server.play((_, count) => (count === 1 ? refusal : { kind: 'text', text: 'All right.' }))
      const options = palimpsest({ thread: `begun-${version}`, window: 100_000 }).options()
      const messages = [...long(24), { role: 'user' as const, content: 'So?' }]
      const at = { baseURL: server.anthropicUrl, apiKey: 'none' }
      const result =
        version === 'v6'
          ? v6.streamText({ ...options, model: createAnthropicV6(at)('claude-sonnet-5'), messages })
          : v7.streamText({ ...options, model: createAnthropic(at)('claude-sonnet-5'), messages })
      expect(await result.text).toBe('All right.')
      expect(server.requests).toHaveLength(2)
    },
  )

  it('E11 · marks system text, the end and a far last end for Anthropic’s cache, and nothing where the caller marks', async () => {
    const model = createAnthropic({ baseURL: server.anthropicUrl, apiKey: 'none' })('claude-sonnet-4-5')
    const ids = Array.from({ length: 25 }, (_, index) => `toolu_${index}`)
    const calls = ids.map((toolCallId) => ({ type: 'tool-call' as const, toolCallId, toolName: 'look', input: {} }))
    const output = { type: 'text' as const, value: 'dry' }
    const results = ids.map((toolCallId) => ({ type: 'tool-result' as const, toolCallId, toolName: 'look', output }))
    const marksOf = async (thread: string, providerOptions: { anthropic?: JsonObject } = {}) => {
      const messages: v7.ModelMessage[] = [
        { role: 'user', content: 'Look.', providerOptions },
        { role: 'assistant', content: calls },
        { role: 'tool', content: results },
      ]
      const memory = palimpsest({ thread, window: 100_000 })
      await v7.generateText({ ...memory.options(), model, system: 'You are brief.', messages, maxOutputTokens: 200 })
      const body = server.requests.at(-1)?.body as JsonObject
      return [body['system'] ?? '', ...sent()].map((part) => JSON.stringify(part).match(/"cache_control"/g)?.length ?? 0)
    }
    expect(await marksOf('far')).toEqual([1, 1, 0, 1])
    expect(await marksOf('own', { anthropic: { cacheControl: { type: 'ephemeral' } } })).toEqual([0, 1, 0, 0])
  })

  it('throws what is no overflow as it came, after one try', async () => {
    server.play([{ kind: 'status', status: 401, message: 'no such key' }])
    const memory = palimpsest({ thread: 'key' })
    const calling = v7.generateText({ ...memory.options(), model: modelV7(), prompt: 'Hello?', maxRetries: 0 })
    await expect(calling).rejects.toThrow('no such key')
    expect(server.requests).toHaveLength(1)
  })

  it('D9 · lets the agent go on if the memory itself fails, and says so', async () => {
    const heard: unknown[] = []
    const broken = { ...memoryStore(), append: () => Promise.reject(new Error('the disk is gone')) }
    const memory = palimpsest({ thread: 'broken', store: broken, onError: (error) => heard.push(error) })
    const { text } = await v7.generateText({ ...memory.options(), model: modelV7(), prompt: 'Hello?' })
    expect(text).toBe('All right.')
    expect(heard.map(String)).toContain('Error: the disk is gone')
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await v7.generateText({ ...palimpsest({ thread: 'broken', store: broken }).options(), model: modelV7(), prompt: 'Hello?' })
    expect(warn).toHaveBeenCalled()
    warn.mockRestore()
  })

  it('A24 · answers a call that was never answered, before the SDK refuses it', async () => {
    const call = { type: 'tool-call' as const, toolCallId: 'call_1', toolName: 'look', input: {} }
    const messages: v7.ModelMessage[] = [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: 'Never mind. What is it?' },
    ]
    await expect(v7.generateText({ model: modelV7(), messages })).rejects.toThrow(/[Tt]ool result/)
    const memory = palimpsest({ thread: 'open' })
    await v7.generateText({ ...memory.options(), model: modelV7(), messages })
    expect(sent().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
  })

  it('names an option that does not exist, and one that an open thread cannot have', async () => {
    const wrong = { threat: 'x' } as object
    expect(caught(() => palimpsest(wrong))).toMatchObject({
      failure: { code: 'option-unknown', nearest: 'thread' },
    })
    const thread = await createCompactor().thread('t')
    const beside = caught(() => palimpsest({ thread, store: memoryStore() }))
    expect(beside).toMatchObject({ failure: { code: 'input-invalid', at: 'store' } })
  })

  it.each(['v6', 'v7'] as const)('L12 · %s: system text in the midst of messages is shown once, as a note', async (version) => {
    const memory = palimpsest({ thread: 'notes', window: 8_000 })
    const messages = [
      { role: 'system' as const, content: 'Be careful.' },
      { role: 'user' as const, content: 'Is it open?' },
      { role: 'assistant' as const, content: 'It is.' },
      { role: 'system' as const, content: 'From now on, be brief.' },
      { role: 'user' as const, content: 'And now?' },
    ]
    const about = { ...memory.options(), messages, allowSystemInMessages: true }
    if (version === 'v6') await v6.generateText({ ...about, model: modelV6() })
    else await v7.generateText({ ...about, model: modelV7() })
    const roles = sent().map(({ role }) => role)
    expect(roles[0]).toBe('system')
    expect(roles.lastIndexOf('system')).toBe(0)
    for (const text of ['Be careful.', 'From now on, be brief.']) expect(JSON.stringify(sent()).split(text)).toHaveLength(2)
  })

  it('messages of a page that were not converted, and what is no message at all, are named with what to do', async () => {
    const page = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Look.' }] }] as never
    const asked = (messages: never) => v7.generateText({ ...palimpsest().options(), model: modelV7(), messages })
    await expect(asked(page)).rejects.toThrow(/messages\[0\].*convertToModelMessages/)
    await expect(asked(['Look.'] as never)).rejects.toThrow('messages[0]: expected a message object, found "Look.".')
  })

  it('says where a message is that cannot be read', async () => {
    const memory = palimpsest({ thread: 'odd' })
    const messages = [
      { role: 'user' as const, content: 'a' },
      { role: 'user', content: [{ text: 'no type' }] },
    ]
    const { prepareStep } = memory.options()
    await expect(prepareStep({ model: modelV7(), messages, steps: [] })).rejects.toThrow(/messages?\[1\]|\[1\]/)
  })
})

describe.each(['v6', 'v7'] as const)('%s of the AI SDK', (version) => {
  const generate = async (memory: ReturnType<typeof palimpsest>, messages: v6.ModelMessage[], more: object = {}) =>
    version === 'v6'
      ? v6.generateText({ ...memory.options(), model: modelV6(), messages, maxOutputTokens: 100, ...more })
      : v7.generateText({
          ...memory.options(),
          model: modelV7(),
          messages: messages as v7.ModelMessage[],
          maxOutputTokens: 100,
          ...more,
        })

  it('L2 · a greeting of the agent stands behind the fixed user message, in every turn and step, and nothing of that is kept', async () => {
    const call = {
      kind: 'turn' as const,
      id: '1',
      text: '',
      calls: [{ id: 'c1', tool: 'look', input: {} }],
      usage: { input: 9, output: 9 },
    }
    server.play((_, count) => (count === 1 ? call : { kind: 'text', text: 'All right.' }))
    const memory = palimpsest({ thread: 'greeting' })
    const look = { inputSchema: v7.jsonSchema({ type: 'object' }), execute: async () => 'a leak' }
    const messages = [
      { role: 'assistant' as const, content: 'Hello, how can I help?' },
      { role: 'user' as const, content: 'Is it open?' },
    ]
    const more = { tools: { look }, stopWhen: version === 'v6' ? v6.stepCountIs(3) : v7.isStepCount(3) }
    await generate(memory, messages, more)
    expect(
      server.requests.slice(-2).map(({ body }) => (body as { messages: readonly JsonObject[] }).messages.map(({ role }) => role)),
    ).toEqual([
      ['user', 'assistant', 'user'],
      ['user', 'assistant', 'user', 'assistant', 'tool'],
    ])
    expect((await (await memory.thread()).entries()).map(({ role }) => role)).toEqual([
      'assistant',
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
    const wrapped = v7.wrapLanguageModel({ model: modelV7(), middleware: palimpsest({ thread: 'greeted' }).middleware() })
    await v7.generateText({ model: wrapped, messages: messages as v7.ModelMessage[] })
    expect(sent().map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  it('A13, case 36 · bytes, buffers and addresses go through unharmed, when the rest is folded too', async () => {
    const bytes = new Uint8Array(Buffer.from(PICTURE, 'base64'))
    const parts = [
      { type: 'text' as const, text: 'What are these?' },
      { type: 'file' as const, data: bytes, mediaType: 'image/png' },
      { type: 'image' as const, image: Buffer.from(PICTURE, 'base64'), mediaType: 'image/png' },
      { type: 'image' as const, image: new URL('https://example.org/a.png'), mediaType: 'image/png' },
    ]
    for (const turns of [0, 60]) {
      const memory = palimpsest({ thread: `pictures-${turns}`, window: 16_000 })
      await generate(memory, [...long(turns), { role: 'user', content: parts }])
      const content = sent().at(-1)?.['content'] as readonly JsonObject[]
      const urls = content.map((part) => (part['image_url'] as JsonObject | undefined)?.['url'])
      expect(urls).toEqual([
        undefined,
        `data:image/png;base64,${PICTURE}`,
        `data:image/png;base64,${PICTURE}`,
        'https://example.org/a.png',
      ])
      expect(sent().length).toBeLessThan(turns === 0 ? 2 : 100)
    }
  })

  it('case 36 · v7: a file goes out as its bytes; the SDK itself would write its name', async () => {
    const file = new File([Buffer.from(PICTURE, 'base64')], 'a.png', { type: 'image/png' })
    // The types have no place for it; a program that is not checked hands it in all the same.
    const content = [
      { type: 'file', data: file, mediaType: 'image/png' },
      { type: 'text', text: 'What is this?' },
    ] as never
    for (const turns of [0, 60]) {
      const memory = palimpsest({ thread: `files-${turns}`, window: 16_000 })
      const asked: v7.ModelMessage[] = [...long(turns), { role: 'user', content }]
      const ask = (messages: v7.ModelMessage[]) => v7.generateText({ ...memory.options(), model: modelV7(), messages })
      await ask(asked)
      await ask([...asked, { role: 'assistant', content: 'All right.' }, { role: 'user', content: 'And?' }])
      const urls = sent().flatMap((message) =>
        Array.isArray(message['content']) ? message['content'].filter(isJsonObject).map((part) => part['image_url']) : [],
      )
      expect(urls).toEqual([{ url: `data:image/png;base64,${PICTURE}` }, undefined])
      expect(await (await memory.thread()).entries()).toHaveLength(2 * turns + 5)
    }
  })

  it('case 36 · a picture that is sent again after a refusal is what the SDK made of it', async () => {
    server.play((_, count) => (count === 1 ? TOO_LONG : { kind: 'text', text: 'All right.' }))
    const memory = palimpsest({ thread: 'again', window: 100_000 })
    const picture = { type: 'image' as const, image: Buffer.from(PICTURE, 'base64') }
    await generate(memory, [...long(24), { role: 'user', content: [{ type: 'text', text: 'And this?' }, picture] }])
    const content = sent().at(-1)?.['content'] as readonly JsonObject[]
    expect(content[1]).toMatchObject({ image_url: { url: `data:image/png;base64,${PICTURE}` } })
  })

  it.each([
    { what: 'bytes of a picture', part: { type: 'image', image: Buffer.from(PICTURE, 'base64') } },
    { what: 'base64', part: { type: 'image', image: PICTURE } },
    { what: 'a data URL', part: { type: 'image', image: new URL(`data:image/png;base64,${PICTURE}`) } },
    { what: 'a file', part: { type: 'file', data: `data:image/png;base64,${PICTURE}`, mediaType: 'image/png' } },
  ])(
    'case 36 · a picture the SDK was not shown, because it was folded, is one when it is shown again: $what',
    async ({ part }) => {
      const memory = palimpsest({ thread: 'again', window: 6_000 })
      const content = [{ type: 'text', text: 'And this?' }, part] as v7.UserContent
      const asked: v7.ModelMessage[] = [{ role: 'user', content }, ...long(24), { role: 'user', content: 'Well?' }]
      const { prepareStep } = memory.options()
      // Between the step and its call, a person pins the picture.
      const pinned = async (step: { readonly model: unknown; readonly messages: readonly object[]; readonly steps: [] }) => {
        const shown = await prepareStep(step)
        const thread = await memory.thread()
        const picture = (await thread.entries()).find(({ kind }) => kind === 'file')
        await thread.pin({ entry: picture?.id ?? '' })
        return shown
      }
      await generate(memory, asked as v6.ModelMessage[], { prepareStep: pinned })
      const urls = sent().flatMap(({ content }) => (Array.isArray(content) ? content.filter(isJsonObject) : []))
      expect(urls.flatMap((shown) => (shown['type'] === 'image_url' ? [shown['image_url']] : []))).toEqual([
        { url: `data:image/png;base64,${PICTURE}` },
      ])
    },
  )

  it('L16 · what a caller hands to prepareStep is what is sent: pruned messages, too, though the SDK goes on with its own', async () => {
    const memory = palimpsest({ thread: 'pruned', window: 8_000 })
    const { prepareStep } = memory.options()
    const pruned = {
      prepareStep: (step: { messages: readonly object[] }) =>
        prepareStep({ ...step, messages: step.messages.slice(-3) } as never),
    }
    await generate(memory, [...long(40), { role: 'user', content: 'And now?' }], pruned)
    expect(sent().map(({ content }) => String(content).slice(0, 12))).toEqual(['Question 39:', 'Answer 39: a', 'And now?'])
  })

  it('case 16 · an approval that is waited for travels with its call', async () => {
    const memory = palimpsest({ thread: 'approval', window: 5_000 })
    const messages: v6.ModelMessage[] = [
      ...long(20),
      { role: 'user', content: 'Delete it.' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'call_9', toolName: 'remove', input: { path: 'a' } },
          { type: 'tool-approval-request', approvalId: 'ap_9', toolCallId: 'call_9' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ap_9', approved: true }] },
    ]
    const ran: unknown[] = []
    const execute = async (input: unknown) => {
      ran.push(input)
      return 'gone'
    }
    const schema = { type: 'object', properties: { path: { type: 'string' } } } as const
    const remove =
      version === 'v6'
        ? v6.tool({ inputSchema: v6.jsonSchema(schema), needsApproval: true, execute })
        : v7.tool({ inputSchema: v7.jsonSchema(schema), needsApproval: true, execute })
    await generate(memory, messages, { tools: { remove } })
    expect(ran).toEqual([{ path: 'a' }])
    expect(sent().at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'call_9', content: 'gone' })
    expect(sent().at(-2)).toMatchObject({ role: 'assistant', tool_calls: [{ id: 'call_9' }] })
    expect(sent().length).toBeLessThan(40)
    const results = (await (await memory.thread()).entries()).filter(({ kind }) => kind === 'tool-result')
    expect(results).toHaveLength(1)
  })

  it('D10 · a model that is all that one has: the middleware folds, retries and learns', async () => {
    server.play((_, count) => (count === 1 ? TOO_LONG : { kind: 'text', text: 'All right.' }))
    const memory = palimpsest({ thread: 'model', window: 100_000 })
    const messages = [...long(24), { role: 'user' as const, content: 'So?' }]
    const { text } =
      version === 'v6'
        ? await v6.generateText({ model: v6.wrapLanguageModel({ model: modelV6(), middleware: memory.middleware() }), messages })
        : await v7.generateText({ model: v7.wrapLanguageModel({ model: modelV7(), middleware: memory.middleware() }), messages })
    expect(text).toBe('All right.')
    expect(server.requests).toHaveLength(2)
    expect((await (await memory.thread()).commits()).length).toBe(1)
  })

  it('D10 · ToolLoopAgent takes the same options, turn after turn', async () => {
    const memory = palimpsest({ thread: 'agent', window: 4_000 })
    const messages: v6.ModelMessage[] = [...long(20), { role: 'user', content: 'One?' }]
    const agent =
      version === 'v6'
        ? new v6.ToolLoopAgent({ ...memory.options(), model: modelV6(), maxOutputTokens: 100 })
        : new v7.ToolLoopAgent({ ...memory.options(), model: modelV7(), maxOutputTokens: 100 })
    for (const question of ['One?', 'Two?', 'Three?']) {
      if (messages.at(-1)?.content !== question) messages.push({ role: 'user', content: question })
      const { text } = await agent.generate({ messages: messages as never })
      messages.push({ role: 'assistant', content: text })
    }
    const thread = await memory.thread()
    expect((await thread.entries()).length).toBe(messages.length)
    expect(sent().length).toBeLessThan(messages.length)
  })

  it('A21, A22, B16 · a page hears of a compaction before its first word, and that it is over', async () => {
    const memory = palimpsest({ thread: 'page', window: 4_000, policy: presets.balanced() })
    const messages = [...long(20), { role: 'user' as const, content: 'So?' }]
    const chunks =
      version === 'v6'
        ? v6.streamText({ ...memory.options(), model: modelV6(), messages, maxOutputTokens: 100 }).toUIMessageStream()
        : v7.streamText({ ...memory.options(), model: modelV7(), messages, maxOutputTokens: 100 }).toUIMessageStream()
    const told: { type: string; id?: string; data?: unknown; transient?: boolean }[] = []
    for await (const chunk of readAll(memory.toUIMessageStream(chunks as ReadableStream<{ type: string }>))) told.push(chunk)
    const parts = told.filter(({ type }) => type === 'data-compaction')
    expect(parts.map(({ data }) => (data as { phase: string }).phase)).toEqual(['started', 'done'])
    expect(new Set(parts.map(({ id }) => id)).size).toBe(1)
    expect(parts[1]).toMatchObject({
      transient: true,
      data: { wasSummarized: true, strategy: expect.any(String), limit: expect.any(Number) },
    })
    const [, done] = parts.map(({ data }) => data as { tokensBefore: number; tokensAfter: number })
    expect(done?.tokensAfter).toBeLessThan(done?.tokensBefore ?? 0)
    expect(told.findIndex(({ type }) => type === 'data-compaction')).toBeLessThan(
      told.findIndex(({ type }) => type === 'text-delta'),
    )
    expect(told.at(-1)?.type).toBe('finish')
  })
})

it('D10 · v7: steering goes in among the steps, once', async () => {
  server.play((_, count) => (count === 1 ? { kind: 'tool-call', tool: 'look', input: {} } : { kind: 'text', text: 'All right.' }))
  const memory = palimpsest({ thread: 'steered', window: 4_000 })
  const { prepareStep, onStepFinish } = memory.options()
  const { tool, jsonSchema, generateText, isStepCount } = v7
  const look = tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }), execute: async () => 'a valve' })
  await generateText({
    ...{ model: modelV7(), messages: [...long(20), { role: 'user', content: 'So?' }], tools: { look }, maxOutputTokens: 100 },
    ...{ stopWhen: isStepCount(4), onStepFinish },
    // What another part of the program puts in between two steps.
    prepareStep: (input) =>
      prepareStep(
        input.stepNumber === 1 ? { ...input, messages: [...input.messages, { role: 'user', content: 'Hurry up.' }] } : input,
      ),
  })
  expect(sent().at(-1)).toMatchObject({ role: 'user', content: 'Hurry up.' })
  const entries = await (await memory.thread()).entries()
  expect(entries.slice(40).map((entry) => ('text' in entry ? entry.text : entry.kind))).toEqual([
    ...['So?', 'tool-call', 'a valve', 'Hurry up.', 'All right.'],
  ])
})

/** The same refusal as the first part of a stream. */
function asStream(refusal: Extract<ScriptedAnswer, { kind: 'status' }>): ScriptedAnswer {
  const error = { message: refusal.message ?? '', type: refusal.type ?? '', code: refusal.code ?? '' }
  return { kind: 'raw', type: 'text/event-stream', body: `data: ${JSON.stringify({ error })}\n\n` }
}

async function* readAll<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

describe('tools of the AI SDK', () => {
  const { jsonSchema, dynamicTool, generateText, isStepCount, tool } = v7

  it('C7, C9, C10 · declare their durability, and are watched at work: times and source are kept with the result', async () => {
    server.play((_, count) =>
      count === 1 ? { kind: 'tool-call', tool: 'read', input: { path: 'a' } } : { kind: 'text', text: 'Fine.' },
    )
    const policy = { durability: 'replayable' as const, preserve: ['path'], determinism: () => ({ etag: 'v1' }) }
    const memory = palimpsest({ thread: 'watched', tools: { read: policy } })
    const read = tool({
      inputSchema: jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }),
      execute: async () => 'text',
    })
    const tools = memory.watch({ read })
    await generateText({ ...memory.options(), model: modelV7(), prompt: 'Read a.', tools, stopWhen: isStepCount(3) })
    const result = (await (await memory.thread()).entries()).find(({ kind }) => kind === 'tool-result')
    const envelope = {
      tool: 'read',
      outcome: 'success',
      durability: 'replayable',
      keyFields: { path: 'a' },
      determinism: { etag: 'v1' },
    }
    expect(result).toMatchObject({ envelope: { ...envelope, startedAt: expect.any(Number), endedAt: expect.any(Number) } })
  })

  it('watch and recallTools say what goes there', async () => {
    const memory = palimpsest()
    const words = (error: unknown): string => (error instanceof Error ? error.message : '')
    expect(words(caught(() => memory.watch(null as never)))).toBe(
      'what memory.watch is given: expected an object with options, found null.',
    )
    expect(words(caught(() => memory.watch({ read: null as never })))).toContain('memory.watch as the tool read')
    for (const given of [undefined, null, {}, { jsonSchema }]) {
      const said = words(await rejection(memory.recallTools(given as never)))
      expect(said).toContain("expected the SDK's functions: recallTools({ jsonSchema, dynamicTool })")
    }
  })

  it('C25, L16 · look into the branch that an edited chat goes on in, and so does who asks for the thread', async () => {
    const memory = palimpsest({ thread: 'edited', window: 4_000 })
    const ask = (messages: v7.ModelMessage[]) => v7.generateText({ ...memory.options(), model: modelV7(), messages })
    const asked = (words: string): v7.ModelMessage[] => [
      { role: 'user', content: words },
      ...long(20),
      { role: 'user', content: 'So?' },
    ]
    const { recall } = await memory.recallTools({ jsonSchema, dynamicTool }, { only: ['recall'] })
    await ask(asked('The code of the safe is 4711-B.').slice(0, 1))
    const first = await memory.thread()
    await ask(asked('The code of the safe is 2222-C.'))
    const second = await memory.thread()
    expect((await first.entries()).length).toBeLessThan(3)
    expect(await second.commits()).not.toEqual([])
    const found = await recall?.execute?.({ query: 'code of the safe' }, { toolCallId: '1', messages: [], context: {} })
    expect(String(found)).toContain('2222-C')
    expect(String(found)).not.toContain('4711-B')
  })

  it('C25 · let the agent look up what was folded', async () => {
    const memory = palimpsest({ thread: 'recall', window: 4_000 })
    const tools = await memory.recallTools({ jsonSchema, dynamicTool })
    expect(Object.keys(tools)).toContain('recall')
    const messages = [
      { role: 'user' as const, content: 'The code of the safe is 4711-B.' },
      ...long(20),
      { role: 'user' as const, content: 'So?' },
    ]
    server.play((_, count) =>
      count === 1 ? { kind: 'tool-call', tool: 'recall', input: { query: 'code of the safe' } } : { kind: 'text', text: 'Fine.' },
    )
    await generateText({ ...memory.options(), model: modelV7(), messages, tools, stopWhen: isStepCount(3), maxOutputTokens: 100 })
    expect(sent().at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining('4711-B') })
  })
})
