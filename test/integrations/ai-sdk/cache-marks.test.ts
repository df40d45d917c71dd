import { createAnthropic } from '@ai-sdk/anthropic'
import * as v7 from 'ai'
import { createAnthropic as createAnthropicV6 } from 'ai-sdk-anthropic-v6'
import * as v6 from 'ai-v6'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompactor } from '../../../src/index.ts'
import { palimpsest } from '../../../src/integrations/ai-sdk/memory.ts'
import type { JsonObject } from '../../../src/schema/json.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../../src/testing/scripted-model/server.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
beforeEach(() => server.play([{ kind: 'text', text: 'All right.' }]))
afterAll(() => server.close())

const MODEL = 'claude-sonnet-4-5'
const FIVE = { anthropic: { cacheControl: { type: 'ephemeral' } } }
const HOUR = { anthropic: { cacheControl: { type: 'ephemeral', ttl: '1h' } } }

const turns = Array.from({ length: 20 }, (_, turn) => [
  { role: 'user' as const, content: `Question ${turn}: ${'where does it leak, and since when? '.repeat(20)}` },
  { role: 'assistant' as const, content: `Answer ${turn}: ${'at the third valve, since the storm. '.repeat(20)}` },
]).flat()
const last = { role: 'user' as const, content: 'And now?' }

interface Asked {
  readonly messages?: v7.ModelMessage[]
  readonly system?: v7.SystemModelMessage
  readonly providerOptions?: v6.JSONValue
  readonly tools?: object
  readonly model?: string
}

let threads = 0

/** What the provider gets of a long conversation, through one version of the SDK or the other. */
async function bodyOf(
  version: 'v6' | 'v7',
  { messages = [...turns, last], system, model = MODEL, ...more }: Asked = {},
): Promise<JsonObject> {
  const at = { baseURL: server.anthropicUrl, apiKey: 'none' }
  threads += 1
  const options = palimpsest({ thread: `marks-${threads}`, window: 4_000 }).options()
  const asked = { system: system ?? 'You are brief.', messages, maxOutputTokens: 200, ...more } as object
  if (version === 'v6') await v6.generateText({ ...options, model: createAnthropicV6(at)(model), ...asked } as never)
  else await v7.generateText({ ...options, model: createAnthropic(at)(model), ...asked } as never)
  return server.requests.at(-1)?.body as JsonObject
}

/** Where marks stand, and for how long. The cut is the summary, or the frame that stands between it and an answer. */
function marksIn(body: JsonObject): readonly string[] {
  const blocks = (body['messages'] as readonly JsonObject[]).flatMap(({ content }) => content as readonly JsonObject[])
  const summary = blocks.findLastIndex(({ text }) => String(text).includes('[Context Summary'))
  const cut = String(blocks[summary + 1]?.['text']).startsWith('[The conversation continues') ? summary + 1 : summary
  const names = new Map([
    [cut, 'cut'],
    [blocks.length - 1, 'end'],
  ])
  const shown = (list: unknown, nameOf: (at: number) => string): readonly string[] =>
    (Array.isArray(list) ? list : []).flatMap((block: JsonObject, at: number) => {
      const control = block['cache_control'] as JsonObject | undefined
      return control === undefined ? [] : [`${nameOf(at)} ${control['ttl'] ?? '5m'}`]
    })
  return [
    ...shown(body['tools'], () => 'tools'),
    ...shown(body['system'], () => 'system'),
    ...shown(blocks, (at) => names.get(at) ?? 'words'),
  ]
}

const tools = {
  look: { description: 'Looks.', inputSchema: v7.jsonSchema({ type: 'object' }), execute: () => 'dry', providerOptions: FIVE },
}

describe('E11 · cache marks for Anthropic behind the AI SDK, in what the provider gets', () => {
  it.each(['v6', 'v7'] as const)(
    'stand at the cut, behind the summary, for as long as behind system text: %s',
    async (version) => {
      expect(marksIn(await bodyOf(version))).toEqual(['system 1h', 'cut 1h', 'end 5m'])
    },
  )

  it.each(['v6', 'v7'] as const)(
    'keep system text for an hour from the first call on, where prices say that it pays: %s',
    async (version) => {
      expect(marksIn(await bodyOf(version, { messages: [last] }))).toEqual(['system 1h', 'end 5m'])
      expect(marksIn(await bodyOf(version, { messages: [last], model: 'claude-of-somebody' }))).toEqual(['system 5m', 'end 5m'])
    },
  )

  it('are four where the last request ended more than twenty blocks back, and not one more', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `toolu_${index}`)
    const many = ids.map((toolCallId) => ({ type: 'tool-call' as const, toolCallId, toolName: 'look', input: {} }))
    const output = { type: 'text' as const, value: 'dry' }
    const results = ids.map((toolCallId) => ({ type: 'tool-result' as const, toolCallId, toolName: 'look', output }))
    const messages = [
      ...turns,
      last,
      { role: 'assistant' as const, content: many },
      { role: 'tool' as const, content: results },
    ] as v7.ModelMessage[]
    expect(marksIn(await bodyOf('v7', { messages }))).toEqual(['system 1h', 'cut 1h', 'words 5m', 'end 5m'])
  })

  it('of the caller stay as they are: ours is only the one at the cut, and lives no longer than one in front of it', async () => {
    const system = (providerOptions: object) =>
      ({ role: 'system', content: 'You are brief.', providerOptions }) as v7.SystemModelMessage
    expect(marksIn(await bodyOf('v7', { system: system(FIVE) }))).toEqual(['system 5m', 'cut 5m'])
    expect(marksIn(await bodyOf('v7', { system: system(HOUR) }))).toEqual(['system 1h', 'cut 1h'])
    const marked = { ...last, providerOptions: FIVE } as v7.ModelMessage
    expect(marksIn(await bodyOf('v7', { messages: [...turns, marked] }))).toEqual(['cut 1h', 'end 5m'])
    expect(marksIn(await bodyOf('v7', { tools }))).toEqual(['tools 5m', 'cut 5m'])
  })

  it('of the caller that are four leave no room for ours', async () => {
    const parts = ['And', 'what', 'is', 'it?'].map((text) => ({ type: 'text' as const, text, providerOptions: FIVE }))
    const messages = [...turns, { role: 'user', content: parts }] as v7.ModelMessage[]
    expect(marksIn(await bodyOf('v7', { messages }))).toEqual(['words 5m', 'words 5m', 'words 5m', 'end 5m'])
  })

  it('are left to the provider where the caller lets it decide, but for the cut', async () => {
    const body = await bodyOf('v7', { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } })
    expect([marksIn(body), body['cache_control']]).toEqual([['cut 1h'], { type: 'ephemeral' }])
  })

  it('stand in a request that is asked for by hand, too', async () => {
    const thread = await createCompactor().thread('by-hand')
    await thread.append([...turns, last], { dialect: 'ai-sdk' })
    const { request } = await thread.prepare({ dialect: 'ai-sdk', model: MODEL, window: 4_000 })
    const marked = request.messages.filter((message) => JSON.stringify(message.providerOptions ?? {}).includes('cacheControl'))
    expect(marked.map(({ providerOptions }) => providerOptions)).toEqual([{ palimpsest: { kind: 'frame' }, ...HOUR }])
  })
})
