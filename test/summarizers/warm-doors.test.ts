import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { type Policy, presets, type SummaryAccount, type Thread } from '../../src/index.ts'
import { palimpsest as forAnthropic } from '../../src/integrations/anthropic.ts'
import type { ConversationOptions } from '../../src/integrations/conversation.ts'
import { palimpsest as forOpenai } from '../../src/integrations/openai.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/schema/json.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import { anthropicSummarizer } from '../../src/summarizers/anthropic.ts'
import { openaiSummarizer } from '../../src/summarizers/openai.ts'
import type { ScriptedRequest, ScriptedTurn } from '../../src/testing/scripted-model/script.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../src/testing/scripted-model/server.ts'
import { strictProvider } from '../../src/testing/scripted-model/strict.ts'
import { prose } from '../support/steps.ts'
import { add } from '../support/summaries.ts'

const WINDOW = 32_000
const INSTRUCTION = 'Stop working on the task here.'
const SYSTEM = 'You are careful.'
const TASK = 'Read every report, and never touch the valves.'
const SAYS = JSON.stringify({ operations: [add('decision', 'Report 2 says that the third valve leaks.', [4])] })

/** A strict provider that answers as the agent's model, and writes summaries when it is asked to. */
async function provider(says: (summary: number) => Partial<ScriptedTurn> = () => ({ text: SAYS, calls: [] })) {
  const strict = strictProvider({
    window: WINDOW,
    factor: 1,
    turn: (step) => ({ text: '', calls: [], thinking: { text: `Step ${step}.`, signature: `seal ${step}` } }),
  })
  let step = 0
  let summaries = 0
  const server = await scriptedModelServer((request) => {
    const answer = strict.answer(request)
    if (answer.kind !== 'turn') return answer
    if (isSummary(request)) {
      summaries += 1
      return { ...answer, ...says(summaries) }
    }
    step += 1
    const text = `Report ${step} says that the third valve leaks.`
    return { ...answer, text, calls: [{ id: `call_${step}`, tool: 'read_report', input: { report: step + 1 } }] }
  })
  return { server, strict }
}

function isSummary({ text }: ScriptedRequest): boolean {
  return text.includes('Now the JSON object.')
}

const report = (step: number): string => `Report ${step}: ${prose(700, step)}`

/** An agent over a provider's own client, until it was compacted. */
type Agent = (server: ScriptedModelServer, summarizer: Summarizer, how: Partial<ConversationOptions>) => Promise<Thread>

/** What is folded is summarized: nothing is cleared first. */
const POLICY: Policy = {
  ...presets.balanced({ trigger: 0.5, release: 0.3 }),
  ladder: [{ rung: 'summarize', keep: { kind: 'messages', count: 4 } }],
}
const memoryOptions = (summarizer: Summarizer, how: Partial<ConversationOptions>): ConversationOptions => ({
  ...{ thread: 'agent', window: WINDOW, summarizer, policy: POLICY, ...how },
})
const STEPS = 30

const chat: Agent = async (server, summarizer, how) => {
  const memory = forOpenai(memoryOptions(summarizer, how))
  const client = memory.wrap(openaiAt(server))
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: TASK },
  ]
  const tools = [{ type: 'function' as const, function: { name: 'read_report', parameters: { type: 'object' } } }]
  for (let step = 1; step <= STEPS; step += 1) {
    const body = { model: 'gpt-5-mini', messages, tools, max_completion_tokens: 900, stop: ['"operations"'] }
    const message = (await client.chat.completions.create(body)).choices[0]?.message
    if (message === undefined) throw new Error('no message')
    messages.push(message)
    for (const { id } of message.tool_calls ?? []) messages.push({ role: 'tool', tool_call_id: id, content: report(step) })
  }
  return memory.thread()
}

const responses: Agent = async (server, summarizer, how) => {
  const memory = forOpenai(memoryOptions(summarizer, how))
  const client = memory.wrap(openaiAt(server))
  const items: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: TASK }]
  const tools = [{ type: 'function' as const, name: 'read_report', parameters: { type: 'object' }, strict: false }]
  for (let step = 1; step <= STEPS; step += 1) {
    const body = { model: 'gpt-5-mini', instructions: SYSTEM, input: items, tools, max_output_tokens: 900, store: false }
    const { output } = await client.responses.create(body)
    items.push(...(output as OpenAI.Responses.ResponseInputItem[]))
    for (const item of output) {
      if (item.type === 'function_call') items.push({ type: 'function_call_output', call_id: item.call_id, output: report(step) })
    }
  }
  return memory.thread()
}

