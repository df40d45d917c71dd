import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absurdCountIn,
  contextTokens,
  contradictionIn,
  isEncryptedReasoning,
  promptTokens,
  readUsage,
  reportsOf,
  tellsOfCache,
  tokensAdded,
} from '../../../src/budget/usage.ts'
import { neutral } from '../../../src/dialects/neutral/dialect.ts'
import { EMPTY_STATE, ingest } from '../../../src/ingest/ingest.ts'
import type { MessageDraft } from '../../../src/schema/draft.ts'
import type { Entry, Usage } from '../../../src/schema/entry.ts'

const usage = (input: number, output: number, cacheRead = 0, cacheWrite = 0): Usage => ({ input, output, cacheRead, cacheWrite })

const shapes: readonly (readonly [provider: string, reported: object, expected: Usage])[] = [
  ['ours and pi', { input: 10, output: 5, cacheRead: 80, cacheWrite: 20, totalTokens: 115, cost: {} }, usage(10, 5, 80, 20)],
  [
    'OpenAI chat',
    {
      prompt_tokens: 100,
      completion_tokens: 5,
      total_tokens: 105,
      prompt_tokens_details: { cached_tokens: 64, audio_tokens: 0 },
    },
    usage(36, 5, 64),
  ],
  ['OpenAI chat without details', { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 }, usage(100, 5)],
  ['a server with null details', { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: null }, usage(100, 5)],
  [
    'OpenAI Responses',
    {
      input_tokens: 100,
      output_tokens: 50,
      total_tokens: 150,
      input_tokens_details: { cached_tokens: 64, cache_write_tokens: 30 },
      output_tokens_details: { reasoning_tokens: 40 },
    },
    usage(6, 50, 64, 30),
  ],
  [
    'Anthropic',
    {
      input_tokens: 10,
      output_tokens: 5,
      cache_creation_input_tokens: 20,
      cache_read_input_tokens: 80,
      service_tier: 'standard',
    },
    usage(10, 5, 80, 20),
  ],
  ['Anthropic without a cache', { input_tokens: 10, output_tokens: 5 }, usage(10, 5)],
  [
    'Anthropic, everything cached',
    { input_tokens: 0, output_tokens: 5, cache_creation_input_tokens: null, cache_read_input_tokens: 80 },
    usage(0, 5, 80),
  ],
  [
    'a provider of AI SDK 6 and 7',
    {
      inputTokens: { total: 110, noCache: 10, cacheRead: 80, cacheWrite: 20 },
      outputTokens: { total: 5, text: 2, reasoning: 3 },
    },
    usage(10, 5, 80, 20),
  ],
  [
    'an application of AI SDK 6 and 7',
    {
      inputTokens: 110,
      inputTokenDetails: { noCacheTokens: 10, cacheReadTokens: 80, cacheWriteTokens: 20 },
      outputTokens: 5,
      outputTokenDetails: { textTokens: 5, reasoningTokens: 0 },
      totalTokens: 115,
    },
    usage(10, 5, 80, 20),
  ],
  ['AI SDK 5', { inputTokens: 110, outputTokens: 5, totalTokens: 115, cachedInputTokens: 80 }, usage(30, 5, 80)],
  ['AI SDK 5 over Anthropic', { inputTokens: 10, outputTokens: 5, totalTokens: 15, cachedInputTokens: 80 }, usage(10, 5, 80)],
  [
    'AI SDK 5 with a total that shows the cache beside',
    { inputTokens: 100, outputTokens: 5, totalTokens: 185, cachedInputTokens: 80 },
    usage(100, 5, 80),
  ],
  [
    'Gemini',
    {
      promptTokenCount: 100,
      cachedContentTokenCount: 64,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 30,
      toolUsePromptTokenCount: 7,
      totalTokenCount: 142,
    },
    usage(43, 35, 64),
  ],
  [
    'DeepSeek',
    { prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 },
    usage(36, 5, 64),
  ],
  ['Moonshot', { prompt_tokens: 100, completion_tokens: 5, cached_tokens: 64 }, usage(36, 5, 64)],
  [
    'LiteLLM over Anthropic',
    { prompt_tokens: 110, completion_tokens: 5, cache_creation_input_tokens: 20, cache_read_input_tokens: 80 },
    usage(10, 5, 80, 20),
  ],
  [
    'a server before Anthropic whose total shows the cache beside',
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 95, prompt_tokens_details: { cached_tokens: 80 } },
    usage(10, 5, 80),
  ],
  [
    'LangChain',
    { input_tokens: 110, output_tokens: 5, total_tokens: 115, input_token_details: { cache_read: 80, cache_creation: 20 } },
    usage(10, 5, 80, 20),
  ],
  ['LangChain without details', { input_tokens: 110, output_tokens: 5, total_tokens: 115 }, usage(110, 5)],
  [
    'a provider of AI SDK that gives parts and no total',
    { inputTokens: { total: undefined, noCache: 10, cacheRead: 80, cacheWrite: 20 }, outputTokens: { total: 5 } },
    usage(10, 5, 80, 20),
  ],
]

