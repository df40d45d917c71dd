import { jsonSchema, type LanguageModel, type ToolSet, tool } from 'ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompactor, type Json, type Policy, presets, type Thread } from '../../src/index.ts'
import { isJsonObject } from '../../src/schema/json.ts'
import type { PriceStep } from '../../src/schema/model-limits.ts'
import { type AiSdkSummarizerOptions, aiSdkSummarizer } from '../../src/summarizers/ai-sdk.ts'
import { summarizerChain } from '../../src/summarizers/chain.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../src/testing/scripted-model/server.ts'
import { caught, failureIn } from '../support/caught.ts'
import { type ModelProtocol, modelAt, says } from '../support/model-server.ts'
import { agent, calls, finishedTurns, prose, results, user } from '../support/steps.ts'
import { add, threadOf } from '../support/summaries.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

const good = says([add('decision', 'The importer reads src/import.ts.', [1])])
const bodyOf = (index: number): { readonly [field: string]: Json } => {
  const body = server.requests[index]?.body
  if (body === undefined || !isJsonObject(body)) throw new Error('expected a request')
  return body
}
const talk = [user('Build the importer.'), agent('The importer reads src/import.ts.'), ...finishedTurns(20, 150), user('go on')]
const at = { window: 20_000, reserve: 17_500 }
const step = (input: number, output: number, cacheRead?: number): PriceStep => ({ above: 0, input, output, cacheRead })
const knowing = (name: string, prices: PriceStep) => {
  const overrides = { [name]: { prices: [prices] as const } }
  return { models: { overrides, table: {}, fallback: { window: 128_000 }, data: async () => ({}) } }
}

