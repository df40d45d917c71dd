import { describe, expect, it } from 'vitest'
import { createCompactor, presets } from '../../src/index.ts'
import { compact, generateSummary, safeCompact, selectMessagesToCompact, shouldCompact } from '../../src/integrations/layer.ts'
import type { Json } from '../../src/schema/json.ts'

const system: Json = { role: 'system', content: 'You build websites.' }
const user = (content: string): Json => ({ role: 'user', content })
const agent = (content: string): Json => ({ role: 'assistant', content })
const call = (id: string): Json => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: id, toolName: 'write_file', args: { path: `${id}.ts` } }],
})
const result = (id: string): Json => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: id, toolName: 'write_file', result: 'written' }],
})

/** A system message, and `turns` of a question and a long answer. */
const history = (turns: number): readonly Json[] => [
  system,
  ...Array.from({ length: turns }, (_, n) => [
    user(`Page ${n}, please.`),
    agent(`Page ${n}: ${'text of the page, '.repeat(40)}done.`),
  ]).flat(),
]

describe('D13 · functions over messages that a loop keeps', () => {
  it('D2, D3, D13 · say when: at 93,600 of 128,000, inclusive, and never for ten messages and the system message', () => {
    const filling = (tokens: number, messages: number) => [
      user('x'.repeat((tokens - 2 * messages) * 4)),
      ...Array.from({ length: messages - 1 }, () => user('')),
    ]
    expect(shouldCompact(filling(93_600, 12))).toBe(true)
    expect(shouldCompact(filling(93_599, 12))).toBe(false)
    expect(shouldCompact(filling(200_000, 11))).toBe(false)
    expect(shouldCompact(filling(20_000, 12), { modelContextLimit: 16_000 })).toBe(true)
    expect(shouldCompact([])).toBe(false)
  })

  it('D4, D13 · say which: not the system message, not the last ten, and no result without its call', () => {
    const messages = [...history(10), call('c1'), result('c1'), ...history(5).slice(2)]
    const { messagesToCompact, messagesToKeep, previousSummary } = selectMessagesToCompact(messages)
    expect(messagesToKeep).toEqual([system, ...messages.slice(21)])
    expect(messagesToCompact).toEqual(messages.slice(1, 21))
    expect(previousSummary).toBeNull()
    expect(selectMessagesToCompact(messages.slice(0, 8))).toMatchObject({ messagesToCompact: [] })
  })

  it.each(['## Session Summary (Compaction Round 1)', '### Session Summary (Compaction Round 1)'])(
    'D4, D13 · hand an earlier summary on: %s',
    (heading) => {
      const [first, ...rest] = history(8)
      const earlier = agent(`${heading}\nPage 0 is done.`)
      const found = selectMessagesToCompact([first as Json, earlier, ...rest], 4)
      expect(found.previousSummary).toContain('Page 0 is done.')
      expect(found.messagesToCompact).toEqual(rest.slice(0, 12))
      // Said by a person, it is no summary.
      expect(selectMessagesToCompact([system, user(heading), ...rest], 4).previousSummary).toBeNull()
    },
  )

  it('D8, D13 · compact: what is to be sent, and what happened; a second time the round goes on', async () => {
    const thread = await createCompactor({ policy: presets.layer() }).thread('t')
    const messages = history(30)
    const { messages: sent, event } = await compact(messages, { thread, modelContextLimit: 8_000 })
    expect(sent[0]).toEqual(system)
    expect(sent[2]).toMatchObject({ role: 'assistant', content: [{ text: expect.stringContaining(event.summary) }] })
    expect(sent.slice(-10)).toEqual(messages.slice(-10))
    expect(event).toMatchObject({ round: 1, summary: expect.stringContaining('Page 0, please.') })
    expect(event.tokensAfter).toBeLessThan(event.tokensBefore)
    const more = [...messages, ...history(15).slice(1)]
    expect((await compact(more, { thread, modelContextLimit: 8_000 })).event.round).toBe(2)
    expect(await thread.entries()).toHaveLength(more.length)
  })

  it('D8, D11, D13 · with nothing to compact, everything is as it was: round 0, no summary', async () => {
    const thread = await createCompactor({ policy: presets.layer() }).thread('t')
    const short = history(2)
    const { messages, event } = await compact(short, { thread })
    expect(messages).toBe(short)
    expect(event).toMatchObject({ round: 0, summary: '' })
  })

  it('D9, D13 · safely: a failure is told, and the messages come back', async () => {
    const thread = await createCompactor({ policy: presets.layer() }).thread('t')
    const huge = [{ role: 'system', content: 'rule '.repeat(20_000) }, ...history(20).slice(1)]
    const failures: unknown[] = []
    const onError = (error: unknown) => failures.push(error)
    expect(await safeCompact(huge, { thread, modelContextLimit: 8_000, onError })).toBe(huge)
    expect(failures).toMatchObject([{ failure: { code: 'fixed-part-too-large' } }])
  })

  it('D13 · summarize without a model: the task word for word', async () => {
    expect(await generateSummary(history(30))).toContain('Page 0, please.')
    expect(await generateSummary([])).toBe('')
  })
})
