import { automatically, fractionOfUsable, preset, usableShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'
import type { Mark, Trigger } from '../../schema/trigger.ts'

/** What can be changed. A number for trigger or release is a share of what a request may use. */
interface BalancedOptions extends Partial<Omit<Policy, 'name' | 'trigger' | 'release'>> {
  readonly trigger?: number | Trigger
  readonly release?: number | Mark
}

/** Ours, the default: act at nine tenths of the budget, come down to six, least aggressive first. */
export function balanced({ trigger = 0.9, release = 0.6, ...overrides }: BalancedOptions = {}): Policy {
  return {
    name: 'balanced',
    trigger: typeof trigger === 'number' ? automatically(fractionOfUsable(trigger)) : trigger,
    release: typeof release === 'number' ? usableShare(release) : release,
    ladder: [
      { rung: 'clear-tool-outputs', protect: preset(40_000), minimum: preset(20_000), minTurnsToKeep: 2, minRoundsToKeep: 2 },
      { rung: 'shorten-oversized' },
      { rung: 'summarize-oldest' },
      { rung: 'drop-oldest' },
    ],
    summaryTokens: 8_000,
    summaryShare: 0.9,
    summaryRole: 'assistant',
    ...overrides,
  }
}
