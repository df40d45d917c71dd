import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { palimpsest } from '../../../src/integrations/anthropic.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer([{ kind: 'text', text: 'Fine.' }])
})
afterAll(() => server.close())

const MARK = { cache_control: { type: 'ephemeral' as const } }

describe('marks of a client’s own', () => {
  it.each([
    [3, 4],
    [4, 4],
  ])('case 39, E11 · %i of them go out as %i: a fifth would be refused', async (own, sent) => {
    const client = palimpsest({ thread: `own-${own}` }).wrap(
      new Anthropic({ baseURL: server.anthropicUrl.replace('/v1', ''), apiKey: 'none' }),
    )
    const marked = (at: number) => ({ type: 'text' as const, text: `Part ${at}.`, ...(at < own ? MARK : {}) })
    const messages: Anthropic.MessageParam[] = [
      { role: 'user', content: [0, 1, 2, 3].map(marked) },
      { role: 'assistant', content: 'So it is.' },
      { role: 'user', content: 'And now?' },
    ]
    await client.messages.create({ model: 'claude-sonnet-5', max_tokens: 100, system: 'Be brief.', messages })
    expect(JSON.stringify(server.requests.at(-1)?.body).match(/"cache_control"/g)).toHaveLength(sent)
  })
})
