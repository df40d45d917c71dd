import { describe, expect, it } from 'vitest'
import { fileOf } from '../../../src/budget/files.ts'
import { CALL_TOKENS, MESSAGE_TOKENS, measureEntry } from '../../../src/budget/measure.ts'
import { openaiResponses } from '../../../src/dialects/openai-responses/dialect.ts'
import { createCompactor } from '../../../src/index.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { Tokenizer } from '../../../src/schema/ports.ts'
import { rulesOf } from '../../support/count-rules.ts'
import { entriesFrom } from '../../support/logs.ts'

/** One token a character, so that sums can be read. */
const letters: Tokenizer = { name: 'letters', count: (text) => text.length }
const sizeOf = (item: Json): number => measureEntry(entriesFrom(openaiResponses, [item])[0] as Entry, letters, rulesOf)
const ITEMS: readonly Json[] = [
  { type: 'message', role: 'user', content: 'what is there?' },
  { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'look' }], encrypted_content: 'x'.repeat(400) },
  { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'list', arguments: '{"path":"."}' },
  { type: 'function_call_output', call_id: 'c1', output: 'a.ts, b.ts' },
  { type: 'message', role: 'assistant', content: 'Two files.' },
  { type: 'message', role: 'user', content: 'go on' },
]
const PICTURE = 85 + 170 * 4 * 2

describe('what an item of the Responses API costs', () => {
  it('B15 · pictures and files by their own rules, given as bytes, by address or by id', () => {
    expect(fileOf({ type: 'input_image', image_url: 'https://example.org/a.png', detail: 'low' })).toMatchObject({
      media: 'image',
      detail: 'low',
    })
    expect(fileOf({ type: 'input_image', file_id: 'file_1', detail: 'high' })).toMatchObject({ media: 'image', detail: 'high' })
    expect(fileOf({ type: 'input_file', file_data: 'data:application/pdf;base64,AAAA' })).toEqual({ media: 'pdf', data: 'AAAA' })
    expect(fileOf({ type: 'input_file', file_url: 'https://example.org/a.pdf' })).toEqual({ media: 'pdf' })
    expect(fileOf({ type: 'input_file', file_id: 'file_1' })).toEqual({ media: 'pdf' })
  })

  it('B15 · a result: its text, and the pictures in it', () => {
    const call_id = 'id'
    expect(sizeOf({ type: 'function_call_output', call_id, output: 'abc' })).toBe(2 + 3 + CALL_TOKENS)
    const parts = [
      { type: 'input_text', text: 'abc' },
      { type: 'input_image', image_url: 'https://example.org/a.png' },
    ]
    expect(sizeOf({ type: 'function_call_output', call_id, output: parts })).toBe(
      2 + 'abc\n[input_image]'.length + CALL_TOKENS + PICTURE,
    )
    expect(
      sizeOf({ type: 'computer_call_output', call_id, output: { type: 'computer_screenshot', file_id: 'f' } }),
    ).toBeGreaterThan(PICTURE)
  })

  it('B15 · what a shell printed is counted once', () => {
    const output = [{ stdout: 'x'.repeat(1_000), stderr: '', outcome: { type: 'exit', exit_code: 0 } }]
    expect(sizeOf({ type: 'shell_call_output', call_id: 'id', output })).toBe(2 + 1_000 + CALL_TOKENS)
  })

  it('B15 · a picture that the provider made is a picture, however long its bytes', () => {
    const item = { type: 'image_generation_call', id: 'ig_1', status: 'completed' }
    const short = sizeOf({ ...item, result: 'A'.repeat(100) })
    expect(sizeOf({ ...item, result: 'A'.repeat(100_000) })).toBe(short)
    expect(short).toBeLessThan(3_000)
  })

  it('case 46 · encrypted reasoning by the length of what is sent', () => {
    expect(sizeOf({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x'.repeat(400) })).toBe(100)
  })
})

describe('C15 · the count of a whole request', () => {
  it('C15 · of one text and instructions', async () => {
    const thread = await createCompactor({ tokenizer: letters }).thread('t')
    await thread.append([{ type: 'message', role: 'user', content: 'hello' }], { dialect: 'openai-responses' })
    const { tokens } = await thread.prepare({ system: 'brief' })
    expect(tokens).toBe(5 + 5 + 2 * MESSAGE_TOKENS + 3)
  })

  it('C15 · of items is the sum of what each costs', async () => {
    const thread = await createCompactor({ tokenizer: letters }).thread('t')
    await thread.append(ITEMS)
    const each = ITEMS.map((item) => sizeOf(item) + MESSAGE_TOKENS)
    expect((await thread.prepare({ window: 1_000_000 })).tokens).toBe(each.reduce((sum, size) => sum + size, 3))
  })
})
