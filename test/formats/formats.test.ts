import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { jsonFormat } from '../../src/formats/json-format.ts'
import { legacyRows } from '../../src/formats/legacy-rows/format.ts'
import { neutralJson } from '../../src/formats/neutral/format.ts'
import { piSessions } from '../../src/formats/pi/session.ts'
import { recogniseFormat } from '../../src/formats/recognise-format.ts'
import type { Json } from '../../src/schema/json.ts'
import type { FileReading, TranscriptFormat } from '../../src/schema/transcript-format.ts'
import { caught, failureIn } from '../support/caught.ts'
import { entriesFrom } from '../support/logs.ts'
import { calls, messagesFor, results, user } from '../support/steps.ts'
import { workedSession } from '../support/worked-session.ts'

const FORMATS: readonly [TranscriptFormat, ...TranscriptFormat[]] = [
  jsonFormat(openaiChat),
  jsonFormat(anthropic),
  neutralJson,
  piSessions,
  legacyRows,
]
const lines = (...values: readonly Json[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** One file of each format. */
const FILES: Readonly<Record<string, string>> = {
  'openai-chat': JSON.stringify({ messages: [{ role: 'assistant', content: null, tool_calls: [] }] }),
  anthropic: JSON.stringify({ system: 's', messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }] }),
  neutral: JSON.stringify([{ role: 'assistant', content: [{ type: 'tool_call', id: 'a', name: 'f', arguments: '{}' }] }]),
  pi: lines({ type: 'session', id: 's' }, { type: 'message', message: { role: 'user', content: 'hello' } }),
  'legacy-rows': lines({ thread_id: 1, role: 'user', content: 'hello' }, { thread_id: 2, role: 'user', content: 'and I' }),
}

/** Kinds of what was read, a line a conversation. */
const shapeOf = ({ transcripts }: FileReading): readonly string[] =>
  transcripts.map(({ thread = '-', messages }) => `${thread}: ${messages.map(({ role }) => role).join(' ')}`)

describe('a transcript format', () => {
  it.each(Object.entries(FILES))('%s is known by its own marks', (name, text) => {
    expect(recogniseFormat({ text }, FORMATS).name).toBe(name)
    for (const format of FORMATS) expect([format.name, format.recognise({ text: 'Dear diary' })]).toEqual([format.name, 0])
  })

  it('takes a file of roles and plain text for the first of the list', () => {
    const text = JSON.stringify([{ role: 'user', content: 'hello' }])
    expect(recogniseFormat({ text }, FORMATS).name).toBe('openai-chat')
  })

  it('needs not parse what was parsed', () => {
    const json = JSON.parse(FILES['neutral'] ?? '')
    expect(recogniseFormat({ text: '', json }, FORMATS).name).toBe('neutral')
    expect(shapeOf(neutralJson.read({ text: '', json }))).toEqual(['-: assistant'])
  })

  it('of JSON refuses what is none', () => {
    expect(failureIn(caught(() => neutralJson.read({ text: '{' })))).toMatchObject({ code: 'input-invalid', expected: 'JSON' })
  })

  it.each([neutralJson, piSessions])('$name reads what it writes', (format) => {
    const entries = workedSession()
    const log = { id: 'worked', at: Date.UTC(2026, 0, 1), entries, commits: [] }
    const text = format.write?.(log) ?? ''
    expect(format.recognise({ text })).toBeGreaterThan(0)
    const { transcripts, faults } = format.read({ text })
    const blocks = transcripts.flatMap(({ messages }) => messages.flatMap((message) => message.blocks))
    const words = (found: readonly { readonly kind: string; readonly text?: string }[]) =>
      found.map(({ kind, text }) => [kind, text])
    expect(words(blocks)).toEqual(words(entries))
    expect(faults).toEqual([])
  })

  it.each([
    { name: 'openai-chat', dialect: openaiChat },
    { name: 'anthropic', dialect: anthropic },
  ] as const)('neutral is what messages of $name can be written in', ({ name, dialect }) => {
    const steps = [user('look'), calls(['a', 'read_file', { path: 'x' }]), results(['a', 'content']), user('thanks')]
    const entries = entriesFrom(dialect, messagesFor(name, steps))
    const text = neutralJson.write?.({ id: 't', at: 0, entries, commits: [] }) ?? ''
    const [transcript] = neutralJson.read({ text }).transcripts
    const kinds = transcript?.messages.flatMap(({ blocks }) => blocks.map(({ kind }) => kind))
    expect(kinds).toEqual(entries.map(({ kind }) => kind))
  })
})

describe('old rows', () => {
  it('become a conversation each thread, in the order of the file', () => {
    const text = lines(
      { session_id: 'b', role: 'user', content: 'one' },
      { session_id: 'a', role: 'user', content: 'two' },
      { session_id: 'b', role: 'assistant', content: 'three' },
      { role: 'user', content: 'of no thread' },
    )
    const expected = ['b: user assistant', 'a: user', '-: user']
    expect(shapeOf(legacyRows.read({ text }))).toEqual(expected)
    const list = `\uFEFF [${text.trim().split('\n').join(',')}]`
    expect(shapeOf(legacyRows.read({ text: list }))).toEqual(expected)
  })

  it('that cannot be read are named by their line', () => {
    const { transcripts, faults } = legacyRows.read({ text: `{"role":"user","content":"x"}\n\nnonsense\n{"content":"y"}\n` })
    expect(transcripts).toHaveLength(1)
    expect(faults).toEqual([
      { line: 3, detail: 'it is not JSON' },
      { line: 4, detail: 'its role is missing' },
    ])
  })
})

describe('a session of pi', () => {
  it('is read as what the model sees, with what could not be read', () => {
    const { transcripts, faults } = piSessions.read({ text: `${FILES['pi']}{"cut` })
    expect(shapeOf({ transcripts, faults })).toEqual(['s: user'])
    expect(faults).toEqual([{ line: 3, detail: 'it is not a JSON object' }])
  })
})
