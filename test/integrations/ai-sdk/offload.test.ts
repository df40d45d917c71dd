import { createOpenAI } from '@ai-sdk/openai'
import * as v7 from 'ai'
import { createOpenAI as createOpenAIV6 } from 'ai-sdk-openai-v6'
import * as v6 from 'ai-v6'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/index.ts'
import { type AiSdkMemory, type AiSdkOptions, palimpsest } from '../../../src/integrations/ai-sdk/memory.ts'
import type { JsonObject } from '../../../src/schema/json.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

const REPORT = Array.from({ length: 400 }, (_, line) => `line ${line}: pressure ${line * 7} bar`).join('\n')
const ROWS = Array.from({ length: 300 }, (_, row) => ({ row, pressure: row * 7 }))
const SCHEMA = { type: 'object', properties: {} } as const

/** What the provider got last. */
function sent(): readonly JsonObject[] {
  const body = server.requests.at(-1)?.body as JsonObject
  return body['messages'] as readonly JsonObject[]
}

interface Run {
  readonly text: string
  /** The messages that the SDK hands to whoever called: what is persisted. */
  readonly messages: readonly object[]
  readonly outputs: readonly unknown[]
}

type Way = 'generateText' | 'streamText'

/** One turn of a loop through the real SDK. */
async function turn(version: 'v6' | 'v7', way: Way, memory: AiSdkMemory, messages: readonly object[], execute: () => unknown) {
  const common = { ...memory.options(), maxOutputTokens: 100 }
  if (version === 'v6') {
    const model = createOpenAIV6({ baseURL: server.openaiUrl, apiKey: 'none' }).chat('gpt-4o')
    const own = memory.watch({ look: v6.tool({ inputSchema: v6.jsonSchema(SCHEMA), execute }) })
    const tools = { ...own, ...(await memory.recallTools({ jsonSchema: v6.jsonSchema, dynamicTool: v6.dynamicTool })) }
    const options = { ...common, model, tools, messages: [...messages] as v6.ModelMessage[], stopWhen: v6.stepCountIs(4) }
    if (way === 'generateText') return runOf(await v6.generateText(options))
    const result = v6.streamText(options)
    await result.consumeStream()
    return runOf({ text: await result.text, response: await result.response, steps: await result.steps })
  }
  const model = createOpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }).chat('gpt-4o')
  const own = memory.watch({ look: v7.tool({ inputSchema: v7.jsonSchema(SCHEMA), execute }) })
  const tools = { ...own, ...(await memory.recallTools({ jsonSchema: v7.jsonSchema, dynamicTool: v7.dynamicTool })) }
  const options = { ...common, model, tools, messages: [...messages] as v7.ModelMessage[], stopWhen: v7.isStepCount(4) }
  const result = way === 'generateText' ? await v7.generateText(options) : v7.streamText(options)
  const [text, steps] = [await result.text, await result.steps]
  return runOf({ text, steps, response: { messages: steps.flatMap(({ response }) => response.messages) } })
}

interface Ended {
  readonly text: string
  readonly response: { readonly messages: readonly object[] }
  readonly steps: readonly { readonly toolResults: readonly { readonly output: unknown }[] }[]
}

function runOf({ text, response, steps }: Ended): Run {
  return {
    text,
    messages: response.messages,
    outputs: steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output)),
  }
}

const ASKED = { role: 'user', content: 'Read the report.' }
const callThenSay = () =>
  server.play((_, count) => (count === 1 ? { kind: 'tool-call', tool: 'look', input: {} } : { kind: 'text', text: 'Read.' }))

const WAYS = [
  ['v6', 'generateText'],
  ['v6', 'streamText'],
  ['v7', 'generateText'],
  ['v7', 'streamText'],
] as const

