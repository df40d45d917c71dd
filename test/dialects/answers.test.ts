import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { openaiResponses } from '../../src/dialects/openai-responses/dialect.ts'
import { createCompactor, presets } from '../../src/index.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import type { Dialect } from '../../src/schema/ports.ts'
import type { Repair } from '../../src/schema/prompt.ts'
import { roundTrip } from '../support/round-trip.ts'

/** A provider that refuses what real ones refuse, written apart from this project. */
const RULES = new URL('../../../shared/strict/rules.mjs', import.meta.url)
const strict: Strict | undefined = existsSync(RULES) ? await import(RULES.href) : undefined

type Check = (body: JsonObject, issued?: object) => void
type Strict = Readonly<Record<'checkChat' | 'checkResponses' | 'checkAnthropic', Check>>

const MARK = { cache_control: { type: 'ephemeral' } }
const HOUR = { cache_control: { type: 'ephemeral', ttl: '1h' } }
const text = (words: string, more: JsonObject = {}): JsonObject => ({ type: 'text', text: words, ...more })
const TOOLS_MARKED = [1, 2, 3, 4, 5].map((n) => ({ name: `t${n}`, input_schema: { type: 'object' }, ...MARK }))
const says = (role: string, ...content: readonly Json[]): JsonObject => ({ role, content })

/** What goes out for a request as it came in, and what was repaired; everything of it must still be in the log. */
async function sent(dialect: Dialect, input: JsonObject, to = dialect) {
  expect(roundTrip(dialect, input)).toEqual(input)
  const { messages, ...around } = dialect.read(input)
  const thread = await createCompactor().thread('t')
  await thread.appendDrafts(messages)
  const { request, prompt } = await thread.prepare({ dialect: to, around, window: 100_000, reserve: 0 })
  return { request: request as JsonObject, repairs: prompt.repairs.map(({ kind }: Repair) => kind) }
}

const TOP = { model: 'm', max_tokens: 9 }
const GO = says('user', text('go'))
const ANSWER = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'tool_use', stop_sequence: null },
  usage: { input_tokens: 1, output_tokens: 2 },
  content: [text('Looking.', { citations: null }), { type: 'tool_use', id: 'a', name: 'look', input: {} }],
}
const result = (more: JsonObject): JsonObject => ({ type: 'tool_result', tool_use_id: 'a', content: 'seen', ...more })
const IMAGE = { type: 'image', source: { type: 'url', url: 'https://example.org/x.png' } }

const CLAUDE: Readonly<Record<string, JsonObject>> = {
  'a whole answer': { messages: [GO, ANSWER, says('user', result({}))] },
  'five marks in system': { system: [1, 2, 3, 4, 5].map((n) => text(`s${n}`, MARK)), messages: [GO] },
  'five marks on tools': { tools: TOOLS_MARKED, messages: [GO] },
  'an hour after five minutes': { system: [text('s', MARK)], messages: [says('user', text('go', HOUR))] },
  'a bare string among parts': { messages: [says('user', 'x')] },
  'a failed result with a picture': {
    messages: [GO, ANSWER, says('user', result({ is_error: true, content: [text('no'), IMAGE] }))],
  },
}

