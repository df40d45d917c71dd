import { createOpenAI } from '@ai-sdk/openai'
import {
  convertToModelMessages,
  DefaultChatTransport,
  readUIMessageStream,
  streamText,
  type UIMessage,
  type UIMessageChunk,
} from 'ai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompactor } from '../../../src/index.ts'
import { type ChatRoute, chatRoute } from '../../../src/integrations/chat/route.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
beforeEach(() => server.play(({ text }) => ({ kind: 'text', text: `You said ${text.length} characters.` })))
afterAll(() => server.close())

/** A page: the transport of `useChat`, which talks to the route directly. */
function page(route: ChatRoute) {
  const model = createOpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }).chat('gpt-5')
  const signals: AbortSignal[] = []
  const answer = (request: Request) =>
    route<UIMessage>(request, async ({ options, messages, signal }) => {
      signals.push(signal)
      const modelMessages = await convertToModelMessages(messages)
      return streamText({ ...options, model, messages: modelMessages, abortSignal: signal, maxOutputTokens: 100 })
    })
  const transport = new DefaultChatTransport<UIMessage>({
    api: 'http://page.test/api/chat',
    fetch: async (input, init) => {
      const request = new Request(input as string, init as RequestInit)
      return request.method === 'GET' ? route.resume('chat-1') : answer(request)
    },
  })
  const send = async (messages: UIMessage[], trigger: 'submit-message' | 'regenerate-message' = 'submit-message') => {
    const about = { chatId: 'chat-1', messages, trigger, messageId: undefined, abortSignal: undefined }
    return read(await transport.sendMessages(about))
  }
  return { send, transport, answer, signals }
}

/** The message that a page ends up with, and the parts that it hears on the way. */
async function read(stream: ReadableStream<UIMessageChunk>) {
  const [one, two] = stream.tee()
  const chunks: UIMessageChunk[] = []
  const reader = two.getReader()
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      chunks.push(value)
    }
  })()
  let message: UIMessage | undefined
  for await (const state of readUIMessageStream({ stream: one })) message = state
  await reading
  return { message: message ?? { id: 'none', role: 'assistant' as const, parts: [] }, chunks }
}

const says = (id: string, text: string): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] })
const long = (turns: number): UIMessage[] =>
  Array.from({ length: turns }, (_, turn): UIMessage[] => [
    says(`u${turn}`, `Question ${turn}: ${'where does it leak, and since when? '.repeat(20)}`),
    {
      id: `a${turn}`,
      role: 'assistant',
      parts: [{ type: 'text', text: `Answer ${turn}: ${'at the third valve. '.repeat(30)}` }],
    },
  ]).flat()

