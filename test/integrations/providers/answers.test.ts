import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../../src/index.ts'
import { palimpsest as forAnthropic } from '../../../src/integrations/anthropic.ts'
import { palimpsest as forOpenai } from '../../../src/integrations/openai.ts'

const json = (body: object): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', 'request-id': 'req_1' } })
const stream = (events: readonly object[]): Response => {
  const lines = events.map((event) => `event: ${Reflect.get(event, 'type') ?? 'message'}\ndata: ${JSON.stringify(event)}\n\n`)
  return new Response(`${lines.join('')}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
}
const ASKED = { model: 'claude-sonnet-5', max_tokens: 200, messages: [{ role: 'user' as const, content: 'Look.' }] }

/** A provider that answers one thing, and whoever is behind the memory hears what went wrong. */
function doors(answer: () => Response | Promise<Response>) {
  const errors: unknown[] = []
  const options = {
    thread: 'talk',
    compactor: createCompactor({ window: 8_000 }),
    onError: (error: unknown) => errors.push(error),
  }
  const [anthropicMemory, openaiMemory] = [forAnthropic(options), forOpenai(options)]
  const about = { apiKey: 'none', maxRetries: 0, fetch: async () => answer() }
  return {
    errors,
    options,
    anthropic: anthropicMemory.wrap(new Anthropic(about)),
    openai: openaiMemory.wrap(new OpenAI(about)),
    entries: async () => (await anthropicMemory.thread()).entries(),
    cost: async () => (await anthropicMemory.thread()).cost(),
  }
}

/** A call whose arguments end in their midst, because there was no more room. */
const cutOff = (id: string): readonly object[] => [
  {
    type: 'message_start',
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [],
      usage: { input_tokens: 9, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name: 'write', input: {} } },
  { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"text": "Once upon' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 200 } },
  { type: 'message_stop' },
]

describe('answers that are not as they should be are the caller’s all the same', () => {
  it('case 14 · Anthropic: arguments that end in their midst end no stream', async () => {
    const { anthropic, entries, errors } = doors(() => stream(cutOff('msg_1')))
    const { content, stop_reason } = await anthropic.messages.stream(ASKED).finalMessage()
    expect([content[0]?.type, stop_reason, errors]).toEqual(['tool_use', 'max_tokens', []])
    const seen: string[] = []
    for await (const { type } of await anthropic.messages.create({ ...ASKED, stream: true })) seen.push(type)
    expect(seen).toEqual(cutOff('').map((event) => Reflect.get(event, 'type')))
    expect((await entries()).map(({ kind }) => kind)).toEqual(['text', 'tool-call'])
  })

  it('case 14 · Chat Completions: calls that are counted from one are kept', async () => {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] },
    })
    const call = { index: 1, id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }
    const { openai, entries, errors } = doors(() =>
      stream([chunk({ role: 'assistant', tool_calls: [call] }), chunk({}, 'tool_calls')]),
    )
    for await (const _ of await openai.chat.completions.create({ model: 'm', messages: ASKED.messages, stream: true }));
    expect([(await entries()).map(({ kind }) => kind), errors]).toEqual([['text', 'tool-call'], []])
  })

  it.each([{ odd: true }, 42, [null]])(
    'case 15 · Chat Completions: an answer that cannot be read, %j, goes through',
    async (content) => {
      const message = { role: 'assistant', content }
      const answer = { id: 'c', object: 'chat.completion', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] }
      const { openai, errors } = doors(() => json(answer))
      const { choices } = await openai.chat.completions.create({ model: 'm', messages: ASKED.messages })
      expect([choices[0]?.message, errors.length]).toEqual([message, 1])
    },
  )

  it.each([[[{ type: 'text' }]], [[null]]])(
    'case 15 · Anthropic: an answer that cannot be read, %j, goes through',
    async (content) => {
      const { anthropic, errors } = doors(() => json({ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content }))
      const answer = await anthropic.messages.create(ASKED)
      expect([answer.content, errors.length]).toEqual([content, 1])
    },
  )

  it.each([[[{ odd: true }]], [[{ type: 'message', role: 'assistant', content: [{ type: 'output_text' }] }]]])(
    'case 15 · Responses: an answer that cannot be read, %j, goes through',
    async (output) => {
      const { openai, errors } = doors(() => json({ id: 'resp_1', object: 'response', status: 'completed', model: 'm', output }))
      const answer = await openai.responses.create({ model: 'm', input: 'Look.' })
      expect([answer.output, errors.length]).toEqual([output, 1])
    },
  )

  it('D9 · a thread that is erased while the model answers costs nobody the answer', async () => {
    const { anthropic, options, errors } = doors(async () => {
      await options.compactor.erase({ thread: 'talk' })
      return json({ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Dry.' }] })
    })
    const { content } = await anthropic.messages.create(ASKED)
    expect([content, errors.length]).toEqual([[{ type: 'text', text: 'Dry.' }], 1])
  })
})

describe('what an answer cost', () => {
  it('F9 · Anthropic: what the end of a stream does not say again is what its beginning said', async () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: 8, cache_creation_input_tokens: 5, output_tokens: 1 }
    const unsaid = { input_tokens: null, cache_read_input_tokens: null, cache_creation_input_tokens: null, output_tokens: 20 }
    const message = { id: 'm', type: 'message', role: 'assistant', model: 'claude', content: [], usage }
    const { anthropic, cost } = doors(() =>
      stream([
        { type: 'message_start', message },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Dry.' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: unsaid },
        { type: 'message_stop' },
      ]),
    )
    await anthropic.messages.stream(ASKED).finalMessage()
    const { calls, reckoned, tokens } = await cost()
    expect({ calls, reckoned, tokens }).toEqual({ calls: 1, reckoned: 0, tokens: { read: 8, written: 5, new: 3, output: 20 } })
  })
})

describe('a request that fits', () => {
  it('L16 · goes out as the very text that the client wrote', async () => {
    const texts: unknown[] = []
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      texts.push(init?.body)
      return json({ id: 'c', model: 'm', output: [], choices: [{ index: 0, message: { role: 'assistant', content: 'Dry.' } }] })
    }
    const bare = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch })
    const messages = [{ role: 'system' as const, content: 'Brief.' }, ...ASKED.messages]
    for (const client of [bare, forOpenai({ thread: 'same', window: 8_000 }).wrap(bare)]) {
      await client.chat.completions.create({ seed: 7, messages, model: 'm' })
      await client.responses.create({ store: false, input: ASKED.messages, model: 'm', instructions: 'Brief.' })
    }
    expect(texts.slice(2)).toEqual(texts.slice(0, 2))
  })
})

describe('an answer that is made in the background', () => {
  it('L1 · is not taken for nothing: what goes on from it is left to the provider', async () => {
    const bodies: { readonly previous_response_id?: string }[] = []
    const memory = forOpenai({ thread: 'background', window: 3_000 })
    const answer = (id: string, text: string) => ({
      ...{ id, object: 'response', model: 'm', status: 'completed' },
      output: [
        { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] },
      ],
    })
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      if (typeof init?.body !== 'string') return json(answer('resp_0', 'The third valve.'))
      bodies.push(JSON.parse(init.body))
      const queued = { id: 'resp_0', object: 'response', model: 'm', status: 'queued', output: [] }
      return json(bodies.length === 1 ? queued : answer(`resp_${bodies.length}`, 'Yes.'))
    }
    const client = memory.wrap(new OpenAI({ apiKey: 'none', maxRetries: 0, fetch }))
    let { id } = await client.responses.create({ model: 'm', input: 'Where does it leak?', background: true })
    expect((await client.responses.retrieve(id)).output_text).toBe('The third valve.')
    for (let turn = 0; turn < 12; turn += 1) {
      const input = `Turn ${turn}: ${'and since when, and how much of it? '.repeat(40)}`
      ;({ id } = await client.responses.create({ model: 'm', input, previous_response_id: id }))
    }
    // Sent from the log, the history would lack what the provider has said.
    expect(bodies.slice(1).every((body) => body.previous_response_id !== undefined)).toBe(true)
  })
})
