import { automatically, fractionOfUsable, usableShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'
import type { Mark, Trigger } from '../../schema/trigger.ts'
import type { Strategy } from '../scene.ts'
import { clearToolOutputs } from '../strategies/clear-tool-outputs.ts'
import { dropOldest, summarizeOldest } from '../strategies/fold-oldest.ts'
import { shortenOversized } from '../strategies/shorten-oversized.ts'

/** What can be set otherwise. A number for trigger or release is a share of what a request may use. */
export interface BalancedOptions extends Partial<Omit<Policy, 'name' | 'trigger' | 'release'>> {
  readonly trigger?: number | Trigger
  readonly release?: number | Mark
}

/** Ours, the default: act at nine tenths of the budget, come down to six, least aggressive first. */
export function balanced({ trigger = 0.9, release = 0.6, ...overrides }: BalancedOptions = {}): Policy {
  return {
    name: 'balanced',
    trigger: typeof trigger === 'number' ? automatically(fractionOfUsable(trigger)) : trigger,
    release: typeof release === 'number' ? usableShare(release) : release,
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