describe('a chat route', () => {
  it('A21, A22, L16 · answers a page, folds what does not fit, and says so before its first word', async () => {
    const route = chatRoute({ window: 4_000 })
    const { message, chunks } = await page(route).send([...long(20), says('u20', 'So?')])
    expect(message.parts.find(({ type }) => type === 'text')).toMatchObject({ text: expect.stringContaining('You said') })
    const types = chunks.map(({ type }) => type)
    expect(types.indexOf('data-compaction')).toBeGreaterThanOrEqual(0)
    expect(types.indexOf('data-compaction')).toBeLessThan(types.indexOf('text-delta'))
    // Transient: a page shows it, and its message does not hold it.
    expect(message.parts.map(({ type }) => type)).not.toContain('data-compaction')
  })

  it('A21, L16 · a page that has edited an old message hears of compactions, too: its chat goes on in a branch', async () => {
    const { send } = page(chatRoute({ window: 4_000 }))
    await send([says('u0', 'The valve is blue.')])
    const { chunks } = await send([says('u0', 'The valve is red.'), ...long(20), says('u20', 'So?')])
    expect(chunks.map(({ type }) => type)).toContain('data-compaction')
  })

  it('L16 · an edit, a deletion and an answer asked for again are what the model sees; two tabs do not mix', async () => {
    const compactor = createCompactor()
    const { send } = page(chatRoute({ compactor }))
    const first = [says('u0', 'The valve is blue.')]
    const { message } = await send(first)
    const told = [...first, message]
    await send([...told, says('u1', 'Which colour?')])
    expect(server.requests.at(-1)?.text).toContain('blue')
    await send([says('u0', 'The valve is red.')])
    expect(server.requests.at(-1)?.text).not.toContain('blue')
    await send(first, 'regenerate-message')
    expect(server.requests.at(-1)?.text).toBe('The valve is blue.')
    await send([...told, says('u2', 'From the other tab.')])
    expect(server.requests.at(-1)?.text).not.toContain('Which colour?')
    // The thread itself has what was said first; the rest are branches of it.
    const texts = (await (await compactor.thread('chat-1')).entries()).map((entry) => ('text' in entry ? entry.text : ''))
    expect(texts.slice(0, 3)).toEqual(['The valve is blue.', expect.stringContaining('You said'), 'Which colour?'])
    expect((await compactor.threads()).length).toBeGreaterThan(2)
  })

  it('two tabs that ask at the same time are both answered; an answer that nobody reads any more is stopped by the next question', async () => {
    const route = chatRoute()
    const { answer, signals } = page(route)
    const ask = (id: string, text: string): Promise<Response> => {
      const body = JSON.stringify({ id, messages: [says('u0', text)] })
      return answer(new Request('http://page.test/api/chat', { method: 'POST', body }))
    }
    const tabs = await Promise.all(['From one tab.', 'From the other.'].map(async (text) => (await ask('chat-1', text)).text()))
    expect(tabs.map((text) => text.includes('text-delta'))).toEqual([true, true])
    server.play([{ kind: 'endless', text: 'and so on, ', everyMs: 5 }])
    const first = await ask('chat-2', 'Tell me.')
    await ask('chat-2', 'Tell me, too.')
    await first.body?.cancel()
    await ask('chat-2', 'Tell me more.')
    expect(signals.slice(2).map(({ aborted }) => aborted)).toEqual([true, false, false])
    route.stop('chat-2')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, true, true, true])
  })

  it('goes on if the page goes away, is resumed from its beginning, and can be stopped', async () => {
    server.play([{ kind: 'endless', text: 'and so on, ', everyMs: 5 }])
    const route = chatRoute()
    const { answer, transport } = page(route)
    const body = JSON.stringify({ id: 'chat-1', messages: [says('u0', 'Tell me.')] })
    const response = await answer(new Request('http://page.test/api/chat', { method: 'POST', body }))
    await response.body?.cancel()
    const again = await transport.reconnectToStream({ chatId: 'chat-1' })
    const reader = again?.getReader()
    const types: string[] = []
    while (!types.includes('text-delta')) types.push((await reader?.read())?.value?.type ?? 'over')
    expect(types[0]).toBe('start')
    route.stop('chat-1')
    while (!types.includes('over')) types.push((await reader?.read())?.value?.type ?? 'over')
    expect(types).toContain('abort')
    expect(await transport.reconnectToStream({ chatId: 'chat-1' })).toBeNull()
  })

  it('says what is missing of a request', async () => {
    const { answer } = page(chatRoute())
    const post = async (body: string) => {
      const response = await answer(new Request('http://page.test/api/chat', { method: 'POST', body }))
      return { status: response.status, said: await response.json() }
    }
    expect(await post('{')).toEqual({ status: 400, said: { error: expect.stringContaining('no JSON') } })
    expect(await post('{"messages": []}')).toEqual({ status: 400, said: { error: expect.stringContaining('`id`') } })
    expect(await post('{"id": "a"}')).toEqual({ status: 400, said: { error: expect.stringContaining('`messages`') } })
    const fine = '{"role": "user", "parts": []}'
    for (const odd of ['null', '"Hello"', '{"role": "user"}', '{"parts": []}', '{"role": "user", "parts": "Hello"}'])
      expect(await post(`{"id": "a", "messages": [${fine}, ${odd}]}`)).toEqual({
        status: 400,
        said: { error: expect.stringMatching(/^messages\[1\] is no message/) },
      })
  })

  it('says what is wrong with a name, and with an answer that was not returned', async () => {
    const chat = chatRoute()
    const ask = (id: string) =>
      new Request('http://page.test/api/chat', { method: 'POST', body: JSON.stringify({ id, messages: [] }) })
    const long = await chat(ask('x'.repeat(3_000)), () => Promise.reject(new Error('is not called')))
    expect([long.status, await long.json()]).toEqual([400, { error: 'The `id` is too long for the name of a chat.' }])
    const forgotten = chat(ask('a'), (async () => undefined) as never)
    await expect(forgotten).rejects.toThrow(
      'the answer: expected what streamText gives: has the function that answers returned it?',
    )
  })
})
