import assert from 'node:assert/strict'
import { neutral } from '../dialects/neutral/dialect.ts'
import { createCompactor } from '../index.ts'
import { EMPTY_STATE, ingest } from '../ingest/ingest.ts'
import { readSummaryAnswer } from '../ledger/read-summary-answer.ts'
import { frozen } from '../schema/frozen.ts'
import { seqOf } from '../schema/ids.ts'
import type { Summarizer } from '../schema/ports.ts'
import { rangeOf } from '../schema/range.ts'
import type { SummaryJob } from '../schema/summary.ts'
import { longTalk } from './dialect-talk.ts'

export interface SummarizerCase {
  readonly name: string
  /** Throws if the summarizer is wrong. */
  run(summarizer: Summarizer): Promise<void>
}

/** Everything that the engine relies on. What a summary says is for the engine to check. */
export const summarizerCases: readonly SummarizerCase[] = [
  {
    name: 'has a name, answers in the agreed shape, and changes nothing in its job',
    async run(summarizer) {
      assert.notEqual(summarizer.name, '')
      const answer = await summarizer.summarize(jobOf(new AbortController().signal))
      assert.ok(readSummaryAnswer(answer) !== undefined, `not an answer: ${JSON.stringify(answer)?.slice(0, 500)}`)
    },
  },
  {
    name: 'ends once its signal is aborted: with an answer that it has already, or with an error',
    async run(summarizer) {
      const outcome = await summarizer.summarize(jobOf(AbortSignal.abort())).then(readSummaryAnswer, (error: unknown) => error)
      assert.ok(outcome !== undefined, 'it answers in the agreed shape, or throws')
    },
  },
  {
    name: 'is asked by a compaction, which fits whatever it says',
    async run(summarizer) {
      const thread = await createCompactor({ summarizer }).thread('summarized')
      await thread.appendDrafts(neutral.readMessages(longTalk(12)))
      const { receipt } = await thread.compact({ window: 1_500, reserve: 100 })
      assert.ok(receipt.tokens.after <= receipt.tokens.budget)
      assert.equal(receipt.summary?.fault, undefined, `it was of no use: ${receipt.summary?.fault?.detail}`)
    },
  },
]

/** A job about a talk of files; everything in it but the signal is frozen. */
function jobOf(signal: AbortSignal): SummaryJob {
  const { entries } = ingest(EMPTY_STATE, neutral.readMessages(longTalk(4)))
  const job = frozen({
    ...rangeOf(0, entries.length - 4),
    tenant: 'acme',
    ledger: { items: [], coveredTo: 0, round: 0 },
    entries,
    start: seqOf(0),
    tokens: 400,
    instructions: 'keep the names of files',
    contents: [],
    input: undefined,
    previous: '',
    most: 2_000,
    splitTurn: undefined,
    cacheable: false,
    view: undefined,
  })
  return { ...job, signal }
}
