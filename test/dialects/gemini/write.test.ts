import { describe, expect, it } from 'vitest'
import { gemini } from '../../../src/dialects/gemini/dialect.ts'
import { openaiChat } from '../../../src/dialects/openai-chat/dialect.ts'
import { makeSpan } from '../../../src/log/span.ts'
import { renderPrompt } from '../../../src/render/render-prompt.ts'
import type { Json, JsonObject } from '../../../src/schema/json.ts'
import type { PlanRecord } from '../../../src/schema/plan.ts'
import type { Dialect } from '../../../src/schema/ports.ts'
import type { Repair } from '../../../src/schema/prompt.ts'
import { rangeAt } from '../../../src/schema/range.ts'
import { EVERY_PART } from '../../support/gemini-inputs.ts'
import { entriesFrom, logOf } from '../../support/logs.ts'

interface Sent {
  readonly contents: readonly Json[]
  readonly request: JsonObject
  readonly repairs: readonly Repair[]
}

const FRAME: Json = { role: 'user', parts: [{ text: '[The conversation continues from here.]' }] }
const STAND_IN = 'skip_thought_signature_validator'

/** What is sent to Gemini for messages of a dialect, in an envelope, under a plan. */
function sent(
  messages: readonly Json[],
  options: { from?: Dialect; envelope?: Json; records?: (entries: ReturnType<typeof entriesFrom>) => readonly PlanRecord[] } = {},
): Sent {
  const entries = entriesFrom(options.from ?? gemini, messages)
  const records = options.records?.(entries) ?? []
  const prompt = renderPrompt({ entries, records, traits: gemini.traits, summaryRole: 'assistant' })
  const request = gemini.assemble(prompt.system, gemini.writeMessages(prompt.messages), {
    dialect: 'gemini',
    envelope: options.envelope ?? {},
    tools: [],
  }) as JsonObject
  expect(gemini.validate(request)).toEqual([])
  return { request, contents: request['contents'] as readonly Json[], repairs: prompt.repairs }
}

const user = (text: string): Json => ({ role: 'user', parts: [{ text }] })
const model = (...parts: readonly Json[]): Json => ({ role: 'model', parts })
const call = (name: string, extra: object = {}): Json => ({ functionCall: { name, args: { path: 'a' } }, ...extra })
const response = (name: string, output: string): Json => ({ functionResponse: { name, response: { output } } })

