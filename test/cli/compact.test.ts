import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { validateAnthropic } from '../../src/dialects/anthropic/validate.ts'
import { validateOpenaiChat } from '../../src/dialects/openai-chat/validate.ts'
import { validateOpenaiResponses } from '../../src/dialects/openai-responses/validate.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import { anthropicChat, chat, TASK } from './conversations.ts'
import { compacted, file, folder, palimpsest } from './program.ts'

describe.concurrent('palimpsest compact', () => {
  it('F1 · makes a long chat fit, with no model and nothing but a file', async () => {
    const { request, receipt } = await compacted([file(chat(40)), '--window', '4k'])
    expect(receipt.tokens.before).toBeGreaterThan(receipt.tokens.budget)
    expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.budget)
    expect(receipt.tokens.budget).toBe(3_000)
    expect(receipt.utilisation).toBeGreaterThan(0.85)
    expect(receipt.summarizerCalls).toBe(0)
    expect(receipt.bytes.after).toBe(Buffer.byteLength(JSON.stringify(request)))
    expect(validateOpenaiChat(request)).toEqual([])
    // The summary quotes the task word for word, signs like $& included.
    expect(JSON.stringify(request)).toContain(TASK)
  })

  it('prints exactly one JSON object with the documented fields in their order', async () => {
    const path = file(chat(20))
    const { exit, stdout, stderr } = await palimpsest(['compact', path, '--window', '2500', '--json'])
    const printed = JSON.parse(stdout) as { readonly request: Json; readonly receipt: { readonly [key: string]: Json } }
    expect({ exit, stderr, keys: Object.keys(printed) }).toEqual({ exit: 0, stderr: '', keys: ['request', 'receipt'] })
    expect(Object.keys(printed.receipt)).toEqual([
      ...['tokens', 'bytes', 'fates', 'plan', 'repairs', 'utilisation', 'summarizerCalls'],
      ...['strategy', 'losses', 'lawOverrides', 'model', 'window', 'windowSource', 'reserve', 'scale', 'adjustments', 'notes'],
    ])
    const { tokens, bytes, fates, plan } = printed.receipt
    const fields = [tokens, bytes, fates, ...(plan as readonly Json[])].map((value) => Object.keys(value as object))
    expect(fields.slice(0, 3)).toEqual([
      ['before', 'after', 'budget'],
      ['before', 'after'],
      ['kept', 'shortened', 'cleared', 'summarized', 'externalized', 'dropped', 'repaired'],
    ])
    for (const record of fields.slice(3)) expect(record).toEqual(['action', 'from', 'to', 'tokens'])
  })

  it('counts every entry once, whatever became of it', async () => {
    const { receipt } = await compacted([file(chat(30)), '--window', '3k'])
    const counted = Object.values(receipt.fates).reduce((sum, number) => sum + number, 0)
    expect(counted).toBe(2 + 30 * 2 + 2)
  })

  it('leaves what fits as it came, field for field', async () => {
    const input = { ...chat(2), temperature: 0.5, 'x-own': { nested: [1, null] } }
    const { request, receipt } = await compacted([file(input)])
    expect(request).toEqual(input)
    expect(receipt).toMatchObject({ plan: [], repairs: [], window: 128_000, windowSource: 'default', model: null })
  })

  it('reads a session file of pi, and names the lines that it cannot read', async () => {
    const lines = [
      { type: 'session', id: 's', cwd: '/' },
      { type: 'message', message: { role: 'user', content: 'hello' } },
      { type: 'message', message: { role: 'assistant', content: [{ type: 'text', text: 'good day' }] } },
    ].map((line) => JSON.stringify(line))
    const path = file(`${lines.join('\n')}\n{"type":"mess`, 'session.jsonl')
    const { exit, stdout, stderr } = await palimpsest(['compact', path, '--json'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: 'palimpsest: left out: line 4: it is not a JSON object.\n' })
    expect(JSON.parse(stdout).request.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'good day' }] },
    ])
  })

  it('reads standard input for -', async () => {
    const { request } = await compacted(['-'], { input: JSON.stringify(chat(1)) })
    expect(request).toEqual(chat(1))
  })

  it('case 21 · takes a bare array of one message for a chat, byte order mark or not, and gives an array back', async () => {
    const { request } = await compacted([file('\ufeff[{"role":"user","content":"hello"}]')])
    expect(request).toEqual([{ role: 'user', content: 'hello' }])
  })
})

