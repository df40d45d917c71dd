import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import { byteLength } from '../../src/view/byte-length.ts'
import { entryJson } from '../../src/view/entry-json.ts'

const [read] = ingest(EMPTY_STATE, neutral.read({ messages: [{ role: 'user', content: 'a' }] }).messages).entries
if (read === undefined) throw new Error('one message is one entry')
const sample: Entry = read

const expected = (entry: Entry) => ({ json: JSON.stringify(entry), rawBytes: byteLength(entry.raw) })
/** Long enough to be written once. */
const text = `${'He said "no" \\ → é 字 🙂 \ud800 \u0001\u0002 \n'.repeat(20)}end`

describe('an entry as JSON', () => {
  it('A25 · is what JSON.stringify makes of it, wherever its block holds its text', () => {
    const blocks: readonly Json[] = [
      text,
      { type: 'text', text },
      { role: 'tool', content: text, after: 1 },
      { role: 'tool', content: [{ type: 'text', text }] },
      { id: 'c', function: { name: 'f', arguments: text } },
      { a: text, b: text },
      { a: text, b: '\u0001\u0002hole' },
      { content: [text, text] },
      { content: `${text} ` },
      ['\u0001\u0002hole', text],
      JSON.parse(`{ "__proto__": ${JSON.stringify(text)}, "z": 1 }`),
      { a: { b: { c: { d: { e: text } } } } },
      Object.assign(Object.create({ toJSON: () => 'mine' }), { text }),
      null,
    ]
    for (const raw of blocks) {
      for (const kind of ['text', 'tool-result', 'reasoning'] as const) {
        const entry = { ...sample, kind, raw, text } as unknown as Entry
        expect(entryJson(entry)).toEqual(expected(entry))
      }
      const call = { ...sample, kind: 'tool-call', raw, input: text, callId: 'c', tool: 'f' } as unknown as Entry
      expect(entryJson(call)).toEqual(expected(call))
    }
  })

  it('is that whatever text and block are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.jsonValue({ maxDepth: 2 }), (said, value) => {
        const long = said.padEnd(300, 'ab ')
        for (const raw of [long, { value: value as Json, long }, value as Json]) {
          const entry = { ...sample, raw, text: long } as unknown as Entry
          expect(entryJson(entry)).toEqual(expected(entry))
        }
      }),
      { numRuns: 50 },
    )
  })
})