describe('the model of the request', () => {
  const named: string[] = []
  const selected = (options: Partial<AiSdkSummarizerOptions> = {}) =>
    aiSdkSummarizer({
      model: (name) => {
        named.push(name)
        return modelAt(server, 'openai', name)
      },
      ...options,
    })
  const underPreset = (policy: Policy): Policy => ({
    ...presets.balanced({ trigger: 1, release: 1 }),
    ...(policy.summaryModel === undefined ? {} : { summaryModel: policy.summaryModel }),
    ...(policy.summaryOutput === undefined ? {} : { summaryOutput: policy.summaryOutput }),
    ...(policy.summarizerInput === undefined ? {} : { summarizerInput: policy.summarizerInput }),
  })

  it('B13 · writes the summary under pi: no tools, at most 0.8 of the reserve, and the receipt names it', async () => {
    server.play([good])
    const cheap = aiSdkSummarizer({ model: modelAt(server, 'openai', 'small'), prices: { input: 0.1, output: 0.4 } })
    const thread = await threadOf(talk, summarizerChain([cheap, selected()]), { policy: underPreset(presets.pi()) })
    const { receipt } = await thread.compact({ ...at, window: 40_000, reserve: 37_000, model: 'large-1' })
    expect(named).toContain('large-1')
    expect(bodyOf(0)).toMatchObject({ model: 'large-1', max_tokens: 13_107 })
    expect(presets.pi().summaryOutput).toBe(Math.floor(0.8 * 16_384))
    expect(bodyOf(0)['tools']).toBe(undefined)
    expect(receipt.summary?.by).toMatch(/^scripted\.chat\/large-1 operations/)
  })

  it('A29 · cms asks the cheapest, at most 2,000 tokens, and shows it 500 characters of a result', async () => {
    server.play([good])
    const long = [calls(['c', 'get_page', { id: 1 }]), results(['c', `HEAD ${prose(900)} TAIL`]), agent('ok')]
    const steps = [...talk.slice(0, 2), ...long, ...talk.slice(2)]
    const cheap = aiSdkSummarizer({ model: modelAt(server, 'openai', 'small'), prices: { input: 0.1, output: 0.4 } })
    const dear = aiSdkSummarizer({ model: modelAt(server, 'openai', 'dear'), prices: { input: 3, output: 15 } })
    const policy = underPreset(presets.cms())
    const thread = await threadOf(steps, summarizerChain([selected(), dear, cheap]), {
      policy,
      ...knowing('large-1', step(5, 25)),
    })
    const { receipt } = await thread.compact({ ...at, model: 'large-1' })
    expect(bodyOf(0)).toMatchObject({ model: 'small', max_tokens: 2_000 })
    expect(presets.cms().summaryOutput).toBe(2_000)
    expect(receipt.summary?.by).toContain('small')
    const [, shown = ''] = /\[e3 tool \w{6}\]\n([\s\S]*?)\n\n\[e4/.exec(server.requests[0]?.text ?? '') ?? []
    expect(shown).toMatch(/^HEAD [\s\S]* TAIL$/)
    expect(shown.length).toBeLessThan(600)
  })

  it('B13 · of several, the chain asks in its own order unless the policy wants another; one that has no price comes last', async () => {
    server.play([good])
    const [first, second] = ['first', 'second'].map((id) => aiSdkSummarizer({ model: modelAt(server, 'openai', id) }))
    if (first === undefined || second === undefined) throw new Error('expected two')
    const priced = aiSdkSummarizer({ model: modelAt(server, 'openai', 'priced'), prices: { input: 9, output: 9 } })
    for (const [summaryModel, model] of [
      [undefined, 'first'],
      ['cheapest', 'priced'],
      ['selected', 'large-1'],
    ] as const) {
      const policy = presets.balanced({ trigger: 1, release: 1, ...(summaryModel === undefined ? {} : { summaryModel }) })
      const thread = await threadOf(talk, summarizerChain([first, second, priced, selected()]), { policy })
      server.play([good])
      await thread.compact({ ...at, model: 'large-1' })
      expect(bodyOf(0)['model']).toBe(model)
    }
    const wrong = { ...presets.balanced(), summaryModel: 'best' as never }
    expect(failureIn(caught(() => createCompactor({ policy: wrong })))).toMatchObject({ at: 'summaryModel' })
  })

  it('L10 · a request that names no model asks none, and the receipt says so', async () => {
    server.play([good])
    const { receipt } = await (await threadOf(talk, selected())).compact(at)
    expect(server.requests).toHaveLength(0)
    expect(receipt.summary).toMatchObject({ by: 'deterministic', fault: { reason: 'unavailable' } })
  })

  it('case 54 · its known price limits what it may spend', async () => {
    server.play([good])
    const ports = knowing('large-1', step(5_000, 25_000))
    const { receipt } = await (await threadOf(talk, selected({ mostMoney: 0.01 }), ports)).compact({ ...at, model: 'large-1' })
    expect(server.requests).toHaveLength(0)
    expect(receipt.summary?.fault?.reason).toBe('spend-cap')
  })
})

describe('the last request again', () => {
  const tools: ToolSet = {
    read_file: tool({ description: 'Reads.', inputSchema: jsonSchema({ type: 'object', properties: {} }) }),
  }
  const messages = Array.from({ length: 60 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}: The importer reads src/import.ts. ${prose(60, index)}`,
  }))
  let now = 0
  const compactAfter = async (given: {
    readonly ms?: number
    readonly protocol?: ModelProtocol
    readonly policy?: Partial<Policy>
    readonly tools?: ToolSet
    readonly more?: readonly object[]
    readonly prices?: PriceStep
    readonly options?: Partial<AiSdkSummarizerOptions>
    readonly model?: (name: string) => LanguageModel
  }) => {
    server.play([good])
    const { protocol = 'openai', ms = 1_000 } = given
    const compactor = createCompactor({
      clock: () => now,
      policy: presets.balanced({ trigger: 1, release: 0.5, ...given.policy }),
      summarizer: aiSdkSummarizer({ model: (name) => modelAt(server, protocol, name), ...given.options }),
      ...(given.prices === undefined ? {} : knowing('large-1', given.prices)),
    })
    const thread: Thread = await compactor.thread('warm')
    const at = { window: 12_000, reserve: 4_500, system: 'You are an agent.', dialect: 'ai-sdk', model: 'large-1' } as const
    await thread.append([...messages, ...(given.more ?? []), { role: 'user', content: 'go' }] as never, { dialect: 'ai-sdk' })
    const sent = { ...at, ...(given.tools === undefined ? {} : { tools: given.tools }) }
    await thread.prepare(sent)
    now += ms
    const { receipt } = await thread.compact(sent)
    return receipt.summary
  }

  it('B13 · is how the model of the request is asked while its cache is warm, with the tools of the request; the receipt says why', async () => {
    const account = await compactAfter({ tools, prices: step(3, 15, 0.3) })
    expect(account?.fault).toBe(undefined)
    expect(bodyOf(0)).toMatchObject({ tool_choice: 'none', tools: [{ function: { name: 'read_file' } }] })
    expect(account?.attempts).toMatchObject([{ way: 'warm', outcome: 'answered' }])
    expect(account?.remarks.join()).toMatch(
      /asked the warm way: 0\.01\d+ dollars with the last request in the cache, 0\.0\d+ with the new entries alone/,
    )
  })

  it.each([
    ['the cache has gone cold', { ms: 301_000 }],
    ['nothing in the last request is marked for the cache', { protocol: 'anthropic' }],
    ['the tools of the last request are not known', { more: toolTalk() }],
    ['dollars with the last request in the cache', { prices: step(3, 15, 3) }],
    ['leaves no room', { options: { window: 5_000 } }],
  ] as const)('B13 · is not sent if %s', async (why, given) => {
    const account = await compactAfter(given)
    expect(account?.fault).toBe(undefined)
    expect(account?.attempts[0]).toMatchObject({ way: 'usual', outcome: 'answered' })
    expect(account?.remarks.join()).toContain('asked the usual way: ')
    expect(account?.remarks.join()).toContain(why)
    expect(bodyOf(0)['tool_choice']).toBe(undefined)
  })

  it('B13 · is sent to a provider that must be told what to keep, if it was told', async () => {
    const cacheControl = { type: 'ephemeral' }
    const more = [{ role: 'user', content: 'And?', providerOptions: { anthropic: { cacheControl } } }]
    expect((await compactAfter({ protocol: 'anthropic', more }))?.attempts).toMatchObject([{ way: 'warm' }])
    expect(JSON.stringify(bodyOf(0))).toContain('"cache_control"')
  })

  it('is sent to no other model unless the host says that it is the agent’s own, and never if it says so', async () => {
    const fixed = modelAt(server, 'openai')
    expect((await compactAfter({ options: { model: fixed } }))?.attempts[0]).not.toHaveProperty('way')
    expect((await compactAfter({ options: { model: fixed, warm: true } }))?.attempts).toMatchObject([{ way: 'warm' }])
    expect((await compactAfter({ options: { warm: false } }))?.attempts[0]).not.toHaveProperty('way')
  })

  it('case 54 · what was read from the cache is paid for at its price', async () => {
    const chunk = (fields: object): string =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'x', ...fields })}\n\n`
    const content = JSON.stringify({ operations: [add('decision', 'The importer reads src/import.ts.', [1])] })
    const usage = { prompt_tokens: 10_000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 8_000 } }
    const body = [
      chunk({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] }),
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      chunk({ choices: [], usage }),
      'data: [DONE]\n\n',
    ].join('')
    server.play([{ kind: 'raw', type: 'text/event-stream', body }])
    const summarizer = aiSdkSummarizer({ model: modelAt(server, 'openai'), prices: { input: 3, output: 15, cacheRead: 0.3 } })
    const { receipt } = await (await threadOf(talk, summarizer)).compact(at)
    expect(receipt.summary?.usage).toEqual({ input: 10_000, output: 100, cached: 8_000 })
    expect(receipt.summary?.attempts[0]?.money).toBeCloseTo((2_000 * 3 + 8_000 * 0.3 + 100 * 15) / 1_000_000, 9)
  })
})

function toolTalk(): readonly object[] {
  const call = { toolCallId: 'c', toolName: 'read_file' }
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'ok' } }] },
    { role: 'assistant', content: 'ok' },
  ]
}
