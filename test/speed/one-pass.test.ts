import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../src/dialects/ai-sdk/dialect.ts'
import { gemini } from '../../src/dialects/gemini/dialect.ts'
import { createCompactor, type Json } from '../../src/index.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import { AT_MOST_IN_PROPORTION, growth } from './processor-time.ts'

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('case 28 · a very long history is taken in in one pass', () => {
  it('calls of one tool without ids', () => {
    const parts = (count: number, field: string, body: object): Json[] =>
      times(count, () => ({ [field]: { name: 'f', ...body } }))
    const taken = growth(10_000, (count) => {
      const drafts = gemini.readMessages([
        { role: 'model', parts: parts(count, 'functionCall', {}) },
        { role: 'user', parts: parts(count, 'functionResponse', { response: { output: 'r' } }) },
      ])
      return () => ingest(EMPTY_STATE, drafts)
    })
    expect(taken).toBeLessThan(AT_MOST_IN_PROPORTION)
  })

  it('an answer of very many steps', () => {
    const taken = growth(2_500, (count) => {
      const parts = times(count, (index) => [
        { type: 'step-start' },
        { type: 'tool-read', toolCallId: `t${index}`, state: 'output-available', input: {}, output: 'r' },
      ]).flat()
      return () => aiSdk.read([{ id: 'a', role: 'assistant', parts }])
    })
    expect(taken).toBeLessThan(AT_MOST_IN_PROPORTION)
  })
})

describe('10 MB on one line', () => {
  it('are compacted in time in proportion to what a tenth takes', async () => {
    const words = 'the quick brown fox jumps over the lazy dog; '
    const compact = async (count: number): Promise<number> => {
      const thread = await createCompactor().thread('t')
      const before = process.cpuUsage()
      await thread.append([
        { role: 'user', content: 'look at the log' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: words.repeat(count) },
      ])
      await thread.compact({ window: 32_000 })
      return process.cpuUsage(before).user
    }
    await compact(2_000)
    expect((await compact(230_000)) / (await compact(28_750))).toBeLessThan(AT_MOST_IN_PROPORTION)
  })
})
