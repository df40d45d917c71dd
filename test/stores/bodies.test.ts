import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { bodyOf, entryIn } from '../../src/stores/sql/body.ts'
import { entry } from '../../src/testing/store-fixtures.ts'
import { dirtyTranscripts } from '../../src/testing/transcripts/transcripts.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'

describe('the body of a row', () => {
  it('L1 · gives back any entry of any transcript, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(dirtyTranscripts, async ({ messages, dialect }) => {
        const thread = await createCompactor({ tokenizer: characterTokenizer() }).thread('t')
        await thread.append(messages, { dialect })
        for (const each of await thread.entries()) expect(JSON.stringify(entryIn(bodyOf(each)))).toBe(JSON.stringify(each))
      }),
      { numRuns: 200 },
    )
  })

  it('keeps long words once, and reads bodies that keep them twice', () => {
    const words = 'some words '.repeat(50)
    const long = entry(0, words)
    const body = bodyOf(long)
    expect(body.split(words)).toHaveLength(2)
    expect(entryIn(body)).toEqual(long)
    expect(entryIn(JSON.stringify(long))).toEqual(long)
    const other: Entry = { ...long, raw: { type: 'text', text: 'other words' } }
    expect(entryIn(bodyOf(other))).toEqual(other)
  })
})
