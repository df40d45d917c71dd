import { above, automatically, inputShare, preset } from '../../budget/triggers.ts'
import type { Policy, Rehydration } from '../../schema/policy.ts'
import type { Rung } from '../../schema/rung.ts'
import type { Amount, Mark } from '../../schema/trigger.ts'

/** What can be changed: every field of the harness's own configuration (C20). */
export interface HarnessOptions extends Partial<Policy> {
  readonly maxInputTokens?: Amount
  readonly softThreshold?: number
  readonly externalizeAbove?: number
  readonly summaryRatio?: number
  readonly preserveTurns?: number
  readonly externalization?: boolean
  readonly summarization?: boolean
  readonly clearing?: boolean
  readonly dropping?: boolean
}

/** How much of what was put away may come back by itself (C12). */
const REHYDRATION: Rehydration = {
  ...{ enabled: true, mostArtifacts: 3, tokensEach: 4_000, tokensTogether: 8_000, cooldownTurns: 2 },
  sensitivities: ['public', 'internal'],
}

/** It comes down to this share of its threshold, so that it does not begin again with the next message. */
const RELEASE = 0.8

/** The production harness (C5, C20): put away, summarize, clear, drop, in this order; the last three turns stay. */
export function harness(options: HarnessOptions = {}): Policy {
  const { maxInputTokens = preset(100_000), softThreshold = 0.85, externalizeAbove = 1_000, summaryRatio = 0.25 } = options
  const { preserveTurns = 3, externalization = true, summarization = true, clearing = true, dropping = true } = options
  const available = (share: number): Mark =>
    inputShare(share, maxInputTokens, { safety: preset(500), rehydration: preset(2_000) })
  const rungs: readonly (readonly [boolean, Rung])[] = [
    [externalization, { rung: 'externalize', above: externalizeAbove, keepTurns: preserveTurns }],
    [summarization, { rung: 'summarize', keep: { kind: 'turns', count: preserveTurns }, ratio: summaryRatio }],
    [clearing, { rung: 'clear-by-durability', undeclared: 'anchoring', keepTurns: 1 }],
    [dropping, { rung: 'drop-oldest' }],
  ]
  return {
    name: 'harness',
    trigger: options.trigger ?? automatically(above(available(softThreshold), 'history')),
    release: options.release ?? available(softThreshold * RELEASE),
    ladder: options.ladder ?? rungs.flatMap(([isOn, rung]) => (isOn ? [rung] : [])),
    summaryTokens: options.summaryTokens ?? 8_000,
    summaryShare: options.summaryShare ?? 0.25,
    summaryRole: options.summaryRole ?? 'assistant',
    ...{ summaryCache: options.summaryCache ?? true, retrieval: options.retrieval ?? false },
    rehydration: options.rehydration ?? REHYDRATION,
  }
}
