import { describe, expect, it } from 'vitest'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import { makeSpan } from '../../src/log/span.ts'
import { compactionResult } from '../../src/render/rich-messages.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { frozen } from '../../src/schema/frozen.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { PlanRecord } from '../../src/schema/plan.ts'
import { rangeAt } from '../../src/schema/range.ts'
import type { CompactionResult, RichMessage } from '../../src/schema/rich-message.ts'
import { logOf, neutralEntries } from '../support/logs.ts'
import { summaryOf } from '../support/rendered.ts'
import { round, says } from '../support/worked-session.ts'

const entries = neutralEntries([
  { role: 'system', content: [{ type: 'text', text: 'be brief' }] },
  says('user', 'first'),
  ...round('read_file', { path: 'a.ts' }, 'the content of a file'),
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'done' },
    ],
  },
  says('user', 'second'),
])

const planOf = (of: readonly Entry[]) => ({ version: of.length, createdAt: 1234, originalTokens: 500, compactedTokens: 120 })

/** One token a character, so that sums can be read. */
const sizeOf = (text: string): number => text.length
const result = (records: readonly PlanRecord[], of = entries): CompactionResult =>
  compactionResult({ entries: of, plan: planOf(of), records, sessionId: 's1', sizeOf, measured: () => 1600 })
const rich = (records: readonly PlanRecord[], of = entries): readonly RichMessage[] => result(records, of).messages

const clear: PlanRecord = { action: 'clear', span: makeSpan(logOf(entries), rangeAt(3)), tokens: 9, preservedFields: {} }
const shorten: PlanRecord = {
  action: 'shorten',
  span: makeSpan(logOf(entries), rangeAt(3)),
  tokens: 9,
  excerpt: { head: 3, tail: 0 },
}

describe('parts', () => {
  it('A4, A6 · text, tool-call, tool-result, reasoning and step-start stand for the entries of a log', () => {
    const shell = { dialect: 'neutral', raw: null, holes: [] }
    const header = { role: 'user', author: 'harness', blocks: [{ kind: 'turn-start', raw: null }], shell } as const
    const started = ingest(EMPTY_STATE, [header]).entries
    expect(rich([], started)[0]?.parts).toEqual([{ type: 'step-start', id: 'e0', tokens: 4 }])
    expect(rich([]).flatMap((message) => message.parts)).toEqual([
      { type: 'text', id: 'e0', tokens: 8, text: 'be brief' },
      { type: 'text', id: 'e1', tokens: 5, text: 'first' },
      { type: 'tool-call', id: 'e2', tokens: 24, toolCallId: 'read_file-15', toolName: 'read_file', input: '{"path":"a.ts"}' },
      {
        type: 'tool-result',
        id: 'e3',
        tokens: 21,
        toolCallId: 'read_file-15',
        toolName: 'read_file',
        output: 'the content of a file',
      },
      { type: 'reasoning', id: 'e4', tokens: 2, text: 'hm' },
      { type: 'text', id: 'e5', tokens: 4, text: 'done' },
      { type: 'text', id: 'e6', tokens: 6, text: 'second' },
    ])
  })

  it('A6 · a result that the plan cleared says when, and what it cost before', () => {
    expect(rich([clear])[3]?.parts).toEqual([
      {
        type: 'tool-result',
        id: 'e3',
        tokens: 46,
        toolCallId: 'read_file-15',
        toolName: 'read_file',
        output: '[read_file: success]\nKey data: {"path":"a.ts"}',
        compactedAt: 1234,
        originalTokens: 21,
      },
    ])
  })

  it('A6 · so does one that it shortened, and one that a fold of results points from', () => {
    expect(rich([shorten])[3]?.parts[0]).toMatchObject({ compactedAt: 1234, originalTokens: 21 })
    expect(rich([summaryOf(entries, 3, 3)])[3]?.parts[0]).toMatchObject({
      type: 'tool-result',
      compactedAt: 1234,
      originalTokens: 21,
    })
  })

  it('A6 · a marker stands for a summarized span: its summary, when, how many messages, and what they cost', () => {
    const [, summary] = rich([summaryOf(entries, 1, 5)])
    expect(summary?.parts).toEqual([
      {
        type: 'compaction-marker',
        id: 'summarize-e1-e5',
        tokens: '[Context Summary - Turns 1-1]\nsummary of 1–5'.length,
        summary: 'summary of 1–5',
        compactedAt: 1234,
        messagesCompacted: 4,
        originalTokens: 5 + 24 + 21 + 2 + 4 + 4 * 4,
      },
    ])
  })

  it('A6 · what was done to a part is read off the plan: the log stays as it is, and another plan gives other parts', () => {
    frozen(entries)
    expect(rich([clear])).not.toEqual(rich([]))
    expect(JSON.stringify(rich([]))).not.toContain('compactedAt')
  })
})

