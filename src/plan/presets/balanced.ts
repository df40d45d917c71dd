import type { Policy } from '../../schema/policy.ts'
import type { Strategy } from '../scene.ts'
import { clearToolOutputs } from '../strategies/clear-tool-outputs.ts'
import { dropOldest, summarizeOldest } from '../strategies/fold-oldest.ts'
import { shortenOversized } from '../strategies/shorten-oversized.ts'

/** Ours, the default: act at nine tenths of the budget, come down to six, least aggressive first. */
export function balanced(overrides: Partial<Omit<Policy, 'name'>> = {}): Policy {
  return {
    name: 'balanced',
    trigger: 0.9,
    release: 0.6,
    clear: { protect: 40_000, minimum: 20_000, minTurnsToKeep: 2 },
    summaryTokens: 4_000,
    summaryShare: 0.18,
    summaryRole: 'assistant',
    ...overrides,
  }
}

/** What a policy tries, least aggressive first. The last rung is the floor: it fits whenever pins and frontier do. */
export function ladderOf(policy: Policy, summaryTokens: number): readonly Strategy[] {
  return [clearToolOutputs(policy.clear), shortenOversized(), summarizeOldest({ summaryTokens }), dropOldest()]
}
