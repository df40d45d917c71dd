import { describe, expect, it } from 'vitest'
import { anthropic } from '../../../src/dialects/anthropic/dialect.ts'
import { gemini } from '../../../src/dialects/gemini/dialect.ts'
import { neutral } from '../../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../../src/dialects/openai-chat/dialect.ts'
import { recogniseDialect } from '../../../src/dialects/recognise.ts'
import type { Json } from '../../../src/schema/json.ts'
import { caught } from '../../support/caught.ts'
import { EVERY_PART } from '../../support/gemini-inputs.ts'
import { entriesFrom } from '../../support/logs.ts'

const call = (name: string, id?: string): Json => ({ functionCall: { ...(id === undefined ? {} : { id }), name, args: {} } })
const response = (name: string, output: string, id?: string): Json => ({
  functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output } },
})

/** Which call each result answers, by the texts of the results and the places of the calls. */
function pairs(
  calls: readonly Json[],
  ...results: readonly (readonly Json[])[]
): readonly (readonly [string, number | string])[] {
  const entries = entriesFrom(gemini, [
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'model', parts: calls },
    ...results.map((parts) => ({ role: 'user', parts })),
  ])
  return entries.flatMap((entry) =>
    entry.kind === 'tool-result'
      ? [[entry.text, entry.answers.kind === 'call' ? entry.answers.seq - 1 : entry.answers.kind]]
      : [],
  )
}

describe('reading Gemini contents', () => {
  it('case 15 · knows every part for what it is', () => {
    const kinds = gemini.readMessages(EVERY_PART).flatMap(({ role, blocks }) => blocks.map((block) => `${role} ${block.kind}`))
    expect(kinds).toEqual([
      'user text',
      'user file',
      'user file',
      'assistant reasoning',
      'assistant text',
      'assistant opaque',
      'assistant opaque',
      'assistant tool-call',
      'assistant tool-call',
      'user tool-result',
      'user tool-result',
      'assistant text',
      'assistant reasoning',
      'user text',
    ])
  })

  it('case 42 · keeps seals where they are: on thoughts, words and calls', () => {
    const blocks = gemini.readMessages(EVERY_PART).flatMap((message) => message.blocks)
    expect(blocks.flatMap((block) => ('signature' in block ? [[block.kind, block.signature]] : []))).toEqual([
      ['text', 'c2VhbGVkLXRleHQ='],
      ['tool-call', 'c2VhbGVkLWNhbGw='],
      ['reasoning', 'c2VhbGVkLWVuZA=='],
    ])
  })

  it('takes the words of a response that says one thing, and the JSON of any other', () => {
    const texts = [{ output: 'o' }, { error: 'e' }, { result: 'r' }, { a: 1 }, {}, { output: 'o', exitCode: 1 }, null].map(
      (given) => {
        const [message] = gemini.readMessages([{ role: 'user', parts: [{ functionResponse: { name: 'f', response: given } }] }])
        const [block] = message?.blocks ?? []
        return block?.kind === 'tool-result' ? [block.text, block.outcome ?? '-'] : []
      },
    )
    expect(texts).toEqual([
      ['o', '-'],
      ['e', 'failure'],
      ['r', '-'],
      ['{"a":1}', '-'],
      ['{}', '-'],
      ['{"output":"o","exitCode":1}', '-'],
      ['', '-'],
    ])
  })
})

