import { describe, expect, it } from 'vitest'
import { type Json, presets } from '../../src/index.ts'
import { compact, selectMessagesToCompact, shouldCompact } from '../../src/integrations/layer.ts'
import { opened } from './talk.ts'

const DEFAULTS = {
  modelContextLimit: 128_000,
  systemReserve: 2_000,
  outputReserve: 4_000,
  safetyBuffer: 5_000,
  thresholdPercent: 0.8,
  recentMessagesToKeep: 10,
}

/** So many messages of so many tokens together, at four characters a token and two tokens a role. */
const filling = (tokens: number, messages = 12): readonly Json[] =>
  Array.from({ length: messages }, (_, at) => ({ role: 'user', content: 'x'.repeat(at === 0 ? (tokens - 2 * messages) * 4 : 0) }))

/** Where it fires, to the token. */
const firesFrom = (tokens: number, config: Partial<typeof DEFAULTS>, messages = 12): readonly boolean[] =>
  [tokens - 1, tokens].map((each) => shouldCompact(filling(each, messages), config))

describe('the layer for an agent loop', () => {
  it('D2 · (128,000 − 2,000 − 4,000 − 5,000) × 0.80 is 93,600', () => {
    expect(firesFrom(93_600, {})).toEqual([false, true])
    expect(firesFrom(93_600, DEFAULTS)).toEqual([false, true])
  })

  it.each([
    [{ modelContextLimit: 200_000 }, 151_200],
    [{ systemReserve: 12_000 }, 85_600],
    [{ outputReserve: 14_000 }, 85_600],
    [{ safetyBuffer: 0 }, 97_600],
    [{ thresholdPercent: 0.5 }, 58_500],
  ])('D2 · %o: from %i', (config, tokens) => {
    expect(firesFrom(tokens, config)).toEqual([false, true])
  })

  it('D2, D3 · recentMessagesToKeep: not while there are as many and the system message', () => {
    expect(firesFrom(93_600, { recentMessagesToKeep: 12 }, 13)).toEqual([false, false])
    expect(firesFrom(93_600, { recentMessagesToKeep: 12 }, 14)).toEqual([false, true])
  })

  it.each([
    ['gpt-4o', 128_000],
    ['gpt-4-turbo', 128_000],
    ['gpt-4', 8_192],
    ['claude-3-5-sonnet-20240620', 200_000],
    ['claude-3-haiku-20240307', 200_000],
    ['nobody-knows', 128_000],
  ])('D2 · %s has %i tokens', async (model, window) => {
    expect((await (await opened(presets.layer(), [{ role: 'user', content: 'hello' }])).check({ model })).modelLimit).toBe(window)
  })

  it('D2 · the preset has the same numbers, a user’s own are never scaled', async () => {
    const thread = await opened(presets.layer({ ...DEFAULTS_OF_PRESET, safetyBuffer: 6_000 }), [
      { role: 'user', content: 'hello' },
    ])
    expect((await thread.explain({ window: 128_000 })).reason).toMatch(/80 % of the window of 128,000 less 12,000/)
    await expect(thread.explain({ window: 8_192 })).rejects.toThrow(/safety|system|answer/)
  })

  /** Fifty messages: a system message, a task, and rounds of calls and results. */
  const fifty = (): readonly Json[] => [
    { role: 'system', content: 'You build flashcards.' },
    { role: 'user', content: 'Build a flashcard app.' },
    ...Array.from({ length: 24 }, (_, at): readonly Json[] => [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `Step ${at}` },
          { type: 'tool-call', toolCallId: `t${at}`, toolName: 'write', args: {} },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: `t${at}`, toolName: 'write', result: 'written '.repeat(600) }],
      },
    ]).flat(),
  ]

  it('D4, D5 · of fifty messages the system message and the last ten stay; the border is never a result', () => {
    const messages = fifty()
    const { messagesToCompact, messagesToKeep } = selectMessagesToCompact(messages)
    expect(messagesToKeep).toEqual([messages[0], ...messages.slice(40)])
    expect(messagesToCompact).toEqual(messages.slice(1, 40))
    const { messagesToKeep: odd } = selectMessagesToCompact(messages, 9)
    expect(odd).toEqual([messages[0], ...messages.slice(40)])
  })

  it('D8 · gives messages and an event: round, tokens before and after, the summary, the ids of what was compacted', async () => {
    const thread = await opened(presets.layer())
    const first = await compact(fifty(), { thread, modelContextLimit: 32_000 })
    expect(first.event).toMatchObject({ round: 1 })
    expect(first.event.tokensAfter).toBeLessThan(first.event.tokensBefore)
    expect(first.event.summary).toContain('Step 18')
    // The only message of a person stays (L5); the other 38 are folded.
    expect(first.event.compactedMessageIds).toHaveLength(38)
    // The twelve of the source, the task of a person (L5), and a user frame in front of the agent's summary (C18).
    expect(first.messages).toHaveLength(14)
    const again = await compact(fifty(), { thread, modelContextLimit: 32_000 })
    expect(again.event).toMatchObject({ round: 0, summary: '', compactedMessageIds: [] })
  })
})

const { modelContextLimit: _, ...DEFAULTS_OF_PRESET } = DEFAULTS
