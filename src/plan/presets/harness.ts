import { above, automatically, inputShare, preset } from '../../budget/triggers.ts'
import { frozen } from '../../schema/frozen.ts'
import type { Policy, Rehydration } from '../../schema/policy.ts'
import type { ClearByDurabilityOptions, Rung } from '../../schema/rung.ts'
import type { Amount, Mark } from '../../schema/trigger.ts'

/** What can be changed: every field of the harness's own configuration (C20). */
interface HarnessOptions extends Partial<Policy> {
  readonly maxInputTokens?: Amount
  readonly softThreshold?: number
  readonly externalizeAbove?: number
  readonly summaryRatio?: number
  readonly preserveTurns?: number
  /** What a tool's result is if the tool declared nothing; `anchoring` unless told. */
  readonly defaultToolDurability?: ClearByDurabilityOptions['undeclared']
  readonly externalization?: boolean
  readonly summarization?: boolean
  readonly clearing?: boolean
  readonly dropping?: boolean
}

/** How much of what was put away may come back by itself (C12). */
const REHYDRATION: Rehydration = frozen({
  ...{ enabled: true, mostArtifacts: 3, tokensEach: 4_000, tokensTogether: 8_000, cooldownTurns: 2 },
  sensitivities: ['public', 'internal'],
})

/** It comes down to this share of its threshold, so that it does not begin again with the next message. */
const RELEASE = 0.8

/** The production harness (C5, C20): put away, summarize, clear, drop, in this order; the last three turns stay. */
export function harness(options: HarnessOptions = {}): Policy {
  const { maxInputTokens = preset(100_000), softThreshold = 0.85, externalizeAbove = 1_000, ...others } = options
  const { summaryRatio = 0.25, preserveTurns = 3, defaultToolDurability = 'anchoring', ...switches } = others
  const { externalization = true, summarization = true, clearing = true, dropping = true, ...overrides } = switches
  const available = (share: number): Mark =>
    inputShare(share, maxInputTokens, { safety: preset(500), rehydration: preset(2_000) })
  const rungs: readonly (readonly [boolean, Rung])[] = [
    [externalization, { rung: 'externalize', above: externalizeAbove, keepTurns: preserveTurns }],
    [summarization, { rung: 'summarize', keep: { kind: 'turns', count: preserveTurns }, ratio: summaryRatio }],
    [clearing, { rung: 'clear-by-durability', undeclared: defaultToolDurability, keepTurns: 1 }],
    [dropping, { rung: 'drop-oldest' }],
  ]
  return {
    name: 'harness',
    trigger: automatically(above(available(softThreshold), 'history')),
    release: available(softThreshold * RELEASE),
    ...(softThreshold < 1 ? { reserve: { above: Math.max(0.5, softThreshold) } } : {}),
    ladder: rungs.flatMap(([isOn, rung]) => (isOn ? [rung] : [])),
    ...{ summaryTokens: 8_000, summaryShare: 0.25, summaryRole: 'assistant' },
    ...{ summaryCache: true, retrieval: false, rehydration: REHYDRATION },
    ...overrides,
  }
}
