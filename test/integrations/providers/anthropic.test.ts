import Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { palimpsest } from '../../../src/integrations/anthropic.ts'
import { isJsonObject, type JsonObject } from '../../../src/schema/json.ts'
import type { ScriptedTurn } from '../../../src/testing/scripted-model/script.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'
import { strictProvider } from '../../../src/testing/scripted-model/strict.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

const FINE: ScriptedTurn = { kind: 'turn', id: '1', text: 'All right.', calls: [], usage: { input: 100, output: 4 } }
const MODEL = { model: 'claude-sonnet-5', max_tokens: 200 }
const words = (turns: number) =>
  Array.from({ length: turns }, (_, turn) => [
    { role: 'user' as const, content: `Question ${turn}: ${'where does it leak, and since when? '.repeat(20)}` },
    { role: 'assistant' as const, content: `Answer ${turn}: ${'at the third valve, since the storm. '.repeat(20)}` },
  ]).flat()
const ASKED: Anthropic.MessageParam[] = [...words(20), { role: 'user', content: 'So?' }]
const AT = (): { baseURL: string; apiKey: string; maxRetries: number } => ({
  ...{ baseURL: server.anthropicUrl.replace('/v1', ''), apiKey: 'none', maxRetries: 0 },
})
const bodies = (): readonly JsonObject[] => server.requests.map(({ body }) => body as JsonObject)
const listIn = (object: JsonObject | undefined, key: string): readonly JsonObject[] =>
  (object?.[key] ?? []) as readonly JsonObject[]
const sentMessages = (): readonly JsonObject[] => bodies().at(-1)?.['messages'] as readonly JsonObject[]

describe('a memory as a middleware of Anthropic’s client', () => {
  it('F3 · compacts, is refused, sends again and keeps the answer, as the wrapped client does', async () => {
    const message = 'prompt is too long: 9000 tokens > 5000 maximum'
    const refusal = { kind: 'status', status: 400, type: 'invalid_request_error', message } as const
    server.play((_, count) => (count === 1 ? refusal : FINE))
    const memory = palimpsest({ thread: 'middleware', window: 100_000 })
    const seen: string[] = []
    const client = new Anthropic({
      ...AT(),
      middleware: [
        memory.middleware,
        (request, next) => {
          seen.push(`${request.method} ${new URL(request.url).pathname}`)
          return next(request)
        },
      ],
    })
    const { content } = await client.messages.create({ ...MODEL, messages: ASKED })
    expect(content).toMatchObject([{ text: 'All right.' }])
    expect(seen).toEqual(['POST /v1/messages', 'POST /v1/messages'])
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer none', 'Bearer none'])
    expect(sentMessages().length).toBeLessThan(ASKED.length)
    server.play([FINE])
    const streamed = await client.messages.stream({ ...MODEL, messages: ASKED }).finalMessage()
    expect(streamed.content).toMatchObject([{ text: 'All right.' }])
    expect(await (await memory.thread()).entries()).toHaveLength(ASKED.length + 1)
  })
})

describe('count_tokens', () => {
  const provider = (factor: number) => {
    const strict = strictProvider({ window: 8_000, factor, turn: () => ({ text: 'All right.', calls: [] }) })
    return {
      report: strict.report,
      play: () =>
        server.play((request) => {
          if (!request.path.endsWith('/count_tokens')) return strict.answer(request)
          const counted = Math.ceil(JSON.stringify(request.body).length / 4) * factor
          return { kind: 'raw', type: 'application/json', body: JSON.stringify({ input_tokens: Math.ceil(counted) }) }
        }),
    }
  }

  it('A4 · if it is allowed, a model is asked once, and nothing has to be refused first', async () => {
    const { play, report } = provider(3)
    play()
    const memory = palimpsest({ thread: 'counted', window: 8_000, countTokens: true })
    const client = memory.wrap(new Anthropic(AT()))
    await client.messages.create({ ...MODEL, messages: ASKED })
    await client.messages.create({
      ...MODEL,
      messages: [...ASKED, { role: 'assistant', content: 'At the valve.' }, { role: 'user', content: 'And?' }],
    })
    const paths = server.requests.map(({ path }) => path)
    expect(paths).toEqual(['/v1/messages/count_tokens', '/v1/messages', '/v1/messages'])
    expect(Object.keys(bodies()[0] ?? {}).sort()).toEqual(['messages', 'model'])
    expect(report()).toMatchObject({ overflows: 0, refused: [] })
  })

  it('A4 · unless it is allowed, nobody is asked, and the first refusal teaches', async () => {
    const { play, report } = provider(3)
    play()
    const client = palimpsest({ thread: 'uncounted', window: 8_000 }).wrap(new Anthropic(AT()))
    await client.messages.create({ ...MODEL, messages: ASKED })
    expect(server.requests.every(({ path }) => path === '/v1/messages')).toBe(true)
    expect(report().overflows).toBe(1)
  })

  it('D9 · a server that does not count is no hindrance', async () => {
    server.play((request) => (request.path.endsWith('/count_tokens') ? { kind: 'status', status: 404 } : FINE))
    const client = palimpsest({ thread: 'no-count', countTokens: true }).wrap(new Anthropic(AT()))
    const { content } = await client.messages.create({ ...MODEL, messages: ASKED })
    expect(content).toMatchObject([{ text: 'All right.' }])
  })
})

