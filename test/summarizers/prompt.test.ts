import { describe, expect, it } from 'vitest'
import { EMPTY_LEDGER } from '../../src/ledger/fold.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { SummaryJob } from '../../src/schema/summary.ts'
import { promptFor } from '../../src/summarizers/model/prompt.ts'
import { general } from '../../src/summarizers/profiles.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'

const asked = (tokens: number): string =>
  promptFor({
    job: { instructions: '', contents: [] as readonly string[] } as SummaryJob,
    ...{ ledger: EMPTY_LEDGER, chunk: [{ seq: seqOf(0), label: 'e0 person', text: 'Go.' }], part: '', profile: general },
    ...{ mode: 'operations', tokens, window: 100_000, previous: '', nonce: '0000-1111' },
  }).user

const roomIn = (prompt: string): readonly number[] =>
  /at most (\d+) items, .* at most (\d+) words, the state at most (\d+);/.exec(prompt)?.slice(1).map(Number) ?? []

describe('the room that a model is told of', () => {
  it.each([
    [221, [3, 25, 33]],
    [356, [3, 41, 54]],
    [700, [7, 45, 60]],
    [3_000, [30, 45, 60]],
    [20_000, [30, 45, 60]],
  ])('F4 · is what a page of %i tokens has beside what is printed from the log', (tokens, room) => {
    expect(roomIn(asked(tokens))).toEqual(room)
    const [items = 0, words = 0] = roomIn(asked(tokens))
    // Items of full length, two thirds of them: nearly none is as long as it may be.
    expect((items * words * 2) / 3).toBeLessThan(tokens * 0.5)
  })

  it('F4 · is not spent on the task itself', () => {
    expect(bpeTokenizer().count(asked(3_000))).toBeLessThan(2_000)
  })
})
