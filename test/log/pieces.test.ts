import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { openaiResponses } from '../../src/dialects/openai-responses/dialect.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import { findFrontier } from '../../src/log/frontier.ts'
import { splitUnits } from '../../src/log/rounds.ts'
import { protectedEntries } from '../../src/plan/protect.ts'
import { viewOf } from '../../src/render/view.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { entriesFrom, resumeMemory } from '../support/logs.ts'

const user: Json = { role: 'user', content: 'go' }
const said: Json = {
  role: 'assistant',
  content: [
    { type: 'output_text', text: 'one' },
    { type: 'output_text', text: 'two' },
  ],
}
const thought: Json = { type: 'reasoning', id: 'rs_1', summary: [] }
const call: Json = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' }
const result: Json = { type: 'function_call_output', call_id: 'a', output: 'r' }
/** u0 · t1 s2 s3 c4 · r5 · t6 s7 s8 · u9 */
const ITEMS = [user, thought, said, call, result, thought, said, user]

const pieces = (entries: readonly Entry[]): readonly unknown[] => entries.map((entry) => entry.message.piece ?? '')
const viewed = (entries: readonly Entry[]): readonly (readonly number[])[] =>
  viewOf({ entries, ...rangeOf(0, entries.length), records: [], summaryRole: 'assistant' }).map((message) =>
    message.parts.flatMap((part) => (part.kind === 'entry' ? [part.entry.seq] : [])),
  )

describe('an answer in pieces', () => {
  const entries = entriesFrom(openaiResponses, ITEMS)

  it('is what the model put out until another party speaks', () => {
    expect(pieces(entries)).toEqual(['', 'first', 'later', 'later', 'later', '', 'first', 'later', 'later', ''])
  })

  it('is the same however it is appended, by this process or the next', () => {
    for (let cut = 0; cut <= ITEMS.length; cut += 1) {
      const first = ingest(EMPTY_STATE, openaiResponses.readMessages(ITEMS.slice(0, cut))).entries
      const second = ingest(resumeMemory(first), openaiResponses.readMessages(ITEMS.slice(cut))).entries
      expect([...first, ...second]).toEqual(entries)
    }
  })

  it('is one unit with its results', () => {
    expect(splitUnits(entries, seqOf(0))).toEqual([
      { from: 0, end: 1 },
      { from: 1, end: 6 },
      { from: 6, end: 9 },
      { from: 9, end: 10 },
    ])
  })

  it('is one message in the view, in which every part brings its own shell', () => {
    expect(viewed(entries)).toEqual([[0], [1, 2, 3, 4], [5], [6, 7, 8], [9]])
    const [, answer] = viewOf({ entries, ...rangeOf(0, entries.length), records: [], summaryRole: 'assistant' })
    expect(answer?.shell).toBeUndefined()
    expect(answer?.parts.map((part) => part.kind === 'entry' && part.shell)).toEqual(
      [1, 2, 2, 4].map((seq) => entries[seq]?.message.shell),
    )
  })

  it('of which reasoning is pinned brings along what it led to, and that its results', () => {
    const none = { people: [], openRound: [] }
    expect([...protectedEntries(entries, none, new Set([seqOf(6)]))].sort()).toEqual([6, 7])
    const thoughtful = entriesFrom(openaiResponses, [thought, { ...(thought as object), id: 'rs_2' }, call, result, said])
    expect([...protectedEntries(thoughtful, none, new Set([seqOf(0)]))].sort()).toEqual([0, 1, 2, 3])
  })

  it('that is open at the end of the log is the frontier, whole', () => {
    expect(findFrontier(entriesFrom(openaiResponses, ITEMS.slice(0, 5))).openRound).toEqual([1, 2, 3, 4, 5])
  })

  it('is nothing to dialects that write an answer as one message', () => {
    const chat = entriesFrom(openaiChat, [user, { role: 'assistant', content: 'a' }, { role: 'assistant', content: 'b' }])
    expect(pieces(chat)).toEqual(['', '', ''])
    expect(viewed(chat)).toEqual([[0], [1], [2]])
  })
})
