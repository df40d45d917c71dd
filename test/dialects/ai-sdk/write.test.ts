import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../../src/dialects/ai-sdk/dialect.ts'
import { anthropic } from '../../../src/dialects/anthropic/dialect.ts'
import { makeSpan } from '../../../src/log/span.ts'
import { USER_FRAME } from '../../../src/render/placeholders.ts'
import { renderPrompt } from '../../../src/render/render-prompt.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { Json, JsonObject } from '../../../src/schema/json.ts'
import type { PlanRecord } from '../../../src/schema/plan.ts'
import type { Dialect } from '../../../src/schema/ports.ts'
import type { Loss, Repair } from '../../../src/schema/prompt.ts'
import { rangeAt } from '../../../src/schema/range.ts'
import { EVERY_PART } from '../../support/ai-sdk-inputs.ts'
import { entriesFrom, logOf } from '../../support/logs.ts'
import { summaryOf } from '../../support/rendered.ts'

interface Sent {
  readonly messages: readonly Json[]
  readonly request: JsonObject
  readonly repairs: readonly Repair[]
  readonly losses: readonly Loss[]
}

/** What is sent for messages of a dialect, in an envelope, under a plan. */
function sent(
  messages: readonly Json[],
  options: {
    readonly from?: Dialect
    readonly envelope?: Json
    readonly records?: (entries: readonly Entry[]) => readonly PlanRecord[]
  } = {},
): Sent {
  const entries = entriesFrom(options.from ?? aiSdk, messages)
  const prompt = renderPrompt({
    entries,
    records: options.records?.(entries) ?? [],
    traits: aiSdk.traits,
    summaryRole: 'assistant',
  })
  const request = aiSdk.assemble(prompt.system, aiSdk.writeMessages(prompt.messages), {
    dialect: 'ai-sdk',
    envelope: options.envelope ?? {},
    tools: [],
  }) as JsonObject
  expect(aiSdk.validate(request)).toEqual([])
  return { request, messages: request['messages'] as readonly Json[], repairs: prompt.repairs, losses: prompt.losses }
}

const user = (content: Json): Json => ({ role: 'user', content })
const agent = (...content: readonly Json[]): Json => ({ role: 'assistant', content })
const call = (id: string, rest: object = {}): Json => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'f',
  input: { a: 1 },
  ...rest,
})
const result = (id: string, value: string, rest: object = {}): Json => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'f',
  output: { type: 'text', value },
  ...rest,
})
const tool = (...content: readonly Json[]): Json => ({ role: 'tool', content })
const note = { providerOptions: { palimpsest: { kind: 'note' } } }

const one =
  (action: 'shorten' | 'clear', seq: number) =>
  (entries: readonly Entry[]): readonly PlanRecord[] => {
    const span = makeSpan(logOf(entries), rangeAt(seq))
    return [
      action === 'clear'
        ? { action, span, tokens: 1, preservedFields: {} }
        : { action, span, tokens: 1, excerpt: { head: 3, tail: 0 } },
    ]
  }

