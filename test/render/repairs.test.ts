import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { USER_FRAME } from '../../src/render/placeholders.ts'
import type { Json } from '../../src/schema/json.ts'
import type { RepairKind } from '../../src/schema/prompt.ts'
import { stringsIn } from '../support/invariants.ts'
import { DIALECTS, entriesFrom, neutralEntries } from '../support/logs.ts'
import { rendered } from '../support/rendered.ts'

const text = (role: string, said: string): Json => ({ role, content: [{ type: 'text', text: said }] })
const call = (id: string, tool = 'read', input = '{}'): Json => ({
  role: 'assistant',
  content: [{ type: 'tool_call', id, name: tool, arguments: input }],
})
const result = (id: string, said: string): Json => ({
  role: 'tool',
  content: [{ type: 'tool_result', tool_call_id: id, text: said }],
})

interface Broken {
  readonly kind: RepairKind
  /** What a provider would refuse, in the neutral shape. */
  readonly input: readonly Json[]
  /** The entry that is repaired. */
  readonly seq: number
  /** Dialects that need the repair; the others take the input as it is. */
  readonly in: readonly string[]
  /** What the request says afterwards. */
  readonly shows: string
}

const ALL = ['openai-chat', 'anthropic', 'neutral']
const go = text('user', 'go')

const BROKEN: readonly Broken[] = [
  {
    kind: 'result-without-call',
    input: [go, result('x', 'found it')],
    seq: 1,
    in: ALL,
    shows: '[Output of tool; its call is not in this conversation: e1]\n~~~\nfound it\n~~~',
  },
  {
    kind: 'result-repeated',
    input: [go, call('x'), result('x', 'once'), result('x', 'twice')],
    seq: 3,
    in: ALL,
    shows: '[Output of read; its call was answered before: e3]\n~~~\ntwice\n~~~',
  },
  {
    kind: 'result-too-late',
    input: [go, call('x'), go, text('assistant', 'well'), result('x', 'late')],
    seq: 4,
    in: ALL,
    shows: '[Output of read; it came after the conversation had gone on: e4]\n~~~\nlate\n~~~',
  },
  {
    kind: 'result-moved',
    input: [go, call('x'), text('user', 'wait'), result('x', 'found it')],
    seq: 3,
    in: ALL,
    shows: 'found it',
  },
  { kind: 'result-missing', input: [go, call('x'), go], seq: 1, in: ALL, shows: '[read: no result was recorded]' },
  { kind: 'empty-removed', input: [go, text('assistant', ''), go], seq: 1, in: ALL, shows: 'go' },
  { kind: 'empty-removed', input: [go, text('assistant', ' \n\t'), go], seq: 1, in: ['anthropic'], shows: 'go' },
  { kind: 'empty-result', input: [go, call('x'), result('x', '')], seq: 2, in: ALL, shows: '[read: success, no output]' },
  { kind: 'empty-result', input: [go, call('x'), result('x', ' \n ')], seq: 2, in: ALL, shows: '[read: success, no output]' },
  { kind: 'id-replaced', input: [go, call('x'), result('x', 'a'), call('x'), result('x', 'b')], seq: 3, in: ALL, shows: 'x_3' },
  { kind: 'id-replaced', input: [go, call(''), result('', 'a')], seq: 1, in: ALL, shows: 'call_1' },
  { kind: 'id-replaced', input: [go, call('a.b:c'), result('a.b:c', 'a')], seq: 1, in: ['anthropic'], shows: 'a_b_c' },
  {
    kind: 'tool-renamed',
    input: [go, call('x', 'my tool!'), result('x', 'a')],
    seq: 1,
    in: ['openai-chat', 'anthropic'],
    shows: 'my_tool_',
  },
  {
    kind: 'tool-renamed',
    input: [go, call('x', 't'.repeat(140)), result('x', 'a')],
    seq: 1,
    in: ['openai-chat', 'anthropic'],
    shows: `${'t'.repeat(56)}_`,
  },
  {
    kind: 'arguments-wrapped',
    input: [go, call('x', 'read', '{"half'), result('x', 'a')],
    seq: 1,
    in: ['anthropic', 'openai-chat'],
    shows: 'half',
  },
  {
    kind: 'system-quoted',
    input: [go, text('assistant', 'ok'), text('system', 'be brief'), go],
    seq: 2,
    in: ['anthropic'],
    shows: '[System note]\n~~~\nbe brief\n~~~',
  },
  {
    kind: 'trailing-space-trimmed',
    input: [go, text('assistant', 'to be continued  \n')],
    seq: 1,
    in: ['anthropic'],
    shows: 'to be continued',
  },
  {
    kind: 'surrogate-replaced',
    input: [text('user', 'half \ud800 a character')],
    seq: 0,
    in: ALL,
    shows: 'half \ufffd a character',
  },
  { kind: 'surrogate-replaced', input: [go, call('x'), result('x', 'half \udc00')], seq: 2, in: ALL, shows: 'half \ufffd' },
]

const cases = BROKEN.flatMap((broken) =>
  DIALECTS.map((dialect) => ({ ...broken, dialect, name: dialect.traits.name, needed: broken.in.includes(dialect.traits.name) })),
)

