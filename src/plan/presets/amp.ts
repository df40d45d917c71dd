import { manual, windowShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'

/** Amp (B4): nothing happens by itself, and a request that does not fit is an error. By hand, the last turn stays. */
export function amp(overrides: Partial<Policy> = {}): Policy {
  return {
    name: 'amp',
    trigger: manual(),
    release: windowShare(0.5),
    ladder: [{ rung: 'summarize', keep: { kind: 'turns', count: 1 } }],
    ...{ summaryTokens: 4_000, summaryShare: 0.3, summaryRole: 'user' },
    ...overrides,
  }
}