describe('messages that came from the SDK', () => {
  it('A13 · go back byte for byte', () => {
    const { messages, repairs, losses } = sent(EVERY_PART)
    expect(JSON.stringify(messages)).toBe(JSON.stringify(EVERY_PART))
    expect([...repairs, ...losses]).toEqual([])
  })

  it('A13 · a cleared result says so to programs, too; a shortened one is text', () => {
    const round = [user('go'), agent(call('c')), tool(result('c', 'a long output', { x: 1 })), user('and?')]
    expect(sent(round, { records: one('clear', 2) }).messages[2]).toEqual(
      tool({
        ...(result('c', '') as object),
        output: { type: 'json', value: { status: 'compacted', message: '[f: success]' } },
        x: 1,
      } as Json),
    )
    expect(sent(round, { records: one('shorten', 2) }).messages[2]).toMatchObject({
      content: [{ output: { type: 'text', value: expect.stringContaining('a l') }, x: 1 }],
    })
  })

  it('A13 · a summary is a text under its title, marked as ours (v7)', () => {
    const { messages } = sent([user('a'), agent({ type: 'text', text: 'b' }), user('c')], {
      records: (entries) => [summaryOf(entries, 0, 1)],
    })
    expect(messages).toEqual([
      {
        role: 'user',
        content: [{ type: 'text', text: USER_FRAME }],
        providerOptions: { palimpsest: { kind: 'frame' } },
      },
      {
        role: 'assistant',
        content: [{ type: 'text', text: expect.stringMatching(/^\[Previous conversation summary\]\n\[Context Summary - Turns/) }],
        providerOptions: { palimpsest: { kind: 'summary' } },
      },
      user('c'),
    ])
    // Handed back to us, it is known for what it is, and goes out as it came in.
    expect(entriesFrom(aiSdk, messages)[1]).toMatchObject({ author: 'harness', foreignSummary: true })
    expect(sent(messages).messages).toEqual(messages)
  })

  it('case 16 · approvals keep their place among calls and results, and go with their call', () => {
    const asked = agent(call('c'), { type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'c' })
    const given = tool({ type: 'tool-approval-response', approvalId: 'ap', approved: true })
    const whole = [user('go'), asked, given, tool(result('c', 'r')), user('and?')]
    expect(sent(whole)).toMatchObject({ messages: whole, repairs: [], losses: [] })
    const folded = sent(whole, { records: (entries) => [summaryOf(entries, 0, 4)] })
    expect(JSON.stringify(folded.messages)).not.toContain('approval')
    const lost = sent([
      user('go'),
      given,
      tool({ type: 'tool-approval-response', approvalId: 'x', approved: false }),
      user('and?'),
    ])
    expect(lost.messages).toEqual([user('go'), user('and?')])
    expect(lost.losses.map((loss) => loss.what)).toEqual(['tool-approval-response', 'tool-approval-response'])
  })

  it('case 6 · a request for approval follows its call to a new id', () => {
    const round = (): Json => agent(call('c'), { type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'c' })
    const { messages, repairs } = sent([
      user('go'),
      agent(call('c')),
      tool(result('c', '1')),
      round(),
      tool(result('c', '2')),
      user('and?'),
    ])
    expect(messages[3]).toMatchObject({ content: [{ toolCallId: 'c_3' }, { type: 'tool-approval-request', toolCallId: 'c_3' }] })
    expect(repairs.map(({ kind, seq }) => [kind, seq])).toEqual([
      ['id-replaced', 3],
      ['id-replaced', 4],
    ])
  })

  it('F3 · system text stands in front, alone as it came, together as one text or as messages with options', () => {
    const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
    const system = (content: string, rest: object = {}): Json => ({ role: 'system', content, ...rest })
    expect(sent([system('a', cached), user('u')]).request).toEqual({ messages: [user('u')], system: system('a', cached) })
    expect(sent([system('a'), system('b'), user('u')]).request).toEqual({ messages: [user('u')], system: 'a\n\nb' })
    expect(sent([system('a'), system('b', cached), user('u')]).request['system']).toEqual([system('a'), system('b', cached)])
    expect(sent([user('u'), system('b'), agent({ type: 'text', text: 'x' })]).messages[1]).toEqual(
      user([{ type: 'text', text: '[System note]\n~~~\nb\n~~~', ...note }]),
    )
  })

  it('F3 · the envelope keeps its own key for system text, and a prompt becomes messages', () => {
    const put = (input: Json): Json => {
      const { envelope } = aiSdk.read(input)
      return aiSdk.assemble([{ role: 'system', parts: [{ kind: 'synthetic', text: 's' }] }], [user('u')], {
        dialect: 'ai-sdk',
        envelope,
        tools: [],
      })
    }
    expect(put({ instructions: 'x', messages: [], seed: 1 })).toEqual({ instructions: 's', messages: [user('u')], seed: 1 })
    expect(put({ prompt: 'x', seed: 1 })).toEqual({ seed: 1, messages: [user('u')], system: 's' })
    expect(put([])).toEqual({ system: 's', messages: [user('u')] })
  })
})

describe('a seal goes back on the very part it came with, or not at all', () => {
  const google = { providerOptions: { google: { thoughtSignature: 's' }, other: { kept: true } } }
  const openai = (id: string): object => ({ providerOptions: { openai: { itemId: id } } })
  const thought: Json = { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 'sig' } } }

  it('case 41 · what is cut loses its seal and the provider’s copy, and keeps its other options', () => {
    const round = [
      user('go'),
      agent({ type: 'text', text: 'a long answer', ...openai('m') }, call('c', google)),
      tool(result('c', 'r')),
    ]
    expect(sent(round, { records: one('shorten', 2) }).messages[1]).toEqual(
      agent({ type: 'text', text: 'a long answer', ...openai('m') }, {
        type: 'tool-call',
        toolCallId: 'c',
        toolName: 'f',
        input: { shortened: expect.any(String) },
        providerOptions: { other: { kept: true } },
      } as Json),
    )
    expect(sent(round, { records: one('shorten', 1) }).messages[1]).toMatchObject({
      content: [expect.not.objectContaining(openai('m')), call('c', google)],
    })
  })

  it('case 43 · where thoughts are left out, the provider’s copies of what followed are not used', () => {
    const half: Json = {
      type: 'reasoning',
      text: 'half \ud83d',
      providerOptions: { openai: { itemId: 'rs', reasoningEncryptedContent: 'e' } },
    }
    const { messages, repairs } = sent([user('go'), agent(half, call('c', openai('fc'))), tool(result('c', 'r'))])
    expect(messages[1]).toEqual(agent(call('c')))
    expect(repairs.map((repair) => repair.kind)).toEqual(['reasoning-removed'])
  })

  it('case 41 · thoughts stand with the whole of their message, or are gone', () => {
    expect(sent([user('go'), agent(thought, { type: 'text', text: 'a' }), user('b')]).messages[1]).toEqual(
      agent(thought, { type: 'text', text: 'a' }),
    )
    expect(sent([user('go'), agent(thought), user('b')]).messages).toEqual([user('go'), user('b')])
  })

  it('case 44 · thoughts of another provider’s own dialect are a loss', () => {
    const foreign = [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 't', signature: 's' },
          { type: 'text', text: 'a' },
        ],
      },
      { role: 'user', content: 'b' },
    ]
    const { messages, losses } = sent(foreign, { from: anthropic })
    expect(messages).toEqual([user('go'), { role: 'assistant', content: 'a' }, user('b')])
    expect(losses).toMatchObject([{ what: 'reasoning' }])
  })
})