describe('usage', () => {
  it.each(shapes.map(([provider, reported, expected]) => ({ provider, reported, expected })))(
    'B5 · of $provider is read so that the four numbers add up to the whole',
    ({ reported, expected }) => {
      expect(readUsage(reported)).toEqual(expected)
    },
  )

  it.each([
    undefined,
    null,
    'usage',
    [],
    {},
    { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    { prompt_tokens: 0, completion_tokens: 12 },
    { input_tokens: 0, output_tokens: 0 },
    { inputTokens: undefined, outputTokens: undefined },
    { inputTokens: Number.NaN, outputTokens: 3 },
    { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    { promptTokenCount: -5 },
    { prompt_tokens: '100' },
  ])('case 70 · that says nothing is nothing, not zero: %j', (reported) => {
    expect(readUsage(reported)).toBeUndefined()
  })

  it.each([
    [
      'OpenAI chat',
      { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105, prompt_tokens_details: { cached_tokens: 900 } },
    ],
    ['without a total', { prompt_tokens: 100, completion_tokens: 5, cached_tokens: 900 }],
    [
      'a total in which both would drown',
      { prompt_tokens: 100, completion_tokens: 5, total_tokens: 500_000, prompt_tokens_details: { cached_tokens: 900 } },
    ],
    ['Responses', { input_tokens: 100, output_tokens: 5, total_tokens: 105, input_tokens_details: { cached_tokens: 900 } }],
    ['LangChain', { input_tokens: 100, output_tokens: 5, total_tokens: 105, input_token_details: { cache_read: 900 } }],
    ['Gemini', { promptTokenCount: 100, cachedContentTokenCount: 900, candidatesTokenCount: 5 }],
    ['AI SDK', { inputTokens: 100, inputTokenDetails: { cacheReadTokens: 800, cacheWriteTokens: 100 }, outputTokens: 5 }],
    ['AI SDK, a provider', { inputTokens: { total: 100, cacheRead: 900 }, outputTokens: { total: 5 } }],
  ] as const)('F9 · that names more of a cache than there was in all is none: %s', (_, reported) => {
    expect(readUsage(reported)).toBeUndefined()
    expect(contradictionIn(reported)).toEqual({ prompt: 100, cached: 900 })
  })

  it.each([
    [{ prompt_tokens: 900, completion_tokens: '12' }, 'completion_tokens', '12'],
    [{ prompt_tokens: ' 900 ', completion_tokens: 12 }, 'prompt_tokens', ' 900 '],
    [{ usageMetadata: { promptTokenCount: 9, cachedContentTokenCount: '1e3' } }, 'cachedContentTokenCount', '1e3'],
    [{ input: 9, output: 4, cacheRead: '-3' }, 'cacheRead', '-3'],
  ] as const)('F9 · that names a count in words has none: %j', (reported, field, value) => {
    expect(absurdCountIn(reported)).toEqual({ field, value })
  })

  it.each([
    { prompt_tokens: 9, tokenizer: 'o200k', token_type: '', cacheHit: true },
    { promptTokenCount: 9, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 9 }] },
    { prompt_tokens: 9, completion_tokens: Number.NaN, total_tokens: null },
  ])('F9 · that has other words beside its counts is none the worse for it: %j', (reported) => {
    expect(absurdCountIn(reported)).toBeUndefined()
  })

  it.each([
    [true, { prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 0 } }],
    [false, { prompt_tokens: 9, prompt_tokens_details: { cached_tokens: null } }],
    [false, { prompt_tokens: 9, prompt_tokens_details: null }],
    [false, { input_tokens: 9, cache_read_input_tokens: null, cache_creation_input_tokens: null }],
    [false, { inputTokens: 9, inputTokenDetails: { cacheReadTokens: undefined, cacheWriteTokens: undefined } }],
    [false, { inputTokens: 9, inputTokenDetails: { cacheReadTokens: 0 }, raw: { prompt_tokens: 9 } }],
    [true, { inputTokens: 9, inputTokenDetails: {}, raw: { prompt_tokens: 9, cached_tokens: 0 } }],
    [false, { prompt_tokens: 9, cached_tokens: -4 }],
  ] as const)('F9 · tells of a cache only with a number: %j %j', (tells, reported) => {
    expect(tellsOfCache(reported)).toBe(tells)
  })

  it('B5 · is never negative and never throws, whatever a server sends', () => {
    const fields = [
      'input',
      'output',
      'prompt_tokens',
      'input_tokens',
      'inputTokens',
      'cachedInputTokens',
      'input_tokens_details',
    ]
    const hostile = fc.dictionary(fc.constantFrom(...fields, '__proto__', 'total_tokens'), fc.anything(), {
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(hostile, (reported) => {
        const read = readUsage(reported)
        if (read === undefined) return
        for (const part of Object.values(read)) expect(Number.isSafeInteger(part) && part >= 0).toBe(true)
        expect(promptTokens(read)).toBeGreaterThan(0)
      }),
    )
  })

  it('B5 · makes the context: input, output, and both sides of the cache', () => {
    expect(contextTokens(usage(10, 5, 80, 20))).toBe(115)
    expect(promptTokens(usage(10, 5, 80, 20))).toBe(110)
  })
})