describe('contents that came from Gemini', () => {
  it('A13 · go back byte for byte, seals and unknown fields included (case 41)', () => {
    const { contents, repairs } = sent(EVERY_PART)
    expect(JSON.stringify(contents)).toBe(JSON.stringify(EVERY_PART))
    expect(repairs).toEqual([])
  })

  it('case 7 · two responses under one id: the second answers the call that has none, and goes without an id', () => {
    const answered = (id: string | undefined, output: string): Json => ({
      functionResponse: { ...(id === undefined ? {} : { id }), name: 'read', response: { output } },
    })
    const given = { functionCall: { id: 'x', name: 'read', args: {} } }
    const { contents } = sent([
      user('go'),
      model(call('read'), given),
      { role: 'user', parts: [answered('x', 'b'), answered('x', 'a')] },
    ])
    expect(contents.at(-1)).toEqual({ role: 'user', parts: [answered('x', 'b'), answered(undefined, 'a')] })
    // Where nobody else has the id, it stays.
    const alone = { role: 'user', parts: [answered('y', 'a')] }
    expect(sent([user('go'), model(call('read')), alone]).contents.at(-1)).toEqual(alone)
  })

  it('case 6 · calls under one id get ids of their own, and so do their responses', () => {
    const made = (id: string): Json => ({ functionCall: { id, name: 'read', args: {} } })
    const answered = (id: string, output: string): Json => ({ functionResponse: { id, name: 'read', response: { output } } })
    const { contents } = sent([
      user('go'),
      model(made('x'), made('x')),
      { role: 'user', parts: [answered('x', 'a'), answered('x', 'b')] },
    ])
    expect(contents.slice(1)).toEqual([
      model(made('x'), made('x_2')),
      { role: 'user', parts: [answered('x', 'a'), answered('x_2', 'b')] },
    ])
  })

  it('A13 · without ids stay without them, and nothing counts as repaired', () => {
    const old = [
      user('go'),
      model(call('read'), call('read')),
      { role: 'function', parts: [response('read', 'a'), response('read', 'b')] },
      model(call('read')),
      { role: 'function', parts: [response('read', 'c')] },
    ]
    const { contents, repairs } = sent(old)
    expect(contents).toEqual(old)
    expect(repairs).toEqual([])
  })

  it('A13 · a string and a list of parts become a content', () => {
    const drafts = gemini.read({ contents: ['look', { text: 'here' }] }).messages
    expect(drafts).toHaveLength(1)
    expect(sent(['hello', model({ text: 'hi' }), { text: 'and?' }]).contents).toEqual([
      user('hello'),
      model({ text: 'hi' }),
      user('and?'),
    ])
  })

  it('F3 · a turn with calls takes in all that the model said right before it', () => {
    const { contents } = sent([
      user('go'),
      model({ text: 'hm' }),
      model({ text: 'well' }),
      model(call('f')),
      { role: 'user', parts: [response('f', 'r')] },
    ])
    expect(contents).toEqual([
      user('go'),
      model({ text: 'hm' }, { text: 'well' }, call('f')),
      { role: 'user', parts: [response('f', 'r')] },
    ])
  })

  it('F3 · results of one round stand in one content, and one that never came has a placeholder without an id', () => {
    const { contents, repairs } = sent([
      user('go'),
      model(call('f'), call('g'), call('h')),
      { role: 'function', parts: [response('h', '3')] },
      { role: 'function', parts: [response('f', '1')] },
    ])
    expect(contents[2]).toEqual({
      role: 'user',
      parts: [response('g', '[g: no result was recorded]'), response('h', '3'), response('f', '1')],
    })
    expect(repairs.map((repair) => repair.kind)).toEqual(['result-missing'])
  })

  it('F3 · a model that had the last word is followed by the frame, a model that begins by one before it (case 40)', () => {
    expect(sent([model({ text: 'hello' })]).contents).toEqual([FRAME, model({ text: 'hello' }), FRAME])
  })

  it('F3 · what is empty is left out, but for text that carries a seal (case 31)', () => {
    const { contents } = sent([
      user('go'),
      { role: 'model', parts: [{ text: '' }, {}, { text: 'a' }, { text: '', thoughtSignature: 'x' }] },
      { role: 'model' },
      user('b'),
    ])
    expect(contents).toEqual([user('go'), model({ text: 'a' }, { text: '', thoughtSignature: 'x' }), user('b')])
  })

  it('F3 · thoughts alone are no turn (case 31)', () => {
    const { contents, repairs } = sent([user('go'), model({ text: 'hm', thought: true }), user('well?')])
    expect(contents).toEqual([{ role: 'user', parts: [{ text: 'go' }, { text: 'well?' }] }])
    expect(repairs).toMatchObject([{ kind: 'reasoning-removed', seq: 1 }])
  })

  it('F3 · arguments and names that Gemini refuses are made legal, on the call and on its result', () => {
    const bad: Json = { functionCall: { id: 'x', name: '9 lives', args: 'rm' }, thoughtSignature: 'real' }
    const { contents } = sent([
      user('go'),
      model(bad),
      { role: 'user', parts: [{ functionResponse: { id: 'x', name: '9 lives', response: {} } }] },
    ])
    expect(contents.slice(1)).toEqual([
      model({ functionCall: { id: 'x', name: '_9_lives', args: { unparsed: 'rm' } }, thoughtSignature: STAND_IN }),
      { role: 'user', parts: [{ functionResponse: { id: 'x', name: '_9_lives', response: {} } }] },
    ])
  })
})

