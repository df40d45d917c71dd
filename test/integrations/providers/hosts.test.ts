import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCompactor, type HostName } from '../../../src/index.ts'
import { palimpsest } from '../../../src/integrations/openai.ts'
import { isJsonObject } from '../../../src/schema/json.ts'
import { scriptedModelServer, strictProvider } from '../../../src/testing/index.ts'
import { caught, failureIn } from '../../support/caught.ts'
import { templateFault } from '../../support/template-rules.ts'

const TOOLS: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'read_report', parameters: { type: 'object' } } },
]

/** What each host tells of a model that it serves with 9,000 tokens, and where. */
const TOLD: Readonly<Record<HostName, { readonly path: string; readonly model: string; readonly told: object }>> = {
  ollama: { path: '/api/ps', model: 'qwen3:8b', told: { models: [{ name: 'qwen3:8b', context_length: 9_000 }] } },
  vllm: {
    path: '/v1/models',
    model: 'Qwen/Qwen3-8B',
    told: { object: 'list', data: [{ id: 'Qwen/Qwen3-8B', object: 'model', max_model_len: 9_000 }] },
  },
  'lm-studio': {
    path: '/api/v0/models',
    model: 'qwen3-8b',
    told: { data: [{ id: 'qwen3-8b', state: 'loaded', max_context_length: 131_072, loaded_context_length: 9_000 }] },
  },
  openrouter: {
    path: '/v1/models',
    model: 'qwen/qwen3-8b',
    told: {
      data: [
        { id: 'qwen/qwen3-8b', context_length: 131_072, top_provider: { context_length: 9_000, max_completion_tokens: 700 } },
      ],
    },
  },
}
const HOSTS = Object.keys(TOLD) as readonly HostName[]

describe('hosts that speak as OpenAI does', () => {
  it.each(HOSTS)(
    'A24 · %s: an agent of the SDK that is interrupted and compacted is never refused by a strict template',
    async (host) => {
      const provider = strictProvider({ window: 4_000, factor: 1.1, turn: step })
      const faults: string[] = []
      const server = await scriptedModelServer((request) => {
        if (!request.path.endsWith('/chat/completions')) return { kind: 'status', status: 404 }
        const fault = isJsonObject(request.body) ? templateFault(request.body['messages']) : 'no body'
        if (fault === undefined) return provider.answer(request)
        faults.push(fault)
        return { kind: 'status', status: 400, type: 'BadRequestError', message: fault }
      })
      onTestFinished(() => server.close())
      const memory = palimpsest({ thread: 'inspection', host, baseUrl: server.openaiUrl, window: 4_000 })
      const client = memory.wrap(new OpenAI({ apiKey: 'none', baseURL: server.openaiUrl, maxRetries: 0 }))
      const messages: OpenAI.ChatCompletionMessageParam[] = [
        { role: 'system', content: 'You look after the harbour.' },
        { role: 'system', content: 'Answer briefly.' },
        { role: 'user', content: 'Never touch the valves.' },
        { role: 'user', content: 'Read all twenty reports.' },
      ]
      for (let at = 0; at < 24; at += 1) {
        const { choices } = await client.chat.completions.create({ model: 'my-model', messages, tools: TOOLS })
        const message = choices[0]?.message
        if (message === undefined) throw new Error('no answer')
        messages.push(message)
        for (const { id } of message.tool_calls ?? []) messages.push({ role: 'tool', tool_call_id: id, content: report(id) })
        if (at % 5 === 4) messages.push({ role: 'user', content: `Wait, first number ${at}.` })
        if (at % 7 === 6) messages.push({ role: 'developer', content: 'The tide turns.' })
      }
      expect(faults).toEqual([])
      expect(provider.report().refused).toEqual([])
      expect((await (await memory.thread()).commits()).length).toBeGreaterThan(2)
    },
  )

  it.each(HOSTS)('A5 · %s says itself how much it serves, and that counts', async (host) => {
    const { path, model, told } = TOLD[host]
    const base = await listening((url) => (url === path ? told : undefined))
    const thread = await createCompactor({ host, baseUrl: `${base}/v1`, dialect: 'openai-chat' }).thread('t')
    await thread.append([{ role: 'user', content: 'hello' }])
    expect((await thread.check({ model })).modelLimit).toBe(9_000)
    expect((await thread.check({ model, window: 5_000 })).modelLimit).toBe(5_000)
  })

  it('A5 · a host that says nothing serves little, unless a window is named; the library waits for no host', async () => {
    const base = await listening(() => undefined)
    const thread = await createCompactor({ host: 'ollama', baseUrl: `${base}/v1`, dialect: 'openai-chat' }).thread('t')
    await thread.append([{ role: 'user', content: 'hello' }])
    expect((await thread.check({ model: 'llama3.1' })).modelLimit).toBe(4_096)
  })

  it('a host that nobody knows is refused with those that are known', () => {
    const failure = failureIn(caught(() => createCompactor(JSON.parse('{ "host": "olama" }'))))
    const expected = 'one of ollama, vllm, lm-studio, openrouter'
    expect(failure).toEqual({ code: 'input-invalid', at: 'host', expected, found: '"olama"' })
  })
})

/** A server that answers with JSON, or with 404. */
async function listening(answer: (url: string) => object | undefined): Promise<string> {
  const server = createServer((request, response) => {
    const body = answer(request.url ?? '')
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { error: 'not found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

function report(id: string): string {
  return `Report ${id}: ${'the valves were looked at, and nothing was found. '.repeat(40)}`
}

/** Calls, and after every third a word. */
function step(number: number) {
  if (number % 4 === 0) return { text: `Three more are read, ${number} in all.`, calls: [] }
  return { text: `Report ${number}.`, calls: [{ id: `call_${number}`, tool: 'read_report', input: {} }] }
}
