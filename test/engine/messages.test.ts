import { describe, expect, it } from 'vitest'
import { createCompactor, type Policy, presets } from '../../src/index.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { stringsIn, threadWith } from '../support/invariants.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, user } from '../support/steps.ts'

const talk = [...finishedTurns(20, 150), user('go')]
const opened = async (policy: Policy = presets.balanced(), tokenizer = bpeTokenizer()) => {
  const thread = await createCompactor({ clock: () => 1234, policy, tokenizer }).thread('orders')
  await thread.append(messagesFor('openai-chat', talk))
  return thread
}

const POLICIES = [presets.balanced(), presets.cms(), presets.claudeCode(), presets.codex(), presets.pi(), presets.harness()]

describe('messages in parts', () => {
  it('A26 · can be had of any thread before a compaction: nothing is compacted, nothing saved', async () => {
    const thread = await opened()
    const { messages, ...result } = await thread.messages()
    expect(result).toEqual({ summaryMessage: null, messagesCompacted: 0, tokensSaved: 0 })
    expect(messages).toHaveLength(messagesFor('openai-chat', talk).length)
    expect(messages.every(({ sessionId }) => sessionId === 'orders')).toBe(true)
  })

  it('A26 · can be had after a compaction, and agree with its receipt', async () => {
    const thread = await opened()
    const { receipt, request } = await thread.compact({ window: 1500 })
    const result = await thread.messages()
    expect(result.tokensSaved).toBe(receipt.tokens.before - receipt.tokens.after)
    expect(result.messagesCompacted).toBeGreaterThan(10)
    expect(result.summaryMessage?.parts[0]).toMatchObject({ type: 'compaction-marker', compactedAt: 1234 })
    // The fixed user message before and behind a summary is in no log.
    const sent = (request as { messages: { content: unknown }[] }).messages
    expect(result.messages.length).toBe(
      sent.filter(({ content }) => content !== '[The conversation continues from here.]').length,
    )
    await thread.undo()
    expect((await thread.messages()).summaryMessage).toBeNull()
  })

  it.each(POLICIES)('A26 · marker and result agree on the number of messages: $name', async (policy) => {
    const thread = await opened(policy)
    await thread.compact({ window: 3000, reserve: 500 })
    const { messages, messagesCompacted } = await thread.messages()
    const markers = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'compaction-marker' ? [part] : [])))
    expect(messagesCompacted).toBe(markers.reduce((sum, marker) => sum + marker.messagesCompacted, 0))
    expect((await thread.commits())[0]?.plan.records.length).toBeGreaterThan(0)
  })

  it('A6 · an old result that was cleared says so', async () => {
    const steps = [
      ...[calls(['a', 'read_file', { path: 'a.ts' }]), results(['a', prose(2000)]), agent('ok')],
      ...[...finishedTurns(3, 50), user('go')],
    ]
    const thread = await threadWith('openai-chat', [user('start'), ...steps])
    const { request } = await thread.compact({ window: 1000, reserve: 0 })
    expect(stringsIn(request).some((text) => text.includes('characters left out') || text.startsWith('[read_file'))).toBe(true)
    const part = (await thread.messages()).messages.flatMap(({ parts }) => parts).find(({ id }) => id === 'e2')
    expect(part).toMatchObject({ type: 'tool-result', compactedAt: 0, originalTokens: expect.any(Number) })
  })
})

describe('tokens of parts', () => {
  /** One token a character, so that sums can be read. */
  const letters = { name: 'letters', count: (text: string): number => text.length }

  it('A4 · text, reasoning, call and result by what they say; four for the role', async () => {
    const thread = await createCompactor({ tokenizer: letters }).thread('t')
    const content = [
      { type: 'reasoning', text: 'hm' },
      { type: 'tool_call', id: '1', name: 'read', arguments: '{"a":1}' },
    ]
    await thread.append(
      [
        { role: 'user', content: [{ type: 'text', text: 'abcd' }] },
        { role: 'assistant', content },
        { role: 'tool', content: [{ type: 'tool_result', tool_call_id: '1', text: 'result' }] },
      ],
      { dialect: 'neutral' },
    )
    const { messages } = await thread.messages()
    expect(messages.map(({ tokens, parts }) => [tokens, ...parts.map((part) => part.tokens)])).toEqual([
      [4 + 4, 4],
      [4 + 2 + 4 + 7, 2, 4 + 7],
      [4 + 6, 6],
    ])
  })

  it('A4 · the beginning of a step costs four', async () => {
    const thread = await createCompactor({ tokenizer: letters }).thread('t')
    const shell = { dialect: 'neutral', raw: { role: 'user', content: [] }, holes: [] }
    await thread.appendDrafts([{ role: 'user', author: 'harness', blocks: [{ kind: 'turn-start', raw: null }], shell }])
    expect((await thread.messages()).messages).toMatchObject([{ tokens: 8, parts: [{ type: 'step-start', tokens: 4 }] }])
  })

  it('A4 · a cleared result costs its placeholder, and a marker what stands for the messages', async () => {
    const cleared = await opened(presets.opencode(), letters)
    await cleared.compact({ window: 12_000, reserve: 1_000 })
    const shown = (await cleared.messages()).messages.flatMap(({ parts }) => parts)
    const result = shown.find((part) => part.type === 'tool-result' && part.compactedAt !== undefined)
    if (result?.type !== 'tool-result') throw new Error('expected a cleared result')
    expect(result).toMatchObject({ tokens: result.output.length })
    expect(result.originalTokens).toBeGreaterThan(result.tokens)
    const folded = await opened(presets.claudeCode(), letters)
    await folded.compact({ window: 12_000, reserve: 1_000 })
    const summary = (await folded.messages()).summaryMessage
    const [marker] = summary?.parts ?? []
    if (marker?.type !== 'compaction-marker') throw new Error('expected a marker')
    expect(marker.tokens).toBeGreaterThanOrEqual(marker.summary.length)
    expect(summary?.tokens).toBe(marker.tokens + 4)
    expect(marker.originalTokens).toBeGreaterThan(marker.tokens)
  })

  it('A4 · a file costs what the provider makes of it', async () => {
    const thread = await createCompactor({ tokenizer: letters }).thread('t')
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } }
    await thread.append([{ role: 'user', content: [image] }], { dialect: 'openai-chat' })
    expect((await thread.messages()).messages[0]).toMatchObject({ tokens: 4 + 85, parts: [{ type: 'text', tokens: 85 }] })
  })
})
