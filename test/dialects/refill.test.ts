import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Dialect } from '../../src/schema/ports.ts'
import type { PromptMessage, PromptPart } from '../../src/schema/prompt.ts'
import { messagesIn } from '../support/invariants.ts'
import { entriesFrom } from '../support/logs.ts'

/** What a dialect writes for one message of which only some blocks are shown, some with another text. */
function written(
  source: Dialect,
  message: Json,
  show: (entries: readonly Entry[]) => readonly PromptPart[],
  target = source,
): Json {
  const entries = entriesFrom(source, [message])
  const shell = entries[0]?.message.shell
  const shown: PromptMessage = {
    role: entries[0]?.role ?? 'user',
    parts: show(entries),
    ...(shell === undefined ? {} : { shell }),
  }
  const prompt = { system: [], messages: [shown], stable: 1, repairs: [], losses: [] }
  const request = target.assemble(prompt.system, target.writeMessages(prompt.messages), {
    dialect: target.traits.name,
    envelope: {},
    tools: [],
  })
  const all = messagesIn(request)
  return all.length === 1 ? (all[0] as Json) : all
}

/** Shows the blocks of these numbers; a text stands for the block's own. */
const blocks =
  (shown: Readonly<Record<number, string | true>>) =>
  (entries: readonly Entry[]): readonly PromptPart[] =>
    entries.flatMap((entry) => {
      const text = shown[entry.message.block]
      if (text === undefined) return []
      return [{ kind: 'entry', entry, ...(text === true ? {} : { text }) } as const]
    })

const openaiMessage: Json = {
  role: 'assistant',
  name: 'coder',
  content: [
    { type: 'text', text: 'one', x: 1 },
    { type: 'text', text: 'two' },
  ],
  tool_calls: [
    { id: 'a', type: 'function', function: { name: 'f', arguments: '{}', y: 2 } },
    { id: 'b', type: 'function', function: { name: 'g', arguments: '{"k":1}' } },
  ],
  unknown: [1],
}

describe('a message of its own dialect goes back into its shell', () => {
  it('openai-chat: whole, it is the message that came in', () => {
    const shown = written(openaiChat, openaiMessage, blocks({ 0: true, 1: true, 2: true, 3: true }))
    expect(JSON.stringify(shown)).toBe(JSON.stringify(openaiMessage))
  })

  it('openai-chat: without one part and one call, both holes close', () => {
    expect(written(openaiChat, openaiMessage, blocks({ 1: true, 3: true }))).toEqual({
      role: 'assistant',
      name: 'coder',
      content: [{ type: 'text', text: 'two' }],
      tool_calls: [{ id: 'b', type: 'function', function: { name: 'g', arguments: '{"k":1}' } }],
      unknown: [1],
    })
  })

  it('openai-chat: without any call, the empty array goes; without any text, the content is null', () => {
    expect(written(openaiChat, openaiMessage, blocks({ 0: true }))).not.toHaveProperty('tool_calls')
    expect(written(openaiChat, openaiMessage, blocks({ 2: true }))).toMatchObject({ content: null, tool_calls: [{ id: 'a' }] })
  })

  it('openai-chat: a shortened text keeps the fields of its part, shortened arguments those of their call', () => {
    expect(written(openaiChat, openaiMessage, blocks({ 0: 'o…', 2: '{"shortened":""}' }))).toMatchObject({
      content: [{ type: 'text', text: 'o…', x: 1 }],
      tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"shortened":""}', y: 2 } }],
    })
  })

  it('openai-chat: a cleared result keeps its message', () => {
    const message = { role: 'tool', tool_call_id: 'a', content: 'a long output', name: 'f', z: true }
    expect(written(openaiChat, message, blocks({ 0: '[f: success]' }))).toEqual({ ...message, content: '[f: success]' })
  })

  const anthropicMessage: Json = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'one', citations: [] },
      { type: 'tool_use', id: 'a', name: 'f', input: { z: 1, a: 2 }, caller: { type: 'direct' } },
      { type: 'tool_use', id: 'b', name: 'g', input: {} },
    ],
    unknown: [1],
  }

  it('anthropic: whole, it is the message that came in', () => {
    expect(JSON.stringify(written(anthropic, anthropicMessage, blocks({ 0: true, 1: true, 2: true })))).toBe(
      JSON.stringify(anthropicMessage),
    )
  })

  it('anthropic: without one block the others keep their order and fields', () => {
    expect(written(anthropic, anthropicMessage, blocks({ 0: 'o…', 2: true }))).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'o…', citations: [] },
        { type: 'tool_use', id: 'b', name: 'g', input: {} },
      ],
      unknown: [1],
    })
  })

  it('anthropic: shortened arguments are still an object', () => {
    expect(written(anthropic, anthropicMessage, blocks({ 1: '{"shortened":"{…"}' }))).toMatchObject({
      content: [{ type: 'tool_use', id: 'a', input: { shortened: '{…' }, caller: { type: 'direct' } }],
    })
  })

  it('anthropic: a cleared result keeps its id and error mark', () => {
    const message = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'r' }], is_error: true }],
    }
    expect(written(anthropic, message, blocks({ 0: '[f: failure]' }))).toEqual({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: '[f: failure]', is_error: true }],
    })
  })

  const neutralMessage: Json = {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm', kept: 1 },
      { type: 'text', text: 'one' },
      { type: 'tool_call', id: 'a', name: 'f', arguments: '{}' },
    ],
    at: 5,
  }

  it('neutral: whole, or without a block', () => {
    expect(JSON.stringify(written(neutral, neutralMessage, blocks({ 0: true, 1: true, 2: true })))).toBe(
      JSON.stringify(neutralMessage),
    )
    expect(written(neutral, neutralMessage, blocks({ 0: 'h…', 2: true }))).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'h…', kept: 1 },
        { type: 'tool_call', id: 'a', name: 'f', arguments: '{}' },
      ],
      at: 5,
    })
  })
})

