import { describe, expect, it } from 'vitest'
import { runLaws } from '../laws/judge/run-laws.ts'
import { ownEngine } from '../laws/judge/subject.ts'

describe('transcripts that once broke a law', () => {
  it.each([
    // The summary came out shorter three times in a row, and what it left was not used.
    ['L14', 773_901],
    // A picture that was left out freed just more than half of what it might have taken.
    ['L14', 20_283_016],
    // In the smallest of windows, a few tokens more than the summary needs are a message.
    ['L14', 553_801],
    // A long summary beside a cut message had a few tokens more than a short one beside the whole message.
    ['L14', 987_200],
    // Room for a page with the task stayed empty, though the task was shown.
    ['L14', 7_006_100],
    // The floor dropped the task without a word, and so passed for better than what showed more and said so.
    ['L14', 70_047_900],
    // A summary from before, of which only the beginning must be said, was folded whole for the few tokens that it was too long.
    ['L14', 20_417_500],
    // Words of less than a quarter were cut for a document beside them.
    ['everywhere', 20_423_900],
  ] as const)('%s · seed %i', async (law, seed) => {
    const report = await runLaws({ subject: ownEngine(), laws: [law], seed, runs: 100 })
    expect(report.breaches).toEqual([])
    expect(report.trials).toBe(100)
  })
})
