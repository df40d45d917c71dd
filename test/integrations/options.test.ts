import { createOpenAI } from '@ai-sdk/openai'
import { HumanMessage } from '@langchain/core/messages'
import OpenAI from 'openai'
import { describe, expect, it, vi } from 'vitest'
import { createCompactor, memoryStore } from '../../src/index.ts'
import { palimpsest } from '../../src/integrations/ai-sdk/memory.ts'
import { palimpsest as forAnthropic } from '../../src/integrations/anthropic.ts'
import { chatRoute } from '../../src/integrations/chat/route.ts'
import { palimpsest as forLangchain } from '../../src/integrations/langchain/memory.ts'
import { palimpsest as forOpenai } from '../../src/integrations/openai.ts'
import type { EventOf } from '../../src/schema/events.ts'
import { scriptedModelServer } from '../../src/testing/scripted-model/server.ts'

describe('options of an integration', () => {
  it.each([-5, 0, Number.NaN])('a window of %d is refused when the memory is made, not at the first request', (window) => {
    const failure = { failure: expect.objectContaining({ code: 'input-invalid', at: 'window', found: String(window) }) }
    expect(() => palimpsest({ thread: 't', window })).toThrow(expect.objectContaining(failure))
    expect(() => forLangchain({ thread: 't', window })).toThrow(expect.objectContaining(failure))
  })

  it('a negative reserve is refused when the memory is made, and none at all is taken', () => {
    const failure = { failure: expect.objectContaining({ code: 'input-invalid', at: 'reserve' }) }
    expect(() => palimpsest({ thread: 't', reserve: -1 })).toThrow(expect.objectContaining(failure))
    expect(() => palimpsest({ thread: 't', reserve: 0 })).not.toThrow()
  })

  it('D9 · a store or a compactor wants a name: without one, the conversations of all callers would be one', () => {
    const failure = { failure: expect.objectContaining({ code: 'input-invalid', at: 'thread', found: 'nothing' }) }
    expect(() => palimpsest({ store: memoryStore() })).toThrow(expect.objectContaining(failure))
    expect(() => forOpenai({ compactor: createCompactor() })).toThrow(expect.objectContaining(failure))
    expect(() => palimpsest({})).not.toThrow()
  })

  it('what is no options at all is refused in a sentence, by every door', () => {
    const written = <Value>(text: string): Value => JSON.parse(text)
    for (const make of [palimpsest, forLangchain, forOpenai, forAnthropic, chatRoute, createCompactor])
      for (const [text, found] of [
        ['null', 'null'],
        ['"support-4711"', '"support-4711"'],
        ['["support-4711"]', 'a list'],
      ] as const) {
        const failure = expect.objectContaining({ code: 'input-invalid', expected: 'an object with options', found })
        expect(() => make(written<object>(text))).toThrow(expect.objectContaining({ failure }))
      }
  })

  it('a store that is not open yet, a store’s path and a name that is empty are named', () => {
    const store: object = Promise.resolve(memoryStore())
    const waiting = { code: 'input-invalid', at: 'store', found: 'a promise: it wants `await`' }
    const doors: readonly ((store: never) => unknown)[] = [
      (store) => palimpsest({ thread: 't', store }),
      (store) => forOpenai({ thread: 't', store }),
      (store) => chatRoute({ store }),
      (store) => createCompactor({ store }),
    ]
    for (const make of doors)
      expect(() => make(store as never)).toThrow(expect.objectContaining({ failure: expect.objectContaining(waiting) }))
    expect(() => palimpsest({ thread: 't', store: 'agent.db' as never })).toThrow(/store.*found "agent.db"/)
    expect(() => palimpsest({ thread: '' })).toThrow(/the name of a thread.*an empty one/)
  })

  it('tools are by name, and so many tokens are no fewer than none', () => {
    for (const make of [palimpsest, forLangchain]) {
      expect(() => make({ tools: [] as never })).toThrow(/tools: expected an object by the tools’ names, found a list/)
      for (const offloadAbove of [-1, Number.NaN])
        expect(() => make({ offloadAbove })).toThrow(/offloadAbove: expected a number of tokens, 0 or more/)
    }
  })

  it('a model of the AI SDK is as good as its name', async () => {
    const memory = palimpsest({ model: createOpenAI({ apiKey: 'none' })('gpt-4o') })
    const { prepareStep } = memory.options()
    await prepareStep({ model: 'any', messages: [{ role: 'user', content: 'Look.' }], steps: [] })
    expect((await (await memory.thread()).requests()).map(({ model }) => model)).toEqual(['gpt-4o'])
    expect(() => palimpsest({ model: {} as never })).toThrow(/model: expected a model of the AI SDK, or its name/)
  })

  it('what a compactor has of its own is refused beside it, instead of being passed over', () => {
    const failure = (at: string) => expect.objectContaining({ failure: expect.objectContaining({ code: 'input-invalid', at }) })
    const compactor = createCompactor()
    expect(() => forOpenai({ thread: 't', compactor, store: memoryStore() })).toThrow(failure('store'))
    expect(() => chatRoute({ compactor, host: 'vllm' })).toThrow(failure('host'))
  })

  it('a chat route hands on which server it is: a template that is strict gets turns that alternate', async () => {
    const chat = chatRoute({ host: 'vllm', baseUrl: 'http://127.0.0.1:9/v1', window: 8_000 })
    const body = JSON.stringify({ id: 'c', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Look.' }] }] })
    const windows: (number | undefined)[] = []
    await chat(new Request('http://page/', { method: 'POST', body }), async ({ memory }) => {
      const thread = await memory.thread()
      await thread.append(
        [
          { role: 'user', content: 'one' },
          { role: 'user', content: 'two' },
        ],
        { dialect: 'openai-chat' },
      )
      windows.push((await thread.prepare({ dialect: 'openai-chat' })).request.messages.length)
      return { toUIMessageStream: () => new ReadableStream({ start: (controller) => controller.close() }) }
    })
    expect(windows).toEqual([1])
    await chat.close()
  })

  it('a message that is none of LangChain’s is named by its place, in a sentence', async () => {
    const { wrapModelCall } = forLangchain({ thread: 't', window: 8_000 }).middleware()
    const call = wrapModelCall({ messages: [new HumanMessage('Look.'), 'And then?' as never] }, async () => 'never')
    await expect(call).rejects.toThrow(/messages\[1\].*a message of LangChain.*a string/)
    const other = wrapModelCall({ messages: [{ role: 'user', content: 'Look.' } as never] }, async () => 'never')
    await expect(other).rejects.toThrow(/messages\[0\].*an object without a `type`/)
  })

  it('L3 · words of a person that do not fit are cut loudly: on the console, in an event, in the receipt', async () => {
    const server = await scriptedModelServer()
    server.play([{ kind: 'turn', id: '1', text: 'Fine.', calls: [], usage: { input: 10, output: 2 } }])
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const told: EventOf<'compaction-done'>[] = []
    const ask = async (memory: ReturnType<typeof forOpenai>): Promise<void> => {
      memory.on('compaction-done', (event) => told.push(event))
      const client = memory.wrap(new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 0 }))
      await client.chat.completions.create({
        model: 'gpt-4o',
        messages: [{ role: 'user', content: 'Where does it leak? '.repeat(3_000) }],
      })
    }
    const memory = forOpenai({ thread: 'pasted', window: 6_000 })
    await ask(memory)
    expect(warned).toHaveBeenCalledTimes(1)
    expect(warned.mock.calls[0]?.[0]).toMatch(/what was written last in "pasted" does not fit.*shortened what people wrote last/)
    const words = [expect.objectContaining({ law: 'L3', words: true })]
    expect(told.map(({ overrides }) => overrides)).toEqual([words])
    expect((await (await memory.thread()).commits()).at(-1)?.receipt.lawOverrides).toEqual(words)
    // Who wants to hear of everything is not told on the console, too.
    await ask(forOpenai({ thread: 'pasted', window: 6_000, onError: () => undefined }))
    expect(warned).toHaveBeenCalledTimes(1)
    expect(told).toHaveLength(2)
    warned.mockRestore()
    await server.close()
  })
})

