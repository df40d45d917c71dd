import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALL_DIALECTS } from '../../../src/dialects/all.ts'
import { langchain } from '../../../src/dialects/langchain/dialect.ts'
import { recogniseDialect } from '../../../src/dialects/recognise.ts'
import type { Json } from '../../../src/schema/json.ts'
import { EVERY_BLOCK, LANGCHAIN_INPUTS } from '../../support/langchain-inputs.ts'
import { roundTrip } from '../../support/round-trip.ts'

const blocksOf = (messages: readonly Json[]) =>
  langchain.readMessages(messages).map(({ blocks }) => blocks.map(({ kind }) => kind))

describe('A13 · messages of LangChain, taken apart and put together', () => {
  it.each(LANGCHAIN_INPUTS)('A13 · are what they were: $what', ({ input }) => {
    const before = JSON.stringify(input)
    expect(JSON.stringify(roundTrip(langchain, input))).toBe(before)
    expect(JSON.stringify(input)).toBe(before)
  })

  it('A13 · are what they were, whatever the unforeseen fields', () => {
    const extra = fc.dictionary(
      fc.string().map((key) => `x${key}`),
      fc.jsonValue(),
    )
    const block = fc.oneof(
      fc.string().map((text) => ({ type: 'text', text })),
      fc.string().map((id) => ({ type: 'tool_use', id, name: 'ls', input: {} })),
      fc.jsonValue().map((value) => ({ type: 'new_kind', value })),
    )
    const content = fc.oneof(fc.string(), fc.array(block, { maxLength: 3 }), fc.constant(null))
    const call = fc.tuple(extra, fc.string()).map(([more, id]) => ({ ...more, name: 'ls', args: {}, id }))
    const fields = fc
      .tuple(extra, content, fc.array(call, { maxLength: 2 }))
      .map(([more, said, calls]) => ({ ...more, content: said, tool_calls: calls, tool_call_id: 'c' }))
    const message = fc.tuple(fields, fc.constantFrom('human', 'ai', 'system', 'tool', 'remove'), fc.nat({ max: 2 })).map(
      ([held, type, form]) =>
        [
          { type, ...held },
          { type, data: held },
          { lc: 1, id: [`x`, type], kwargs: held },
        ][form],
    )
    fc.assert(
      fc.property(fc.array(message), extra, (messages, top) => {
        for (const input of [messages, { ...top, messages }] as Json[])
          expect(JSON.stringify(roundTrip(langchain, input))).toBe(JSON.stringify(input))
      }),
      { numRuns: 200 },
    )
  })

  it('A13 · a call that stands in the content and in a list is one call', () => {
    expect(blocksOf(EVERY_BLOCK)).toEqual([
      ['text'],
      ['text', 'file', 'file', 'file'],
      ['reasoning', 'text', 'tool-call'],
      ['tool-result'],
      ['text'],
      ['text'],
    ])
    const [, , answer] = langchain.readMessages(EVERY_BLOCK)
    expect(answer?.blocks.at(-1)).toMatchObject({ callId: 'call_1', tool: 'read_file', input: '{"path":"a.ts"}' })
  })

  it('A13 · a call that LangChain could not read is a call; a message that removes others is never sent', () => {
    const broken = { name: 'ls', args: '{', id: 'c', error: 'Malformed args.', type: 'invalid_tool_call' }
    const [drafted, removing] = langchain.readMessages([
      { type: 'ai', content: '', tool_calls: [], invalid_tool_calls: [broken] },
      { type: 'remove', id: 'h1', content: [] },
    ])
    expect(drafted?.blocks).toEqual([{ kind: 'tool-call', raw: broken, callId: 'c', tool: 'ls', input: '{' }])
    expect(removing?.blocks).toMatchObject([{ kind: 'opaque', type: 'remove', unsent: true }])
  })

  it('C9 · how a tool ended is known by its status, the name of the tool by its message', () => {
    const [message] = langchain.readMessages([{ type: 'tool', content: 'no', tool_call_id: 'c', name: 'ls', status: 'error' }])
    expect(message?.blocks).toMatchObject([{ kind: 'tool-result', callId: 'c', tool: 'ls', outcome: 'failure', text: 'no' }])
  })

  it('A13 · what another middleware summarized is known as a summary', () => {
    const [message] = langchain.readMessages([
      { type: 'human', content: 'so far', additional_kwargs: { lc_source: 'summarization' } },
    ])
    expect(message?.blocks).toMatchObject([{ kind: 'text', foreignSummary: true }])
  })

  it.each<[string, Json, RegExp]>([
    ['a number', 7, /messages\[0\].*a message of LangChain/],
    ['a type nobody knows', { type: 'robot', content: 'x' }, /messages\[0\]\.type.*robot/],
    ['a result for nobody', { type: 'tool', content: 'x' }, /messages\[0\]\.tool_call_id/],
    ['a block without a type', { type: 'human', content: [{ text: 'x' }] }, /messages\[0\]\.content\[0\]\.type/],
    ['content that is a number', { type: 'human', content: 7 }, /messages\[0\]\.content/],
  ])('A13 · what cannot be read is refused with its place: %s', (_, message, words) => {
    expect(() => langchain.readMessages([message])).toThrow(words)
  })

  it.each(LANGCHAIN_INPUTS.filter(({ what }) => !/write|OpenAI|no messages/.test(what)))(
    'A13 · are told from those of all others: $what',
    ({ input }) => {
      expect(recogniseDialect(input, ALL_DIALECTS).traits.name).toBe('langchain')
    },
  )
})
