import { describe, expect, it } from 'vitest'
import type { LedgerOperation } from '../../src/schema/ledger.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import type { SummaryJob } from '../../src/schema/summary.ts'
import { add, answerOf } from '../support/summaries.ts'
import { LAWS } from './all-laws.ts'
import { runLaws } from './judge/run-laws.ts'
import { ownEngine, type Subject } from './judge/subject.ts'

const RUNS = 20

/** Says something about everything, true and untrue, with every authority; fails now and then. The same job gets the same answer (L7). */
const talkative: Summarizer = {
  name: 'talkative',
  async summarize(job) {
    const kind = ((job.end - 1) * 7 + job.from) % 5
    if (kind === 0) throw new Error('not today')
    if (kind === 1)
      return answerOf({
        kind: 'prose',
        text:
          operationsFor(job)
            .map(({ item }) => item.text)
            .join('\n') || 'x',
      })
    return answerOf(operationsFor(job), { finish: kind === 2 ? 'length' : 'stop', display: 'One. Two.' })
  },
}

function operationsFor({ entries, from, end }: SummaryJob): readonly Extract<LedgerOperation, { op: 'add' }>[] {
  return entries.slice(from, end).flatMap((entry) => {
    if (entry.kind !== 'text' && entry.kind !== 'tool-result') return []
    const text = entry.text.slice(0, 300)
    return (['user', 'assistant', 'tool', 'system'] as const).map((authority, index) => {
      const item = add((['request', 'fact', 'outcome', 'constraint'] as const)[index] ?? 'fact', text, [entry.seq], authority)
      return item as Extract<LedgerOperation, { op: 'add' }>
    })
  })
}

describe(`the laws hold with a summarizer that says anything, over ${RUNS} generated transcripts`, () => {
  it('L2, L3, L4, L5, L6, L7, L8, L9, L14 · not one is broken', async () => {
    let asked = 0
    const engine = ownEngine()
    const counting: Summarizer = {
      ...talkative,
      summarize(job) {
        asked += 1
        return talkative.summarize(job)
      },
    }
    const subject: Subject = { open: (policy, ports) => engine.open(policy, { summarizer: counting, ...ports }) }
    const { breaches } = await runLaws({ subject, runs: RUNS, seed: 5, laws: LAWS.map(({ name }) => name) })
    expect(breaches.map(({ law, what }) => `${law}: ${what}`)).toEqual([])
    expect(asked).toBeGreaterThan(RUNS / 4)
  })
})
