import { automatically, from, windowShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'

/** Claude Code (B1): at 95 % of the window, or by hand, everything becomes one summary. */
export function claudeCode(overrides: Partial<Policy> = {}): Policy {
  return {
    name: 'claude-code',
    trigger: automatically(from(windowShare(0.95))),
    release: windowShare(0.5),
    reserve: { above: 0.95 },
    ladder: [{ rung: 'summarize', keep: { kind: 'nothing' } }],
    ...{ summaryTokens: 8_000, summaryShare: 0.5, summaryRole: 'user' },
    summaryContents: [
      'what was done',
      'work in progress',
      'files involved',
      'next steps',
      'requests and constraints of the user',
    ],
    ...overrides,
  }
}
