import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { palimpsest as forAnthropic } from '../../../src/integrations/anthropic.ts'
import { palimpsest as forOpenai } from '../../../src/integrations/openai.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'
import { rejection } from '../../support/caught.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

const odd = <Message>(): Message => JSON.parse('{ "role": "robot", "content": "Beep." }')
const QUESTION = { role: 'user', content: 'So?' } as const
const ANSWER = { role: 'assistant', content: 'ok' } as const
const SYSTEM = { role: 'developer', content: 'Be brief.' } as const

/** A turn that is fine, and then one with a message that nobody can read. */
const DOORS: Readonly<Record<string, () => { fine(): Promise<unknown>; odd(): Promise<unknown>; readonly at: string }>> = {
  Anthropic: () => {
    const baseURL = server.anthropicUrl.replace('/v1', '')
    const client = forAnthropic({}).wrap(new Anthropic({ baseURL, apiKey: 'none', maxRetries: 2 }))
    const ask = (messages: Anthropic.MessageParam[]) => client.messages.create({ model: 'm', max_tokens: 9, messages })
    return { fine: () => ask([QUESTION]), odd: () => ask([QUESTION, ANSWER, QUESTION, odd()]), at: 'messages[3].role' }
  },
  'Chat Completions, behind a system message': () => {
    const client = forOpenai({}).wrap(new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 2 }))
    const ask = (messages: OpenAI.ChatCompletionMessageParam[]) => client.chat.completions.create({ model: 'm', messages })
    return {
      fine: () => ask([SYSTEM, QUESTION]),
      odd: () => ask([SYSTEM, QUESTION, ANSWER, QUESTION, odd()]),
      at: 'messages[4].role',
    }
  },
  Responses: () => {
    const client = forOpenai({}).wrap(new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 2 }))
    const ask = (input: OpenAI.Responses.ResponseInputItem[]) => client.responses.create({ model: 'm', input })
    return {
      fine: () => ask([SYSTEM, QUESTION]),
      odd: () => ask([SYSTEM, QUESTION, ANSWER, QUESTION, odd()]),
      at: 'input[4].role',
    }
  },
}

describe('a message that cannot be read', () => {
  it.each(Object.entries(DOORS))('%s: is named by its place in what was handed in, also in a later turn', async (_, open) => {
    server.play([{ kind: 'turn', id: '1', text: 'ok', calls: [], usage: { input: 9, output: 1 } }])
    const { fine, odd, at } = open()
    await fine()
    const error = await rejection(odd())
    // Not "Connection error", after two more tries and their pauses.
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining(`${at}: expected`) })
    expect(JSON.stringify(error)).toContain('"code":"input-invalid"')
    expect(server.requests).toHaveLength(1)
  })

  it('L3 · what can never fit is told in its numbers, by the client’s own error', async () => {
    server.play([{ kind: 'turn', id: '1', text: 'ok', calls: [], usage: { input: 9, output: 1 } }])
    const client = forOpenai({ window: 2_000 }).wrap(new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }))
    const system = { role: 'system' as const, content: 'Never touch the valves. '.repeat(1_000) }
    const error = await rejection(client.chat.completions.create({ model: 'm', messages: [system, QUESTION] }))
    expect(error).toBeInstanceOf(OpenAI.BadRequestError)
    expect(error).toMatchObject({ code: 'fixed-part-too-large', message: expect.stringMatching(/nothing was sent.*system/i) })
    expect(server.requests).toHaveLength(0)
  })

  it('A19 · a client that stops while a request is made hears of its own stop', async () => {
    const client = forOpenai({}).wrap(new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }))
    const stop = new AbortController()
    const asked = client.chat.completions.create({ model: 'm', messages: [QUESTION] }, { signal: stop.signal })
    stop.abort()
    expect(await rejection(asked)).toBeInstanceOf(OpenAI.APIUserAbortError)
  })
})