describe('what is written wrongly inside an option of an integration', () => {
  const written = <Value>(text: string): Value => JSON.parse(text)
  const refused = (failure: object) => expect.objectContaining({ failure: expect.objectContaining(failure) })

  it('C10 · a declaration of a tool is named by tool and field, when the memory is made', () => {
    const misspelt = { code: 'input-invalid', at: 'tools.read_file.durabilty' }
    const unknown = { code: 'input-invalid', at: 'tools.read_file.durability', found: '"forever"' }
    const watching = { code: 'input-invalid', at: 'tools.read_file.determinism', expected: 'a function' }
    for (const memory of [palimpsest, forLangchain]) {
      const made = (text: string) => () => memory({ tools: { read_file: written(text) } })
      expect(made('{"durabilty":"replayable"}')).toThrow(refused(misspelt))
      expect(made('{"durability":"forever"}')).toThrow(refused(unknown))
      expect(made('{"determinism":7}')).toThrow(refused(watching))
      expect(made('5')).toThrow(refused({ code: 'input-invalid', at: 'tools.read_file' }))
      expect(made('{"durability":"replayable","preserve":["id"]}')).not.toThrow()
    }
  })

  it('an option of the recall tools, and a tool that is none of them', async () => {
    const making = { jsonSchema: (schema: object) => schema, dynamicTool: (tool: object) => tool }
    const memory = palimpsest({ thread: 't' })
    const misspelt = refused({ code: 'option-unknown', name: 'onyl', nearest: 'only' })
    const unknown = refused({ code: 'input-invalid', at: 'only', found: '"remember"' })
    await expect(memory.recallTools(making, written('{"onyl":["recall"]}'))).rejects.toThrow(misspelt)
    await expect(memory.recallTools(making, written('{"only":["remember"]}'))).rejects.toThrow(unknown)
    const { recallTools } = forLangchain({ thread: 't' })
    expect(() => recallTools(written('{"onyl":["recall"]}'))).toThrow(misspelt)
    expect(() => recallTools(written('{"only":["remember"]}'))).toThrow(unknown)
    expect(recallTools({ only: ['recall'] }).map(({ name }) => name)).toEqual(['recall'])
  })

  it('a chat route has no thread of its own: each request names its chat', () => {
    expect(() => chatRoute(written('{"thread":"t"}'))).toThrow(refused({ code: 'input-invalid', at: 'thread' }))
  })

  it('what is wrapped is a client of the SDK', () => {
    for (const none of ['{}', 'null', '"key"'])
      expect(() => forOpenai().wrap(written<OpenAI>(none))).toThrow(refused({ code: 'input-invalid', at: 'client' }))
  })
})