describe('a seal goes back on the very part it came with, or not at all', () => {
  const shorten =
    (seq: number) =>
    (entries: ReturnType<typeof entriesFrom>): readonly PlanRecord[] => [
      { action: 'shorten', span: makeSpan(logOf(entries), rangeAt(seq)), tokens: 1, excerpt: { head: 3, tail: 0 } },
    ]
  const round = [
    user('go'),
    model({ text: 'a long answer', thoughtSignature: 's1' }, call('f', { thoughtSignature: 's2' })),
    { role: 'user', parts: [response('f', 'r')] },
  ]

  it('case 41 · words that are cut lose it', () => {
    const { contents } = sent(round, { records: shorten(1) })
    expect(contents[1]).toMatchObject({
      parts: [{ text: expect.stringContaining('a l') }, call('f', { thoughtSignature: 's2' })],
    })
    expect(JSON.stringify(contents)).not.toContain('"s1"')
  })

  it('case 41 · a call that is cut has the documented stand-in instead', () => {
    const { contents } = sent(round, { records: shorten(2) })
    expect(contents[1]).toMatchObject({
      parts: [{ thoughtSignature: 's1' }, { functionCall: { name: 'f' }, thoughtSignature: STAND_IN }],
    })
    expect(JSON.stringify(contents)).not.toContain('"s2"')
  })

  it('case 41 · half a character in a sealed part breaks the seal', () => {
    const { contents } = sent([user('go'), model({ text: 'half \ud83d', thoughtSignature: 's1' }), user('b')])
    expect(contents[1]).toEqual(model({ text: 'half \ufffd' }))
  })

  it('case 44 · calls of another provider get the stand-in, one for each step', () => {
    const tool = (id: string): Json => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
    const chat = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, tool_calls: [tool('a'), tool('b')] },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'tool', tool_call_id: 'b', content: '2' },
    ]
    expect(sent(chat, { from: openaiChat }).contents).toEqual([
      user('go'),
      model(
        { functionCall: { id: 'a', name: 'f', args: {} }, thoughtSignature: STAND_IN },
        { functionCall: { id: 'b', name: 'f', args: {} } },
      ),
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'f', response: { output: '1' } } },
          { functionResponse: { id: 'b', name: 'f', response: { output: '2' } } },
        ],
      },
    ])
    const older = sent(chat, { from: openaiChat, envelope: { model: 'models/gemini-2.5-flash' } })
    expect(JSON.stringify(older.contents)).not.toContain(STAND_IN)
  })

  it('case 44 · calls of a model that did not seal get it when a later model is asked', () => {
    const old = [user('go'), model(call('f')), { role: 'function', parts: [response('f', 'r')] }]
    expect(sent(old, { envelope: { model: 'gemini-2.5-pro' } }).contents).toEqual(old)
    expect(sent(old, { envelope: { model: 'gemini-3-pro-preview' } }).contents[1]).toEqual(
      model(call('f', { thoughtSignature: STAND_IN })),
    )
  })
})

describe('system text', () => {
  const around = (input: Json): JsonObject => {
    const { messages, envelope } = gemini.read(input)
    const system = messages.filter((message) => message.role === 'system')
    return gemini.assemble(
      system.map(({ blocks }) => ({
        role: 'system',
        parts: blocks.map((block) => ({ kind: 'synthetic', text: 'text' in block ? block.text : '' })),
      })),
      [],
      { dialect: 'gemini', envelope, tools: [] },
    ) as JsonObject
  }

  it('stands where it stood: at the top, in snake_case, in config', () => {
    expect(around({ systemInstruction: 's', contents: [] })).toEqual({
      systemInstruction: { parts: [{ text: 's' }] },
      contents: [],
    })
    expect(around({ system_instruction: 's', contents: [] })).toEqual({
      system_instruction: { parts: [{ text: 's' }] },
      contents: [],
    })
    expect(around({ contents: [], config: { systemInstruction: 's', topK: 1 } })).toEqual({
      contents: [],
      config: { systemInstruction: { parts: [{ text: 's' }] }, topK: 1 },
    })
  })

  it('handed in with the request goes where requests of its kind have it', () => {
    const system = [{ role: 'system', parts: [{ kind: 'synthetic', text: 's' }] }] as const
    const put = (envelope: Json): Json => gemini.assemble(system, [], { dialect: 'gemini', envelope, tools: [] })
    const written = { parts: [{ text: 's' }] }
    expect(put({ contents: [] })).toEqual({ contents: [], systemInstruction: written })
    expect(put({ contents: [], config: { topK: 1 } })).toEqual({ contents: [], config: { topK: 1, systemInstruction: written } })
    expect(put(null)).toEqual({ systemInstruction: written, contents: [] })
  })

  it('in the middle of a conversation stands as a quoted note (case 40)', () => {
    const { contents } = sent([user('a'), { role: 'system', parts: [{ text: 'be brief' }] }, model({ text: 'b' }), user('c')])
    expect(contents[0]).toEqual({ role: 'user', parts: [{ text: 'a' }, { text: '[System note]\n~~~\nbe brief\n~~~' }] })
  })

  it('that is empty is left out with its field', () => {
    const { messages, envelope } = gemini.read({ systemInstruction: '', contents: 'a' })
    expect(messages).toHaveLength(2)
    expect(gemini.assemble([], [], { dialect: 'gemini', envelope, tools: [] })).toEqual({ contents: [] })
  })
})
