import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { openaiResponses } from '../../src/dialects/openai-responses/dialect.ts'
import { makeSpan } from '../../src/log/span.ts'
import { renderPrompt } from '../../src/render/render-prompt.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import type { PlanRecord } from '../../src/schema/plan.ts'
import type { Prompt } from '../../src/schema/prompt.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { responsesFaults } from '../../src/testing/provider-rules/openai-responses.ts'
import { storedItemFaults } from '../../src/testing/provider-rules/stored-items.ts'
import { entriesFrom, logOf } from '../support/logs.ts'

const user = (text: string): Json => ({ role: 'user', content: text })
const thought = (id: string): JsonObject => ({ type: 'reasoning', id, summary: [], encrypted_content: `sealed ${id}` })
const called = (id: string): JsonObject => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name: 'read', arguments: '{}' })
const answered = (id: string): JsonObject => ({ type: 'function_call_output', call_id: id, output: `result ${id}` })
const said = (id: string): JsonObject => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: `words of ${id}`, annotations: [] }],
})
const nameless = ({ id: _, ...item }: JsonObject): JsonObject => item

interface Sent {
  readonly items: readonly Json[]
  readonly prompt: Prompt
}

/** What is sent when only these entries of a log are shown: all the others are dropped. */
function shown(items: readonly Json[], keep: (seq: number) => boolean): Sent {
  const entries = entriesFrom(openaiResponses, items)
  const log = logOf(entries)
  const carries = entries.filter((entry) => keep(entry.seq)).map((entry) => ({ seq: entry.seq }))
  const index = { keywords: [], brief: '', time: null }
  const drop: PlanRecord = {
    action: 'drop',
    span: makeSpan(log, rangeOf(0, entries.length)),
    tokens: 0,
    reason: '',
    index,
    carries,
  }
  const prompt = renderPrompt({ entries, records: [drop], traits: openaiResponses.traits, summaryRole: 'assistant' })
  return { items: openaiResponses.writeMessages(prompt.messages), prompt }
}

const repairs = ({ prompt }: Sent): readonly (readonly [string, number])[] => prompt.repairs.map(({ kind, seq }) => [kind, seq])

describe('case 43 · reasoning and what it led to', () => {
  const log = [
    user('go'),
    thought('rs_1'),
    called('a'),
    called('b'),
    answered('a'),
    answered('b'),
    thought('rs_2'),
    said('msg_1'),
  ]

  it('L2 · stay as they came while both are shown', () => {
    expect(shown(log, () => true)).toMatchObject({ items: log, prompt: { repairs: [] } })
  })

  it('L2 · part: without its reasoning a piece goes without its id, and so do those after it', () => {
    const sent = shown(log, (seq) => seq !== 1)
    expect(sent.items).toEqual([log[0], nameless(called('a')), nameless(called('b')), ...log.slice(4)])
    expect(repairs(sent)).toEqual([
      ['item-id-removed', 2],
      ['item-id-removed', 3],
    ])
  })

  it('L2 · part: reasoning without the piece it led to is left out, even where a later piece follows', () => {
    const sent = shown(log, (seq) => seq !== 2 && seq !== 4)
    expect(sent.items).toEqual([log[0], nameless(called('b')), log[5], ...log.slice(6)])
    expect(repairs(sent)).toEqual([
      ['reasoning-removed', 1],
      ['item-id-removed', 3],
    ])
  })

  it('L2 · part: reasoning at the very end is left out until what it leads to has come', () => {
    const [waiting, complete] = [shown(log.slice(0, 7), () => true), shown(log, () => true)]
    expect(waiting.items).toEqual(log.slice(0, 6))
    expect(repairs(waiting)).toEqual([['reasoning-removed', 6]])
    expect(complete.items).toEqual(log)
  })

  it('L2 · part: reasoning that leads to more reasoning stands or falls with it', () => {
    const chain = [user('go'), thought('rs_1'), thought('rs_2'), said('msg_1')]
    expect(shown(chain, () => true).items).toEqual(chain)
    expect(shown(chain, (seq) => seq < 3).items).toEqual([chain[0]])
    expect(shown(chain, (seq) => seq !== 2).items).toEqual([chain[0], nameless(said('msg_1'))])
  })

  it('L2 · part where the reasoning cannot be sent: half a character in it would break its seal (case 33)', () => {
    const broken = { ...thought('rs_1'), summary: [{ type: 'summary_text', text: 'half \ud83d' }] }
    const sent = shown([user('go'), broken, said('msg_1')], () => true)
    expect(sent.items).toEqual([user('go'), nameless(said('msg_1'))])
  })

  it('L2 · are nothing to an item of another answer: it keeps its id', () => {
    const items = [user('go'), thought('rs_1'), said('msg_1'), user('on'), said('msg_2')]
    expect(shown(items, (seq) => seq > 2).items).toEqual(items.slice(3))
  })
})

