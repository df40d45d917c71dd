import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { createCompactor, presets } from '../../src/index.ts'
import type { Meter } from '../../src/schema/meter.ts'
import type { Tokenizer } from '../../src/schema/ports.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { agent, finishedTurns, messagesFor, PROVIDERS, type Provider, user } from '../support/steps.ts'

/** Counts what is counted. */
function counter(): { readonly tokenizer: Tokenizer; read(): number } {
  const { name, count } = bpeTokenizer()
  let characters = 0
  return {
    tokenizer: {
      name,
      count(text) {
        characters += text.length
        return count(text)
      },
    },
    read() {
      const all = characters
      characters = 0
      return all
    },
  }
}

/** Counts what is rendered and written. */
function gauge(): { readonly meter: Meter; read(): number } {
  let touched = 0
  return {
    meter: {
      touch(_, count) {
        touched += count
      },
    },
    read() {
      const all = touched
      touched = 0
      return all
    },
  }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
const session = (dialect: Provider, turns: number) => messagesFor(dialect, [...finishedTurns(turns, 200), user('go')])

describe('what a compaction looks at', () => {
  it.each(PROVIDERS)(
    'is counted once: entries when they come in, summary and excerpts when they are made: %s',
    async (dialect) => {
      const { tokenizer, read } = counter()
      const thread = await createCompactor({ tokenizer }).thread('t')
      await thread.append(session(dialect, 300), { dialect })
      await thread.prepare({ window: 10_000_000 })
      const whole = read()
      const { receipt } = await thread.compact({ window: 20_000, reserve: 0 })
      expect(receipt.strategy).toBe('summarize')
      // The summary takes most of the room, and is made for a few sizes; the log is far more.
      expect(read()).toBeLessThan(whole * 0.75)
    },
  )

  it.each(PROVIDERS)('is rendered where it is shown, and the log never again: %s', async (dialect) => {
    const { meter, read } = gauge()
    const thread = await createCompactor({ meter, policy: presets.balanced({ release: 0.1 }) }).thread('t')
    await thread.append(session(dialect, 300), { dialect })
    await thread.prepare({ window: 10_000_000 })
    const whole = read()
    const first = await thread.compact({ window: 100_000, reserve: 0 })
    expect(first.changed).toBe(true)
    // The view reaches over all entries that its plan covers, and writes the messages it shows.
    expect(read()).toBeLessThan(whole)
    await thread.append(messagesFor(dialect, [agent('done'), user('next')]))
    read()
    const second = await thread.compact({ window: 100_000, reserve: 0 })
    expect(second.receipt.inputs.head).toBeGreaterThan(first.receipt.inputs.head)
    expect(read()).toBeLessThan(whole)
  })

  it('is rendered once if a history was handed over just before, however much of it was only estimated', async () => {
    const { meter, read } = gauge()
    const long = (index: number) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: `${index} words `.repeat(1_000) })
    const thread = await createCompactor({ meter }).thread('t')
    await thread.append(Array.from({ length: 40 }, (_, index) => long(index)))
    expect(read()).toBe(40)
    await thread.compact({ window: 50_000, reserve: 0 })
    // Counted exactly, rendered, written; and what is shown, once more.
    expect(read()).toBeLessThan(4 * 40)
  })

  it('says of bytes what the requests have, before and after', async () => {
    for (const dialect of PROVIDERS) {
      const thread = await createCompactor().thread('t')
      await thread.append(session(dialect, 40), { dialect })
      const around = { system: 'Answer — briefly.', tools: [] }
      const { request: whole } = await thread.prepare({ ...around, window: 10_000_000 })
      const { request, receipt } = await thread.compact({ ...around, window: 4_000, reserve: 0 })
      expect(receipt.bytes).toEqual({ before: bytesOf(whole), after: bytesOf(request) })
    }
  })

  it('case 39 · says so too where cache marks had to go', async () => {
    const marked = (text: string) => ({
      role: 'user',
      content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
    })
    const thread = await createCompactor().thread('t')
    await thread.append([...session('anthropic', 20), ...'abcdefgh'.split('').map(marked)], { dialect: 'anthropic' })
    const { request: whole } = await thread.prepare({ window: 10_000_000 })
    const { request, receipt } = await thread.compact({ window: 3_000, reserve: 0 })
    expect(receipt.bytes).toEqual({ before: bytesOf(whole), after: bytesOf(request) })
  })
})

describe('a view that cannot be made', () => {
  it('is no view: what was true before is not handed out for it, and it is made once it can be', async () => {
    let broken = false
    const violations = [{ rule: 'down', at: 'messages[0]', detail: 'no' }]
    const dialect: typeof openaiChat = {
      ...openaiChat,
      validateMessages: (messages, start) =>
        broken ? { violations, used: new Set() } : openaiChat.validateMessages(messages, start),
    }
    const thread = await createCompactor({ dialects: [dialect] }).thread('t')
    await thread.append([{ role: 'user', content: 'a' }])
    await thread.prepare()
    await thread.append([{ role: 'user', content: 'b' }])
    broken = true
    await expect(thread.prepare()).rejects.toMatchObject({ failure: { code: 'request-invalid' } })
    await expect(thread.prepare()).rejects.toMatchObject({ failure: { code: 'request-invalid' } })
    broken = false
    expect((await thread.prepare()).request).toEqual({
      messages: [
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
      ],
    })
  })
})
