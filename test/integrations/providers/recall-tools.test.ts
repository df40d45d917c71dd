import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompactor } from '../../../src/index.ts'
import { palimpsest as forAnthropic } from '../../../src/integrations/anthropic.ts'
import { palimpsest as forOpenai } from '../../../src/integrations/openai.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

const SECRET = 'The third valve wants 41 newton metres.'
const LONG = Array.from({ length: 12 }, (_, turn) => [
  { role: 'user' as const, content: `Question ${turn}: ${'where does it leak, and since when? '.repeat(20)}` },
  {
    role: 'assistant' as const,
    content: `Answer ${turn}: ${turn === 2 ? SECRET : ''} ${'at the fourth valve, since the storm. '.repeat(20)}`,
  },
]).flat()
const QUESTION = { role: 'user' as const, content: 'How tight?' }

/** The model looks it up, and then it says so. */
function play(): void {
  const call = { id: 'call_1', tool: 'recall', input: { query: 'newton metres of the third valve' } }
  const usage = { input: 100, output: 4 }
  server.play((_, count) => ({ kind: 'turn', id: String(count), text: 'So.', calls: count === 1 ? [call] : [], usage }))
}

describe('tools that look up what was folded', () => {
  it('C25 · OpenAI, Chat Completions: their definitions have the client’s types, and what they say goes back', async () => {
    play()
    const memory = forOpenai({ window: 3_000 })
    const client = memory.wrap(new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }))
    const recall = await memory.recallTools({ only: ['recall', 'expand'] })
    const messages: OpenAI.ChatCompletionMessageParam[] = [...LONG, QUESTION]
    const ask = () => client.chat.completions.create({ model: 'gpt-4o', messages, tools: recall.definitions('openai-chat') })
    const message = (await ask()).choices[0]?.message
    if (message === undefined) throw new Error('no message')
    messages.push(message)
    for (const each of message.tool_calls ?? []) {
      if (each.type !== 'function' || !recall.has(each.function.name)) continue
      const { text } = await recall.execute(each.function.name, each.function.arguments)
      messages.push({ role: 'tool', tool_call_id: each.id, content: text })
    }
    await ask()
    expect(server.requests[0]?.text).not.toContain('Question 3')
    expect(messages.at(-1)?.content).toContain(SECRET)
    // The question itself has all of its words: it is no answer.
    expect(messages.at(-1)?.content).not.toContain('call of recall')
    expect(server.requests[1]?.text).toContain(SECRET)
  })

  it('C25 · OpenAI, Responses', async () => {
    play()
    const memory = forOpenai({ window: 3_000 })
    const client = memory.wrap(new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }))
    const recall = await memory.recallTools()
    const tools = recall.definitions('openai-responses')
    const { output } = await client.responses.create({ model: 'gpt-4o', input: [...LONG, QUESTION], tools })
    const [call] = output.filter((item) => item.type === 'function_call')
    expect((await recall.execute(call?.name ?? '', call?.arguments)).text).toContain(SECRET)
  })

  it('C25, L16 · Anthropic: they look into the branch that an edited history goes on in', async () => {
    play()
    const memory = forAnthropic({ window: 3_000 })
    const client = memory.wrap(new Anthropic({ baseURL: server.anthropicUrl.replace('/v1', ''), apiKey: 'none' }))
    const recall = await memory.recallTools()
    const asked = { model: 'claude-sonnet-5', max_tokens: 200, tools: recall.definitions('anthropic') }
    await client.messages.create({ ...asked, messages: [...LONG, QUESTION] })
    const edited = { role: 'user' as const, content: 'Is it 52 newton metres?' }
    await client.messages.create({ ...asked, messages: [...LONG, edited] })
    const { text } = await recall.execute('recall', { query: '52 newton metres' })
    expect(text).toContain('52 newton')
    expect(text).not.toContain(QUESTION.content)
  })

  it('C25, L16 · of what was edited or deleted after it was folded, they say that, and what it says now', async () => {
    play()
    const memory = forAnthropic({ window: 3_000 })
    const client = memory.wrap(new Anthropic({ baseURL: server.anthropicUrl.replace('/v1', ''), apiKey: 'none' }))
    const recall = await memory.recallTools()
    const asked = { model: 'claude-sonnet-5', max_tokens: 200, tools: recall.definitions('anthropic') }
    await client.messages.create({ ...asked, messages: [...LONG, QUESTION] })
    const edited = LONG.map((message, at) =>
      at === 5 ? { ...message, content: 'The third valve wants 52 newton metres.' } : message,
    )
    await client.messages.create({ ...asked, messages: [...edited, QUESTION] })
    const found = await recall.execute('recall', { query: 'newton metres of the third valve' })
    const opened = await recall.execute('expand', { handle: 'e5' })
    for (const { text } of [found, opened])
      expect(text).toContain('edited since, and says now: "The third valve wants 52 newton metres."')
    expect((await recall.execute('expand', { handle: 'e7' })).text).not.toContain('edited since')
  })

  it('C25 · who has an open thread is told where its tools are', async () => {
    const thread = await createCompactor().thread('t')
    await expect(forOpenai({ thread }).recallTools()).rejects.toThrow(/compactor\.tools\(thread\)/)
  })
})