/** A conversation of which only usage and endings matter. */
function conversation(...messages: readonly Partial<MessageDraft>[]): readonly Entry[] {
  const drafts = messages.map((given): MessageDraft => {
    const role = given.role ?? 'assistant'
    const [read] = neutral.readMessages([
      {
        role,
        content: [
          { type: 'text', text: 'words' },
          { type: 'text', text: 'more' },
        ],
      },
    ])
    return { ...(read as MessageDraft), ...given }
  })
  return ingest(EMPTY_STATE, drafts).entries
}

const user = { role: 'user' } as const

describe('reports in a log', () => {
  const log = conversation(
    user,
    { usage: usage(100, 20) },
    user,
    { usage: usage(30, 10, 120) },
    user,
    { usage: usage(999, 1), finishReason: 'aborted' },
    { usage: usage(888, 1), error: 'overloaded' },
    { usage: usage(0, 0) },
    {},
  )

  it('B5 · the context is that of the last assistant message that was neither aborted nor an error', () => {
    expect(reportsOf(log).at(-1)).toEqual({ seq: 7, usage: usage(30, 10, 120) })
  })

  it.each(['aborted', 'abort', 'cancelled', 'error', 'failed'])(
    'B5 · a message that ended with %s reports nothing',
    (finishReason) => {
      expect(reportsOf(conversation(user, { usage: usage(10, 1), finishReason }))).toEqual([])
      expect(reportsOf(conversation(user, { usage: usage(10, 1), finishReason: 'stop' }))).toHaveLength(1)
    },
  )

  it('B23 · tokens added by a turn are the difference between consecutive reports', () => {
    expect(tokensAdded(reportsOf(log), [])).toEqual([{ from: 3, to: 7, tokens: 160 - 120 }])
  })

  it('B23 · says nothing about a turn in which the context became smaller', () => {
    const compacted = conversation(user, { usage: usage(100, 20) }, user, { usage: usage(30, 10) }, user, {
      usage: usage(40, 10),
    })
    expect(tokensAdded(reportsOf(compacted), []).map((turn) => turn.tokens)).toEqual([undefined, 10])
  })

  it('B23 · nor about one in which it was compacted, whatever came of it', () => {
    expect([3, 4, 7, 8].map((length) => tokensAdded(reportsOf(log), [length])[0]?.tokens)).toEqual([40, undefined, undefined, 40])
  })
})

describe('encrypted reasoning', () => {
  it('case 46 · is known by a signature without text', () => {
    const [text] = conversation(user)
    const reasoning = (fields: object): Entry => ({ ...(text as Entry), kind: 'reasoning', text: '', ...fields }) as Entry
    expect(isEncryptedReasoning(reasoning({ signature: 'gAAAAB' }))).toBe(true)
    expect(isEncryptedReasoning(reasoning({ text: 'I think', signature: 'gAAAAB' }))).toBe(false)
    expect(isEncryptedReasoning(reasoning({}))).toBe(false)
  })
})