describe.concurrent('windows', () => {
  it('takes the window of the model that is named', async () => {
    const { receipt } = await compacted([file(chat(1)), '--model', 'openai/gpt-4o'])
    expect(receipt).toMatchObject({ window: 128_000, windowSource: 'model', tokens: { budget: 111_616 }, model: 'openai/gpt-4o' })
  })

  it('A5 · keeps a tenth free where the model counts with another tokenizer', async () => {
    const { receipt } = await compacted([file(chat(1)), '--model', 'claude-sonnet-4.5', '--window', '11k', '--reserve', '0'])
    expect(receipt).toMatchObject({ window: 11_000, tokens: { budget: 10_000 } })
  })

  it('A3 · takes numbers about models from a file, and names what is wrong in it', async () => {
    const models = file({ 'my-llama': { window: 9_000, maxOutput: 1_000 } })
    const { receipt } = await compacted([file(chat(1)), '--model', 'my-llama', '--models', models])
    expect(receipt).toMatchObject({ window: 9_000, reserve: 1_000, windowSource: 'model' })
    const broken = file({ 'my-llama': { windw: 9_000 } })
    const { exit, stderr } = await palimpsest(['compact', file(chat(1)), '--models', broken])
    expect(exit).toBe(2)
    expect(stderr).toContain(`${broken}: models["my-llama"].windw`)
  })

  it('takes the model that the request itself names', async () => {
    const { receipt } = await compacted([file({ model: 'gpt-4', ...chat(1) })])
    expect(receipt).toMatchObject({ window: 8_192, windowSource: 'model', model: 'gpt-4' })
  })

  it('keeps the reserve that is asked for, 0 included', async () => {
    const { receipt } = await compacted([file(chat(1)), '--window', '8k', '--reserve', '0'])
    expect(receipt).toMatchObject({ windowSource: 'flag', tokens: { budget: 8_000 } })
  })
})

describe.concurrent('--to', () => {
  it('F3 · writes Anthropic from a chat, and what it wrote is read as Anthropic again', async () => {
    const out = `${folder()}/smaller.json`
    const { request } = await compacted([file(chat(40)), '--window', '4k', '--to', 'anthropic', '--out', out])
    expect(validateAnthropic(request)).toEqual([])
    expect(Object.keys(request as object)).toEqual(['system', 'messages'])
    const again = await compacted([out, '--window', '4k'])
    expect(again.request).toEqual(request)
  })

  it('F3 · writes a chat from Anthropic', async () => {
    const { request } = await compacted([file(anthropicChat(20)), '--window', '2k', '--to', 'openai-chat'])
    expect(validateOpenaiChat(request)).toEqual([])
    expect(isJsonObject(request) && Array.isArray(request['messages']) && request['messages'][0]).toEqual({
      role: 'system',
      content: 'You are a coding agent.',
    })
  })

  it('F3 · writes Responses items from a chat, and reads them again', async () => {
    const out = `${folder()}/items.json`
    const { request } = await compacted([file(chat(40)), '--window', '4k', '--to', 'openai-responses', '--out', out])
    expect(validateOpenaiResponses(request)).toEqual([])
    expect(Object.keys(request as object)).toEqual(['input'])
    const again = await compacted([out, '--window', '4k'])
    expect(again.request).toEqual(request)
  })

  it('keeps the envelope of an Anthropic request', async () => {
    const { request, receipt } = await compacted([file(anthropicChat(30)), '--window', '2k'])
    expect(Object.keys(request as object)).toEqual(['model', 'max_tokens', 'system', 'messages'])
    expect(validateAnthropic(request)).toEqual([])
    expect(receipt.tokens.after).toBeLessThanOrEqual(1_500)
  })

  it('goes to the neutral shape and back to the same chat', async () => {
    const out = `${folder()}/neutral.json`
    const { messages } = chat(2)
    await compacted([file(chat(2)), '--to', 'neutral', '--out', out])
    const { request } = await compacted([out, '--to', 'openai-chat'])
    expect(request).toEqual({ messages })
  })

  it('believes --from rather than its own eyes', async () => {
    const { exit, stderr } = await palimpsest(['compact', file(chat(1)), '--from', 'anthropic'])
    expect(exit).toBe(2)
    expect(stderr).toContain('Read as anthropic, as --from says.')
  })
})

describe.concurrent('--pin', () => {
  it('F2 · keeps what a person wrote byte for byte, however tight it gets', async () => {
    const { request } = await compacted([file(chat(60)), '--window', '900', '--pin', 'public API', '--pin', 'changelog'])
    const messages = (request as { readonly messages: readonly { readonly content: string }[] }).messages
    expect(messages.filter((message) => message.content === TASK)).toHaveLength(1)
  })

  it('is wrong usage if no person wrote the text', async () => {
    const { exit, stdout, stderr } = await palimpsest(['compact', file(chat(2)), '--pin', 'lorem ipsum'])
    expect({ exit, stdout }).toEqual({ exit: 64, stdout: '' })
    expect(stderr).toContain('No entry that a person wrote contains "lorem ipsum"')
  })
})

describe.concurrent('where things go', () => {
  it('prints the request, and the picture beside it', async () => {
    const { stdout, stderr } = await palimpsest(['compact', file(chat(1))])
    expect(JSON.parse(stdout)).toEqual(chat(1))
    expect(stderr).toContain('It fits as it is')
  })

  it('prints the picture where the request goes to a file', async () => {
    const out = `${folder()}/smaller.json`
    const { stdout, stderr } = await palimpsest(['compact', file(chat(1)), '--out', out])
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(chat(1))
    expect(stdout).toContain(`The request is in`)
    expect(stderr).toBe('')
  })
})
