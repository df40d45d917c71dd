import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { palimpsest } from '../../../src/integrations/anthropic.ts'
import { palimpsest as forOpenai } from '../../../src/integrations/openai.ts'
import type { JsonObject } from '../../../src/schema/json.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer([{ kind: 'text', text: 'Fine.' }])
})
afterAll(() => server.close())

const ask = (at: number): Anthropic.Beta.BetaMessageParam[] => [
  { role: 'user', content: `Question ${at}: ${'where does it leak, and since when? '.repeat(60)}` },
  { role: 'assistant', content: 'At the third valve.' },
]
const reference = { type: 'tool_reference' as const, name: 'look' }
const changes: Anthropic.Beta.BetaMessageParam[] = [
  { role: 'system', content: 'From now on, never touch the valves.' },
  { role: 'system', content: [{ type: 'tool_addition', tool: reference }] },
  { role: 'system', output_config: { effort: 'low' } },
]
/** Each behind a user message, in front of the agent's. */
const messages: Anthropic.Beta.BetaMessageParam[] = [
  ...[0, 1, 2].flatMap((at) => [ask(at)[0], changes[at], ask(at)[1]].filter((message) => message !== undefined)),
  { role: 'user', content: 'So?' },
]

async function sentIn(window: number): Promise<readonly JsonObject[]> {
  const { anthropicUrl } = server
  const client = palimpsest({ thread: `amid-${window}`, window }).wrap(
    new Anthropic({ baseURL: anthropicUrl.replace('/v1', ''), apiKey: 'none' }),
  )
  await client.beta.messages.create({ model: 'claude-opus-5', max_tokens: 100, messages })
  return lastBody().messages
}

function lastBody(): { readonly messages: readonly JsonObject[] } {
  return server.requests.at(-1)?.body as { readonly messages: readonly JsonObject[] }
}

describe('system messages of Anthropic’s in the midst', () => {
  it('L16, case 40 · go out as they came as long as nothing is folded', async () => {
    expect((await sentIn(100_000)).slice(0, -1)).toEqual(messages.slice(0, -1))
  })

  it('L2, case 40 · are notes behind a fold, and hold nothing that a user message may not', async () => {
    const sent = await sentIn(1_500)
    expect(sent.length).toBeLessThan(messages.length)
    expect(sent.filter(({ role }) => role === 'system')).toEqual([])
    expect(JSON.stringify(sent)).toContain('never touch the valves')
    expect(JSON.stringify(sent)).not.toContain('tool_addition')
  })
  it('L15 · what a developer message says under way stands among the rules behind a fold', async () => {
    const client = forOpenai({ thread: 'developer', window: 1_500 }).wrap(
      new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }),
    )
    const developer = { role: 'developer' as const, content: 'From now on, never touch the valves.' }
    const said = [0, 1, 2, 3].flatMap((at) => ask(at) as OpenAI.ChatCompletionMessageParam[])
    const asked = [...said.slice(0, 3), developer, ...said.slice(3), { role: 'user' as const, content: 'So?' }]
    await client.chat.completions.create({ model: 'm', max_completion_tokens: 100, messages: asked })
    const { messages: sent } = lastBody()
    expect(sent.length).toBeLessThan(asked.length)
    expect(JSON.stringify(sent)).toMatch(/## Rules, verbatim\\n- e3: From now on, never touch the valves/)
  })
})
