import { allOf, automatically, from, messageFloor, preset, windowShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'

/** The layer for an agent loop (D2, D3, D4): at 80 % of what overheads leave, all but the last ten messages become a summary. */
export function layer(overrides: Partial<Policy> = {}): Policy {
  const overheads = { system: preset(2_000), answer: preset(4_000), safety: preset(5_000) }
  return {
    name: 'layer',
    trigger: automatically(allOf(from(windowShare(0.8, overheads), 'without-tools'), messageFloor(10))),
    release: windowShare(0.5, overheads),
    ladder: [{ rung: 'summarize', keep: { kind: 'messages', count: 10 } }],
    ...{ summaryTokens: 800, summaryShare: 0.3, summaryRole: 'assistant' },
    summarizerInput: { message: 2_000, result: 500 },
    summaryContents: [
      ...['the original task, word for word', 'completed work: file, action, description', 'technical decisions'],
      ...['current state', 'pending work', 'errors and how they were resolved'],
    ],
    ...overrides,
  }
}
