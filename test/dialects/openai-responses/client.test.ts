import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { openaiResponses } from '../../../src/dialects/openai-responses/dialect.ts'
import { createCompactor, type OpenaiResponsesRequest, presets } from '../../../src/index.ts'
import type { Json } from '../../../src/schema/json.ts'
import { finishedTurns, messagesFor, type Provider, user } from '../../support/steps.ts'
import { CONVERSATION } from './items.ts'

/** What arrives at the provider when the real client sends a request. */
async function sent(request: OpenaiResponsesRequest): Promise<unknown> {
  const bodies: unknown[] = []
  const client = new OpenAI({
    apiKey: 'none',
    maxRetries: 0,
    fetch: async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return new Response(JSON.stringify({ id: 'resp_1', object: 'response', output: [] }), {
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  await client.responses.create({ model: 'gpt-5', ...request })
  expect(bodies).toHaveLength(1)
  return bodies[0]
}

describe('requests go through the provider’s own client', () => {
  it('F3 · as they are, with every kind of item', async () => {
    const request: Json = {
      model: 'gpt-5',
      instructions: 'be brief',
      input: CONVERSATION as unknown as readonly Json[],
      tools: [{ type: 'web_search' }],
    }
    const { messages, ...around } = openaiResponses.read(request)
    const thread = await createCompactor().thread('t')
    await thread.appendDrafts(messages)
    expect(await sent((await thread.prepare({ around, dialect: openaiResponses })).request)).toEqual(request)
  })

  it.each<Provider>(['openai-chat', 'anthropic'])('F3 · as they are, translated from %s and compacted', async (provider) => {
    const thread = await createCompactor({ policy: presets.balanced({ trigger: 1, release: 1 }) }).thread('t')
    await thread.append(messagesFor(provider, [...finishedTurns(30, 200), user('go on')]), { dialect: provider })
    const { request, changed } = await thread.compact({ window: 4_000, dialect: 'openai-responses', system: 'be brief' })
    expect(changed).toBe(true)
    expect(await sent(request)).toEqual({ model: 'gpt-5', ...request })
  })
})