describe('messages', () => {
  it('A26 · have id, session, time, tokens and role', () => {
    const timed = entries.map((entry): Entry => ({ ...entry, time: 1000 + entry.seq }))
    expect(rich([], timed).map(({ id, sessionId, createdAt, tokens, role }) => [id, sessionId, createdAt, tokens, role])).toEqual(
      [
        ['m0', 's1', 1000, 4 + 8, 'system'],
        ['m1', 's1', 1001, 4 + 5, 'user'],
        ['m2', 's1', 1002, 4 + 24, 'assistant'],
        ['m3', 's1', 1003, 4 + 21, 'tool'],
        ['m4', 's1', 1004, 4 + 6, 'assistant'],
        ['m6', 's1', 1006, 4 + 6, 'user'],
      ],
    )
  })

  it('A26 · of the assistant carry model, finish reason and error', () => {
    const known = { model: 'gpt-4o', finishReason: 'length', error: 'cut off' }
    const failed = entries.map((entry): Entry => (entry.role === 'assistant' ? { ...entry, ...known } : entry))
    expect(rich([], failed)[2]).toMatchObject({ isSummary: false, modelId: 'gpt-4o', finishReason: 'length', error: 'cut off' })
    expect(rich([])[2]).not.toHaveProperty('modelId')
  })

  it('A26 · the message at which it was compacted is marked, and is the parent of the summary', () => {
    const messages = rich([summaryOf(entries, 1, 5)])
    expect(messages.filter((message) => message.role === 'user' && message.isCompactionTrigger).map(({ id }) => id)).toEqual([
      'm6',
    ])
    expect(messages[1]).toMatchObject({ role: 'assistant', isSummary: true, parentId: 'm6', createdAt: 1234 })
    expect(rich([]).some((message) => message.role === 'user' && message.isCompactionTrigger)).toBe(false)
  })

  it('A26 · that a summary carries follow it; what came after the plan follows unchanged', () => {
    const longer = neutralEntries([
      says('user', 'first'),
      says('assistant', 'one'),
      says('user', 'second'),
      says('assistant', 'later'),
    ])
    const records = [summaryOf(longer, 0, 1, [{ seq: seqOf(0) }])]
    const plan = { ...planOf(longer), version: 3 }
    const { messages } = compactionResult({ entries: longer, plan, records, sessionId: 's1', sizeOf, measured: () => 0 })
    expect(messages.map(({ id }) => id)).toEqual(['summarize-e0-e1', 'm0', 'm2', 'm3'])
  })
})

describe('the result of a compaction', () => {
  it('A26 · has the summary message, all messages, how many were compacted, and what that saved', () => {
    const compacted = result([summaryOf(entries, 1, 5, [{ seq: seqOf(1) }])])
    expect(compacted.summaryMessage).toBe(compacted.messages[1])
    expect(compacted.messages.map(({ id }) => id)).toEqual(['m0', 'summarize-e1-e5', 'm1', 'm6'])
    expect(compacted).toMatchObject({ messagesCompacted: 3, tokensSaved: 380 })
    expect(compacted.summaryMessage?.parts[0]).toMatchObject({ messagesCompacted: 3 })
  })

  it('A26 · has no summary message where nothing was summarized', () => {
    expect(result([clear])).toMatchObject({ summaryMessage: null, messagesCompacted: 0 })
  })
})