describe.each(WAYS)('long results of watched tools, %s, %s', (version, way) => {
  it.each([
    ['words', REPORT, REPORT],
    ['data', ROWS, JSON.stringify(ROWS)],
  ])(
    'L1 · %s leave the messages and not the log; the model is shown all of it, in another process as well',
    async (_, output, text) => {
      const store = memoryStore()
      const options: AiSdkOptions = { thread: 'offloaded', store, offloadAbove: 500 }
      callThenSay()
      const { messages, outputs } = await turn(version, way, palimpsest(options), [ASKED], () => output)
      // Who called has the output itself.
      expect(outputs).toEqual([output])
      const kept = JSON.stringify(messages)
      expect(kept.length).toBeLessThan(3_000)
      expect(kept).toContain('characters are in the log')
      // The model was shown all of it.
      expect(sent().at(-1)).toMatchObject({ role: 'tool', content: text })

      // Another process: messages as they were persisted, and the log.
      server.play([{ kind: 'text', text: 'Still read.' }])
      const again = palimpsest(options)
      const history = [ASKED, ...JSON.parse(kept), { role: 'user', content: 'Sure?' }]
      await turn(version, way, again, history, () => output)
      expect(sent().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
      expect(sent()[2]).toMatchObject({ content: text })
      const entries = await (await again.thread()).entries()
      expect(entries.map(({ kind }) => kind)).toEqual(['text', 'tool-call', 'tool-result', 'text', 'text', 'text'])
      expect(entries[2]).toMatchObject({ text, envelope: { tool: 'look', outcome: 'success' } })
    },
  )

  it('C11 · what does not fit is shown with a handle, and the agent opens it', async () => {
    const memory = palimpsest({ thread: 'handle', window: 4_000, offloadAbove: 500 })
    let handle = ''
    server.play(({ text }, count) => {
      if (count === 1) return { kind: 'tool-call', tool: 'look', input: {} }
      handle ||= text.match(/\be\d+\b/)?.[0] ?? 'no handle'
      return count === 2 ? { kind: 'tool-call', tool: 'expand', input: { handle, from: 6_000 } } : { kind: 'text', text: 'Read.' }
    })
    await turn(version, way, memory, [ASKED], () => REPORT)
    expect(handle).toMatch(/^e\d+$/)
    const [at] = REPORT.slice(6_000).match(/line \d+: pressure \d+ bar/) ?? ['']
    expect(sent().at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining(at) })
    const result = (await (await memory.thread()).entries()).find(({ kind }) => kind === 'tool-result')
    expect(result).toMatchObject({ text: REPORT })
  })

  it('a tool that gives its result bit by bit is watched as well', async () => {
    const memory = palimpsest({ thread: 'bits', offloadAbove: 500 })
    callThenSay()
    const { outputs } = await turn(version, way, memory, [ASKED], async function* () {
      yield 'looking'
      yield REPORT
    })
    expect(outputs).toEqual([REPORT])
    const result = (await (await memory.thread()).entries()).find(({ kind }) => kind === 'tool-result')
    expect(result).toMatchObject({ text: REPORT, envelope: { startedAt: expect.any(Number), endedAt: expect.any(Number) } })
  })

  it('short results stay as they are', async () => {
    const memory = palimpsest({ thread: 'short', offloadAbove: 500 })
    callThenSay()
    const { messages } = await turn(version, way, memory, [ASKED], () => 'dry')
    expect(JSON.stringify(messages)).toContain('"value":"dry"')
  })
})

describe('options of offloading', () => {
  it('keeps what a tool makes of its own output for the model', async () => {
    const memory = palimpsest({ thread: 'own', offloadAbove: 500 })
    const content = { type: 'content' as const, value: [{ type: 'text' as const, text: REPORT }] }
    const tool = { execute: () => ROWS, toModelOutput: () => content }
    const { look } = memory.watch({ look: tool })
    expect(await Reflect.apply(look.toModelOutput, look, [{ toolCallId: 'call_1', output: ROWS }])).toBe(content)
  })

  it('A13 · is a number', () => {
    expect(() => palimpsest(JSON.parse('{"thread":"t","offloadAbove":"much"}'))).toThrow(/offloadAbove/)
  })
})
