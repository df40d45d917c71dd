import { trace } from '@opentelemetry/api'
import { describe, expect, it } from 'vitest'
import { type CompactorEvent, createCompactor, presets } from '../../src/index.ts'
import { namedEvents } from '../../src/integrations/event-names.ts'
import { encodeSse, sseStream } from '../../src/integrations/sse.ts'
import { type TelemetryApi, telemetry } from '../../src/integrations/telemetry.ts'
import { finishedTurns, messagesFor, prose, user } from '../support/steps.ts'
import { add, answerOf, scripted } from '../support/summaries.ts'

const at = { window: 1500, reserve: 100, model: 'gpt-4o' }
const history = messagesFor('openai-chat', [user('Build it.'), ...finishedTurns(12, 150), user('go')])
const read = (id: number) => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `c${id}`, type: 'function', function: { name: 'read', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: `c${id}`, content: `${id} ${prose(400)}` },
]

function engine(policy = presets.balanced({ trigger: 1, release: 1, ahead: false })) {
  const summarizer = scripted(() =>
    answerOf([add('request', 'Build it.', [0], 'user')], { usage: { input: 900, output: 40 }, by: 'small-model' }),
  )
  return createCompactor({ clock: () => 0, policy, summarizer })
}

describe('server-sent events', () => {
  it('A21 · a page gets every event of its tenant as it happens, and its going away ends the reading', async () => {
    const compactor = engine()
    const response = new Response(sseStream(compactor.events({ tenant: 'acme' })), {
      headers: { 'content-type': 'text/event-stream' },
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const thread = await compactor.thread('t', { tenant: 'acme' })
    await thread.append(history)
    await thread.prepare(at)
    expect((await reader?.read())?.value).toBe(': connected\n\n')
    expect((await reader?.read())?.value).toMatch(
      /^id: 1\nevent: compaction-started\ndata: \{"kind":"compaction-started".*\}\n\n$/,
    )
    await reader?.cancel()
    await compactor.close()
  })

  it('A21 · ends its reading if the names for its events cannot be found', async () => {
    const compactor = engine()
    let isLeft = false
    const events = compactor.events()
    const watched: typeof events = {
      ...events,
      return: () => {
        isLeft = true
        return events.return?.() ?? Promise.resolve({ value: undefined, done: true })
      },
    }
    const page = sseStream(watched, () => {
      throw new Error('no such name')
    }).getReader()
    await page.read()
    const thread = await compactor.thread('t')
    await thread.append(history)
    await thread.pin({ entry: 'e0' })
    await expect(page.read()).rejects.toThrow('no such name')
    expect(isLeft).toBe(true)
  })

  it('A21 · nothing in an event can end it early or begin another', () => {
    const data = { message: 'a\n\ndata: forged\r\nevent: x\u2028' }
    expect(encodeSse({ name: 'compaction-failed', data }).split('\n')).toHaveLength(4)
    expect(encodeSse({ name: 'a\nevent: b', data: null }, 7)).toBe('id: 7\nevent: a event: b\ndata: null\n\n')
  })

  it('A21 · under the names of another system, what it has no name for is not sent', async () => {
    const compactor = engine()
    const stream = sseStream(compactor.events(), (event) => namedEvents(event, 'cms'))
    const thread = await compactor.thread('t')
    await thread.append(history)
    await thread.pin({ entry: 'e0' })
    await thread.prepare(at)
    await compactor.close()
    const text = await new Response(stream).text()
    expect([...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name)).toEqual([
      ...['compaction:start', 'prune:complete', 'compaction:complete'],
    ])
  })
})

describe("other systems' names for events", () => {
  async function events(policy = presets.cms()): Promise<readonly CompactorEvent[]> {
    const compactor = engine(policy)
    const stream = compactor.events()
    const thread = await compactor.thread('t')
    await thread.append([{ role: 'user', content: 'Build it.' }])
    for (let id = 0; id < 12; id += 1) await thread.append([...read(id), { role: 'user', content: `next ${id}` }])
    await thread.prepare({ window: 4_000, reserve: 100 })
    await compactor.close()
    return Array.fromAsync(stream)
  }

  it('A21 · cms: start, prune and complete, with exactly the fields it asks for', async () => {
    const named = (await events()).flatMap((event) => namedEvents(event, 'cms'))
    expect(named.map(({ name }) => name)).toEqual(['compaction:start', 'prune:complete', 'compaction:complete'])
    const [start, prune, complete] = named
    expect(start?.data['data']).toEqual({ tokensBefore: expect.any(Number), modelLimit: 4_000, reason: 'overflow' })
    expect(prune?.data['data']).toEqual({ outputsPruned: expect.any(Number), tokensSaved: expect.any(Number) })
    expect(complete?.data['data']).toEqual({
      ...{ tokensBefore: expect.any(Number), tokensAfter: expect.any(Number), messagesCompacted: expect.any(Number) },
      ...{ wasPruned: true, wasSummarized: expect.any(Boolean) },
    })
  })

  it('C19 · harness: a check, a proposal, one event for every span, and the end, each with the numbers', async () => {
    const told = await events(presets.balanced({ trigger: 1, release: 1 }))
    const named = told.flatMap((event) => namedEvents(event, 'harness'))
    const kinds = named.map(({ name }) => name)
    expect(kinds.slice(0, 2)).toEqual(['compaction_check_started', 'compaction_proposal_generated'])
    expect(kinds.at(-1)).toBe('compaction_completed')
    const done = told.find((event) => event.kind === 'compaction-done')
    expect(named.slice(2, -1).map((event) => event.data['span'])).toEqual(done?.records.map(({ from, to }) => ({ from, to })))
    expect(named.at(-1)?.data).toMatchObject({
      tokens_before: done?.tokens.before,
      tokens_after: done?.tokens.after,
      budget_limit: done?.tokens.limit,
      tokens_freed: (done?.tokens.before ?? 0) - (done?.tokens.after ?? 0),
    })
  })

  it('B14 · rpc: a failure is one line, {"type":"error","error":…}', async () => {
    const compactor = engine()
    const stream = compactor.events({ names: ['compaction-failed'] })
    const thread = await compactor.thread('t')
    await thread.append(history)
    await thread.compact({ ...at, signal: AbortSignal.abort() }).catch(() => undefined)
    await compactor.close()
    const [named] = (await Array.fromAsync(stream)).flatMap((event) => namedEvents(event, 'rpc'))
    expect(named?.data).toEqual({ type: 'error', error: expect.stringContaining('cancelled') })
  })
})

/** What a provider of OpenTelemetry would be told. */
function recordingApi() {
  const spans: { name: string; kind?: number; attributes: Record<string, unknown>; status?: unknown; isEnded: boolean }[] = []
  const values: [string, number, object][] = []
  const api: TelemetryApi = {
    trace: {
      getTracer: () => ({
        startSpan(name, { kind, attributes = {} } = {}) {
          const span = { name, ...(kind === undefined ? {} : { kind }), attributes: { ...attributes }, isEnded: false }
          spans.push(span)
          return {
            setAttributes: (more) => Object.assign(span.attributes, more),
            setStatus: (status) => Object.assign(span, { status }),
            end: () => Object.assign(span, { isEnded: true }),
          }
        },
      }),
      setSpan: (context) => context,
    },
    metrics: {
      getMeter: () => ({
        createCounter: (name) => ({ add: (value, attributes = {}) => values.push([name, value, attributes]) }),
        createHistogram: (name) => ({ record: (value, attributes = {}) => values.push([name, value, attributes]) }),
      }),
    },
    context: { active: () => undefined },
  }
  return { api, spans, values }
}

describe('telemetry', () => {
  it('C19 · a span for a compaction, one inside it for the model, by the names of the GenAI conventions', async () => {
    const { api, spans, values } = recordingApi()
    const compactor = engine()
    const off = await telemetry(compactor, api)
    const thread = await compactor.thread('t', { tenant: 'acme' })
    await thread.append(history)
    await thread.prepare(at)
    expect(spans.map(({ name, isEnded }) => [name, isEnded])).toEqual([
      ['palimpsest.compact', true],
      ['chat scripted', true],
    ])
    expect(spans[0]?.attributes).toMatchObject({ 'gen_ai.conversation.id': 't', 'gen_ai.request.model': 'gpt-4o' })
    expect(spans[1]).toMatchObject({
      kind: 2,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.response.model': 'small-model',
        'gen_ai.usage.input_tokens': 900,
        'gen_ai.usage.output_tokens': 40,
      },
    })
    const named = values.map(([name]) => name)
    expect(named).toContain('gen_ai.client.operation.duration')
    expect(values.filter(([name]) => name === 'gen_ai.client.token.usage').map(([, value]) => value)).toEqual([900, 40])
    expect(JSON.stringify(values)).not.toMatch(/acme|"t"/)
    off()
    await thread.compact({ ...at, window: 1000 })
    expect(spans).toHaveLength(2)
  })

  it('C19 · what fails says so in its span', async () => {
    const { api, spans } = recordingApi()
    const compactor = engine()
    await telemetry(compactor, api)
    const thread = await compactor.thread('t')
    await thread.append(history)
    await thread.compact({ ...at, signal: AbortSignal.abort() }).catch(() => undefined)
    expect(spans[0]).toMatchObject({ isEnded: true, status: { code: 2 }, attributes: { 'error.type': 'compaction-cancelled' } })
  })

  it('takes the package itself, and finds it if it is installed', async () => {
    const real: TelemetryApi = await import('@opentelemetry/api')
    const compactor = engine()
    const thread = await compactor.thread('t')
    await thread.append(history)
    for (const off of [await telemetry(compactor, real), await telemetry(compactor)]) {
      expect((await thread.compact(at)).receipt.tokens.after).toBeLessThan(1500)
      off()
    }
    expect(trace.getTracer('x')).toBeDefined()
  })
})