const anthropic: Agent = (...given) => anthropicWith({})(...given)

const anthropicWith =
  (more: Partial<Anthropic.MessageCreateParamsNonStreaming>): Agent =>
  async (server, summarizer, how) => {
    const memory = forAnthropic(memoryOptions(summarizer, how))
    const client = memory.wrap(anthropicAt(server))
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: TASK }]
    const tools = [{ name: 'read_report', input_schema: { type: 'object' as const } }]
    for (let step = 1; step <= STEPS; step += 1) {
      const body = {
        model: 'claude-sonnet-4-6',
        max_tokens: 900,
        system: SYSTEM,
        messages,
        tools,
        stop_sequences: ['"operations"'],
        ...more,
      }
      const { content } = await client.messages.create(body)
      messages.push({ role: 'assistant', content })
      const results = content.flatMap((block) =>
        block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: report(step) }] : [],
      )
      messages.push({ role: 'user', content: results })
    }
    return memory.thread()
  }

const openaiAt = (server: ScriptedModelServer) => new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 0 })
const anthropicAt = (server: ScriptedModelServer) =>
  new Anthropic({ baseURL: server.anthropicUrl.replace(/\/v1$/, ''), apiKey: 'none', maxRetries: 0 })

interface Case {
  readonly agent: Agent
  readonly summarizer: (server: ScriptedModelServer) => Summarizer
  readonly field: 'messages' | 'input'
  /** What the request says of tools, asked for a summary. */
  readonly choice: Json | undefined
}

const CASES: readonly (readonly [string, Case])[] = [
  [
    'Chat Completions',
    { agent: chat, summarizer: (server) => openaiSummarizer({ client: openaiAt(server) }), field: 'messages', choice: 'none' },
  ],
  [
    'Responses',
    { agent: responses, summarizer: (server) => openaiSummarizer({ client: openaiAt(server) }), field: 'input', choice: 'none' },
  ],
  [
    'Messages',
    {
      agent: anthropic,
      summarizer: (server) => anthropicSummarizer({ client: anthropicAt(server) }),
      field: 'messages',
      choice: undefined,
    },
  ],
]

const accountsOf = async (thread: Thread): Promise<readonly SummaryAccount[]> =>
  (await thread.commits()).flatMap(({ receipt }) => (receipt.summary === undefined ? [] : [receipt.summary]))

/** Block by block, as the provider reads it: cache marks are not part of it, and a text is the same text as the only part of a list. */
const read = (body: JsonObject, field: string): readonly string[] =>
  (Array.isArray(body[field]) ? body[field] : []).flatMap((message: JsonObject) => {
    const { content = null, ...rest } = message
    const blocks = Array.isArray(content) ? content : [typeof content === 'string' ? { type: 'text', text: content } : content]
    return blocks.map((block) => JSON.stringify([rest, block], (key, value) => (key === 'cache_control' ? undefined : value)))
  })

const bodyOf = (request: ScriptedRequest | undefined): JsonObject => {
  if (request === undefined || !isJsonObject(request.body)) throw new Error('expected a request')
  return request.body
}

describe.each(CASES)('the last request again, over %s', (_, { agent, summarizer, field, choice }) => {
  it('B13 · goes out as it did, with the instruction behind it, is read from the cache, and is no part of the conversation', async () => {
    const { server, strict } = await provider()
    const thread = await agent(server, summarizer(server), {})
    const { requests } = server
    await server.close()
    const at = requests.findIndex(isSummary)
    const [asked, last] = [bodyOf(requests[at]), bodyOf(requests[at - 1])]
    expect(strict.report().refused).toEqual([])
    const [accounted] = await accountsOf(thread)
    expect(accounted).toMatchObject({ attempts: [{ way: 'warm', outcome: 'answered' }] })
    expect(accounted?.remarks.join()).toMatch(/asked the warm way: .* with the last request in the cache/)
    expect(read(asked, field).slice(0, read(last, field).length)).toEqual(read(last, field))
    for (const same of ['model', 'tools', 'system', 'instructions']) expect(asked[same]).toEqual(last[same])
    expect(asked['tool_choice']).toEqual(choice)
    expect(requests[at]?.text).toContain(INSTRUCTION)
    expect(JSON.stringify(asked)).not.toContain('stop":["')
    expect(JSON.stringify(asked)).not.toContain('stop_sequences')
    const { input = 0, cached = 0 } = accounted?.usage ?? {}
    expect(cached / input, `${cached} of ${input} were read from the cache`).toBeGreaterThan(0.6)
    expect(JSON.stringify(await thread.entries())).not.toContain(INSTRUCTION)
  })
})

