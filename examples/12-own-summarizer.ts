/** A summarizer of your own: this one takes the first sentence of each answer. Yours would ask a model, with `job.signal`. */
import assert from 'node:assert/strict'
import { createCompactor } from 'palimpsest'
import type { LedgerOperation, Summarizer } from 'palimpsest/ports'
import { summarizerCases } from 'palimpsest/testing'

const decisions: Summarizer = {
  name: 'decisions v1',
  async summarize(job) {
    job.signal.throwIfAborted()
    const operations = job.entries.slice(job.from, job.end).flatMap((entry): readonly LedgerOperation[] => {
      if (entry.kind !== 'text' || entry.role !== 'assistant') return []
      const [sentence = ''] = entry.text.split(/(?<=[.!?])\s/)
      const item = { kind: 'decision', text: sentence, sources: [entry.seq], authority: 'assistant' } as const
      return [{ op: 'add', item }]
    })
    return {
      by: 'decisions',
      content: { kind: 'operations', operations },
      finish: 'stop',
      toolCalls: 0,
      display: `${operations.length} decisions were made.`,
      attempts: [],
      usage: null,
      money: null,
      remarks: [],
    }
  },
}

/** The same, but it makes something up. */
const liar: Summarizer = {
  name: 'liar',
  async summarize(job) {
    const item = {
      kind: 'decision',
      text: 'Everything in production was deleted.',
      sources: [1],
      authority: 'assistant',
    } as const
    const answer = await decisions.summarize(job)
    return { ...answer, content: { kind: 'operations', operations: [{ op: 'add', item }] } }
  },
}

for (const { run } of summarizerCases) await run(decisions)

for (const summarizer of [decisions, liar]) {
  const thread = await createCompactor({ summarizer }).thread('tables')
  for (let table = 0; table < 20; table += 1) {
    await thread.append([
      { role: 'user', content: `Move table ${table} to the new database, and tell me how many rows it has.` },
      { role: 'assistant', content: `Table ${table} is moved, with ${1000 + table} rows. Its keys are the ones it had before.` },
    ])
  }
  const { request, receipt } = await thread.compact({ window: 900, reserve: 100 })
  assert.ok(!JSON.stringify(request).includes('deleted'))
  const refused = receipt.summary?.rejected.map(({ reason }) => reason).join(', ') || 'nothing'
  console.log(`${summarizer.name}: the summary is by ${receipt.summary?.by}; refused: ${refused}`)
}
