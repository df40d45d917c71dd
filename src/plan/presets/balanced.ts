import { automatically, fractionOfUsable, keptTokens, preset, rentDue, usableShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'
import type { Rung } from '../../schema/rung.ts'
import type { Mark, Trigger } from '../../schema/trigger.ts'

/** What can be changed. A number for trigger or release is a share of what a request may use, whatever prices are. */
interface BalancedOptions extends Partial<Omit<Policy, 'name' | 'trigger' | 'release'>> {
  readonly trigger?: number | Trigger
  readonly release?: number | Mark
  /** What a summary is taken to lose, in units of one uncached input token: 80,000, or half of it if what left can be recalled. */
  readonly loss?: number
  /** The agent can look up what has left the prompt. */
  readonly recall?: boolean
}

const LOSS = { usual: 80_000, withRecall: 40_000 } as const
/** A page and the newest messages: agents found as much of what they needed in 12,000 tokens as in 16,000 or 100,000, and less in 9,000. */
const KEPT = 12_000

/** Six tenths, if that is less than the share at which it acts. */
const below = (trigger: number | Trigger): number => (typeof trigger === 'number' && trigger <= 0.6 ? (trigger * 2) / 3 : 0.6)

/** With a cold cache clearing is free: more goes than would be cleared while it is warm. */
const clearCold = (): Rung => ({
  ...{ rung: 'clear-tool-outputs', protect: preset(20_000), minimum: preset(5_000), everything: true },
  ...{ minTurnsToKeep: 2, minRoundsToKeep: 2 },
})

/**
 * Ours, the default. Where prices are known: act when going on has cost as much as acting does, and come down to a page and the newest
 * messages. Where they are not: act at nine tenths of the budget, come down to six. Least aggressive first.
 */
export function balanced({ trigger, release, loss, recall = false, ...overrides }: BalancedOptions = {}): Policy {
  const lost = loss ?? (recall ? LOSS.withRecall : LOSS.usual)
  return {
    name: 'balanced',
    trigger: typeof trigger === 'number' ? automatically(fractionOfUsable(trigger)) : (trigger ?? automatically(rentDue(lost))),
    release:
      typeof release === 'number'
        ? usableShare(release)
        : (release ?? (trigger === undefined ? keptTokens(preset(KEPT)) : usableShare(below(trigger)))),
    ladder: [
      { rung: 'clear-tool-outputs', protect: preset(40_000), minimum: preset(20_000), minTurnsToKeep: 2, minRoundsToKeep: 2 },
      { rung: 'shorten-oversized' },
      { rung: 'summarize-oldest' },
      { rung: 'drop-oldest' },
    ],
    whenCold: [clearCold()],
    summaryTokens: 8_000,
    summaryShare: 0.9,
    summaryRole: 'assistant',
    ahead: true,
    cacheMarks: 'by-price',
    ...overrides,
  }
}
