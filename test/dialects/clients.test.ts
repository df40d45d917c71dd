import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { type CompactOptions, createCompactor, presets, type Thread } from '../../src/index.ts'
import { calls, finishedTurns, messagesFor, type Provider, results, user } from '../support/steps.ts'

interface Sent {
  readonly request: object
  readonly body: unknown
}

/** A fetch that answers at once and keeps what was sent. */
function capturing(answer: object) {
  const bodies: unknown[] = []
  const fetch = async (_: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    bodies.push(JSON.parse(String(init?.body)))
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  }
  return { bodies, fetch }
}

/** Compacts, hands the request to the real client as a user would, and gives both back: what it was and what went out. */
const SEND: Readonly<Record<Provider, (thread: Thread, options: CompactOptions) => Promise<Sent>>> = {
  async 'openai-chat'(thread, options) {
    const { request } = await thread.compact({ ...options, dialect: 'openai-chat' })
    const { bodies, fetch } = capturing({ id: 'c', object: 'chat.completion', choices: [] })
    const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch })
    await client.chat.completions.create({ model: 'gpt-4o', ...request })
    return { request, body: bodies[0] }
  },
  async anthropic(thread, options) {
    const { request } = await thread.compact({ ...options, dialect: 'anthropic' })
    const { bodies, fetch } = capturing({ id: 'm', type: 'message', role: 'assistant', content: [] })
    const client = new Anthropic({ apiKey: 'none', maxRetries: 0, fetch })
    await client.messages.create({ model: 'claude', max_tokens: 100, ...request })
    return { request, body: bodies[0] }
  },
}

const EXTRA: Readonly<Record<Provider, object>> = {
  'openai-chat': { model: 'gpt-4o' },
  anthropic: { model: 'claude', max_tokens: 100 },
}

const steps = [
  ...finishedTurns(30, 200),
  user('and now this'),
  calls(['a', 'read_file', { path: 'x.ts' }], ['b', 'bash', { command: 'ls' }]),
  results(['a', 'text of x'], ['b', 'x.ts']),
]

describe.each<Provider>(['openai-chat', 'anthropic'])('requests go through the client of %s', (target) => {
  it.each<Provider>(['openai-chat', 'anthropic'])('F3 · as they are, whole and compacted, from %s', async (source) => {
    const thread = await createCompactor({ policy: presets.balanced({ trigger: 1, release: 1 }) }).thread('t')
    await thread.append(messagesFor(source, steps), { dialect: source })
    for (const window of [1_000_000, 4_000]) {
      const { request, body } = await SEND[target](thread, { window, system: 'be brief' })
      expect(body).toEqual({ ...EXTRA[target], ...request })
    }
  })
})
