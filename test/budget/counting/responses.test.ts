import { describe, expect, it } from 'vitest'
import { countRequest } from '../../../src/budget/count-request.ts'
import { CALL_TOKENS, MESSAGE_TOKENS, measureEntry } from '../../../src/budget/measure.ts'
import { fileOf } from '../../../src/budget/overheads.ts'
import { createCompactor, openaiResponses, presets } from '../../../src/index.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { Tokenizer } from '../../../src/schema/ports.ts'
import { bpeTokenizer } from '../../../src/tokenizers/bpe.ts'
import { CONVERSATION } from '../../dialects/openai-responses/items.ts'
import { entriesFrom } from '../../support/logs.ts'
import { finishedTurns, messagesFor, user } from '../../support/steps.ts'

/** One token a character, so that sums can be read. */
const letters: Tokenizer = { name: 'letters', count: (text) => text.length }
const sizeOf = (item: Json): number => measureEntry(entriesFrom(openaiResponses, [item])[0] as Entry, letters)
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

/** Calls with a shape of their own: the log counts what they say, the request the JSON they are. */
const SHAPED = /^(?:shell|local_shell|apply_patch|computer|tool_search|mcp_approval)_/

describe('C15 · the count of a whole request', () => {
  const counting = { tokenizer: letters, provider: 'openai' } as const

  it('C15 · of one text and instructions', () => {
    expect(countRequest({ input: 'hello', instructions: 'brief' }, counting)).toBe(5 + 5 + 2 * MESSAGE_TOKENS + 3)
  })

  it('C15 · of items, by the rules of the log', async () => {
    const tokenizer = bpeTokenizer()
    const thread = await createCompactor({ tokenizer }).thread('t')
    const items = CONVERSATION.filter((item) => !SHAPED.test(String('type' in item ? item.type : '')))
    await thread.append(items as unknown as readonly Json[])
    const { request, tokens } = await thread.prepare({ window: 1_000_000 })
    expect(countRequest(request, { tokenizer, provider: 'openai' })).toBe(tokens)
  })

  it('C15 · is what the receipt says of a compacted request, within 2 %', async () => {
    const tokenizer = bpeTokenizer()
    const thread = await createCompactor({ tokenizer, policy: presets.balanced({ trigger: 1, release: 1 }) }).thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(60, 200), user('go on')]))
    const { request, receipt } = await thread.compact({ window: 8_000, dialect: 'openai-responses', system: 'be brief' })
    const counted = countRequest(request, { tokenizer, provider: 'openai' })
    expect(Math.abs(counted / receipt.tokens.after - 1)).toBeLessThanOrEqual(0.02)
  })
})