describe('a request that is not sent again', () => {
  /** What the first compaction says of how it was asked, and the requests for it. */
  const asked = async (agent: Agent, { model, warm }: { readonly model?: string; readonly warm?: boolean } = {}) => {
    const { server, strict } = await provider()
    const options = { ...(model === undefined ? {} : { model }), ...(warm === undefined ? {} : { warm }) }
    const summarizer = agent === chat ? openaiSummarizer : anthropicSummarizer
    const thread = await agent(server, summarizer({ client: { ...clientsOf(server) }, ...options }), {})
    await server.close()
    expect(strict.report().refused).toEqual([])
    const [account] = await accountsOf(thread)
    return { account, summaries: server.requests.filter(isSummary) }
  }
  const clientsOf = (server: ScriptedModelServer) => {
    const { chat: completions, responses: items } = openaiAt(server)
    return { chat: completions, responses: items, messages: anthropicAt(server).messages }
  }

  it('B13 · if thoughts that its model does not keep would be taken from the cache by a word behind them', async () => {
    const thinking = { thinking: { type: 'enabled' as const, budget_tokens: 1_024 }, max_tokens: 2_000 }
    const { account } = await asked(anthropicWith({ ...thinking, model: 'claude-haiku-4-5' }))
    expect(account?.attempts).toMatchObject([{ way: 'usual', outcome: 'answered' }])
    expect(account?.remarks.join()).toContain('takes them, and all that follows, from the cache')
    const { account: kept, summaries } = await asked(anthropicWith({ ...thinking, model: 'claude-opus-4-8' }))
    expect(kept?.attempts).toMatchObject([{ way: 'warm', outcome: 'answered' }])
    expect(bodyOf(summaries[0])).toMatchObject({ thinking: thinking.thinking, max_tokens: 4_096 + 1_024 })
  })

  it('is one of another model, unless the host says that it is the agent’s own', async () => {
    expect((await asked(chat, { model: 'gpt-5-mini' })).account?.attempts[0]).not.toHaveProperty('way')
    expect((await asked(chat, { model: 'gpt-5-mini', warm: true })).account?.attempts).toMatchObject([{ way: 'warm' }])
    expect((await asked(anthropic, { warm: false })).account?.attempts[0]).not.toHaveProperty('way')
  })
})

it('a model that goes on with its work instead of answering is asked the other way', async () => {
  const call = { id: 'call_x', tool: 'read_report', input: {} }
  const { server, strict } = await provider((count) => (count === 1 ? { text: '', calls: [call] } : { text: SAYS, calls: [] }))
  const thread = await anthropic(server, anthropicSummarizer({ client: anthropicAt(server) }), {})
  await server.close()
  expect(strict.report().refused).toEqual([])
  const [account] = await accountsOf(thread)
  expect(account?.attempts.map(({ way }) => way)).toEqual(['warm', 'usual'])
  expect(account?.fault).toBe(undefined)
})

it('B6, B13 · a compaction by hand that says nothing of tools has the last request sent again with those that it had', async () => {
  const { server, strict } = await provider()
  const thread = await chat(server, openaiSummarizer({ client: openaiAt(server) }), { window: 120_000 })
  const { receipt } = await thread.compact({ model: 'gpt-5-mini', window: 60_000, instructions: 'Keep the valves.' })
  await server.close()
  expect(strict.report().refused).toEqual([])
  expect(receipt.summary?.attempts).toMatchObject([{ way: 'warm' }])
  const at = server.requests.findIndex(isSummary)
  const [asked, last] = [bodyOf(server.requests[at]), bodyOf(server.requests[at - 1])]
  expect(asked['tools']).toEqual(last['tools'])
  expect(read(asked, 'messages').slice(0, read(last, 'messages').length)).toEqual(read(last, 'messages'))
})

it('B13 · the model of the request is asked by the name that the client sends, whatever it is known by', async () => {
  for (const warm of [true, false]) {
    const { server, strict } = await provider()
    await chat(server, openaiSummarizer({ client: openaiAt(server), warm }), { model: 'gpt-5' })
    await server.close()
    expect(strict.report().refused).toEqual([])
    expect(bodyOf(server.requests.find(isSummary))['model']).toBe('gpt-5-mini')
  }
})