describe('the tool runner of Anthropic’s client', () => {
  it('D10, A24 · works for thirty steps in a window of a few, and nothing is kept twice', async () => {
    const steps = 30
    const strict = strictProvider({
      window: 6_000,
      turn: (step) =>
        step > steps
          ? { text: 'All is read.', calls: [] }
          : { text: `Step ${step}.`, calls: [{ id: `toolu_${step}`, tool: 'read_report', input: { number: step } }] },
    })
    // The SDK sends what is new and lets the provider keep the rest; this provider keeps it, and judges the whole.
    const kept = new Map<string, JsonObject>()
    server.play((request) => {
      const { thread, ...body } = request.body as JsonObject
      const before = isJsonObject(thread) ? kept.get(String(thread['previous_message_id'])) : undefined
      const messages = [...listIn(before, 'messages'), ...listIn(body, 'messages')]
      const judged = {
        ...(before === undefined ? {} : { tools: before['tools'] ?? [], system: before['system'] ?? 's' }),
        ...body,
        messages,
      }
      const answer = strict.answer({ ...request, body: judged })
      if (answer.kind === 'turn') {
        const calls = answer.calls.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: tool, input }))
        const said = { role: 'assistant', content: [{ type: 'text', text: answer.text }, ...calls] }
        kept.set(`msg_${answer.id}`, { ...judged, messages: [...messages, said] })
      }
      return answer
    })
    const memory = palimpsest({ thread: 'runner', window: 12_000 })
    const client = memory.wrap(new Anthropic(AT()))
    const inputSchema = { type: 'object', properties: { number: { type: 'number' } }, required: ['number'] } as const
    const read = betaTool({
      ...{ name: 'read_report', description: 'Reads a report.', inputSchema },
      run: ({ number }) => `Report ${number}: ${'the valves were looked at, and nothing was found. '.repeat(20)}`,
    })
    const messages = [{ role: 'user' as const, content: 'Read all reports.' }]
    const last = await client.beta.messages.toolRunner({
      ...MODEL,
      messages,
      tools: [read],
      system: 'Be brief.',
      max_iterations: 100,
    })
    expect(last.content).toMatchObject([{ text: 'All is read.' }])
    expect(strict.report()).toMatchObject({ refused: [], overflows: 1 })
    // Before anything is folded the provider goes on from what it keeps; afterwards everything is sent, with tools and system text.
    expect(bodies()[1]).toMatchObject({ thread: { type: 'continue' } })
    expect(bodies().at(-1)).toMatchObject({ tools: [{ name: 'read_report' }], system: [{ text: 'Be brief.' }] })
    expect(bodies().at(-1)).not.toHaveProperty('thread')
    const thread = await memory.thread()
    expect(await thread.entries()).toHaveLength(1 + steps * 3 + 1)
    expect((await thread.commits()).length).toBeGreaterThanOrEqual(2)
  })
})

describe('compaction by Anthropic itself', () => {
  const block = { type: 'compaction', content: 'They talked of valves.', encrypted_content: null, signature: 'c2VhbA==' }

  it('case 47 · on demand: the request goes out as it is, and the block that comes back is kept and sent untouched', async () => {
    const answer = {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'compaction' },
      content: [block],
    }
    server.play([
      {
        kind: 'raw',
        type: 'application/json',
        body: JSON.stringify({ ...answer, usage: { input_tokens: 9, output_tokens: 9 } }),
      },
    ])
    const memory = palimpsest({ thread: 'on-demand', window: 3_000 })
    const client = memory.wrap(new Anthropic(AT()))
    const compaction: object = { compaction: { type: 'summarize' } }
    const { content } = await client.beta.messages.create({
      ...MODEL,
      messages: ASKED,
      betas: ['compact-2026-09-04'],
      ...compaction,
    })
    expect(sentMessages()).toEqual(ASKED)
    expect(await (await memory.thread()).commits()).toEqual([])
    server.play([FINE])
    const goingOn = [
      { role: 'assistant' as const, content },
      { role: 'user' as const, content: 'And now?' },
    ]
    await client.beta.messages.create({ ...MODEL, messages: goingOn, betas: ['compact-2026-09-04'] })
    // It stands first, as the provider wants it, and what was said before is in the log.
    expect(sentMessages()).toMatchObject([{ role: 'assistant', content: [block] }, { role: 'user' }])
    expect(await (await memory.thread()).entries()).toHaveLength(ASKED.length + 3)
  })

  it.each(['compact_20260112', 'clear_tool_uses_20250919', 'clear_thinking_20251015'])(
    'case 47 · %s: ours does nothing, and does not try again',
    async (type) => {
      const message = 'prompt is too long: 9000 tokens > 5000 maximum'
      server.play([{ kind: 'status', status: 400, type: 'invalid_request_error', message }])
      const memory = palimpsest({ thread: type, window: 3_000 })
      const client = memory.wrap(new Anthropic(AT()))
      const managed: object = { context_management: { edits: [{ type }] } }
      await expect(client.beta.messages.create({ ...MODEL, messages: ASKED, ...managed })).rejects.toThrow('too long')
      expect(server.requests).toHaveLength(1)
      expect(sentMessages()).toEqual(ASKED)
      expect(await (await memory.thread()).commits()).toEqual([])
    },
  )
})
