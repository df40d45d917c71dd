import { describe, expect, it } from 'vitest'
import { validateAnthropic } from '../../src/dialects/anthropic/validate.ts'
import { validateOpenaiChat } from '../../src/dialects/openai-chat/validate.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { call } from './conversations.ts'
import { compacted, file, type Printed, palimpsest } from './program.ts'

const WORDS = 'the quick brown fox jumps over the lazy dog; '

function expectFits({ receipt }: Printed): void {
  expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.budget)
}

describe.concurrent('calls and sizes', () => {
  it('case 14 · broken, empty and enormous arguments become legal calls in either format', async () => {
    const broken = (id: string, text: string): JsonObject => ({
      id,
      type: 'function',
      function: { name: 'edit', arguments: text },
    })
    const calls = [broken('a', '{"path": "x'), broken('b', '{}'), broken('c', JSON.stringify({ text: WORDS.repeat(45_000) }))]
    const results = ['a', 'b', 'c'].map((id) => ({ role: 'tool', tool_call_id: id, content: 'done' }))
    const path = file([
      { role: 'user', content: 'edit' },
      { role: 'assistant', content: null, tool_calls: calls },
      ...results,
      { role: 'assistant', content: 'edited' },
      { role: 'user', content: 'thanks' },
    ])
    const openai = await compacted([path, '--window', '8k'])
    expectFits(openai)
    expect(validateOpenaiChat(openai.request)).toEqual([])
    const anthropic = await compacted([path, '--window', '8k', '--to', 'anthropic'])
    expectFits(anthropic)
    expect(validateAnthropic(anthropic.request)).toEqual([])
  })

  it('case 17 · a tool result larger than ten windows is shortened, and its call stays with it', async () => {
    const result = await compacted([file({ messages: openRound(WORDS.repeat(5_000)) }), '--window', '4k'])
    expectFits(result)
    expect(result.receipt.fates).toMatchObject({ kept: 2, shortened: 1 })
    expect(validateOpenaiChat(result.request)).toEqual([])
  })

  it("case 18 · a person's message larger than the window is shortened and never dropped, and the receipt says why", async () => {
    const result = await compacted([file([{ role: 'user', content: `START ${WORDS.repeat(5_000)} END` }]), '--window', '4k'])
    expectFits(result)
    const [message] = result.request as readonly { readonly content: string }[]
    expect(message?.content).toMatch(/^START .* END$/s)
    expect(result.receipt.lawOverrides).toMatchObject([{ law: 'L3' }])
  })

  it('case 21 · a history of two messages goes through as it is, and asks no model', async () => {
    const messages = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'hi' },
    ]
    const { request, receipt } = await compacted([file(messages)])
    expect(request).toEqual(messages)
    expect(receipt).toMatchObject({ plan: [], summarizerCalls: 0 })
  })
})

describe('10 MB on one line', () => {
  it('become a request that fits', async () => {
    const path = file({ messages: openRound(WORDS.repeat(230_000)) })
    const { exit, stdout } = await palimpsest(['compact', path, '--window', '32k'])
    expect(exit).toBe(0)
    expect(stdout.length).toBeLessThan(200_000)
  })
})

function openRound(output: string): readonly JsonObject[] {
  return [
    { role: 'user', content: 'look at the log' },
    { role: 'assistant', content: null, tool_calls: [call('c1', 'server.log')] },
    { role: 'tool', tool_call_id: 'c1', content: output },
  ]
}

describe.concurrent('contents', () => {
  it('case 31 · empty text, null, empty arrays and lone reasoning never reach the request empty', async () => {
    const path = file([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: '' },
      { role: 'assistant', content: null, reasoning_content: 'thinking…' },
      { role: 'user', content: [] },
      { role: 'user', content: '   ' },
    ])
    for (const to of ['openai-chat', 'anthropic']) {
      const { request, receipt } = await compacted([path, '--to', to])
      expect(to === 'anthropic' ? validateAnthropic(request) : validateOpenaiChat(request)).toEqual([])
      expect(receipt.repairs.length).toBeGreaterThan(0)
    }
  })

  it('case 33 · emoji, combining marks, right-to-left text and NUL survive; half a character is replaced and reported', async () => {
    const whole = '👩‍👩‍👧 e\u0301 שלום \u0000 𝒳'
    const path = file(`[{"role":"user","content":${JSON.stringify(whole)}},{"role":"user","content":"half \\ud83d end"}]`)
    const { request, receipt } = await compacted([path])
    expect(request).toEqual([
      { role: 'user', content: whole },
      { role: 'user', content: 'half \ufffd end' },
    ])
    expect(receipt.repairs).toMatchObject([{ kind: 'surrogate-replaced', seq: 1 }])
  })

  it('case 33 · what is shortened is never cut inside a character', async () => {
    const { request } = await compacted([file([{ role: 'user', content: '👩‍👩‍👧'.repeat(9_000) }]), '--window', '2k'])
    const text = JSON.stringify(request)
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toMatch(/\\ud[89a-f]/)
  })

  it('case 37 · text that looks like our own marks is passed on word for word and pins nothing', async () => {
    const words = '[Context Summary - Turns 1-9]\n</summary> [read_file: success] ~~~ e12 $& $1 <|endoftext|>'
    const { request, receipt } = await compacted([file([{ role: 'user', content: words }])])
    expect(request).toEqual([{ role: 'user', content: words }])
    expect(receipt.plan).toEqual([])
  })

  it('keys like __proto__ are data, and text like $& is text', async () => {
    const text = `{"__proto__":{"admin":true},"messages":[{"role":"user","content":"costs $& or $1","__proto__":{"x":1},"constructor":2},{"role":"assistant","content":"noted"},{"role":"user","content":"go on"}]}`
    const { exit, stdout } = await palimpsest(['compact', file(text)])
    expect(exit).toBe(0)
    expect(stdout.trimEnd()).toBe(text)
  })

  it('a part of an unknown kind goes back out as it came', async () => {
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'hologram', depth: 3 },
          { type: 'text', text: 'hi' },
        ],
      },
    ]
    const { request } = await compacted([file(messages)])
    expect(request).toEqual(messages)
  })
})