describe('messages that must be put right', () => {
  it('case 8 · results and words in one message are two messages', () => {
    const mixed = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c', content: 'r', is_error: true },
          { type: 'text', text: 'and?' },
        ],
      },
    ]
    expect(sent(mixed, { from: anthropic }).messages.slice(1)).toEqual([
      agent(call('c')),
      tool({ ...(result('c', '') as object), output: { type: 'error-text', value: 'r' } } as Json),
      user('and?'),
    ])
  })

  it('case 31 · what is empty is left out, inside a result too', () => {
    const hollow = {
      type: 'content',
      value: [
        { type: 'text', text: ' ' },
        { type: 'text', text: 'r' },
      ],
    }
    const { messages } = sent([
      user(''),
      user(' '),
      user('go'),
      agent({ type: 'text', text: '' }, call('c')),
      tool({ ...(result('c', '') as object), output: hollow } as Json),
    ])
    expect(messages).toEqual([
      user('go'),
      agent(call('c')),
      tool({ ...(result('c', '') as object), output: { type: 'content', value: [{ type: 'text', text: 'r' }] } } as Json),
    ])
  })

  it('case 14 · arguments that are no object are wrapped in one', () => {
    expect(sent([user('go'), agent(call('c', { input: 'rm -rf' })), tool(result('c', 'r'))]).messages[1]).toEqual(
      agent(call('c', { input: { unparsed: 'rm -rf' } })),
    )
  })

  it('case 4 · a result without a call is quoted, and marked as a note', () => {
    const { messages } = sent([user('go'), tool(result('x', 'r')), user('and?')])
    expect(messages[1]).toEqual(
      user([{ type: 'text', text: expect.stringContaining('its call is not in this conversation'), ...note }]),
    )
  })
})