describe('a message of another dialect is written anew', () => {
  it('openai-chat to anthropic: text first, then calls as tool_use with objects', () => {
    expect(written(openaiChat, openaiMessage, blocks({ 0: true, 2: true }), anthropic)).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'one' },
        { type: 'tool_use', id: 'a', name: 'f', input: {} },
      ],
    })
  })

  it('anthropic to openai-chat: results leave their user message, what the person wrote stays in it', () => {
    const message = {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'r', is_error: true },
        { type: 'text', text: 'go on' },
      ],
    }
    expect(written(anthropic, message, blocks({ 0: true, 1: true }), openaiChat)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'r' },
      { role: 'user', content: 'go on' },
    ])
  })

  it('neutral to anthropic: a failed result says so', () => {
    const message = { role: 'tool', content: [{ type: 'tool_result', tool_call_id: 'a', text: 'r', is_error: true }] }
    expect(written(neutral, message, blocks({ 0: true }), anthropic)).toEqual({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: 'r', is_error: true }],
    })
  })

  it('neutral to openai-chat: broken arguments go out as they are, to anthropic wrapped in an object', () => {
    const message = { role: 'assistant', content: [{ type: 'tool_call', id: 'a', name: 'f', arguments: '{"half' }] }
    expect(written(neutral, message, blocks({ 0: true }), openaiChat)).toMatchObject({
      tool_calls: [{ function: { name: 'f', arguments: '{"half' } }],
    })
    expect(written(neutral, message, blocks({ 0: true }), anthropic)).toMatchObject({
      content: [{ type: 'tool_use', input: { unparsed: '{"half' } }],
    })
  })
})

describe('the shells of messages', () => {
  const shellOf = (message: Json): unknown => openaiChat.readMessages([message])[0]?.shell

  it('are kept once where messages have nothing but blocks, and cannot be changed', () => {
    const [first, second] = [shellOf({ role: 'user', content: 'a' }), shellOf({ role: 'user', content: 'b' })]
    expect(second).toBe(first)
    expect(Object.isFrozen(first)).toBe(true)
  })

  it('are their own where anything differs: a field, the order of fields, a role', () => {
    const shells = [
      { role: 'user', content: 'a' },
      { content: 'a', role: 'user' },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'a', name: 'Ada' },
      { role: 'user', content: 'a', name: 'Bob' },
    ].map(shellOf)
    expect(new Set(shells).size).toBe(5)
    expect(new Set(shells.map((shell) => JSON.stringify(shell))).size).toBe(5)
  })
})