describe('what came from Anthropic, or was written for it', () => {
  it('B.9 · a whole answer goes back as role and content', async () => {
    const { request } = await sent(anthropic, { ...TOP, ...CLAUDE['a whole answer'] })
    expect(request['messages']).toEqual([GO, says('assistant', ...ANSWER.content), says('user', result({}))])
  })

  it.each(Object.entries(CLAUDE))('B.9 · %s is refused as it came, and mended', async (_, input) => {
    expect(anthropic.validate({ ...TOP, ...input })).not.toEqual([])
    const { request } = await sent(anthropic, { ...TOP, ...input })
    expect(anthropic.validate(request)).toEqual([])
  })

  it.skipIf(strict === undefined)(
    'B.9 · a strict provider takes all of it (skipped unless ../shared lies beside the checkout)',
    async () => {
      for (const input of Object.values(CLAUDE)) {
        const { request } = await sent(anthropic, { ...TOP, ...input })
        expect(() => strict?.checkAnthropic(request)).not.toThrow()
      }
    },
  )

  it('B.9 · a mark on thinking is left out, which is a repair; unsigned thinking goes out as it came', async () => {
    const thinking = { type: 'thinking', thinking: 'hm' }
    const said = says('assistant', { ...thinking, ...MARK }, text('so'))
    expect(anthropic.validate({ ...TOP, messages: [GO, said, GO] })).not.toEqual([])
    const { request, repairs } = await sent(anthropic, { ...TOP, messages: [GO, said, says('user', text('on'))] })
    expect(request['messages']).toEqual([GO, says('assistant', thinking, text('so')), says('user', text('on'))])
    expect(repairs).toEqual(['mark-removed'])
  })

  describe('issue 16, B.9 · cache marks that are changed on the way out are listed', () => {
    const marked = (words: string, mark: JsonObject): JsonObject => says('user', text(words, mark))
    const listed = async (input: JsonObject, marks = false) => {
      const { messages, ...around } = anthropic.read({ ...TOP, ...input })
      const policy = { ...presets.balanced({}), ...(marks ? { cacheMarks: true as const } : {}) }
      const thread = await createCompactor({ policy }).thread('t')
      await thread.appendDrafts(messages)
      const asked = { dialect: anthropic, around, window: 100_000, reserve: 0 }
      const { prompt, adjustments } = await thread.prepare(asked)
      const { receipt } = await thread.compact(asked)
      const told = prompt.repairs.map(({ kind, seq }) => `${kind} e${seq}`)
      expect(receipt.repairs.map(({ kind, seq }) => `${kind} e${seq}`)).toEqual(told)
      const fates = receipt.fates.filter(({ fate }) => fate === 'repaired').map(({ from, to }) => [from, to])
      return { told, fates, adjustments: adjustments.map(({ field, wanted, given }) => `${field} ${wanted} ${given}`) }
    }

    it('a fifth mark in messages, also inside a result', async () => {
      const inside = says('user', result({ content: [text('seen', MARK)] }))
      const input = {
        messages: [
          GO,
          ANSWER,
          inside,
          ...['a', 'b', 'c', 'd'].flatMap((each) => [says('assistant', text('ok')), marked(each, MARK)]),
        ],
      }
      expect(await listed(input)).toEqual({ told: ['mark-removed e3'], fates: [[3, 3]], adjustments: [] })
    })

    it('an hour after five minutes, in the log and around it', async () => {
      const messages = [marked('go', MARK), says('assistant', text('ok')), marked('on', HOUR)]
      expect(await listed({ messages })).toEqual({ told: ['mark-shortened e2'], fates: [[2, 2]], adjustments: [] })
      const tools = [
        { ...TOOLS_MARKED[0], ...MARK },
        { ...TOOLS_MARKED[1], ...HOUR },
      ]
      expect(await listed({ tools, messages: [GO] })).toMatchObject({
        told: [],
        adjustments: ['tools.cache_control.ttl 3600 300'],
      })
    })

    it('marks on system text and tools, which give way last', async () => {
      const system = [1, 2, 3, 4, 5].map((n) => text(`s${n}`, MARK))
      expect(await listed({ system, messages: [GO] })).toMatchObject({ told: ['mark-removed e0'] })
      expect(await listed({ tools: TOOLS_MARKED, messages: [marked('go', MARK)] })).toMatchObject({
        told: ['mark-removed e0'],
        adjustments: ['tools.cache_control 5 4'],
      })
    })

    it('nothing else: not our own marks, and none while there are four', async () => {
      const turns = ['a', 'b', 'c', 'd'].flatMap((each) => [says('assistant', text('ok')), marked(each, MARK)])
      expect(await listed({ messages: [GO, ...turns] })).toEqual({ told: [], fates: [], adjustments: [] })
      const bare = Array.from({ length: 12 }, () => [says('assistant', text('ok')), GO]).flat()
      expect(await listed({ messages: [GO, ...bare] }, true)).toEqual({ told: [], fates: [], adjustments: [] })
      // Our marks take the room that the client's leave: they cost the client none.
      expect(await listed({ messages: [GO, ...turns, ...bare] }, true)).toEqual({ told: [], fates: [], adjustments: [] })
    })
  })

  it('B.9 · a failed result with a picture keeps the picture, and says in words that it failed', async () => {
    const { request, repairs } = await sent(anthropic, { ...TOP, ...CLAUDE['a failed result with a picture'] })
    const content = [text('[The tool reported an error.]'), text('no'), IMAGE]
    expect(request).toMatchObject({ messages: [{}, {}, says('user', { type: 'tool_result', content })] })
    expect(JSON.stringify(request)).not.toContain('is_error')
    expect(repairs).toEqual(['failure-in-words'])
  })
})

describe('an answer of OpenAI, appended as an SDK returns it', () => {
  it('B.9 · chat: without empty fields, places in a stream and what was parsed', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }
    const parsed = { ...call, index: 0, function: { ...call.function, parsed_arguments: {} } }
    const empty = { refusal: null, annotations: [], audio: null, function_call: null, parsed: null }
    const answers = [
      { role: 'assistant', content: null, tool_calls: [parsed], ...empty },
      { role: 'tool', tool_call_id: 'c', content: 'seen' },
      { role: 'assistant', content: 'done', tool_calls: null, ...empty },
    ]
    const { request } = await sent(openaiChat, { model: 'm', messages: [says('user', 'x'), ...answers] })
    const kept = { refusal: null, annotations: [] }
    expect(request['messages']).toEqual([
      says('user', text('x')),
      { role: 'assistant', content: null, tool_calls: [call], ...kept },
      answers[1],
      { role: 'assistant', content: 'done', ...kept },
    ])
  })

  it('B.9 · responses: without what was parsed and a status that is null', async () => {
    const call = { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'look', arguments: '{}', status: 'completed' }
    const said = { type: 'output_text', text: '{}', annotations: [] }
    const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' }
    const items = [
      says('user', 'x'),
      { ...call, parsed_arguments: {} },
      { type: 'function_call_output', call_id: 'c', output: 'seen', status: null },
      { ...message, content: [{ ...said, parsed: {} }] },
    ]
    const { request } = await sent(openaiResponses, { model: 'm', input: items })
    expect(request['input']).toEqual([
      says('user', { type: 'input_text', text: 'x' }),
      call,
      { type: 'function_call_output', call_id: 'c', output: 'seen' },
      { ...message, content: [said] },
    ])
  })

  it('B.9 · a custom tool’s text becomes arguments that are JSON in chat', async () => {
    const items = [
      { role: 'user', content: 'go' },
      { type: 'custom_tool_call', call_id: 'c', name: 'patch', input: '*** Begin Patch' },
      { type: 'custom_tool_call_output', call_id: 'c', output: 'ok' },
    ]
    const { request, repairs } = await sent(openaiResponses, { model: 'm', input: items }, openaiChat)
    const [call] = (request['messages'] as readonly { tool_calls?: readonly [{ function: { arguments: string } }] }[]).flatMap(
      (message) => message.tool_calls ?? [],
    )
    expect(JSON.parse(call?.function.arguments ?? '')).toEqual({ unparsed: '*** Begin Patch' })
    expect(repairs).toEqual(['arguments-wrapped'])
  })
})
