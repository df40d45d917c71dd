import { allOf, automatically, from, messageFloor, preset, windowShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'
import type { Amount } from '../../schema/trigger.ts'

/** What can be changed, by the names of its own configuration (D2); its sixth, the window, is the model's or the request's. */
export interface LayerNumbers {
  readonly systemReserve?: Amount
  readonly outputReserve?: Amount
  readonly safetyBuffer?: Amount
  /** The share of what these leave of the window. */
  readonly thresholdPercent?: number
  readonly recentMessagesToKeep?: number
}

/** It comes down to half of what overheads leave, or to this share of a lower threshold. */
const RELEASE = 0.625

/** The layer for an agent loop (D2, D3, D4): at 80 % of what overheads leave, all but the last ten messages become a summary. */
export function layer(options: Partial<Policy> & LayerNumbers = {}): Policy {
  const { systemReserve = preset(2_000), outputReserve = preset(4_000), safetyBuffer = preset(5_000), ...others } = options
  const { thresholdPercent = 0.8, recentMessagesToKeep = 10, ...overrides } = others
  const overheads = { system: systemReserve, answer: outputReserve, safety: safetyBuffer }
  return {
    name: 'layer',
    trigger: automatically(
      allOf(from(windowShare(thresholdPercent, overheads), 'without-tools'), messageFloor(recentMessagesToKeep)),
    ),
    release: windowShare(Math.min(0.5, thresholdPercent * RELEASE), overheads),
    ladder: [{ rung: 'summarize', keep: { kind: 'messages', count: recentMessagesToKeep } }],
    // A summary that fails leaves the messages as they are (D9).
    onFailure: 'keep',
    ...{ summaryTokens: 800, summaryShare: 0.3, summaryRole: 'assistant' },
    summarizerInput: { message: 2_000, result: 500 },
    summaryContents: [
      ...['the original task, word for word', 'completed work: file, action, description', 'technical decisions'],
      ...['current state', 'pending work', 'errors and how they were resolved'],
    ],
    ...overrides,
  }
}