describe('results of calls that have no ids', () => {
  it('case 6 · answer the oldest open call of their tool', () => {
    expect(
      pairs([call('read'), call('read'), call('list')], [response('list', 'l'), response('read', 'a'), response('read', 'b')]),
    ).toEqual([
      ['l', 2],
      ['a', 0],
      ['b', 1],
    ])
  })

  it('case 6 · answer it from contents of their own, too', () => {
    expect(pairs([call('read'), call('read')], [response('read', 'a')], [response('read', 'b')])).toEqual([
      ['a', 0],
      ['b', 1],
    ])
  })

  it('case 6 · find a call that has an id, and a result with an id finds a call without', () => {
    expect(pairs([call('read', 'x'), call('read', 'y')], [response('read', 'a'), response('read', 'b')])).toEqual([
      ['a', 0],
      ['b', 1],
    ])
    expect(pairs([call('read'), call('list')], [response('list', 'l', 'list-17'), response('read', 'r', 'read-17')])).toEqual([
      ['l', 1],
      ['r', 0],
    ])
  })

  it('case 6 · go by the id where both have one, whatever the names', () => {
    expect(pairs([call('read', 'x'), call('read', 'y')], [response('read', 'b', 'y'), response('read', 'a', 'x')])).toEqual([
      ['b', 1],
      ['a', 0],
    ])
    expect(pairs([call('read', 'x')], [response('read', 'z', 'other')])).toEqual([['z', 'no-call']])
  })

  it('case 7 · a second one for the same call answers nothing', () => {
    expect(pairs([call('read')], [response('read', 'a'), response('read', 'b')])).toEqual([
      ['a', 0],
      ['b', 'already-answered'],
    ])
  })
})

const WRONG: readonly (readonly [input: Json, says: string])[] = [
  ['text', 'input: expected an object with contents, or an array of contents, found "text".'],
  [{}, 'contents: expected contents, found nothing.'],
  [{ contents: 7 }, 'contents: expected a string or a part, found 7.'],
  [{ contents: [{ role: 'user', parts: [] }, 7] }, 'contents[1]: expected a string or a part, found 7.'],
  [{ contents: [{ role: 'user', parts: [] }, []] }, 'contents[1]: expected a content, found an empty array.'],
  [
    { contents: [{ role: 'robot', parts: [] }] },
    'contents[0].role: expected user, model, function, tool or system, found "robot".',
  ],
  [
    { contents: [{ role: 'constructor', parts: [] }] },
    'contents[0].role: expected user, model, function, tool or system, found "constructor".',
  ],
  [{ contents: [{ role: 'user', parts: [null] }] }, 'contents[0].parts[0]: expected a string or a part, found null.'],
  [{ contents: [{ role: 'user', parts: [{ text: 5 }] }] }, 'contents[0].parts[0].text: expected a string, found 5.'],
  [
    { contents: [{ role: 'model', parts: [{ functionCall: 'f' }] }] },
    'contents[0].parts[0].functionCall: expected an object, found "f".',
  ],
  [{ contents: 'a', config: { systemInstruction: 3 } }, 'config.systemInstruction: expected a string or a part, found 3.'],
]

describe('what cannot be read is refused with its place', () => {
  it.each(WRONG.map(([input, says]) => ({ input, says })))('$says', ({ input, says }) => {
    expect(caught(() => gemini.read(input))).toMatchObject({ message: says, failure: { code: 'input-invalid' } })
  })
})

describe('Gemini is recognised', () => {
  const recognised = (input: Json): string => recogniseDialect(input, [openaiChat, anthropic, neutral, gemini]).traits.name

  it.each([
    ['contents', { contents: [{ role: 'user', parts: [{ text: 'a' }] }] }],
    ['a bare list', [{ role: 'user', parts: [{ text: 'a' }] }]],
    ['the role of the model', [{ role: 'model', parts: [] }]],
    ['parts in snake_case', [{ role: 'user', parts: [{ inline_data: {} }] }]],
    ['contents that are a string', { contents: 'a' }],
  ] as const)('F13 · by %s', (_, input) => {
    expect(recognised(input)).toBe('gemini')
  })

  it('F13 · not in messages of others, nor in what is no request', () => {
    for (const input of [
      [{ role: 'user', parts: [{ type: 'text', text: 'a' }] }],
      [{ role: 'user', content: 'a' }],
      null,
      7,
      [1],
      {},
    ] as Json[])
      expect(gemini.recognise(input)).toBe(0)
  })
})
