import { describe, expect, it } from 'vitest'
import { FILE_TOKENS } from '../../src/budget/careful-rules.ts'
import { CALL_TOKENS, MESSAGE_TOKENS, measureEntry, measureShell } from '../../src/budget/measure.ts'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Tokenizer } from '../../src/schema/ports.ts'
import { rulesOf } from '../support/count-rules.ts'
import { entriesFrom, neutralEntries } from '../support/logs.ts'

/** One token a character, so that sums can be read. */
const letters: Tokenizer = { name: 'letters', count: (text) => text.length }
const sizes = (entries: readonly Entry[]): readonly number[] => entries.map((entry) => measureEntry(entry, letters, rulesOf))
const parts = (...content: readonly Json[]): readonly Entry[] => neutralEntries([{ role: 'assistant', content }])

describe('what a block costs', () => {
  it('text and reasoning: their words', () => {
    expect(sizes(parts({ type: 'text', text: 'abc' }, { type: 'reasoning', text: 'abcd' }))).toEqual([3, 4])
  })

  it('a call: tool name, id, arguments, and what the format adds', () => {
    expect(sizes(parts({ type: 'tool_call', id: 'id', name: 'tool', arguments: '{"a":1}' }))).toEqual([4 + 2 + 7 + CALL_TOKENS])
  })

  it('a result: id, text, and what the format adds; pictures inside it as pictures', () => {
    expect(sizes(parts({ type: 'tool_result', tool_call_id: 'id', text: 'abc' }))).toEqual([2 + 3 + CALL_TOKENS])
    const content = [
      { type: 'text', text: 'abc' },
      { type: 'image', source: {} },
    ]
    const withPicture = entriesFrom(anthropic, [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'id', content }] }])
    expect(sizes(withPicture)[0]).toBeGreaterThan(FILE_TOKENS)
  })

  it('a file: a flat price, however long its bytes', () => {
    expect(sizes(parts({ type: 'image', note: 'x'.repeat(10_000) }))).toEqual([FILE_TOKENS])
  })

  it('encrypted reasoning: by the length of what is sent', () => {
    const [entry] = entriesFrom(anthropic, [
      { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'x'.repeat(400) }] },
    ])
    expect(measureEntry(entry as Entry, letters, rulesOf)).toBe(100)
  })

  it('an unknown block: as the JSON it goes out as', () => {
    expect(sizes(parts({ type: 'hologram', data: 'abc' }))).toEqual([JSON.stringify({ type: 'hologram', data: 'abc' }).length])
  })
})

describe("what a message's frame costs", () => {
  const shellOf = (message: Json): Entry['message']['shell'] => neutralEntries([message])[0]?.message.shell

  it('a flat price for role and separators', () => {
    expect(measureShell(shellOf({ role: 'user', content: [] }), letters, rulesOf)).toBe(MESSAGE_TOKENS)
    expect(measureShell(undefined, letters, rulesOf)).toBe(MESSAGE_TOKENS)
  })

  it('unforeseen fields, because they are sent too', () => {
    const extra = { annotations: ['abc'] }
    expect(measureShell(shellOf({ role: 'user', content: [], ...extra }), letters, rulesOf)).toBe(
      MESSAGE_TOKENS + JSON.stringify(extra).length,
    )
  })
})
