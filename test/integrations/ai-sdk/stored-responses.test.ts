import { createOpenAI } from '@ai-sdk/openai'
import * as v7 from 'ai'
import { createOpenAI as createOpenAIV6 } from 'ai-sdk-openai-v6'
import * as v6 from 'ai-v6'
import { describe, expect, it } from 'vitest'
import { palimpsest } from '../../../src/integrations/ai-sdk/memory.ts'
import { isJsonObject, type JsonObject } from '../../../src/schema/json.ts'

const STEPS = 16
const TASK = { role: 'user' as const, content: 'Look at all valves.' }
const FOUND = 'at the third valve, since the storm. '.repeat(30)
const SCHEMA = { type: 'object', properties: { valve: { type: 'number' } }, required: ['valve'] } as const

/** OpenAI's Responses as they are unless somebody says otherwise: what was said is stored, and the SDK refers to it by id. */
function storing() {
  const stored = new Map<string, JsonObject>()
  const faults: string[] = []
  let references = 0
  let requests = 0
  const resolved = (item: JsonObject): JsonObject => {
    if (item['type'] !== 'item_reference') return item
    references += 1
    const found = stored.get(String(item['id']))
    if (found === undefined) faults.push(`request ${requests}: nothing is stored as ${item['id']}`)
    return found ?? item
  }
  const check = (items: readonly JsonObject[]): void => {
    items.forEach((item, at) => {
      const next = items[at + 1]?.['call_id']
      const isAlone = item['type'] === 'reasoning' && next !== String(item['id']).replace('rs', 'call')
      if (isAlone) faults.push(`request ${requests}: ${item['id']} stands before ${next}`)
    })
    const ids = (type: string) => items.filter((item) => item['type'] === type).map((item) => item['call_id'])
    if (String(ids('function_call')) !== String(ids('function_call_output')))
      faults.push(`request ${requests}: calls without results`)
  }
  const answer = (): readonly JsonObject[] => {
    if (requests > STEPS) return [said('Done.')]
    const [call_id, args] = [`call_${requests}`, JSON.stringify({ valve: requests })]
    const thought = { type: 'reasoning', id: `rs_${requests}`, summary: [{ type: 'summary_text', text: 'The next one.' }] }
    return [thought, { type: 'function_call', id: `fc_${requests}`, call_id, name: 'look', arguments: args, status: 'completed' }]
  }
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    requests += 1
    const { input }: { readonly input: readonly JsonObject[] } = JSON.parse(String(init?.body))
    check(input.map(resolved))
    const output = answer()
    for (const item of output) if (isJsonObject(item)) stored.set(String(item['id']), item)
    const about = { id: `resp_${requests}`, object: 'response', created_at: 1, status: 'completed', model: 'gpt-5' }
    return Response.json({
      ...about,
      output,
      usage: { input_tokens: Math.ceil(JSON.stringify(input).length / 4), output_tokens: 50 },
    })
  }
  return { fetch, faults, report: () => ({ references, requests }) }
}

const said = (text: string): JsonObject => {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
}

const AGENTS: Readonly<
  Record<string, (fetch: ReturnType<typeof storing>['fetch'], memory: ReturnType<typeof palimpsest>) => Promise<string>>
> = {
  async v6(fetch, memory) {
    const look = v6.tool({ inputSchema: v6.jsonSchema<{ valve: number }>(SCHEMA), execute: () => FOUND })
    const model = createOpenAIV6({ apiKey: 'none', fetch })('gpt-5')
    const settings = { model, tools: { look }, messages: [TASK], maxRetries: 0, stopWhen: v6.stepCountIs(40) }
    return (await v6.generateText({ ...memory.options(), ...settings })).text
  },
  async v7(fetch, memory) {
    const look = v7.tool({ inputSchema: v7.jsonSchema<{ valve: number }>(SCHEMA), execute: () => FOUND })
    const model = createOpenAI({ apiKey: 'none', fetch })('gpt-5')
    const settings = { model, tools: { look }, messages: [TASK], maxRetries: 0, stopWhen: v7.isStepCount(40) }
    return (await v7.generateText({ ...memory.options(), ...settings })).text
  },
}

describe('OpenAI behind the AI SDK, which stores what was said', () => {
  it.each(Object.entries(AGENTS))('case 43 · %s refers only to what is stored, and no thought loses its call', async (_, run) => {
    const { fetch, faults, report } = storing()
    const memory = palimpsest({ thread: 'stored', window: 4_000, reserve: 500 })
    expect(await run(fetch, memory)).toBe('Done.')
    expect(faults).toEqual([])
    expect(report().requests).toBe(STEPS + 1)
    expect(report().references).toBeGreaterThan(STEPS)
    expect((await (await memory.thread()).commits()).length).toBeGreaterThan(1)
  })
})