describe('a repair is made, noted, and makes the request valid', () => {
  it.each(cases.filter(({ needed }) => needed))('F3 · $kind in $name shows $shows', ({ dialect, input, kind, seq, shows }) => {
    const { prompt, request, violations } = rendered(dialect, neutralEntries(input))
    expect(violations).toEqual([])
    expect(prompt.repairs).toContainEqual(expect.objectContaining({ kind, seq }))
    expect(stringsIn(request).some((shown) => shown.includes(shows))).toBe(true)
  })

  it.each(cases.filter(({ needed }) => !needed))('F3 · $kind is not needed in $name', ({ dialect, input, kind }) => {
    const { prompt, violations } = rendered(dialect, neutralEntries(input))
    expect(violations).toEqual([])
    expect(prompt.repairs.map((repair) => repair.kind)).not.toContain(kind)
  })
})

describe('reasoning that its message cannot keep is left out', () => {
  const thinking = { type: 'thinking', thinking: 'hm', signature: 'sig' }

  it('anthropic: alone in its message, or at its end', () => {
    for (const content of [[thinking], [{ type: 'text', text: 'a' }, thinking]]) {
      const { prompt, violations } = rendered(
        anthropic,
        entriesFrom(anthropic, [
          { role: 'user', content: 'go' },
          { role: 'assistant', content },
        ]),
      )
      expect(prompt.repairs.map((repair) => repair.kind)).toEqual(['reasoning-removed'])
      expect(violations).toEqual([])
    }
  })

  it('anthropic: in front of what it led to it stays, byte for byte', () => {
    const message = { role: 'assistant', content: [thinking, { type: 'text', text: 'a' }] }
    const { prompt, messages } = rendered(anthropic, entriesFrom(anthropic, [{ role: 'user', content: 'go' }, message]))
    expect(prompt.repairs).toEqual([])
    expect(messages[1]).toEqual(message)
  })

  it('openai-chat: alone in its message', () => {
    const entries = entriesFrom(openaiChat, [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, reasoning_content: 'hm' },
    ])
    const { prompt, violations, messages } = rendered(openaiChat, entries)
    expect(prompt.repairs.map((repair) => repair.kind)).toEqual(['reasoning-removed'])
    expect(messages).toEqual([{ role: 'user', content: 'go' }])
    expect(violations).toEqual([])
  })
})

describe('pairing', () => {
  it('case 3 · a result that stands too far from its call is brought to it, and what was said in between comes after', () => {
    const { messages } = rendered(openaiChat, neutralEntries([call('x'), text('user', 'wait'), result('x', 'found it')]))
    expect(messages).toEqual([
      { role: 'user', content: USER_FRAME },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'x', type: 'function', function: { name: 'read', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'x', content: 'found it' },
      { role: 'user', content: 'wait' },
    ])
  })

  it('case 5 · of two results in one message, the one whose call is gone becomes quoted text and the other stays a result', () => {
    const entries = entriesFrom(anthropic, [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'kept', name: 'read', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'gone', content: 'orphan' },
          { type: 'tool_result', tool_use_id: 'kept', content: 'paired' },
        ],
      },
    ])
    const { messages, violations } = rendered(anthropic, entries)
    expect(messages[2]).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'kept', content: 'paired' },
        { type: 'text', text: '[Output of tool; its call is not in this conversation: e2]\n~~~\norphan\n~~~' },
      ],
    })
    expect(violations).toEqual([])
  })

  it('case 8 · in a message that mixes text and results, results come first', () => {
    const entries = entriesFrom(anthropic, [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'read', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'and then?' },
          { type: 'tool_result', tool_use_id: 'x', content: 'r' },
        ],
      },
    ])
    const { messages, prompt, violations } = rendered(anthropic, entries)
    expect(messages.at(-1)).toMatchObject({ content: [{ type: 'tool_result' }, { type: 'text', text: 'and then?' }] })
    expect(prompt.repairs.map((repair) => repair.kind)).toEqual(['result-moved'])
    expect(violations).toEqual([])
  })

  it('case 31 · texts that say nothing are left out of a result, the rest of it stays', () => {
    const content = [
      { type: 'text', text: '' },
      { type: 'text', text: 'found it' },
    ]
    const entries = entriesFrom(anthropic, [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content }] },
    ])
    const { messages, prompt } = rendered(anthropic, entries)
    expect(messages[2]).toMatchObject({ content: [{ type: 'tool_result', content: [{ type: 'text', text: 'found it' }] }] })
    expect(prompt.repairs.map((repair) => repair.kind)).toEqual(['empty-removed'])
  })

  it('case 6 · calls under one id in one batch get ids of their own, answered or not', () => {
    const twice = {
      role: 'assistant',
      content: [1, 2].map(() => ({ type: 'tool_call', id: 'x', name: 'read', arguments: '{}' })),
    }
    for (const dialect of DIALECTS) {
      for (const answers of [[], [result('x', 'a')], [result('x', 'a'), result('x', 'b')]]) {
        expect(rendered(dialect, neutralEntries([go, twice, ...answers])).violations).toEqual([])
      }
    }
  })
})
