import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gemini } from '../../src/dialects/gemini/dialect.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import type { Json } from '../../src/schema/json.ts'
import { resumeMemory } from '../support/logs.ts'

const name = fc.constantFrom('read', 'list')
const id = fc.option(fc.constantFrom('x', 'y'), { nil: undefined })
const named = (field: string, body: object): fc.Arbitrary<Json> =>
  fc
    .tuple(name, id)
    .map(([tool, callId]) => ({ [field]: { ...(callId === undefined ? {} : { id: callId }), name: tool, ...body } }))
const content: fc.Arbitrary<Json> = fc.oneof(
  fc.constant({ role: 'user', parts: [{ text: 'words' }] }),
  fc.constant({ role: 'model', parts: [{ text: 'words' }] }),
  fc.array(named('functionCall', {}), { minLength: 1, maxLength: 4 }).map((parts) => ({ role: 'model', parts })),
  fc.array(named('functionResponse', { response: {} }), { minLength: 1, maxLength: 4 }).map((parts) => ({ role: 'user', parts })),
)

describe('calls with and without ids', () => {
  it('case 6 · are answered the same, whether the log came in pieces, at once, or from another process', () => {
    fc.assert(
      fc.property(fc.array(content, { maxLength: 12 }), fc.nat(12), (contents, cut) => {
        const drafts = gemini.readMessages(contents)
        const atOnce = ingest(EMPTY_STATE, drafts)
        const first = ingest(EMPTY_STATE, drafts.slice(0, cut))
        const second = ingest(resumeMemory(first.entries), drafts.slice(cut))
        expect([...first.entries, ...second.entries]).toEqual(atOnce.entries)
        expect(second.state).toEqual(atOnce.state)
      }),
      { numRuns: 500 },
    )
  })

  it('case 6 · no call is answered twice, and a result is of the tool or the id of its call', () => {
    fc.assert(
      fc.property(fc.array(content, { maxLength: 12 }), (contents) => {
        const { entries } = ingest(EMPTY_STATE, gemini.readMessages(contents))
        const results = entries.filter((entry) => entry.kind === 'tool-result')
        const answered = results.flatMap(({ answers }) => (answers.kind === 'call' ? [answers.seq] : []))
        expect(new Set(answered).size).toBe(answered.length)
        for (const result of results) {
          const call = result.answers.kind === 'call' ? entries[result.answers.seq] : undefined
          if (call === undefined) continue
          expect(call).toMatchObject({ kind: 'tool-call', callId: result.callId })
        }
      }),
      { numRuns: 300 },
    )
  })

  it('case 6 · a result without an id answers the oldest call of its tool, with an id or without', () => {
    const call = (args: Json): Json => ({ functionCall: { name: 'read', args } })
    const { entries } = ingest(
      EMPTY_STATE,
      gemini.readMessages([
        { role: 'model', parts: [{ functionCall: { id: 'x', name: 'read', args: { first: 1 } } }, call({ second: 2 })] },
        { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'one' } } }] },
        { role: 'user', parts: [{ functionResponse: { id: 'other', name: 'read', response: { output: 'two' } } }] },
      ]),
    )
    const results = entries.filter((entry) => entry.kind === 'tool-result')
    expect(results.map(({ answers }) => answers)).toEqual([
      { kind: 'call', seq: 0 },
      { kind: 'call', seq: 1 },
    ])
  })

  it('case 28 · 100,000 calls of one tool without ids are paired in order, in one pass', () => {
    const parts = (field: string, body: object): Json[] =>
      Array.from({ length: 100_000 }, () => ({ [field]: { name: 'f', ...body } }))
    const drafts = gemini.readMessages([
      { role: 'model', parts: parts('functionCall', {}) },
      { role: 'user', parts: parts('functionResponse', { response: { output: 'r' } }) },
    ])
    const { entries } = ingest(EMPTY_STATE, drafts)
    expect(
      entries
        .slice(100_000)
        .every((entry, index) => entry.kind === 'tool-result' && 'seq' in entry.answers && entry.answers.seq === index),
    ).toBe(true)
  })
})