describe('case 41, case 42 · sealed reasoning', () => {
  it('L2 · goes out byte for byte, with call and result of an open round', () => {
    const open = [user('go'), thought('rs_1'), called('a'), answered('a')]
    expect(JSON.stringify(shown(open, () => true).items)).toBe(JSON.stringify(open))
  })

  it('L2 · case 44 · is a loss where another provider reads on, and leaves the rest as it is', () => {
    const entries = entriesFrom(openaiResponses, [user('go'), thought('rs_1'), said('msg_1')])
    const prompt = renderPrompt({ entries, records: [], traits: anthropic.traits, summaryRole: 'assistant' })
    expect(prompt.losses).toEqual([{ seq: 1, what: 'reasoning' }])
    expect(anthropic.writeMessages(prompt.messages)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'words of msg_1' }] },
    ])
  })
})

describe('two items under one id', () => {
  it('L2 · only the first keeps it', () => {
    const sent = shown([said('msg_1'), user('go'), said('msg_1')], () => true)
    expect(sent.items).toEqual([said('msg_1'), user('go'), nameless(said('msg_1'))])
    expect(repairs(sent)).toEqual([['item-id-removed', 2]])
  })

  it('L2 · system text in front included', () => {
    const told: Json = { type: 'message', id: 'msg_1', role: 'developer', content: 'be brief' }
    const entries = entriesFrom(openaiResponses, [told, user('go'), said('msg_1')])
    const { system, messages } = renderPrompt({ entries, records: [], traits: openaiResponses.traits, summaryRole: 'assistant' })
    expect(openaiResponses.writeMessages([...system, ...messages])).toEqual([told, user('go'), nameless(said('msg_1'))])
  })

  it('L2 · whichever provider they are from', () => {
    const told = { type: 'message', id: 'msg_1', role: 'user', content: 'go' }
    expect(shown([told, said('msg_1'), told], () => true).items).toEqual([told, nameless(said('msg_1')), nameless(told)])
  })
})

describe('whatever is shown of an answer in pieces', () => {
  it('L2 · the provider accepts it, and so does one that remembers what it stored', () => {
    const kinds = fc.array(fc.constantFrom('thought', 'call', 'said', 'search', 'user'), { minLength: 1, maxLength: 14 })
    const items = kinds.map((list) => list.flatMap(itemsOf))
    fc.assert(
      fc.property(items, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (given, mask) => {
        const sent = shown(given, (seq) => mask[seq] === true)
        if (sent.items.length === 0) return
        expect(responsesFaults(sent.items)).toEqual([])
        expect(openaiResponses.validate(sent.items)).toEqual([])
        expect(storedItemFaults(sent.items, given)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

/** Items of one kind; a call is followed by its result, now and then after what else was said. */
function itemsOf(kind: string, index: number): readonly Json[] {
  switch (kind) {
    case 'thought':
      return [thought(`rs_${index}`)]
    case 'call':
      return index % 3 === 0
        ? [called(`c${index}`), said(`msg_c${index}`), answered(`c${index}`)]
        : [called(`c${index}`), answered(`c${index}`)]
    case 'said':
      return [said(`msg_${index}`)]
    case 'search':
      return [{ type: 'web_search_call', id: `ws_${index}`, status: 'completed', action: { type: 'search', query: 'q' } }]
    default:
      return [user(`u${index}`)]
  }
}
