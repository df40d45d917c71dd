import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import type { Json } from '../../src/schema/json.ts'
import { resumeMemory } from '../support/logs.ts'

const id = fc.constantFrom('x', 'y', 'z')
/** Messages of any kind in any order, with ids that clash: late, repeated and orphaned results are all in there. */
const message: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom('system', 'user', 'assistant').map((role) => ({ role, content: [{ type: 'text', text: 'words' }] })),
  fc.constant({ role: 'user', content: [{ type: 'text', text: '<system-reminder>' }] }),
  fc.constant({ role: 'assistant', content: [] }),
  fc.array(id, { minLength: 1, maxLength: 3 }).map((ids) => ({
    role: 'assistant',
    content: ids.map((callId) => ({ type: 'tool_call', id: callId, name: 'f', arguments: '{"path":"p"}' })),
  })),
  fc.tuple(fc.constantFrom('tool', 'user'), fc.array(id, { minLength: 1, maxLength: 3 })).map(([role, ids]) => ({
    role,
    content: ids.map((callId) => ({ type: 'tool_result', tool_call_id: callId, text: 'r' })),
  })),
)

describe('a log that another process wrote', () => {
  it('goes on where it stopped: the state read off the entries is the state after ingesting them', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const { entries, state, calls } = ingest(EMPTY_STATE, neutral.readMessages(messages))
        expect(resumeMemory(entries)).toEqual({ ...state, seen: calls })
      }),
      { numRuns: 500 },
    )
  })

  it('is the same whether it was appended in pieces or at once', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), fc.nat(12), (messages, cut) => {
        const drafts = neutral.readMessages(messages)
        const atOnce = ingest(EMPTY_STATE, drafts)
        const first = ingest(EMPTY_STATE, drafts.slice(0, cut))
        const second = ingest(resumeMemory(first.entries), drafts.slice(cut))
        expect([...first.entries, ...second.entries]).toEqual(atOnce.entries)
        expect(second.state).toEqual(atOnce.state)
      }),
      { numRuns: 500 },
    )
  })
})
