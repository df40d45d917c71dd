import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Tokenizer } from '../../src/schema/ports.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { prose } from '../support/steps.ts'

/** The package's tokenizer, and how many characters it was asked to count exactly. */
function watched() {
  const { name, count } = bpeTokenizer()
  const seen = { characters: 0 }
  const counting = (text: string): number => {
    seen.characters += text.length
    return count(text)
  }
  return { seen, tokenizer: { name, count: counting, estimate: (text: string) => Math.ceil(text.length / 3) } }
}

const long = prose(5_000)

describe('long texts', () => {
  it('A25 · are estimated while the trigger is far, and counted once when it is near', async () => {
    const { tokenizer, seen } = watched()
    const thread = await createCompactor({ clock: () => 0, tokenizer }).thread('t')
    const exact = await createCompactor({ clock: () => 0, tokenizer: bpeTokenizer() }).thread('t')
    for (const each of [thread, exact])
      await each.append([
        { role: 'user', content: long },
        { role: 'assistant', content: 'ok' },
      ])
    const far = await thread.prepare({ window: 1_000_000 })
    expect(seen.characters).toBeLessThan(100)
    expect(far.tokens).not.toBe((await exact.prepare({ window: 1_000_000 })).tokens)
    const near = await thread.prepare({ window: 16_000 })
    expect(near.tokens).toBe((await exact.prepare({ window: 16_000 })).tokens)
    expect(seen.characters).toBeLessThan(long.length + 100)
    await thread.prepare({ window: 16_000 })
    expect(seen.characters).toBeLessThan(long.length + 100)
  })

  it('A25 · are counted at once where that takes no longer: words, code and lines of boxes, but not base64 or Chinese', async () => {
    const tokensOf = async (content: string, tokenizer?: Tokenizer): Promise<number> => {
      const thread = await createCompactor({ clock: () => 0, ...(tokenizer && { tokenizer }) }).thread('t')
      await thread.append([{ role: 'user', content }])
      return (await thread.prepare({ window: 1_000_000 })).tokens
    }
    const plain = [long, `${long}\n${'━'.repeat(400)}\n→ ${long}`, `${long} “é” ${'const a = [1, 2] // …\n'.repeat(300)}`]
    for (const text of plain) expect(await tokensOf(text)).toBe(await tokensOf(text, bpeTokenizer()))
    const slow = [Buffer.from(long).toString('base64'), '参数开始缓存，报告'.repeat(800), 'a'.repeat(8_000)]
    for (const text of slow) expect(await tokensOf(text)).not.toBe(await tokensOf(text, bpeTokenizer()))
  })

  it('are counted before anything is decided on them: one that would fit is not compacted for a high estimate', async () => {
    const { tokenizer } = watched()
    const overestimating = { ...tokenizer, estimate: (text: string) => text.length }
    const thread = await createCompactor({ clock: () => 0, tokenizer: overestimating }).thread('t')
    await thread.append([{ role: 'user', content: long }])
    expect((await thread.prepare({ window: 8_000, reserve: 0 })).receipt).toBeNull()
  })

  it('L7 · a compaction after a request far from the trigger is the compaction of a thread that was never asked', async () => {
    const history = Array.from({ length: 40 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: prose(4_000 + 40 * index),
    }))
    const compacted = async (asked: boolean) => {
      const thread = await createCompactor({ clock: () => 0, tokenizer: watched().tokenizer }).thread('t')
      await thread.append(history)
      if (asked) await thread.prepare({ window: 10_000_000 })
      const { receipt, request } = await thread.compact({ window: 60_000 })
      return { receipt, request }
    }
    expect(await compacted(true)).toEqual(await compacted(false))
  })

  it('are found out where the estimate is far too low: the request still fits', async () => {
    const { tokenizer } = watched()
    const underestimating = { ...tokenizer, estimate: (text: string) => Math.ceil(text.length / 8) }
    const thread = await createCompactor({ clock: () => 0, tokenizer: underestimating }).thread('t')
    await thread.append([
      { role: 'user', content: 'Read it.' },
      { role: 'assistant', content: long },
      { role: 'user', content: 'And?' },
    ])
    const { tokens, receipt } = await thread.prepare({ window: 4_000, reserve: 0 })
    expect(receipt).not.toBeNull()
    expect(tokens).toBeLessThanOrEqual(4_000)
  })
})
